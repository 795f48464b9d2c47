/**
 * Measures how often `correlate` and `onset` report something that is not there: the signals of both
 * incidents, each cut into blocks put in random order, which keeps its levels, spikes and autocorrelation.
 * Orders that leave too many values within a lag of their original place are rejected. Symptoms are also
 * taken from the other incident, to which they cannot be related. Prints the table of `docs/calibration.md`.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from '../analyzers/contract.ts';
import { falseRate } from '../analyzers/correlate/correlate.ts';
import { type Movement, type Moving, movementIn, signalOf } from '../analyzers/movement/movement.ts';
import { randomly } from '../analyzers/movement/random.ts';
import { compressed, correlation, discoveries, standardOf } from '../analyzers/movement/series-math.ts';
import { changesIn } from '../analyzers/onset/changed.ts';
import { askOf } from '../fixtures/samples.ts';
import { incident, missing } from '../fixtures/shared.ts';
import { Workspace } from '../workspace/workspace.ts';

const shuffles = 100;
const blocks = [5, 10, 20];
const symptoms = ['pgbench/lat', 'cpu/wa', 'scheduler/r'];
/** End of the quiet minutes, some time before the fault. */
const quiet: Readonly<Record<string, string>> = {
  'cpu-hog': '2026-11-21T04:22:02Z',
  'disk-stall': '2026-11-21T04:24:17Z',
};

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const recorded = new Map<string, readonly Named[]>();
  for (const [name, end] of Object.entries(quiet)) recorded.set(name, await movementsOf(name, end));
  console.log(
    '| signals of | in blocks of | answers of `correlate` | with rows, own symptom | rows on average | with rows, symptom of the other | rows on average | answers of `onset` | with rows | rows on average |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const [name, movements] of recorded) {
    const [other] = [...recorded].flatMap(([each, its]) => (each === name ? [] : [its]));
    movements.forEach((movement, at) => {
      for (const block of blocks) report(movement, other![at]!, block);
    });
  }
}

interface Named extends Movement {
  readonly what: string;
}

/** Movements of the whole incident and of its quiet minutes. */
async function movementsOf(name: string, end: string): Promise<readonly Named[]> {
  const folder = incident(name);
  if (missing(folder)) throw new Error(`${folder} is missing`);
  const files = readdirSync(folder).filter(file =>
    /^(cpu\.perf|pgbench|postgresql|vmstat|mpstat|iostat|pidstat|sar)\./.test(file),
  );
  const workspace = await Workspace.open(null, { threads: 2 });
  await workspace.import({ paths: files.map(file => join(folder, file)) });
  const ask = askOf(workspace);
  const before: Scope = { to: BigInt(Date.parse(end)) * 1_000_000n };
  const movements = [
    { what: name, ...(await movementIn(ask, {})) },
    { what: `${name}, before the fault`, ...(await movementIn(ask, before)) },
  ];
  await workspace.close();
  return movements;
}

function report(movement: Named, other: Movement, block: number): void {
  const random = randomly(block);
  const own: number[] = [];
  const unrelated: number[] = [];
  const changes: number[] = [];
  for (let i = 0; i < shuffles; i++) {
    const signals = movement.signals.flatMap((signal): Moving[] => {
      const values = shuffled(signal.values, block, random);
      const standard = standardOf(compressed(values));
      return standard ? [{ ...signal, values, standard }] : [];
    });
    for (const named of symptoms) {
      const symptom = signalOf(movement, named);
      own.push(
        rowsOf(
          signals.filter(({ id }) => id !== symptom.id),
          symptom,
        ),
      );
      unrelated.push(rowsOf(signals, signalOf(other, named)));
    }
    const { changed, leaders } = changesIn({ ...movement, signals });
    changes.push(
      changed.filter(each => leaders.get(each) === each && (each.episode !== null || each.isClear)).length,
    );
  }
  console.log(
    `| ${movement.what}, ${movement.signals.length} | ${block} buckets | ${own.length} | ${some(own)} | ${mean(own)} | ${some(unrelated)} | ${mean(unrelated)} | ${changes.length} | ${some(changes)} | ${mean(changes)} |`,
  );
}

const mean = (counts: readonly number[]) =>
  (counts.reduce((sum, each) => sum + each, 0) / counts.length).toFixed(1);
const some = (counts: readonly number[]) =>
  `${((100 * counts.filter(count => count > 0).length) / counts.length).toFixed(0)} %`;

/** Number of signals reported to move with the symptom, over the buckets that both have. */
function rowsOf(signals: readonly Moving[], symptom: Moving): number {
  const size = Math.min(symptom.values.length, signals[0]!.values.length);
  const over = ({ values, standard }: Moving) =>
    values.length === size ? standard : standardOf(compressed(values.subarray(0, size)));
  const against = over(symptom)!;
  const p = signals.flatMap(signal => {
    const standard = over(signal);
    return (standard && correlation(standard, against, maxLag)?.p) ?? [];
  });
  const limit = discoveries(Float64Array.from(p), falseRate);
  return p.filter(each => each <= limit).length;
}

/** Largest lag that `correlate` tests, buckets. */
const maxLag = 5;
/**
 * Largest share of buckets of a shuffle that may lie within a lag of their original place; otherwise signals
 * that really moved together would still do so.
 */
const maxKeptShare = 0.1;

function shuffled(values: Float64Array, block: number, random: () => number): Float64Array {
  for (;;) {
    const from = arrangement(values.length, block, random);
    const kept = from.filter((source, at) => Math.abs(source - at) <= maxLag).length;
    if (kept <= maxKeptShare * values.length) return values.map((_, at) => values[from[at]!]!);
  }
}

/**
 * Blocks in random order, rotated by a random amount before and after, so that blocks of different signals
 * end at different times.
 */
function arrangement(size: number, block: number, random: () => number): Int32Array {
  const turned = rotated(
    Int32Array.from({ length: size }, (_, at) => at),
    Math.floor(random() * size),
  );
  const parts: Int32Array[] = [];
  for (let from = 0; from < size; from += block) parts.push(turned.slice(from, from + block));
  for (let i = parts.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [parts[i], parts[other]] = [parts[other]!, parts[i]!];
  }
  return rotated(Int32Array.from(parts.flatMap(part => [...part])), Math.floor(random() * size));
}

const rotated = (values: Int32Array, by: number): Int32Array =>
  values.map((_, i) => values[(i + by) % values.length]!);
