/**
 * Finds harmful input by mutation: `npm run fuzz`. Mutants of every capture in `fixtures/` and, if present,
 * in the corpus are read by their format; `fuzz/faults.ts` checks every read. Then runs of a megabyte of each
 * awkward character are inserted into lines, which must take time in proportion.
 *
 * `AFTERTRACE_FUZZ_FORMATS` selects formats (separated by commas), `AFTERTRACE_FUZZ_MUTANTS` sets the total
 * number, `AFTERTRACE_FUZZ_SEED` starts another series, `AFTERTRACE_FUZZ_OUT` names a folder for the inputs
 * found, shrunk. An input copied to `fuzz/found/` under the name `FORMAT.WHAT` becomes a test.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formats } from '../parsers/formats.ts';
import { type Found, fuzz } from './fuzz/fuzz.ts';
import { slowLines } from './fuzz/long-lines.ts';
import { Random } from './fuzz/random.ts';
import { seedsOf } from './fuzz/seeds.ts';

const wanted = (process.env.AFTERTRACE_FUZZ_FORMATS ?? '').split(',').filter(Boolean);
const mutants = Number(process.env.AFTERTRACE_FUZZ_MUTANTS ?? 100_000);
const seed = Number(process.env.AFTERTRACE_FUZZ_SEED ?? 1);
/** If the mutants of a format take longer, ms, their rate is printed. */
const slow = 20_000;
const out = process.env.AFTERTRACE_FUZZ_OUT;

async function main(): Promise<void> {
  const chosen = formats.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  const seeds = await seedsOf(chosen, 'fixtures and corpus');
  const begin = performance.now();
  let read = 0;
  let faults = 0;
  for (const { format, captures, share } of seeds) {
    const count = Math.ceil(mutants * share);
    const since = performance.now();
    const found = fuzz(format, captures, { count, seed, others: seeds.flatMap(each => each.captures) });
    read += count;
    faults += found.length;
    for (const each of found) tell(format.id, each);
    const took = performance.now() - since;
    if (took > slow) console.log(`${format.id}: ${((count / took) * 1e3).toFixed(0)} mutants a second`);
  }
  let lines = 0;
  for (const { format, captures } of seeds)
    for (const { character, at, ms } of slowLines(format, captures, new Random(seed))) {
      lines++;
      const [part, whole] = ms.map(each => `${Math.round(each)} ms`);
      console.log(
        `${format.id}: a run of ${JSON.stringify(character)} at ${at} takes ${part} of 256 KB, ${whole} of 1 MB`,
      );
    }
  faults += lines;
  console.log(`lines of 1 MB: ${lines} take more than time in proportion`);
  const seconds = (performance.now() - begin) / 1e3;
  console.log(
    `${read.toLocaleString('en-US')} mutants of ${seeds.length} formats, seed ${seed}, in ${seconds.toFixed(0)} s: ${faults} kinds of faults`,
  );
  if (faults > 0) process.exitCode = 1;
}

function tell(id: string, { fault, times, input }: Found): void {
  console.log(
    `${id}: ${fault.kind} (${times} times)\n  ${fault.message.split('\n').slice(0, 4).join('\n  ')}`,
  );
  console.log(`  ${JSON.stringify(Buffer.from(input).toString('latin1')).slice(0, 600)}`);
  if (!out) return;
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, `${id}-${fault.kind.replace(/\W+/g, '-').slice(0, 60)}`), input);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
