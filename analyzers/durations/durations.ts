/**
 * Durations of all events of a kind, cached in memory: pictures ask again at every zoom, and pairing a million
 * events in SQL takes seconds.
 */
import { nullWide } from '../../workspace/query.ts';
import { type Ask, AskError, type Scope } from '../contract.ts';
import { eventsIn } from '../events/in-scope.ts';
import { counted } from '../kit/answer.ts';
import type { CaptureFact } from '../kit/catalog.ts';
import { scopeKey } from '../samples/samples.ts';
import { chosenThreads } from '../scope/chosen-threads.ts';
import { meaningfulEvents } from '../states/meaningful.ts';
import { zeroOf } from '../time/span.ts';
import type { DurationKind, NumericField } from './duration-kinds.ts';
import { nanoseconds } from './duration-kinds.ts';

/** One element per duration, sorted by `took`: histograms and heat maps bin them in one pass. */
export interface Durations {
  readonly length: number;
  readonly capture: Int32Array;
  /** Begin, ns since the zero of its capture; NaN if unknown. */
  readonly ts: Float64Array;
  /** ns, 0 or more. */
  readonly took: Float64Array;
  /** Ids; -1 if none. */
  readonly thread: Int32Array;
  readonly cpu: Int32Array;
  /** Text id of the name of the slice, call or operation; -1 if none. */
  readonly name: Int32Array;
  /** Number of begins without a recorded end. */
  readonly unfinished: number;
  /** True if only those are held that begin in the captures and the time of the scope. */
  readonly isPart: boolean;
}

const bytesEach = 32;
/** Maximum number of durations held, 512 MB. */
const mostHeld = 16_000_000;
/** Maximum number of begins that are paired at once: pairing takes 120 bytes for each until it is done. */
const mostPaired = 4_000_000;

/** A begin within the scope may have its end this much later. */
const latestEnd = 60_000_000_000n;

/**
 * All durations of a kind; if they are more than `most`, those that begin in the captures and the time of the scope.
 *
 * @param field holds the durations, instead of the events' own
 * @throws AskError if those are more than `most`, too
 */
export async function durationsOf(
  ask: Ask,
  kind: DurationKind,
  scope: Scope,
  field?: NumericField,
  most = kind.pairing === 'own' || field ? mostHeld : mostPaired,
): Promise<Durations> {
  const isPaired = kind.pairing !== 'own' && !field;
  const begins = async (part: Scope) => {
    const within = await eventsIn(ask, part);
    const own = field ? `${field.sql} >= 0` : 's.duration >= 0';
    const condition = isPaired
      ? (await meaningfulEvents(ask, beginAndEnd(kind)))!.where(beginAndEnd(kind)[0])
      : `s.kind = ${kind.id} AND ${own}`;
    const found = await ask.query.columns(
      `SELECT count(*)::DOUBLE AS n FROM event s WHERE ${condition} AND ${within.where}`,
      within.params,
      ask.cancel,
    );
    return found.numbers('n')[0]!;
  };
  const all = field
    ? await ask.memo(`count of ${kind.id} ${field.name} ${field.unit}`, async () => {
        return { value: await begins({}), bytes: 8 };
      })
    : kind.count;
  const part: Scope | null = all <= most ? null : partOf(scope);
  if (part !== null) {
    const count = await begins(part);
    if (count > most)
      throw new AskError(
        'nothing-to-ask',
        `In scope are ${counted(count)} durations of ${kind.name}, and at most ${counted(most)} are held in memory at once: narrow the time, or choose captures.`,
      );
  }
  const key = `durations ${kind.pairing} ${kind.id} ${field ? `${field.name} ${field.unit}` : ''} ${part ? scopeKey(part) : ''}`;
  return ask.memo(key, async () => {
    const value = await (isPaired
      ? pairs(ask, kind, part ?? {})
      : ownDurations(ask, kind, part ?? {}, field));
    return { value: { ...value, isPart: part !== null }, bytes: value.length * bytesEach };
  });
}

/** The captures and the time of a scope. */
function partOf({ captures, from, to }: Scope): Scope {
  return {
    ...(captures && { captures }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

const beginAndEnd = ({ pairing }: DurationKind) =>
  pairing === 'disk'
    ? (['disk-issue', 'disk-complete'] as const)
    : (['syscall-enter', 'syscall-exit'] as const);

async function ownDurations(
  ask: Ask,
  kind: DurationKind,
  part: Scope,
  field?: NumericField,
): Promise<Omit<Durations, 'isPart'>> {
  const within = await eventsIn(ask, part);
  const events = await meaningfulEvents(ask, ['slice', 'syscall', 'disk-io']);
  const name = events?.id('slice.name', 'syscall.name', 'disk-io.operation') ?? 'NULL::INTEGER';
  const took = field ? `(${field.sql} * ${nanoseconds.get(field.unit ?? '') ?? 1})` : 's.duration';
  const result = await ask.query.columns(
    `SELECT s.capture::INTEGER AS capture, s.ts::DOUBLE AS ts, ${took}::DOUBLE AS took, s.thread::INTEGER AS thread,
       s.cpu::INTEGER AS cpu, ${name} AS name
     FROM event s WHERE s.kind = ${kind.id} AND ${took} >= 0 AND ${within.where} ORDER BY ${took}`,
    within.params,
    ask.cancel,
  );
  return {
    length: result.length,
    capture: result.ints('capture'),
    ts: result.numbers('ts'),
    took: result.numbers('took'),
    thread: result.ints('thread'),
    cpu: result.ints('cpu'),
    name: result.ints('name'),
    unfinished: 0,
  };
}

/**
 * Pairs an issue with the next completion of the same device and sector, or an entry with the next return of its
 * thread. If a second begin with the same key comes before the end, the first has no duration, as in `disk-io` and `syscalls`.
 */
async function pairs(ask: Ask, kind: DurationKind, part: Scope): Promise<Omit<Durations, 'isPart'>> {
  const { pairing: how } = kind;
  const [begin, end] = beginAndEnd(kind);
  const events = (await meaningfulEvents(ask, [begin, end]))!;
  const until = part.to === undefined ? {} : { to: part.to + latestEnd };
  const within = await eventsIn(ask, { ...part, ...until });
  const bounds = boundsOf(within.captures, part);
  const isTimed = part.from !== undefined || part.to !== undefined;
  const key =
    how === 'disk'
      ? `coalesce(${events.id('disk-issue.device', 'disk-complete.device')}, -1)::DOUBLE AS a,
         coalesce(${events.number('disk-issue.device', 'disk-complete.device')}, -1)::DOUBLE AS b,
         coalesce(${events.number('disk-issue.place', 'disk-complete.place')}, -1)::DOUBLE AS c,
         coalesce(${events.id('disk-issue.place', 'disk-complete.place')}, -1)::DOUBLE AS d`
      : `coalesce(s.thread, -1)::DOUBLE AS a, 0::DOUBLE AS b, 0::DOUBLE AS c,
         coalesce(${events.number('syscall-enter.number', 'syscall-exit.number')}, -1)::DOUBLE AS d`;
  const name =
    how === 'disk' ? events.id('disk-issue.operation') : events.id('syscall-enter.name', 'syscall-exit.name');
  const result = await ask.query.columns(
    `SELECT s.capture::INTEGER AS capture, s.ts::BIGINT AS ts, (${events.where(end)})::INTEGER AS ends, s.thread::INTEGER AS thread,
       s.cpu::INTEGER AS cpu, ${name} AS name, ${key}
     FROM event s WHERE ${events.where(begin, end)} AND ${within.where} ORDER BY s.capture, s.ts, s.id`,
    within.params,
    ask.cancel,
  );
  const [capture, ts, ends] = [result.ints('capture'), result.wides('ts'), result.ints('ends')];
  const [a, b, c, d] = [result.numbers('a'), result.numbers('b'), result.numbers('c'), result.numbers('d')];
  // Begins without an end yet, by sector (or thread), then by the rest of the key: most sectors belong to one device.
  const unfinishedByOuterKey = new Map<number, Map<string, number>>();
  const isWithin = (row: number) => {
    const bound = bounds[capture[row]!];
    return !isTimed || (bound !== undefined && Number(ts[row]) >= bound[0] && Number(ts[row]) < bound[1]);
  };
  const [first, last] = [new Int32Array(result.length), new Int32Array(result.length)];
  let [length, beginCount] = [0, 0];
  for (let row = 0; row < result.length; row++) {
    const outerKey = how === 'disk' ? c[row]! : a[row]!;
    const rest = how === 'disk' ? `${capture[row]} ${a[row]} ${b[row]} ${d[row]}` : `${capture[row]}`;
    const at = unfinishedByOuterKey.get(outerKey) ?? new Map<string, number>();
    unfinishedByOuterKey.set(outerKey, at);
    if (ends[row] === 0) {
      const before = how === 'syscall' ? at.get(rest) : undefined;
      // A call recorded by number and by name keeps the name.
      const isSecondRecord = before !== undefined && d[before]! < 0 !== d[row]! < 0;
      if (!isSecondRecord && isWithin(row)) beginCount++;
      if (!isSecondRecord || d[row]! < 0) at.set(rest, row);
      continue;
    }
    const from = at.get(rest);
    if (from === undefined) continue;
    at.delete(rest);
    if (ts[from] === nullWide || ts[row] === nullWide || !isWithin(from)) continue;
    first[length] = from;
    last[length++] = row;
  }
  const took = Float64Array.from({ length }, (_, i) => Number(ts[last[i]!]! - ts[first[i]!]!));
  const order = Int32Array.from(took.keys()).sort((a, b) => took[a]! - took[b]!);
  const from = order.map(i => first[i]!);
  const ints = (column: string) => {
    const all = result.ints(column);
    return from.map(row => all[row]!);
  };
  return {
    length,
    capture: ints('capture'),
    ts: Float64Array.from(from, row => Number(ts[row])),
    took: took.sort(),
    thread: ints('thread'),
    cpu: ints('cpu'),
    name: ints('name'),
    unfinished: beginCount - length,
  };
}

/** Indexes of the durations that began in scope, ascending, and so sorted by `took`. */
export async function durationsIn(
  ask: Ask,
  durations: Durations,
  scope: Scope,
  captures: readonly CaptureFact[],
  name: number | null,
): Promise<Int32Array> {
  const { capture, ts, took, thread, cpu, name: names } = durations;
  const bounds = boundsOf(captures, scope);
  const isOf = await threadTest(ask, scope);
  const cpus = scope.cpus?.length ? new Set(scope.cpus) : null;
  const isTimed = scope.from !== undefined || scope.to !== undefined;
  const [minimum, maximum] = [scope.minDuration ?? 0, scope.maxDuration ?? Number.POSITIVE_INFINITY];
  const within = new Int32Array(durations.length);
  let count = 0;
  for (let i = 0; i < durations.length; i++) {
    if (took[i]! < minimum || took[i]! >= maximum) continue;
    const bound = bounds[capture[i]!];
    if (bound === undefined) continue;
    if (isTimed && !(ts[i]! >= bound[0] && ts[i]! < bound[1])) continue;
    if (name !== null && names[i] !== name) continue;
    if (cpus && !cpus.has(cpu[i]!)) continue;
    if (isOf && !isOf(capture[i]!, thread[i]!)) continue;
    within[count++] = i;
  }
  return within.subarray(0, count);
}

/** Bounds by capture id, ns since its zero; undefined for captures out of scope. */
function boundsOf(
  captures: readonly CaptureFact[],
  { from, to }: Scope,
): (readonly [number, number] | undefined)[] {
  const bounds: (readonly [number, number] | undefined)[] = [];
  for (const each of captures)
    bounds[each.id] = [
      from === undefined ? Number.NEGATIVE_INFINITY : Number(from - zeroOf(each)),
      to === undefined ? Number.POSITIVE_INFINITY : Number(to - zeroOf(each)),
    ];
  return bounds;
}

async function threadTest(
  ask: Ask,
  scope: Scope,
): Promise<((capture: number, thread: number) => boolean) | null> {
  if (!scope.processes?.length && !scope.threads?.length) return null;
  const { ids, inferred } = await chosenThreads(ask, scope);
  const chosen = new Set(ids);
  const more = new Map([...inferred].map(([capture, threads]) => [capture, new Set(threads)]));
  return (capture, thread) => chosen.has(thread) || more.get(capture)?.has(thread) === true;
}

/** The durations that have a time, on one axis. */
export interface TimedDurations {
  /** Epoch ns from which `since` counts. */
  readonly origin: bigint;
  readonly at: Int32Array;
  /** Begin of the duration at an index, ns since the origin. */
  since(index: number): number;
  readonly first: bigint;
  readonly last: bigint;
}

/** Null if none of them has a time. */
export function onOneAxis(
  { capture, ts }: Durations,
  at: Int32Array,
  captures: readonly CaptureFact[],
): TimedDurations | null {
  const origin = captures.map(zeroOf).sort((a, b) => (a < b ? -1 : 1))[0]!;
  const shifts: number[] = [];
  for (const each of captures) shifts[each.id] = Number(zeroOf(each) - origin);
  const since = (index: number) => ts[index]! + shifts[capture[index]!]!;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let timed = 0;
  for (const index of at) {
    const ns = since(index);
    if (Number.isNaN(ns)) continue;
    timed++;
    if (ns < first) first = ns;
    if (ns > last) last = ns;
  }
  if (timed === 0) return null;
  return {
    origin,
    at: timed === at.length ? at : at.filter(index => !Number.isNaN(ts[index]!)),
    since,
    first: BigInt(first),
    last: BigInt(last),
  };
}
