/** Draws lines that tests execute, and a fault for each. */
import { join } from 'node:path';
import { Random } from '../fuzz/random.ts';
import { linesOf, type Plant } from './plant.ts';
import { type Hit, hitsOf, withProbes, writeReporter } from './probes.ts';
import { parses, type Site, sitesOf } from './sites.ts';
import { productFiles, testsOf } from './tests.ts';
import type { Tree } from './tree.ts';

interface Place extends Site {
  readonly room: string;
  readonly file: string;
  readonly line: number;
}

/** Parts of lines that no test executes: so many more lines are drawn than are wanted. */
const more = 1.3;

/**
 * Draws as many plants for each room as `wanted` says. Lines are drawn first; then the tests of their folders, and each fixture's
 * conformance, are run once to find which of the lines are executed, and by which tests.
 */
export async function draw(
  tree: Tree,
  wanted: Readonly<Record<string, number>>,
  seed: number,
  workers: number,
): Promise<Plant[]> {
  const random = new Random(seed);
  const places = Object.entries(wanted).flatMap(([room, count]) =>
    drawn(tree, room, Math.ceil(count * more), random),
  );
  const hits = await executed(tree, places, workers);
  return Object.entries(wanted).flatMap(([room, count]) => {
    const found = places.flatMap((place, index) => {
      const hit = hits[index];
      return place.room === room && hit ? [{ place, hit }] : [];
    });
    console.log(`${room}: ${found.length} of the lines drawn are executed`);
    return found
      .slice(0, count)
      .map(({ place, hit }, index) =>
        plantOf(tree, place, hit, `${room.split('/').at(-1)}-${index + 1}`, random),
      );
  });
}

function drawn(tree: Tree, room: string, count: number, random: Random): Place[] {
  const lines = new Map<string, Place[]>();
  for (const file of productFiles(tree.root, room)) {
    const source = tree.read(file);
    for (const site of sitesOf(file, source).sites) {
      const line = source.slice(0, site.start).split('\n').length;
      const key = `${file}:${line}`;
      const own = lines.get(key) ?? [];
      own.push({ ...site, room, file, line });
      lines.set(key, own);
    }
  }
  const left = [...lines.values()];
  const places: Place[] = [];
  while (places.length < count && left.length > 0) {
    const [line] = left.splice(random.below(left.length), 1);
    const operator = random.among([...new Set(line!.map(place => place.operator))]);
    const place = random.among(line!.filter(each => each.operator === operator));
    const source = tree.read(place.file);
    if (parses(place.file, source.slice(0, place.start) + place.text + source.slice(place.end)))
      places.push(place);
  }
  return places;
}

/** The tests that execute each place, null if there are none. Of a place outside of functions, those that execute any statement of its file. */
async function executed(
  tree: Tree,
  places: readonly Place[],
  workers: number,
): Promise<readonly (Hit | null)[]> {
  const files = new Set(places.map(({ file }) => file));
  const firstOf = new Map<string, number>();
  const fileOf: string[] = [];
  for (const file of files) {
    const source = tree.read(file);
    const { statements } = sitesOf(file, source);
    firstOf.set(file, fileOf.length);
    tree.write(
      file,
      withProbes(
        source,
        statements.map(statement => ({ ...statement, number: fileOf.push(file) - 1 })),
      ),
    );
  }
  const [reporter, out] = [join(tree.root, '../reporter.mjs'), join(tree.root, '../executed.tsv')];
  writeReporter(reporter, out);
  const env = { NODE_OPTIONS: `--import=${reporter}` };
  const tests = [...new Set([...files].flatMap(file => testsOf(tree.root, file)))];
  const begin = performance.now();
  const runs = [
    await tree.test(tests, { seconds: 3600, all: true, workers, env }),
    await tree.test(['parsers/conformance'], {
      name: 'under an unknown name',
      seconds: 3600,
      all: true,
      env,
    }),
  ];
  tree.restore();
  const failed = runs.find(({ found }) => found !== 'no');
  if (failed) console.log(`Without any fault, a test fails: ${failed.by}`);
  console.log(`ran ${tests.length} test files in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  const hits = hitsOf(out, tree.root);
  const hitsOfFile = new Map<string, Hit>();
  for (const [number, hit] of hits) {
    const file = fileOf[number]!;
    const all = hitsOfFile.get(file) ?? { files: new Set(), formats: new Set() };
    hitsOfFile.set(file, all);
    for (const each of hit.files) all.files.add(each);
    for (const each of hit.formats) all.formats.add(each);
  }
  return places.map(({ file, statement }) => {
    const hit = statement < 0 ? hitsOfFile.get(file) : hits.get(firstOf.get(file)! + statement);
    return hit ?? null;
  });
}

/** Conformance of a file that many formats import is checked for this many of them. */
const mostFormats = 4;

function plantOf(tree: Tree, place: Place, hit: Hit, id: string, random: Random): Plant {
  const left = [...hit.formats].sort();
  const formats: string[] = [];
  while (formats.length < mostFormats && left.length > 0)
    formats.push(...left.splice(random.below(left.length), 1));
  const { room, file, operator } = place;
  const tests = [...hit.files].filter(path => !path.includes('conformance')).sort();
  return { id, room, file, operator, formats, tests, ...linesOf(tree.read(file), place) };
}
