/**
 * Measures how often `correlate` and `onset` report something that is not there. Each signal of both incidents is cut
 * into blocks, which are put in random order; that keeps its levels, spikes and autocorrelation. Orders that leave too
 * many values within a lag of their original place are rejected. Symptoms are taken from the same incident, and from
 * the other one, with which the signals cannot be related. Prints the table of `docs/calibration.md`.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from '../analyzers/contract.ts';
import { type Movement, type Moving, movementIn, signalOf } from '../analyzers/movement/movement.ts';
import { randomly } from '../analyzers/movement/random.ts';
import { compressed, correlation, discoveries, standardOf } from '../analyzers/movement/series-math.ts';
import { falseRate } from '../analyzers/questions/correlate/correlate.ts';
import { changesIn } from '../analyzers/questions/onset/changed.ts';
import { askOf } from '../fixtures/samples.ts';
import { incident, missing } from '../fixtures/shared.ts';
import { Workspace } from '../workspace/workspace.ts';

const shuffles = 100;
const blocks = [5, 10, 20];
const symptoms = ['pgbench/lat', 'cpu/wa', 'scheduler/r'];
/** End of the minutes before the fault, by incident. */
const beforeFault: Readonly<Record<string, string>> = {
  'cpu-hog': '2026-11-21T04:22:02Z',
  'disk-stall': '2026-11-21T04:24:17Z',
};

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const recorded = new Map<string, readonly NamedMovement[]>();
  for (const [name, end] of Object.entries(beforeFault)) recorded.set(name, await movementsOf(name, end));
  console.log(
    '| signals of | in blocks of | answers of `correlate` | with rows, own symptom | rows on average | with rows, symptom of the other | rows on average | answers of `onset` | with rows | rows on average |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const [name, movements] of recorded) {
    const other = [...recorded].find(([incidentName]) => incidentName !== name)![1];
    movements.forEach((movement, at) => {
      for (const block of blocks) report(movement, other[at]!, block);
    });
  }
}

interface NamedMovement extends Movement {
  readonly label: string;
}

/** Movements of the whole incident, and of the minutes before its fault. */
async function movementsOf(name: string, end: string): Promise<readonly NamedMovement[]> {
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
    { label: name, ...(await movementIn(ask, {})) },
    { label: `${name}, before the fault`, ...(await movementIn(ask, before)) },
  ];
  await workspace.close();
  return movements;
}

function report(movement: NamedMovement, other: Movement, block: number): void {
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
    for (const selector of symptoms) {
      const symptom = signalOf(movement, selector);
      own.push(
        rowsOf(
          signals.filter(({ id }) => id !== symptom.id),
          symptom,
        ),
      );
      unrelated.push(rowsOf(signals, signalOf(other, selector)));
    }
    const { changed, leaders } = changesIn({ ...movement, signals });
    changes.push(
      changed.filter(change => leaders.get(change) === change && (change.episode !== null || change.isClear))
        .length,
    );
  }
  console.log(
    `| ${movement.label}, ${movement.signals.length} | ${block} buckets | ${own.length} | ${shareWithRows(own)} | ${mean(own)} | ${shareWithRows(unrelated)} | ${mean(unrelated)} | ${changes.length} | ${shareWithRows(changes)} | ${mean(changes)} |`,
  );
}

const mean = (counts: readonly number[]) =>
  (counts.reduce((sum, count) => sum + count, 0) / counts.length).toFixed(1);
const shareWithRows = (counts: readonly number[]) =>
  `${((100 * counts.filter(count => count > 0).length) / counts.length).toFixed(0)} %`;

/** Number of signals that are reported to move with the symptom. Only buckets that both captures have are compared. */
function rowsOf(signals: readonly Moving[], symptom: Moving): number {
  const size = Math.min(symptom.values.length, signals[0]!.values.length);
  const overlapOf = ({ values, standard }: Moving) =>
    values.length === size ? standard : standardOf(compressed(values.subarray(0, size)));
  const symptomOverlap = overlapOf(symptom)!;
  const p = signals.flatMap(signal => {
    const standard = overlapOf(signal);
    return (standard && correlation(standard, symptomOverlap, maxLag)?.p) ?? [];
  });
  const limit = discoveries(Float64Array.from(p), falseRate);
  return p.filter(value => value <= limit).length;
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
  const rotatedOrder = rotated(
    Int32Array.from({ length: size }, (_, at) => at),
    Math.floor(random() * size),
  );
  const parts: Int32Array[] = [];
  for (let from = 0; from < size; from += block) parts.push(rotatedOrder.slice(from, from + block));
  for (let i = parts.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [parts[i], parts[other]] = [parts[other]!, parts[i]!];
  }
  return rotated(Int32Array.from(parts.flatMap(part => [...part])), Math.floor(random() * size));
}

const rotated = (values: Int32Array, by: number): Int32Array =>
  values.map((_, i) => values[(i + by) % values.length]!);
