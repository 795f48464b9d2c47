/**
 * Chooses the threads of a flame chart, and holds their samples and slices in memory, since every zoom asks
 * again.
 */
import { offCpu } from '../../parsers/event-meanings.ts';
import { captureFacts, kindFacts, threadFacts } from '../catalog.ts';
import type { Ask, Note, Scope } from '../contract.ts';
import { eventsIn } from '../events/in-scope.ts';
import { note } from '../notes.ts';
import { scopeKey } from '../samples.ts';
import { predicate } from '../scope.ts';
import { callNodes } from '../stacks/call-nodes.ts';
import { meaningfulEvents } from '../states/meaningful.ts';
import { tallyOfRange } from '../timeline/binned-samples.ts';
import { keySql } from '../timeline/keys.ts';
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
  /** Null for a band of slices. */
  readonly samples: ThreadSamples | null;
  /** Longest time a sample lasts, ns. */
  readonly hold: number;
}

interface Bands {
  readonly bands: readonly Band[];
  readonly notes: readonly Note[];
}

/** A sample lasts at most this many sampling periods: profilers are late by less. */
const slack = 1.5;

export async function threadsWithSamples(ask: Ask, scope: Scope, maxThreads: number): Promise<Bands> {
  const counted = await ask.memo(`samples by thread ${scopeKey(scope)}`, async () => {
    const value = await tallyOfRange(ask, { ...scope, weight: 'samples' }, keySql('thread').key);
    return { value, bytes: 20 * value.amount.length };
  });
  const { kind } = counted;
  // Off-CPU stacks say where a wait began, not what ran.
  if (kind === null || kind === offCpu) return { bands: [], notes: counted.notes };
  const [captures, threads] = [counted.groups.ints('capture'), counted.groups.ints('key')];
  const order = [...counted.amount.keys()]
    .filter(row => threads[row]! >= 0)
    .sort((a, b) => counted.amount[b]! - counted.amount[a]! || threads[a]! - threads[b]!);
  const id = (await kindFacts(ask)).find(({ name }) => name === kind)!.kind;
  const facts = new Map((await captureFacts(ask)).map(each => [each.id, each]));
  const { from: _from, to: _to, kind: _kind, group, ...rest } = scope;
  const { ofStack } = await callNodes(ask, group);
  const bands: Band[] = [];
  for (const row of order.slice(0, maxThreads)) {
    const [capture, thread] = [captures[row]!, threads[row]!];
    const samples = await ask.memo(
      `samples of ${capture} ${thread} ${id} ${group} ${scopeKey(rest)}`,
      async () => {
        const within = await predicate(ask, rest);
        const result = await ask.query.columns(
          `SELECT s.ts::DOUBLE AS ts, s.stack::INTEGER AS stack FROM sample s
         WHERE s.capture = ${capture} AND s.thread = ${thread} AND s.kind = ${id} AND s.ts IS NOT NULL AND ${within.where} ORDER BY s.ts`,
          within.params,
          ask.cancel,
        );
        const node = result.ints('stack').map(stack => ofStack[stack] ?? -1);
        const value = { ts: result.numbers('ts'), node };
        return { value, bytes: 12 * result.length };
      },
    );
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
      hold: slack * (hertz === undefined ? medianStep(samples.ts) : 1e9 / hertz),
    });
  }
  return { bands, notes: [...counted.notes, ...leftOut(bands.length, order.length, 'samples')] };
}

export function threadsWithSlices(ask: Ask, scope: Scope, maxThreads: number): Promise<Bands> {
  return ask.memo(`threads with slices ${maxThreads} ${scopeKey(scope)}`, async () => {
    const value = await busiestOf(ask, scope, maxThreads);
    return { value, bytes: 200 * value.bands.length };
  });
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
      hold: 0,
    });
  }
  return {
    bands,
    notes: [...within.notes, ...leftOut(bands.length, result.numbers('of')[0] ?? 0, 'slices')],
  };
}

/** All slices of a thread, also those out of scope, since slices in scope may lie within them. */
export function slicesOf(ask: Ask, { capture, thread }: Band): Promise<ThreadSlices> {
  return ask.memo(`slices of ${capture} ${thread}`, async () => {
    const events = await meaningfulEvents(ask, ['slice', 'syscall', 'disk-io']);
    const name = events?.id('slice.name', 'syscall.name', 'disk-io.operation') ?? 'NULL::INTEGER';
    const result = await ask.query.columns(
      `SELECT s.ts::DOUBLE AS ts, s.duration::DOUBLE AS duration, coalesce(${name}, s.kind)::INTEGER AS name FROM event s
       WHERE s.capture = ${capture} AND s.thread ${thread < 0 ? 'IS NULL' : `= ${thread}`} AND s.duration IS NOT NULL AND s.ts IS NOT NULL
       ORDER BY s.ts, s.duration DESC, s.id`,
      [],
      ask.cancel,
    );
    const duration = result.numbers('duration');
    const longest = duration.reduce((max, each) => Math.max(max, each), 0);
    const names = 1 + result.ints('name').reduce((most, each) => Math.max(most, each), -1);
    const value = { ts: result.numbers('ts'), duration, name: result.ints('name'), names, longest };
    return { value, bytes: 20 * result.length };
  });
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
