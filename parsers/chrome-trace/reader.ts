import { type None, none, type Options, type Output, type ThreadId } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { JsonDocuments } from '../kit/json-documents.ts';
import type { BrokenJson, JsonPlace, JsonPosition } from '../kit/json-stream.ts';
import { isObject, type JsonObject, objectOf, parsed, textOf } from '../kit/json-values.ts';
import { reportUntimed } from '../kit/untimed.ts';
import { clockOf, microseconds } from './clock.ts';
import { idOf, isLocalId, type Position, pidOf, type Timed, TraceEvents, threadKey } from './events.ts';
import { OpenSlices } from './open-slices.ts';
import { TraceProfile } from './profile.ts';
import type { TraceFacts } from './survey.ts';

/** A document with a list of events, or the list alone, which need not be closed. */
export const places: JsonPlace = { traceEvents: {} };

/** Kinds of events that are neither slices nor counters, by phase. */
const kinds: Readonly<Record<string, string>> = {
  i: 'instant',
  I: 'instant',
  n: 'instant',
  T: 'instant',
  p: 'instant',
  R: 'mark',
  s: 'flow',
  t: 'flow',
  f: 'flow',
  N: 'object',
  O: 'object',
  D: 'object',
  v: 'memory-dump',
  V: 'memory-dump',
  c: 'clock-sync',
};

/** Maximum number of open profiles, and of series. */
const maxProfiles = 4096;

export class TraceReader extends JsonDocuments {
  private readonly events: TraceEvents;
  private readonly slices = new OpenSlices(({ event, at }) => this.slice(event, Number.NaN, at));
  private readonly async = new OpenSlices(({ event, at }) => this.slice(event, Number.NaN, at));
  private readonly profiles = new Map<string, TraceProfile>();
  private readonly zero: number;
  private values = 0;

  constructor(
    out: Output,
    options: Options,
    private readonly facts: TraceFacts,
  ) {
    super(out, places);
    this.events = new TraceEvents(out, facts.threads);
    this.zero = Math.floor(facts.first);
    if (!Number.isNaN(facts.first)) out.clock(clockOf(facts, options));
    else out.clock({ domain: 'none', zero: 0n, utcOffset: null, zone: null, source: 'none', error: null });
    out.about(facts.about);
  }

  protected override finish(): void {
    this.slices.end();
    this.async.end();
  }

  value(
    key: string,
    _depth: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    at: JsonPosition,
  ): boolean {
    // The survey reads other members.
    if (key !== '[]') return true;
    const event = parsed(decode(bytes, start, end));
    if (isObject(event ?? undefined) && this.take(objectOf(event ?? undefined), { ...at })) return true;
    const example = { bytes, start, end };
    const message =
      'An event that is not an object with a known phase, or an end without a begin, was skipped.';
    this.problem('unknown-event', 'notice', message, at, example);
    return false;
  }

  override broken(code: BrokenJson, length: number, at: JsonPosition): void {
    // A list need not be closed, because killed programs cannot close it.
    if (code !== 'document-cut' || length > 0) super.broken(code, length, at);
  }

  private take(event: JsonObject, at: Position): boolean {
    const phase = textOf(event.ph);
    if (phase === 'M') return true;
    if (typeof event.ts === 'number' && Number.isNaN(this.at(microseconds(event.ts))))
      reportUntimed(this.out, at);
    if (phase === 'X') return this.slice(event, microseconds(event.dur), at);
    if (phase === 'B') return this.begin(this.slices, threadKey(event), event, at);
    if (phase === 'E') return this.close(this.slices.close(threadKey(event), null), event);
    if (phase === 'b' || phase === 'S') return this.begin(this.async, asyncKey(event), event, at);
    if (phase === 'e' || phase === 'F')
      return this.close(this.async.close(asyncKey(event), textOf(event.name)), event);
    if (phase === 'C') return this.counter(event);
    if (phase === 'P') return this.sample(event, at);
    const kind = kinds[phase];
    if (kind === undefined) return false;
    this.events.give(kind, event, this.timed(event), at);
    return true;
  }

  private slice(event: JsonObject, dur: number, at: Position, more?: JsonObject): true {
    const duration = dur >= 0 ? Math.round(dur * 1000) : Number.NaN;
    this.events.give('slice', event, this.timed(event, duration), at, more?.args);
    return true;
  }

  private begin(slices: OpenSlices, key: string, event: JsonObject, at: Position): true {
    slices.begin(key, { event, at });
    return true;
  }

  private close(begun: ReturnType<OpenSlices['close']>, end: JsonObject): boolean {
    if (begun === null) return false;
    return this.slice(begun.event, microseconds(end.ts) - microseconds(begun.event.ts), begun.at, end);
  }

  /** Values at one time, each of its own series. */
  private counter(event: JsonObject): boolean {
    const ts = this.at(microseconds(event.ts));
    const pid = pidOf(event.pid);
    const process = this.facts.processes.get(pid) ?? '';
    const id = idOf(event);
    const instance = id !== '' ? id : process !== '' ? `${process} ${pid}` : pid >= 0 ? String(pid) : null;
    let count = 0;
    for (const [counter, value] of Object.entries(objectOf(event.args))) {
      if (typeof value !== 'number' || !Number.isFinite(value)) continue;
      const series = this.out.series({
        object: textOf(event.name).slice(0, 256) || 'counter',
        instance,
        counter: counter.slice(0, 256),
        unit: null,
        host: null,
        cumulative: false,
      });
      this.out.metric(series, ts, value, this.values, false);
      count++;
    }
    if (count > 0) this.values++;
    return count > 0;
  }

  private sample(event: JsonObject, at: Position): boolean {
    const key = `${pidOf(event.pid)} ${idOf(event)}`;
    let profile = this.profiles.get(key);
    if (event.name === 'Profile' || (event.name === 'ProfileChunk' && profile === undefined)) {
      if (this.profiles.size >= maxProfiles) this.profiles.clear();
      profile = new TraceProfile(this.out, this.thread(event));
      this.profiles.set(key, profile);
    }
    if (event.name === 'Profile') profile?.begin(event);
    else if (event.name === 'ProfileChunk') {
      const { unknown, untimed } = profile?.add(event, time => this.at(time)) ?? { unknown: 0, untimed: 0 };
      if (untimed > 0) reportUntimed(this.out, at);
      if (unknown > 0)
        this.out.problem({
          code: 'sample-without-stack',
          severity: 'warning',
          line: at.line,
          offset: at.offset,
          message: 'Samples at call nodes that are not listed are counted without a stack.',
        });
    } else this.events.give('sample', event, this.timed(event), at);
    return true;
  }

  private timed(event: JsonObject, duration = Number.NaN): Timed {
    return { ts: this.at(microseconds(event.ts)), duration, thread: this.thread(event) };
  }

  /** ns since the capture's zero; NaN without a time. */
  private at(time: number): number {
    const ts = Math.round((time - this.zero) * 1000);
    return Number.isSafeInteger(ts) ? ts : Number.NaN;
  }

  /** Named by its process, if that has a name; the thread's own name is a field. */
  private thread(event: JsonObject): ThreadId | None {
    const [pid, tid] = [pidOf(event.pid), pidOf(event.tid)];
    if (pid < 0 && tid < 0) return none;
    const name = this.facts.processes.get(pid) ?? this.facts.threads.get(threadKey(event));
    return this.out.thread(name === undefined ? none : this.out.string(name.slice(0, 256)), pid, tid);
  }
}

const asyncKey = (event: JsonObject): string =>
  `${isLocalId(event) ? pidOf(event.pid) : ''} ${textOf(event.cat)} ${idOf(event)}`;
