/**
 * Cancels SELECTs, questions, searches, tracks and exports of one engine, five at once, at random moments. Every answer
 * must be that of a quiet engine, and so must that of the question that follows each cancel.
 *
 * The seed decides what is asked and how late it is cancelled, as a share of the time that it takes undisturbed.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import type { AskRequest } from '../../app/contract.ts';
import { Random } from '../fuzz/random.ts';
import { digest, newEngine, openFiles, outcomeOf, within } from './asking.ts';

export interface Cancels {
  readonly seed: number;
  readonly cancels: number;
  /** An empty folder. */
  readonly folder: string;
  readonly captures: readonly string[];
}

export interface CancelsResult {
  /** Number of cancelled and of answered calls, by what was called. */
  readonly counts: ReadonlyMap<string, number>;
  /** What is wrong, one sentence each. */
  readonly faults: readonly string[];
}

const users = 5;

const asked: Readonly<Record<string, AskRequest>> = {
  functions: { question: 'functions', params: {}, scope: {} },
  'call tree': { question: 'call-tree', params: {}, scope: {} },
  kinds: { question: 'event-kinds', params: {}, scope: {} },
  series: { question: 'series', params: {}, scope: {} },
  templates: { question: 'templates', params: {}, scope: {} },
  search: { question: 'search', params: { query: 'done' }, scope: {} },
  'search in vain': { question: 'search', params: { query: '/x[0-9]+yz/' }, scope: {} },
  timeline: { question: 'timeline', params: { by: 'process' }, scope: {} },
  tracks: { question: 'metric-tracks', params: { series: '*' }, scope: {} },
  states: { question: 'thread-states', params: {}, scope: {} },
};

/** The question that follows each cancel. */
const next: AskRequest = { question: 'captures', params: {}, scope: {} };

const selects: Readonly<Record<string, string>> = {
  'select of many rows': 'SELECT range, hash(range) FROM range(60000)',
  'select of one row': 'SELECT count(*) FROM range(3000000) t WHERE hash(range) % 7 = 0',
  'select of a capture': 'SELECT kind, count(*) FROM samples GROUP BY ALL ORDER BY ALL',
};

export async function cancels({ seed, cancels: wanted, folder, captures }: Cancels): Promise<CancelsResult> {
  const counts = new Map<string, number>();
  const faults: string[] = [];
  const random = new Random(seed);
  const engine = newEngine();
  await engine.open(join(folder, 'cancels.aftertrace'));
  await engine.import('import', { paths: captures, workers: 0 });

  /** Each returns a digest of the answer. */
  const calls: Readonly<Record<string, (job: string) => Promise<string>>> = {
    ...Object.fromEntries(
      Object.entries(asked).map(([name, request]) => [name, (job: string) => digest(engine, request, job)]),
    ),
    ...Object.fromEntries(
      Object.entries(selects).map(([name, select]) => [
        name,
        async (job: string) => hash(JSON.stringify(await engine.sql(job, select, 1_000_000))),
      ]),
    ),
    export: job => exported(job, 'csv'),
    'export for Arrow': job => exported(job, 'arrow'),
  };

  async function exported(job: string, as: 'csv' | 'arrow'): Promise<string> {
    const path = join(folder, `${job}.${as}`);
    const { answer } = await engine.ask(job, { question: 'events', params: {}, scope: {} });
    try {
      await engine.exportAnswer(job, answer, { as, path });
      return as === 'arrow' ? valuesOf(readFileSync(path)) : hash(readFileSync(path));
    } finally {
      await engine.release(answer);
      rmSync(path, { force: true });
    }
  }

  const names = Object.keys(calls);
  const quiet = new Map<string, { readonly answer: string; readonly ms: number }>();
  for (const name of names) {
    await calls[name]!('warm');
    const begin = performance.now();
    quiet.set(name, { answer: await calls[name]!('quiet'), ms: performance.now() - begin });
  }
  const rightNext = await digest(engine, next, 'quiet');
  const [descriptors, timers] = [openFiles(), timersRunning()];

  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  let jobs = 0;
  let cancelled = 0;

  async function user() {
    while (cancelled < wanted && jobs < 10 * wanted) {
      const name = random.among(names);
      const job = `${++jobs}`;
      const { answer, ms } = quiet.get(name)!;
      // With four others at the same time, it takes longer.
      const timer = setTimeout(() => void engine.cancel(job), random.next() * ms * 1.5);
      const outcome = await within(calls[name]!(job)).then(
        made => (made === answer ? 'answered' : 'another answer'),
        outcomeOf,
      );
      clearTimeout(timer);
      count(`${name} ${outcome}`);
      if (outcome === 'cancelled') cancelled++;
      else if (outcome !== 'answered') faults.push(`${name} (job ${job}) ended with ${outcome}`);
      const after = await within(digest(engine, next, `${job} next`)).catch(outcomeOf);
      if (after !== rightNext) faults.push(`the question after ${name} (job ${job}) ended with ${after}`);
    }
  }

  await Promise.all(Array.from({ length: users }, user));
  for (const name of names)
    if ((await within(calls[name]!('after')).catch(outcomeOf)) !== quiet.get(name)!.answer)
      faults.push(`${name} has another answer after all cancels`);
  (globalThis as { gc?: () => void }).gc?.();
  if (openFiles() > descriptors) faults.push(`${openFiles() - descriptors} more files are open`);
  if (timersRunning() > timers) faults.push(`${timersRunning() - timers} more timers are running`);
  // Refuses to close while a connection or a result is left.
  await within(engine.close()).catch((error: unknown) => faults.push(`close ended with ${outcomeOf(error)}`));
  const left = readdirSync(folder).filter(name => name !== 'cancels.aftertrace');
  if (left.length > 0 || !existsSync(join(folder, 'cancels.aftertrace')))
    faults.push(`these files are left: ${left.join(', ')}`);
  return { counts, faults };
}

/** Digest of the values of an Arrow file, whose dictionaries have their texts in no certain order. */
function valuesOf(file: Uint8Array): string {
  const table = tableFromIPC(file);
  const digest = createHash('sha256');
  for (const { name } of table.schema.fields)
    for (const value of table.getChild(name)!) digest.update(`${value}\0`);
  return digest.digest('hex');
}

const hash = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const timersRunning = (): number =>
  process.getActiveResourcesInfo().filter(resource => resource === 'Timeout').length;
