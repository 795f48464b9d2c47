/**
 * Captures with one number that is beyond all bounds, as in damaged files: the row whose time it was must not lose it
 * without a word. A number in a text, or in a field, is still shown by the row.
 */
import { given } from '../../fixtures/captures.ts';
import type { Format } from '../contract.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { randomOf } from './cuts.ts';

/** More digits than any time has, and than an integer of 64 bits. */
const digits = '9'.repeat(25);
const shown = /9{20}|1e\+?2\d/i;
/** Text before a number that distinguishes its place in a record from others. */
const context = 24;

/** A number of a capture: one for each kind of place, in an order drawn by the content. */
interface Place {
  readonly start: number;
  readonly end: number;
}

export function numbersOf(bytes: Uint8Array): Place[] {
  const text = Buffer.from(bytes).toString('latin1');
  if (text.includes('\0')) return [];
  const random = randomOf(bytes);
  const places = new Map<string, Place>();
  for (const {
    0: { length },
    index,
  } of text.matchAll(/\d+/g)) {
    const line = text.slice(Math.max(text.lastIndexOf('\n', index) + 1, index - context), index);
    const key = line.replace(/\d+/g, '0');
    if (!places.has(key)) places.set(key, { start: index, end: index + length });
  }
  return [...places.values()]
    .map(place => ({ place, lot: random() }))
    .sort((a, b) => a.lot - b.lot)
    .map(({ place }) => place);
}

/** What is wrong with the rows if the number at `place` is beyond all bounds; null if nothing is. */
export function farTimeFault(
  format: Format,
  name: string,
  bytes: Uint8Array,
  whole: Recorder,
  { start, end }: Place,
): string | null {
  const mutant = Buffer.concat([bytes.subarray(0, start), Buffer.from(digits), bytes.subarray(end)]);
  const recorder = readAll(format, new Uint8Array(mutant), { ...given, name });
  const [before, after] = [timeless(whole), timeless(recorder)];
  if (after <= before || recorder.rowCount !== whole.rowCount) return null;
  if (losses(recorder) > losses(whole) || shown.test(textOf(recorder))) return null;
  const line = Buffer.from(bytes.subarray(Math.max(0, start - 40), end + 20)).toString('latin1');
  return `${after - before} rows lose their time without a problem: number at ${start}, in ${JSON.stringify(line)}`;
}

/** Rows of all tables without a time. */
function timeless({ samples, events, metrics, rows }: Recorder): number {
  let count = 0;
  const see = ({ ts }: { readonly ts?: unknown }) => {
    if (ts === null || Number.isNaN(ts)) count++;
  };
  for (const table of [samples, events, metrics, ...rows.values()]) table.forEach(see);
  return count;
}

const losses = ({ problems, counts, failed }: Recorder): number =>
  problems.filter(({ severity }) => severity !== 'notice').length + counts.skipped + (failed ? 1 : 0);

const textOf = ({ events, rows }: Recorder): string =>
  JSON.stringify([events, [...rows]], (_key, value) => (typeof value === 'bigint' ? String(value) : value));
