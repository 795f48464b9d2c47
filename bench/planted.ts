/**
 * Shows what the tests would miss: `npm run fuzz -- planted`. Draws lines that tests execute, plants a small fault
 * in each (a state that is not set, an offset off by one, a comparison turned), one at a time in a copy of the
 * repository, and runs the tests that should find it: those of its folder, the conformance of its formats, and
 * for the window the tests named for its part. Before, these run without a fault: tests that fail then are listed, and
 * find nothing.
 *
 * `AFTERTRACE_PLANTED_SEED` draws other lines, `AFTERTRACE_PLANTED_COUNTS` sets how many
 * (`parsers=60,workspace=40`), `AFTERTRACE_PLANTED_OUT` names the table without its extension,
 * `AFTERTRACE_PLANTED_TABLE` a table whose plants are set again, `AFTERTRACE_PLANTED_ONLY` some of them (separated
 * by commas), `AFTERTRACE_PLANTED_ROOT` another checkout, `AFTERTRACE_PLANTED_WORKERS` how many are tried at the
 * same time, and `AFTERTRACE_PLANTED_LIMIT` after how many seconds a run counts as endless.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draw } from './planted/draw.ts';
import { type Plant, withPlant } from './planted/plant.ts';
import { type Row, writeTable } from './planted/report.ts';
import { filesBelow, rooms, testsOf } from './planted/tests.ts';
import { Tree } from './planted/tree.ts';
import { batchesOf, inWindow } from './planted/window.ts';

const env = process.env;
const seed = Number(env.AFTERTRACE_PLANTED_SEED ?? 1);
const out = env.AFTERTRACE_PLANTED_OUT ?? join(tmpdir(), 'planted');
/** Faults tried at the same time, each in its own copy. */
const workers = Number(env.AFTERTRACE_PLANTED_WORKERS ?? 1);
const only = (env.AFTERTRACE_PLANTED_ONLY ?? '').split(',').filter(Boolean);

/** Seconds after which a run counts as endless; no folder's tests take a third of it. */
const limit = Number(env.AFTERTRACE_PLANTED_LIMIT ?? 300);
/** Number of test files up to which they are run before conformance. */
const fewTests = 4;
/** The same for a batch in the window. */
const limitInWindow = 900;
/** The same for all tests without a fault. */
const limitOfAll = 3600;

function wantedCounts(): Readonly<Record<string, number>> {
  if (!env.AFTERTRACE_PLANTED_COUNTS) return rooms;
  const entries = env.AFTERTRACE_PLANTED_COUNTS.split(',').map(each => each.split('='));
  return Object.fromEntries(entries.map(([room, count]) => [room!, Number(count)]));
}

/** The test files that found the plants of a table, by their ids; empty for none. */
const foundBy = new Map<string, string>();

async function plantsOf(tree: Tree): Promise<readonly Plant[]> {
  if (env.AFTERTRACE_PLANTED_TABLE) {
    const rows = JSON.parse(readFileSync(env.AFTERTRACE_PLANTED_TABLE, 'utf8')) as readonly Row[];
    for (const { plant, by } of rows)
      foundBy.set(plant.id, /^[^:]*\.test\.tsx?(?=:)/.exec(by ?? '')?.[0] ?? '');
    return rows.map(({ plant }) => plant).filter(({ id }) => only.length === 0 || only.includes(id));
  }
  const plants = await draw(tree, wantedCounts(), seed, workers);
  // Drawing takes long, so that it is kept even if the rest fails.
  writeFileSync(`${out}-drawn.json`, JSON.stringify(plants.map(plant => ({ plant }))));
  return plants;
}

/** The source with the plant; if its file has moved, that of the only file of the room with the same lines. */
function setIn(tree: Tree, plant: Plant): { file: string; source: string } | null {
  const files = tree.has(plant.file) ? [plant.file] : filesBelow(tree.root, plant.room);
  const found = files.flatMap(file => {
    const source = withPlant(tree.read(file), plant);
    return source === null ? [] : [{ file, source }];
  });
  return found.length === 1 ? found[0]! : null;
}

/** Sets faults that are tried together. */
function setAll(tree: Tree, rows: readonly { readonly plant: Plant }[]): void {
  for (const { plant } of rows) {
    const set = setIn(tree, plant);
    if (set) tree.write(set.file, set.source);
  }
}

/** A pattern for the conformance tests of formats. */
const namesOf = (formats: readonly string[]): string => `(?:^| )(?:${formats.join('|')}) `;

/** The tests that fail without a fault, among those that are to find the plants. */
async function redOf(tree: Tree, plants: readonly Plant[]): Promise<ReadonlySet<string>> {
  const files = new Set(
    plants.flatMap(plant => {
      const set = setIn(tree, plant);
      return set ? testsOf(tree.root, set.file) : [];
    }),
  );
  const formats = [...new Set(plants.flatMap(plant => plant.formats))];
  const red: string[] = [];
  const run = async (tests: readonly string[], name?: string) => {
    const { found, by, failures } = await tree.test(tests, {
      ...(name && { name }),
      seconds: limitOfAll,
      all: true,
    });
    if (found === 'time' || (found === 'test' && failures.length === 0))
      throw new Error(`The tests do not run without a fault: ${by}`);
    for (const { test, message } of failures) console.log(`red without a fault: ${test}: ${message}`);
    red.push(...failures.map(({ test }) => test));
  };
  if (files.size > 0) await run([...files]);
  if (formats.length > 0) await run(['parsers/conformance'], namesOf(formats));
  return new Set(red);
}

/** True if plants are drawn from the tree that they are planted in: the tests that execute them are known. */
const isSameTree = env.AFTERTRACE_PLANTED_TABLE === undefined;

async function tryOut(tree: Tree, plant: Plant): Promise<Row> {
  const set = setIn(tree, plant);
  if (!set) return { plant, result: 'unset', by: '', seconds: 0 };
  tree.write(set.file, set.source);
  let seconds = 0;
  const own = testsOf(tree.root, set.file);
  // A renamed or new test may execute the line as well, so all are run if the known ones find nothing.
  const known = own.filter(test => plant.tests.includes(test));
  const others = own.filter(test => !known.includes(test) && !isSameTree);
  const first = own.filter(test => test === foundBy.get(plant.id));
  const conformance =
    plant.formats.length > 0
      ? [() => tree.test(['parsers/conformance'], { name: namesOf(plant.formats), seconds: limit })]
      : [];
  const ofFiles = (tests: readonly string[]) =>
    tests.length > 0 ? [() => tree.test(tests, { seconds: limit })] : [];
  // The run that is likely to find it, and is short, comes first.
  const runs = [
    ...ofFiles(first),
    ...(known.length > fewTests ? conformance : []),
    ...ofFiles(known),
    ...(known.length > fewTests ? [] : conformance),
    ...ofFiles(others),
  ];
  try {
    for (const run of runs) {
      const outcome = await run();
      seconds += outcome.seconds;
      if (outcome.found !== 'no')
        return { plant, result: outcome.found === 'time' ? 'time' : 'found', by: outcome.by, seconds };
    }
    return { plant, result: 'survived', by: '', seconds };
  } finally {
    tree.restore();
  }
}

async function main(): Promise<void> {
  const origin = env.AFTERTRACE_PLANTED_ROOT ?? join(__dirname, '../..');
  const trees = [new Tree(origin)];
  try {
    const plants = await plantsOf(trees[0]!);
    console.log(`${plants.length} faults, seed ${seed}`);
    const red = await redOf(trees[0]!, plants);
    while (trees.length < workers) trees.push(new Tree(origin));
    for (const tree of trees) tree.red = red;
    const rows = new Map<Plant, Row>();
    const left = [...plants];
    const tryAll = async (tree: Tree) => {
      for (let plant = left.shift(); plant; plant = left.shift()) {
        const row = await tryOut(tree, plant);
        rows.set(plant, row);
        writeTable(
          out,
          plants.flatMap(each => rows.get(each) ?? []),
        );
        print(row);
      }
    };
    await Promise.all(trees.map(tryAll));
    await tryTypes(trees[0]!, rows);
    await tryInWindow(trees[0]!, rows);
    writeTable(
      out,
      plants.flatMap(each => rows.get(each) ?? []),
    );
    const of = (result: Row['result']) => [...rows.values()].filter(row => row.result === result).length;
    console.log(
      `${of('found') + of('time')} found, ${of('survived')} survived, ${of('unset')} not set: ${out}.md`,
    );
  } finally {
    for (const tree of trees) tree.remove();
  }
}

/** Marks survivors that the compiler refuses, all set together. */
async function tryTypes(tree: Tree, rows: Map<Plant, Row>): Promise<void> {
  const survivors = [...rows.values()].filter(({ result }) => result === 'survived');
  if (survivors.length === 0) return;
  const lineOf = (error: string) => Number(/\((\d+),/.exec(error)?.[1]);
  try {
    setAll(tree, survivors);
    for (const error of await tree.types()) {
      const near = survivors
        .filter(({ plant }) => error.startsWith(`${plant.file}(`))
        .sort((a, b) => Math.abs(a.plant.line - lineOf(error)) - Math.abs(b.plant.line - lineOf(error)));
      if (!near[0]) continue;
      rows.set(near[0].plant, { ...near[0], result: 'types', by: error });
      print(rows.get(near[0].plant)!);
    }
  } finally {
    tree.restore();
  }
}

/** Runs window tests for the faults in the window that unit tests have not found. */
async function tryInWindow(tree: Tree, rows: Map<Plant, Row>): Promise<void> {
  const survivors = [...rows.values()].filter(
    ({ plant, result }) => plant.room === 'app/renderer' && result === 'survived',
  );
  for (const batch of batchesOf(
    tree.root,
    survivors.map(({ plant }) => plant),
  )) {
    try {
      setAll(tree, batch);
      for (const { plant, by } of await inWindow(tree, batch, limitInWindow)) {
        if (by === null) continue;
        rows.set(plant, { ...rows.get(plant)!, result: 'found', by });
        print(rows.get(plant)!);
      }
    } finally {
      tree.restore();
    }
  }
}

function print({ plant: { id, file, line, operator }, result, by, seconds }: Row): void {
  console.log(`${id} ${result} in ${seconds.toFixed(0)} s: ${operator}, ${file}:${line} ${by.slice(0, 120)}`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
