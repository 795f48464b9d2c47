/**
 * Finds harmful input by mutation: `npm run fuzz`. Mutants of every capture in `fixtures/` and, if present,
 * in the corpus are read by their format; `fuzz/faults.ts` checks every read. Then each
 * awkward character is inserted a million times into a line, and captures are repeated up to a megabyte; time must grow
 * no faster than size.
 *
 * `AFTERTRACE_FUZZ_FORMATS` selects formats (separated by commas), `AFTERTRACE_FUZZ_MUTANTS` sets the total
 * number, `AFTERTRACE_FUZZ_SEED` starts another series, `AFTERTRACE_FUZZ_OUT` names a folder for shrunk inputs
 * that cause faults; `AFTERTRACE_FUZZ_LINES=no` leaves the long lines out. An input copied to `fuzz/found/` under the
 * name `FORMAT.WHAT` becomes a test.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formats } from '../parsers/formats.ts';
import { type FoundFault, fuzz } from './fuzz/fuzz.ts';
import { slowLines, slowRepeats } from './fuzz/long-lines.ts';
import { Random } from './fuzz/random.ts';
import { type Seeds, seedsOf } from './fuzz/seeds.ts';
import { watchdog } from './fuzz/watchdog.ts';

const wantedFormats = (process.env.AFTERTRACE_FUZZ_FORMATS ?? '').split(',').filter(Boolean);
const mutants = Number(process.env.AFTERTRACE_FUZZ_MUTANTS ?? 100_000);
const seed = Number(process.env.AFTERTRACE_FUZZ_SEED ?? 1);
const withLines = process.env.AFTERTRACE_FUZZ_LINES !== 'no';
const outFolder = process.env.AFTERTRACE_FUZZ_OUT ?? tmpdir();

async function main(): Promise<void> {
  const wanted = formats.filter(({ id }) => wantedFormats.length === 0 || wantedFormats.includes(id));
  const chosen = await Promise.all(wanted.map(entry => entry.load()));
  mkdirSync(outFolder, { recursive: true });
  const onInput = watchdog(join(outFolder, 'fuzz-endless'));
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
    const found = fuzz(format, { count, seed, sources, onInput });
    read += count;
    faults += found.length;
    for (const finding of found) print(format.id, finding);
    const took = (process.cpuUsage().user - start) / 1e3;
    console.log(`${format.id}: ${count} mutants, ${((count / took) * 1e3).toFixed(0)} a second`);
  }
  const busy = process.cpuUsage(before).user / 1e6;
  const seconds = (performance.now() - since) / 1e3;
  console.log(
    `${read.toLocaleString('en-US')} mutants of ${seeds.length} formats, seed ${seed}, in ${seconds.toFixed(0)} s (${busy.toFixed(0)} s of processor time): ${faults} kinds of faults`,
  );
  if (withLines) faults += longLines(seeds, onInput);
  if (faults > 0) process.exitCode = 1;
}

function longLines(seeds: readonly Seeds[], onInput: (input: Uint8Array) => void): number {
  let [lines, repeats] = [0, 0];
  const inMs = (ms: readonly number[]) => {
    const [part, whole] = ms.map(time => `${Math.round(time)} ms`);
    return `takes ${part} for 256 KB, ${whole} for 1 MB`;
  };
  for (const { format, captures } of seeds) {
    const random = new Random(seed);
    for (const { character, at, ms } of slowLines(format, captures, random, { onInput })) {
      lines++;
      console.log(`${format.id}: ${JSON.stringify(character)} repeated at byte ${at} ${inMs(ms)}`);
    }
    for (const { what, ms } of slowRepeats(format, captures, random, { onInput })) {
      repeats++;
      console.log(`${format.id}: ${JSON.stringify(what)}, repeated, ${inMs(ms)}`);
    }
  }
  console.log(`lines of 1 MB: for ${lines}, time grows faster than length`);
  console.log(`captures repeated to 1 MB: for ${repeats}, time grows faster than length`);
  return lines + repeats;
}

function print(id: string, { fault, times, input, way }: FoundFault): void {
  const { options, chunking, part } = way;
  const how = JSON.stringify({ options, chunking, part }, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  console.log(
    `${id}: ${fault.kind} (${times} times)\n  ${fault.message.split('\n').slice(0, 6).join('\n  ')}\n  ${how}`,
  );
  console.log(`  ${JSON.stringify(Buffer.from(input).toString('latin1')).slice(0, 600)}`);
  writeFileSync(join(outFolder, `${id}-${fault.kind.replace(/\W+/g, '-').slice(0, 60)}`), input);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
