/**
 * Cuts every capture of `fixtures/` at every byte: `npm run fuzz -- cuts`. In two chunks it must give the same rows as
 * whole; truncated, it must raise only a ParseError, and its ledger must close. The conformance suite does this where
 * something can be lost. Then one number at a time is made larger than all times are
 * (`parsers/conformance/far-times.ts`).
 *
 * `AFTERTRACE_FUZZ_FORMATS` selects formats, separated by commas. One process for each core reads.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { type Capture, capturesOf, formats, given } from '../fixtures/captures.ts';
import { farTimeFault, numbersOf } from '../parsers/conformance/far-times.ts';
import type { FormatEntry } from '../parsers/contract.ts';
import { differenceOf } from '../parsers/kit/differences.testing.ts';
import { countLines } from '../parsers/kit/lines.ts';
import { readAll } from '../parsers/kit/recorder.ts';

const wanted = (process.env.AFTERTRACE_FUZZ_FORMATS ?? '').split(',').filter(Boolean);

interface Job {
  readonly entry: FormatEntry;
  readonly capture: Capture;
}

const jobs: readonly Job[] = formats
  .filter(({ id }) => wanted.length === 0 || wanted.includes(id))
  .flatMap(entry => capturesOf(entry).map(capture => ({ entry, capture })));

/** Returns the number of faults. */
async function cut({ entry, capture }: Job): Promise<number> {
  const format = await entry.load();
  const bytes = await capture.bytes();
  const options = { ...given, name: capture.name };
  const whole = readAll(format, bytes, options);
  let faults = 0;
  const fault = (what: string) => {
    faults++;
    console.log(`${format.id}, ${capture.name}: ${what}`);
  };
  for (let at = 1; at < bytes.length; at++) {
    const difference = differenceOf(whole, readAll(format, bytes, options, [at]));
    if (difference) fault(`cut at ${at}: ${difference.message}`);
    const start = bytes.subarray(0, at);
    const { failed, counts } = readAll(format, start, options);
    const ledger = counts.used + counts.blank + counts.skipped;
    const size = format.unit === 'lines' ? countLines(start) : at;
    if (failed ? failed.offset > at : ledger !== size)
      fault(`truncated at ${at}: ${failed?.message ?? `the ledger has ${ledger} of ${size} ${format.unit}`}`);
  }
  for (const place of numbersOf(bytes)) {
    const found = farTimeFault(format, capture.name, bytes, whole, place);
    if (found !== null) fault(found);
  }
  return faults;
}

/** Large captures take the square of their size, so they are dealt out one by one. */
async function share(number: number, of: number): Promise<void> {
  const sized = await Promise.all(jobs.map(async job => ({ job, size: (await job.capture.bytes()).length })));
  sized.sort((a, b) => b.size - a.size);
  let faults = 0;
  for (const [index, { job }] of sized.entries()) if (index % of === number) faults += await cut(job);
  if (faults > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const [number, of] = process.argv.slice(2).map(Number);
  if (number !== undefined && of !== undefined) return share(number, of);
  const since = performance.now();
  const processes = availableParallelism();
  const codes = await Promise.all(
    Array.from({ length: processes }, (_, number) => {
      const child = spawn(process.execPath, [process.argv[1]!, String(number), String(processes)], {
        stdio: 'inherit',
      });
      return new Promise<number | null>(done => child.on('close', done));
    }),
  );
  const seconds = ((performance.now() - since) / 1e3).toFixed(0);
  console.log(`${jobs.length} captures, cut and truncated at every byte, in ${seconds} s`);
  if (codes.some(code => code !== 0)) process.exitCode = 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
