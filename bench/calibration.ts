/**
 * How often `correlate` and `onset` are wrong where nothing is to be found: the signals of both incidents, each cut into blocks that are
 * put in random order, so that each keeps its levels, spikes and the likeness of neighbours, and none has to do with another.
 * Prints the table of `docs/calibration.md`.
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

const shuffles = 20;
const blocks = [5, 10, 20];
const symptoms = ['pgbench/lat', 'cpu/wa', 'scheduler/r'];
/** Until a while before the fault. */
const quiet: Readonly<Record<string, string>> = {
  'cpu-hog': '2026-11-21T04:22:02Z',
  'disk-stall': '2026-11-21T04:24:17Z',
};

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  console.log(
    '| signals of | in blocks of | answers of `correlate` | of them with rows | rows on average | answers of `onset` | rows on average |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const [name, end] of Object.entries(quiet)) {
    const folder = incident(name);
    if (missing(folder)) throw new Error(`${folder} is missing`);
    const files = readdirSync(folder).filter(file =>
      /^(cpu\.perf|pgbench|postgresql|vmstat|mpstat|iostat|pidstat|sar)\./.test(file),
    );
    const workspace = await Workspace.open(null, { threads: 2 });
    await workspace.import({ paths: files.map(file => join(folder, file)) });
    for (const [what, scope] of [
      [name, {}],
      [`${name}, before the fault`, { to: BigInt(Date.parse(end)) * 1_000_000n }],
    ] as const) {
      const movement = await movementIn(askOf(workspace), scope as Scope);
      for (const block of blocks) report(what, movement, block);
    }
    await workspace.close();
  }
}

function report(what: string, movement: Movement, block: number): void {
  const random = randomly(block);
  const rows: number[] = [];
  const changes: number[] = [];
  for (let i = 0; i < shuffles; i++) {
    const signals = movement.signals.flatMap((signal): Moving[] => {
      const values = shuffled(signal.values, block, random);
      const standard = standardOf(compressed(values));
      return standard ? [{ ...signal, values, standard }] : [];
    });
    const mixed = { ...movement, signals };
    for (const named of symptoms) {
      const symptom = signalOf(movement, named);
      const p = signals
        .filter(({ id }) => id !== symptom.id)
        .flatMap(({ standard }) => correlation(standard, symptom.standard, 5)?.p ?? []);
      const limit = discoveries(Float64Array.from(p), falseRate);
      rows.push(p.filter(each => each <= limit).length);
    }
    const { changed, leaders } = changesIn(mixed);
    changes.push(
      changed.filter(each => leaders.get(each) === each && (each.episode !== null || each.isClear)).length,
    );
  }
  const mean = (of: readonly number[]) => (of.reduce((sum, each) => sum + each, 0) / of.length).toFixed(1);
  const some = `${((100 * rows.filter(count => count > 0).length) / rows.length).toFixed(0)} %`;
  console.log(
    `| ${what}, ${movement.signals.length} | ${block} buckets | ${rows.length} | ${some} | ${mean(rows)} | ${changes.length} | ${mean(changes)} |`,
  );
}

/** Turned round by a random amount before and after, so that blocks of different signals end at different times. */
function shuffled(values: Float64Array, block: number, random: () => number): Float64Array {
  const turned = rotated(values, Math.floor(random() * values.length));
  const parts: Float64Array[] = [];
  for (let from = 0; from < values.length; from += block) parts.push(turned.slice(from, from + block));
  for (let i = parts.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [parts[i], parts[other]] = [parts[other]!, parts[i]!];
  }
  return rotated(Float64Array.from(parts.flatMap(part => [...part])), Math.floor(random() * values.length));
}

function rotated(values: Float64Array, by: number): Float64Array {
  return values.map((_, i) => values[(i + by) % values.length]!);
}
