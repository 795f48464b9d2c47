/**
 * Reads truncated and damaged binary captures: `npm run bench -- damage`. A read may end only with an error
 * of the reader itself, its ledger must add up, and it must not take long or much memory.
 * `AFTERTRACE_BENCH_MUTATIONS` and `AFTERTRACE_BENCH_CUTS` set their numbers.
 */
import { readdirSync } from 'node:fs';
import { bytesOf, corpus, fixture, traceIn } from '../fixtures/shared.ts';
import { etl } from '../parsers/etl/format.ts';
import { perfData } from '../parsers/perf-data/format.ts';
import { cuts, damage, type Outcome, piecesOfTrace } from './damage/reads.ts';

const mutations = Number(process.env.AFTERTRACE_BENCH_MUTATIONS ?? 10_000);
const places = Number(process.env.AFTERTRACE_BENCH_CUTS ?? 200);

function tell(what: string, { reads, ended, slowest, memory, faults }: Outcome): void {
  const figures = `${reads} reads, ${ended} ended early, slowest ${slowest.toFixed(0)} ms, memory ${memory.toFixed(0)} MB`;
  console.log(`${what.padEnd(40)} ${figures}, ${faults.length} faults`);
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

async function bench(): Promise<void> {
  const trace = traceIn(corpus('etl/perfview/net.4.5.2.x64.etl.zip'));
  tell('net.4.5.2.x64.etl cut', cuts(etl, trace, places));
  tell('net.4.5.2.x64.etl damaged', damage(etl, piecesOfTrace(trace), mutations));
  const folder = fixture('perf-data');
  const files = readdirSync(folder).filter(name => name.endsWith('.data'));
  const all = await Promise.all(files.map(name => bytesOf(fixture(`perf-data/${name}`))));
  for (const [at, bytes] of all.entries()) tell(`${files[at]} cut`, cuts(perfData, bytes, places));
  tell('perf.data damaged', damage(perfData, all, mutations));
}

bench();
