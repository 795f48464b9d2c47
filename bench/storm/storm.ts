/**
 * Everything that a window may ask of an engine, by several users at once, at random moments and cancelled at random
 * moments. Afterwards nothing that was acknowledged may be missing, and every answer must be that of a quiet engine.
 *
 * The seed decides what is done, not when it ends.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AskRequest } from '../../app/contract.ts';
import { Random } from '../fuzz/random.ts';
import { digest, newEngine, openFiles, outcomeOf, within } from './asking.ts';

export interface Storm {
  readonly seed: number;
  /** Number of actions; each of a few milliseconds. */
  readonly actions: number;
  /** An empty folder. */
  readonly folder: string;
  /** Captures of every workspace, which are imported again and again. */
  readonly shared: readonly string[];
  /** Further captures, for one workspace each. */
  readonly captures: readonly (readonly string[])[];
}

export interface StormResult {
  /** Number of actions by name and outcome: `ask ok`, `ask cancelled`. */
  readonly counts: ReadonlyMap<string, number>;
  /** What is wrong, one sentence each. */
  readonly faults: readonly string[];
}

const users = 5;

const questions: readonly AskRequest[] = [
  { question: 'captures', params: {}, scope: {} },
  { question: 'functions', params: {}, scope: {} },
  { question: 'call-tree', params: {}, scope: {} },
  { question: 'events', params: {}, scope: {} },
  { question: 'event-kinds', params: {}, scope: {} },
  { question: 'search', params: { query: 'a' }, scope: {} },
  { question: 'series', params: {}, scope: {} },
  { question: 'problems', params: {}, scope: {} },
  { question: 'timeline', params: { by: 'process' }, scope: {} },
  {
    question: 'sql',
    params: { select: 'SELECT kind, count(*) FROM events GROUP BY ALL ORDER BY ALL' },
    scope: {},
  },
];

/** SELECTs that end in each possible way. */
const selects = [
  'SELECT * FROM range(3000000)',
  "SELECT if(range = 900000, error('late'), range) FROM range(1000000)",
  'SELECT count(*) FROM range(20000000) t WHERE hash(range) % 7 = 0',
  'SELECT list(range) FROM range(5000000)',
  'SELECT * FROM capture',
  'SELECT nothing',
];

export async function storm({ seed, actions, folder, shared, captures }: Storm): Promise<StormResult> {
  const counts = new Map<string, number>();
  const faults: string[] = [];
  const random = new Random(seed);
  const engine = newEngine();
  const paths = captures.map((_, n) => join(folder, `${n}.aftertrace`));
  /** Digests of the answers, by workspace and question. */
  const answers = new Map<string, string>();
  /** Titles of findings whose addition was acknowledged, by workspace. */
  const noted = new Map<string, string[]>();
  /** The workspace that each file is a copy of. */
  const origin = new Map<string, string>();
  for (const [n, path] of paths.entries()) {
    await engine.open(path);
    await engine.import('import', { paths: [...shared, ...captures[n]!], workers: 0 });
    origin.set(path, path);
    for (const question of questions) answers.set(key(path, question), await digest(engine, question, 'ask'));
  }
  /** The latest save to each target that has not ended. */
  const saving = new Map<string, symbol>();
  const descriptors = openFiles();
  let jobs = 0;
  let done = 0;

  const actionsOf: readonly (readonly [name: string, weight: number, act: (job: string) => Promise<void>])[] =
    [
      ['ask', 30, ask],
      ['select', 8, async job => void (await engine.sql(job, random.among(selects), 100_000))],
      ['note', 6, note],
      ['import', 2, async job => void (await engine.import(job, { paths: shared, workers: 0 }))],
      ['open', 3, async () => void (await engine.open(random.among([...origin.keys()])))],
      ['open none', 1, async () => void (await engine.open(null))],
      ['resume', 1, async () => void (await engine.resume())],
      ['save as', 2, saveAs],
      [
        'cut down',
        1,
        async job => void (await engine.cutDown(job, join(folder, `cut-${random.below(2)}.aftertrace`))),
      ],
      [
        'report',
        2,
        async job =>
          void (await engine.report(job, {
            path: join(folder, `report-${random.below(2)}.html`),
            evidence: 'csv',
          })),
      ],
      ['export', 4, exportEvents],
      ['keep view', 2, async () => engine.keepView('x'.repeat(random.below(1000)))],
    ];
  const drawn = actionsOf.flatMap(action => Array.from({ length: action[1] }, () => action));

  async function ask(job: string) {
    const question = random.among(questions);
    const [made, path] = await inOne(() => digest(engine, question, job));
    if (path !== null && answers.get(key(origin.get(path)!, question)) !== made)
      faults.push(`${question.question} of ${basename(path)} has another answer than before the storm`);
  }

  async function note(job: string) {
    const title = `finding ${job}`;
    const evidence = { question: 'captures', params: {}, scope: {}, arrangement: {}, row: null, view: null };
    const [, path] = await inOne(() => engine.addFinding(job, { title, evidence: [evidence] }));
    if (path !== null) noted.set(path, [...(noted.get(path) ?? []), title]);
  }

  async function saveAs() {
    const target = join(folder, `saved-${random.below(3)}.aftertrace`);
    // Until it is known what was saved there. A save that failed, as when another workspace was opened at that moment,
    // may have replaced the file; of two saves at once it is not known which was the last.
    const former = origin.get(target);
    origin.delete(target);
    const save = Symbol(target);
    const isAlone = !saving.has(target);
    saving.set(target, save);
    try {
      const before = await engine.workspace();
      const saved = await engine.saveAs(target);
      const from = before.path === target ? former : origin.get(before.path ?? '');
      if (from && isAlone && saving.get(target) === save && saved.revision === before.revision)
        origin.set(target, from);
    } finally {
      if (saving.get(target) === save) saving.delete(target);
    }
  }

  async function exportEvents(job: string) {
    const path = join(folder, `events-${random.below(2)}.csv`);
    const { answer } = await engine.ask(job, questions[3]!);
    await engine.exportAnswer(job, answer, { as: 'csv', path });
  }

  /**
   * The result of `work`, and the known workspace that it was done in; null if it may have been another, or has changed:
   * every workspace that is opened, and every change, has a revision of its own.
   */
  async function inOne<T>(work: () => Promise<T>): Promise<readonly [T, string | null]> {
    const before = await engine.workspace();
    const result = await work();
    const { path, revision } = await engine.workspace();
    return [result, path !== null && revision === before.revision && origin.has(path) ? path : null];
  }

  async function user() {
    while (done < actions) {
      done++;
      const [name, , act] = random.among(drawn);
      const job = `${++jobs}`;
      const cancels = random.next() < 0.4;
      const timer = cancels ? setTimeout(() => void engine.cancel(job), random.next() * 8) : null;
      const outcome = await within(act(job)).then(() => 'ok', outcomeOf);
      if (timer) clearTimeout(timer);
      counts.set(`${name} ${outcome}`, (counts.get(`${name} ${outcome}`) ?? 0) + 1);
      if (outcome.includes(' ')) faults.push(`${name} ended with ${outcome}`);
    }
  }

  await Promise.all(Array.from({ length: users }, user));
  await within(engine.close()).catch((error: unknown) => faults.push(`close ended with ${outcomeOf(error)}`));
  (globalThis as { gc?: () => void }).gc?.();
  if (openFiles() > descriptors) faults.push(`${openFiles() - descriptors} files are still open`);

  const fresh = newEngine();
  for (const path of [...origin.keys()].filter(existsSync)) {
    const from = origin.get(path)!;
    try {
      await fresh.open(path);
      const { findings } = await fresh.findings();
      const titles = new Set(findings.map(({ title }) => title));
      const lost = (noted.get(path) ?? []).filter(title => !titles.has(title));
      // A later save under the same name replaces the findings that were added here.
      if (lost.length > 0 && paths.includes(path))
        faults.push(`${basename(path)} has lost ${lost.join(', ')}`);
      for (const question of questions)
        if ((await digest(fresh, question, 'ask')) !== answers.get(key(from, question)))
          faults.push(`${question.question} of ${basename(path)} has another answer after the storm`);
    } catch (error) {
      faults.push(`${basename(path)} ended with ${outcomeOf(error)}`);
    }
  }
  for (const name of readdirSync(folder)) {
    if (/\.part|\.copy$|\.tmp$/.test(name)) faults.push(`${name} is left`);
    if (name.endsWith('.csv') && !/\n$/.test(readFileSync(join(folder, name), 'utf8')))
      faults.push(`${name} ends in a line`);
  }
  await fresh.close();
  return { counts, faults };
}

const key = (path: string, { question, params }: AskRequest): string =>
  `${path} ${question} ${JSON.stringify(params)}`;
