/**
 * Reads truncated and damaged binary captures: `npm run bench -- damage`. A read may end only with an error
 * of the reader itself, its ledger must add up, a truncated file must have a problem, and a read must not take
 * long or much memory. `AFTERTRACE_BENCH_MUTATIONS` and `AFTERTRACE_BENCH_CUTS` set their numbers.
 */
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { bytesOf, corpus, fixture, missing, traceIn } from '../fixtures/shared.ts';
import type { Format } from '../parsers/contract.ts';
import { etl } from '../parsers/etl/format.ts';
import { perfData } from '../parsers/perf-data/format.ts';
import { type Outcome, piecesOfTrace, readDamaged, readTruncated } from './damage/reads.ts';

const mutations = Number(process.env.AFTERTRACE_BENCH_MUTATIONS ?? 10_000);
const places = Number(process.env.AFTERTRACE_BENCH_CUTS ?? 200);

function print(label: string, { reads, ended, slowest, memory, faults }: Outcome): void {
  const figures = `${reads} reads, ${ended} ended early, slowest ${slowest.toFixed(0)} ms, memory ${memory.toFixed(0)} MB`;
  console.log(`${label.padEnd(40)} ${figures}, ${faults.length} faults`);
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

const inFixtures = (format: string, suffix: string): readonly string[] =>
  readdirSync(fixture(format))
    .filter(name => name.endsWith(suffix))
    .map(name => fixture(`${format}/${name}`));

const inCorpus = (...paths: readonly string[]): readonly string[] =>
  paths.map(corpus).filter(path => !missing(path));

const traces = [
  ...inFixtures('etl', '.etl'),
  ...inCorpus(
    'etl/airbus/AMSITrace.etl',
    'etl/airbus/lxcore_kernel.etl',
    'etl/perfview/SelfDescribingSingleEvent.etl',
    'etl/perfview/gcevents.etl.zip',
    'etl/perfview/net.4.5.2.x64.etl.zip',
    'etl/perfview/primitive-types.etl.zip',
    'etl/perfview/smallEtlFile.etl',
  ),
];
const recordings = [
  ...inFixtures('perf-data', '.data'),
  ...inFixtures('symbols', '.data'),
  ...inCorpus(
    'hotspot/tests/integrationtests/file_content/perf.data.true.v1',
    'hotspot/tests/integrationtests/file_content/perf.data.true.v2',
    'hotspot/tests/integrationtests/perf.data.PerfFormatLost',
    'linux-perf-data/tests/fixtures/fibo.compressed2.pipe.data',
    'linux-perf-data/tests/fixtures/sleep.compressed.data',
    'linux-perf-data/tests/fixtures/sleep.compressed.pipe.data',
    'linux-perf-data/tests/fixtures/sleep.compressed2.data',
    'linux-perf-data/tests/fixtures/sleep.compressed2.pipe.data',
    'linux-perf-data/tests/fixtures/sleep.data',
  ),
];

/** Output of perf that was written to a pipe: its header has 16 bytes, without the size of what follows. */
const isPipe = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[8] === 16;

async function benchFormat(
  format: Format,
  paths: readonly string[],
  split: (bytes: Uint8Array) => Uint8Array[],
) {
  const pieces: Uint8Array[] = [];
  for (const path of paths) {
    const bytes = path.endsWith('.zip') ? traceIn(path) : await bytesOf(path);
    print(`${basename(path)} truncated`, readTruncated(format, bytes, places, !isPipe(bytes)));
    pieces.push(...split(bytes));
  }
  print(`${format.id} damaged`, readDamaged(format, pieces, mutations));
}

async function bench(): Promise<void> {
  await benchFormat(etl, traces, piecesOfTrace);
  await benchFormat(perfData, recordings, bytes => [bytes]);
}

bench();
