/**
 * Finds harmful input by mutation: `npm run fuzz`. Mutants of every capture in `fixtures/` and, if present,
 * in the corpus are read by their format; `fuzz/faults.ts` checks every read. Then runs of a megabyte of each
 * awkward character are inserted into lines, and captures are repeated to a megabyte, which must take time in
 * proportion.
 *
 * `AFTERTRACE_FUZZ_FORMATS` selects formats (separated by commas), `AFTERTRACE_FUZZ_MUTANTS` sets the total
 * number, `AFTERTRACE_FUZZ_SEED` starts another series, `AFTERTRACE_FUZZ_OUT` names a folder for the inputs
 * found, shrunk; `AFTERTRACE_FUZZ_LINES=no` leaves the long lines out. An input copied to `fuzz/found/` under the
 * name `FORMAT.WHAT` becomes a test.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formats } from '../parsers/formats.ts';
import { type Found, fuzz } from './fuzz/fuzz.ts';
import { slowLines, slowRepeats } from './fuzz/long-lines.ts';
import { Random } from './fuzz/random.ts';
import { type Seeds, seedsOf } from './fuzz/seeds.ts';
import { watchdog } from './fuzz/watchdog.ts';

const wanted = (process.env.AFTERTRACE_FUZZ_FORMATS ?? '').split(',').filter(Boolean);
const mutants = Number(process.env.AFTERTRACE_FUZZ_MUTANTS ?? 100_000);
const seed = Number(process.env.AFTERTRACE_FUZZ_SEED ?? 1);
const withLines = process.env.AFTERTRACE_FUZZ_LINES !== 'no';
const out = process.env.AFTERTRACE_FUZZ_OUT ?? tmpdir();

async function main(): Promise<void> {
  const chosen = formats.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  mkdirSync(out, { recursive: true });
  const begins = watchdog(join(out, 'fuzz-endless'));
  const seeds = await seedsOf(chosen, 'fixtures and corpus');
  const missing = chosen.filter(({ id }) => !seeds.some(({ format }) => format.id === id));
  for (const { id } of missing) console.log(`${id}: there is no capture to make mutants of`);
  const [since, before] = [performance.now(), process.cpuUsage()];
  let faults = missing.length;
  let read = 0;
  const others = seeds.flatMap(({ captures }) => captures);
  for (const { format, isBinary, captures, share } of seeds) {
    const [count, start] = [Math.ceil(mutants * share), process.cpuUsage().user];
    const sources = { isBinary, own: captures, others };
    const found = fuzz(format, { count, seed, sources, begins });
    read += count;
    faults += found.length;
    for (const each of found) tell(format.id, each);
    const took = (process.cpuUsage().user - start) / 1e3;
    console.log(`${format.id}: ${count} mutants, ${((count / took) * 1e3).toFixed(0)} a second`);
  }
  const busy = process.cpuUsage(before).user / 1e6;
  const seconds = (performance.now() - since) / 1e3;
  console.log(
    `${read.toLocaleString('en-US')} mutants of ${seeds.length} formats, seed ${seed}, in ${seconds.toFixed(0)} s (${busy.toFixed(0)} s of processor time): ${faults} kinds of faults`,
  );
  if (withLines) faults += longLines(seeds, begins);
  if (faults > 0) process.exitCode = 1;
}

function longLines(seeds: readonly Seeds[], begins: (input: Uint8Array) => void): number {
  let [lines, repeats] = [0, 0];
  const inMs = (ms: readonly number[]) => {
    const [part, whole] = ms.map(each => `${Math.round(each)} ms`);
    return `takes ${part} of 256 KB, ${whole} of 1 MB`;
  };
  for (const { format, captures } of seeds) {
    const random = new Random(seed);
    for (const { character, at, ms } of slowLines(format, captures, random, { begins })) {
      lines++;
      console.log(`${format.id}: a run of ${JSON.stringify(character)} at ${at} ${inMs(ms)}`);
    }
    for (const { what, ms } of slowRepeats(format, captures, random, { begins })) {
      repeats++;
      console.log(`${format.id}: ${JSON.stringify(what)}, again and again, ${inMs(ms)}`);
    }
  }
  console.log(`lines of 1 MB: ${lines} take more than time in proportion`);
  console.log(`captures repeated to 1 MB: ${repeats} take more than time in proportion`);
  return lines + repeats;
}

function tell(id: string, { fault, times, input, way }: Found): void {
  const { options, chunking, part } = way;
  const how = JSON.stringify({ options, chunking, part }, (_key, each: unknown) =>
    typeof each === 'bigint' ? String(each) : each,
  );
  console.log(
    `${id}: ${fault.kind} (${times} times)\n  ${fault.message.split('\n').slice(0, 6).join('\n  ')}\n  ${how}`,
  );
  console.log(`  ${JSON.stringify(Buffer.from(input).toString('latin1')).slice(0, 600)}`);
  writeFileSync(join(out, `${id}-${fault.kind.replace(/\W+/g, '-').slice(0, 60)}`), input);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
