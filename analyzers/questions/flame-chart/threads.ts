/**
 * Chooses the threads of a flame chart, and holds their samples and slices in memory, since every zoom asks
 * again.
 */
import { offCpu } from '../../../parsers/event-meanings.ts';
import type { Columns } from '../../../workspace/query.ts';
import type { Ask, Note, Scope } from '../../contract.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { captureFacts, kindFacts, threadFacts } from '../../kit/catalog.ts';
import { note } from '../../kit/notes.ts';
import { scopeKey } from '../../samples/samples.ts';
import { predicate } from '../../scope/scope.ts';
import { callNodes } from '../../stacks/call-nodes.ts';
import { meaningfulEvents } from '../../states/meaningful.ts';
import { tallyOfRange } from '../timeline/binned-samples.ts';
import { keySql } from '../timeline/keys.ts';
import { mostHeld, partHeld } from './held.ts';
import type { ThreadSamples } from './sample-boxes.ts';
import type { ThreadSlices } from './slice-boxes.ts';

export interface Band {
  readonly name: string;
  readonly capture: number;
  /** Thread id; -1 for slices without a thread. */
  readonly thread: number;
  /** First time in scope, ns since the zero of its capture. */
  readonly first: number;
  readonly last: number;
  /** A band has either samples or slices. */
  readonly samples: ThreadSamples | null;
  readonly slices: ThreadSlices | null;
  /** Longest time a sample lasts, ns. */
  readonly hold: number;
}

interface Bands {
  readonly bands: readonly Band[];
  readonly notes: readonly Note[];
}

/** A sample lasts at most this many sampling periods: profilers are late by less. */
const slack = 1.5;

/** @param shown the time that is drawn */
export async function threadsWithSamples(
  ask: Ask,
  scope: Scope,
  shown: Scope,
  maxThreads: number,
  most = mostHeld,
): Promise<Bands> {
  const tally = await ask.memo(`samples by thread ${scopeKey(scope)}`, async () => {
    const value = await tallyOfRange(ask, { ...scope, weight: 'samples' }, keySql('thread').key);
    return { value, bytes: 20 * value.amount.length };
  });
  const { kind } = tally;
  // Off-CPU stacks say where a wait began, not what ran.
  if (kind === null || kind === offCpu) return { bands: [], notes: tally.notes };
  const [captures, threads] = [tally.groups.ints('capture'), tally.groups.ints('key')];
  const order = [...tally.amount.keys()]
    .filter(row => threads[row]! >= 0)
    .sort((a, b) => tally.amount[b]! - tally.amount[a]! || threads[a]! - threads[b]!);
  const chosen = order.slice(0, maxThreads).map(row => ({ capture: captures[row]!, thread: threads[row]! }));
  const id = (await kindFacts(ask)).find(({ name }) => name === kind)!.kind;
  const facts = new Map((await captureFacts(ask)).map(each => [each.id, each]));
  const { from: _from, to: _to, kind: _kind, group, ...rest } = scope;
  const { nodeOfStack } = await callNodes(ask, group);
  const select = async (columns: string, threads: readonly Thread[], part: Scope, order = '') => {
    const within = await predicate(ask, { ...rest, ...part });
    return ask.query.columns(
      `SELECT ${columns} FROM sample s WHERE ${ofThreads(threads)} AND s.kind = ${id} AND s.ts IS NOT NULL AND ${within.where} ${order}`,
      within.params,
      ask.cancel,
    );
  };
  const { part, notes } = await partHeld(ask, 'sample', shown, most, async within => {
    const found = await select('count(*)::DOUBLE AS n', chosen, within);
    return found.numbers('n')[0]!;
  });
  const bands: Band[] = [];
  for (const { capture, thread } of part ? chosen : []) {
    const key = `samples of ${capture} ${thread} ${id} ${group} ${scopeKey({ ...rest, ...part })}`;
    const samples = await ask.memo(key, async () => {
      const columns = 's.ts::DOUBLE AS ts, s.stack::INTEGER AS stack';
      const found = await select(columns, [{ capture, thread }], part!, 'ORDER BY s.ts');
      const node = found.ints('stack').map(stack => nodeOfStack[stack] ?? -1);
      return { value: { ts: found.numbers('ts'), node }, bytes: 12 * found.length };
    });
    if (samples.ts.length === 0) continue;
    const known = facts.get(capture)!.frequency;
    const hertz = known[kind] ?? known[kind.replace(/:[a-zA-Z]+$/, '')];
    bands.push({
      name: `${await nameOf(ask, thread)} · ${kind}`,
      capture,
      thread,
      first: samples.ts[0]!,
      last: samples.ts.at(-1)!,
      samples,
      slices: null,
      hold: slack * (hertz === undefined ? medianStep(samples.ts) : 1e9 / hertz),
    });
  }
  return {
    bands,
    notes: [...tally.notes, ...notes, ...(part ? leftOut(bands.length, order.length, 'samples') : [])],
  };
}

/** @param shown the time that is drawn */
export async function threadsWithSlices(
  ask: Ask,
  scope: Scope,
  shown: Scope,
  maxThreads: number,
  most = mostHeld,
): Promise<Bands> {
  const busiest = await ask.memo(`threads with slices ${maxThreads} ${scopeKey(scope)}`, async () => {
    const value = await busiestOf(ask, scope, maxThreads);
    return { value, bytes: 200 * value.bands.length };
  });
  const { part, notes } = await partHeld(ask, 'event', shown, most, async within => {
    if (busiest.bands.length === 0) return 0;
    const found = await slices(ask, 'count(*)::DOUBLE AS n', busiest.bands, within);
    return found.numbers('n')[0]!;
  });
  if (!part) return { bands: [], notes: [...busiest.notes, ...notes] };
  const bands: Band[] = [];
  for (const band of busiest.bands) bands.push({ ...band, slices: await slicesOf(ask, band, part) });
  return { bands, notes: busiest.notes };
}

async function busiestOf(ask: Ask, scope: Scope, maxThreads: number): Promise<Bands> {
  const within = await eventsIn(ask, scope, {}, 's.duration');
  const result = await ask.query.columns(
    `SELECT s.capture::INTEGER AS capture, coalesce(s.thread, -1)::INTEGER AS thread,
       min(s.ts)::DOUBLE AS first, max(s.ts + s.duration)::DOUBLE AS last, count(*) OVER ()::DOUBLE AS of
     FROM event s WHERE s.duration IS NOT NULL AND s.ts IS NOT NULL AND ${within.where}
     GROUP BY ALL ORDER BY sum(s.duration) DESC, 1, 2 LIMIT ${maxThreads}`,
    within.params,
    ask.cancel,
  );
  const bands: Band[] = [];
  for (let row = 0; row < result.length; row++) {
    const [capture, thread] = [result.ints('capture')[row]!, result.ints('thread')[row]!];
    bands.push({
      name: `${await nameOf(ask, thread)} · slices`,
      capture,
      thread,
      first: result.numbers('first')[row]!,
      last: result.numbers('last')[row]!,
      samples: null,
      slices: null,
      hold: 0,
    });
  }
  return {
    bands,
    notes: [...within.notes, ...leftOut(bands.length, result.numbers('of')[0] ?? 0, 'slices')],
  };
}

/** Slices of a thread, also those out of scope, since slices in scope may lie within them. */
function slicesOf(ask: Ask, thread: Thread, part: Scope): Promise<ThreadSlices> {
  return ask.memo(`slices of ${thread.capture} ${thread.thread} ${scopeKey(part)}`, async () => {
    const events = await meaningfulEvents(ask, ['slice', 'syscall', 'disk-io']);
    const nameSql = events?.id('slice.name', 'syscall.name', 'disk-io.operation') ?? 'NULL::INTEGER';
    const found = await slices(
      ask,
      `s.ts::DOUBLE AS ts, s.duration::DOUBLE AS duration, coalesce(${nameSql}, s.kind)::INTEGER AS name`,
      [thread],
      part,
      'ORDER BY s.ts, s.duration DESC, s.id',
    );
    const [duration, name] = [found.numbers('duration'), found.ints('name')];
    const longest = duration.reduce((max, each) => Math.max(max, each), 0);
    const names = 1 + name.reduce((max, each) => Math.max(max, each), -1);
    const value = { ts: found.numbers('ts'), duration, name, names, longest };
    return { value, bytes: 20 * found.length };
  });
}

/** Slices that reach into the time of `part`. */
async function slices(
  ask: Ask,
  columns: string,
  threads: readonly Thread[],
  part: Scope,
  order = '',
): Promise<Columns> {
  const within = await eventsIn(ask, part, {}, 's.duration');
  return ask.query.columns(
    `SELECT ${columns} FROM event s WHERE ${ofThreads(threads)} AND s.duration IS NOT NULL AND s.ts IS NOT NULL AND ${within.where} ${order}`,
    within.params,
    ask.cancel,
  );
}

type Thread = Pick<Band, 'capture' | 'thread'>;

function ofThreads(threads: readonly Thread[]): string {
  const each = threads.map(
    ({ capture, thread }) => `s.capture = ${capture} AND s.thread ${thread < 0 ? 'IS NULL' : `= ${thread}`}`,
  );
  return each.length === 1 ? each[0]! : `(${each.join(' OR ')})`;
}

async function nameOf(ask: Ask, id: number): Promise<string> {
  const thread = (await threadFacts(ask)).find(each => each.id === id);
  if (!thread) return 'no thread';
  return `${thread.process ?? 'process unknown'}${thread.tid < 0 ? '' : ` ${thread.tid}`}`;
}

/** Sampling period, for captures that do not state a frequency. */
function medianStep(ts: Float64Array): number {
  const steps = ts
    .slice(1)
    .map((each, i) => each - ts[i]!)
    .filter(step => step > 0)
    .sort();
  return steps[Math.floor(steps.length / 2)] ?? 1e6;
}

function leftOut(shown: number, total: number, what: string): Note[] {
  if (shown >= total) return [];
  return [
    note(
      `threads-left-out-${what}`,
      `Only the ${shown} threads with most ${what} of ${total} are shown: narrow the scope to a thread to see another.`,
      { shown, of: total },
      { option: 'threads', does: 'changes how many are shown' },
    ),
  ];
}
