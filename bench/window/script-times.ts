/** Computes, from a trace of Chromium, the script time on a renderer's main thread in each animation frame. */

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** µs */
  readonly ts: number;
  /** Processor time in µs: of the thread so far, and of this event. */
  readonly tts?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface Trace {
  readonly traceEvents: readonly TraceEvent[];
}

/** Events of JavaScript, or caused by it. They can contain each other, so times are computed of their union. */
const scripts: ReadonlySet<string> = new Set([
  'FunctionCall',
  'EvaluateScript',
  'EventDispatch',
  'FireAnimationFrame',
  'TimerFire',
  'RunMicrotasks',
  'HandlePostMessage',
  'MajorGC',
  'MinorGC',
]);

/**
 * ms of processor time, which excludes other programs, per frame in which any script ran, ascending. A frame
 * is from one BeginMainThreadFrame to the next.
 *
 * @throws Error if the trace has no frames of this process
 */
export function scriptTimes({ traceEvents }: Trace, pid: number): number[] {
  const main = traceEvents.find(
    ({ name, pid: eventPid, args }) =>
      name === 'thread_name' && eventPid === pid && args?.name === 'CrRendererMain',
  );
  const own = traceEvents.filter(event => event.pid === pid && event.tid === main?.tid);
  const frames = own
    .filter(({ name }) => name === 'BeginMainThreadFrame')
    .map(({ ts }) => ts)
    .sort((a, b) => a - b);
  if (frames.length === 0) throw new Error('The trace has no frames of the window.');
  const spans = own
    .filter(({ name, ph, tdur }) => ph === 'X' && tdur !== undefined && scripts.has(name))
    .sort((a, b) => a.ts - b.ts);
  const times = new Map<number, number>();
  let frame = 0;
  let until = 0;
  for (const { ts, tts = 0, tdur = 0 } of spans) {
    while (frame + 1 < frames.length && frames[frame + 1]! <= ts) frame++;
    const end = tts + tdur;
    const added = Math.max(0, end - Math.max(tts, until));
    until = Math.max(until, end);
    if (added > 0) times.set(frame, (times.get(frame) ?? 0) + added / 1000);
  }
  return [...times.values()].sort((a, b) => a - b);
}

/** The value below which a `share` of the sorted values lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
