/**
 * Rules that every format must keep, checked for each format of the registry on each file of
 * `fixtures/<format>/`. A new format is checked once it has a line in the registry and a folder of small
 * captures, or samples in a log format's definition.
 */
import { describe, expect, it } from 'vitest';
import { type Capture, capturesOf, formats, given } from '../../fixtures/captures.ts';
import type { Format } from '../contract.ts';
import { differenceOf } from '../kit/differences.testing.ts';
import { countLines } from '../kit/lines.ts';
import { rowsOfParts } from '../kit/parts.testing.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { type Cuts, cutsOf, mostOfFile, mostOfSample } from './cuts.ts';
import { farTimeFault, numbersOf } from './far-times.ts';

/** Number of test files among which the formats are divided, so that they run on all cores. */
const shards = 8;

/** Numbers of a capture that are made too large; `npm run fuzz -- cuts` does so with one at each kind of place. */
const farTimes = { longest: 32 << 10, ofFile: 12, ofSample: 2 };

/** A capture that has been read whole and byte by byte. */
interface Read {
  readonly bytes: Uint8Array;
  readonly whole: Recorder;
  readonly byteByByte: Recorder;
  readonly cuts: Cuts;
}

/** Checks one of `shards` shares of the formats. */
export async function conformance(shard: number): Promise<void> {
  const entries = formats.filter((_, index) => index % shards === shard);
  const chosen = await Promise.all(entries.map(entry => entry.load()));
  describe.each(chosen.map(format => [format.id, format] as const))('%s', (_id, format) => {
    checkAnyBytes(format);
    const captures = capturesOf(format);
    let reads: Promise<ReadonlyMap<Capture, Read>> | null = null;
    const readOf = async (capture: Capture) => {
      reads ??= readEach(format, captures);
      return (await reads).get(capture)!;
    };
    describe.each(captures)('$name', capture => {
      checkCapture(format, capture, () => readOf(capture));
    });
  });
}

async function readEach(format: Format, captures: readonly Capture[]): Promise<ReadonlyMap<Capture, Read>> {
  const reads = new Map<Capture, Read>();
  const known = new Set<string>();
  for (const capture of captures) {
    const bytes = await capture.bytes();
    const options = { ...given, name: capture.name };
    const answered: number[] = [];
    let rows = 0;
    const byteByByte = readAll(format, bytes, options, 1, (recorder, length) => {
      const { rowCount, problems } = recorder;
      const now = rowCount + problems.length + ledgerOf(recorder);
      if (now !== rows) answered.push(length);
      rows = now;
    });
    reads.set(capture, {
      bytes,
      whole: readAll(format, bytes, options),
      byteByByte,
      cuts: cutsOf(bytes, answered, known, capture.whole ? mostOfFile : mostOfSample(bytes)),
    });
  }
  return reads;
}

function checkAnyBytes(format: Format): void {
  it('gives no rows for an empty file', () => {
    const recorder = readAll(format, new Uint8Array(0), given);
    expect(recorder.rowCount).toBe(0);
    expect(ledgerOf(recorder)).toBe(0);
  });

  it.each([
    ['NUL bytes', new Uint8Array(5000)],
    ['every byte', Uint8Array.from({ length: 20000 }, (_, at) => (at * 167 + (at >> 8)) & 255)],
    ['a line without end', new Uint8Array(100_000).fill(0x78)],
  ])('throws nothing but ParseError for %s', (_what, bytes) => {
    const recorder = readAll(format, bytes, given);
    if (recorder.failed === null) expect(ledgerOf(recorder)).toBe(sizeOf(format, bytes));
    else expect(recorder.failed.offset).toBeLessThanOrEqual(bytes.length);
  });
}

function checkCapture(format: Format, { name, whole: isWhole }: Capture, read: () => Promise<Read>): void {
  const options = { ...given, name };

  it('is recognised, and by no other format with equal certainty', async () => {
    const { bytes } = await read();
    const head = bytes.subarray(0, 64 << 10);
    if (isWhole) expect(format.sniff(head, name)).not.toBe('no');
    const sure = formats.filter(other => other.sniff(head, name) === 'yes').map(other => other.id);
    if (sure.length > 0) expect(sure).toEqual([format.id]);
  });

  it('gives rows, and a ledger that closes', async () => {
    const { bytes, whole } = await read();
    expect(whole.failed).toBeNull();
    expect(whole.rowCount).toBeGreaterThan(0);
    expect(ledgerOf(whole)).toBe(sizeOf(format, bytes));
  });

  it('gives the same rows under an unknown name', async () => {
    const { bytes, whole } = await read();
    if (isWhole) expect(format.sniff(bytes.subarray(0, 64 << 10), 'unknown')).not.toBe('no');
    expectSame(readAll(format, bytes, { ...given, name: 'unknown' }), whole, 'under an unknown name');
  });

  it('gives the same rows however the bytes are chunked', async () => {
    const { bytes, whole, byteByByte, cuts } = await read();
    expectSame(byteByByte, whole, 'byte by byte');
    expectSame(readAll(format, bytes, options, 7), whole, 'seven bytes at a time');
    for (const chunking of cuts.chunkings)
      expectSame(readAll(format, bytes, options, chunking), whole, `cut at ${chunking}`);
  }, 60_000);

  it('throws only ParseError, and its ledger closes, wherever the file is truncated', async () => {
    const { bytes, cuts } = await read();
    for (const length of cuts.truncations) expectSound(format, bytes.subarray(0, length), options);
  }, 60_000);

  it('reports a time that is beyond all bounds', async () => {
    const { bytes, whole } = await read();
    if (bytes.length > farTimes.longest) return;
    for (const place of numbersOf(bytes).slice(0, isWhole ? farTimes.ofFile : farTimes.ofSample))
      expect(farTimeFault(format, name, bytes, whole, place)).toBeNull();
  }, 60_000);

  const { boundary: boundaryOf } = format;
  if (boundaryOf === undefined) return;
  it('gives the same rows in parts', async () => {
    const { bytes } = await read();
    const boundary = (from: number) => boundaryOf(bytes, from);
    const starts: number[] = [];
    for (let at = boundary(1); at >= 0; at = boundary(at + 1)) starts.push(at);
    let next = 0;
    for (let from = 1; from < bytes.length; from++) {
      if (starts[next]! < from) next++;
      const found = boundary(from);
      if (found !== (starts[next] ?? -1)) expect(found, `from ${from}`).toBe(starts[next] ?? -1);
    }
    const rows = rowsOfParts(format, bytes, [], options);
    for (const start of starts) {
      const parts = rowsOfParts(format, bytes, [start], options);
      if (parts !== rows) expect(parts, `in two parts at ${start}`).toBe(rows);
    }
    expect(rowsOfParts(format, bytes, starts, options)).toBe(rows);
  }, 60_000);
}

function expectSame(recorder: Recorder, whole: Recorder, how: string): void {
  const difference = differenceOf(whole, recorder);
  if (difference) expect.fail(`${how}: ${difference.message}`);
}

function expectSound(format: Format, start: Uint8Array, options: typeof given): void {
  const recorder = readAll(format, start, options);
  if (recorder.failed === null)
    expect(ledgerOf(recorder), `cut off at ${start.length}`).toBe(sizeOf(format, start));
  else expect(recorder.failed.offset, `cut off at ${start.length}`).toBeLessThanOrEqual(start.length);
}

/** Size of the bytes in the ledger's unit. */
const sizeOf = (format: Format, bytes: Uint8Array): number =>
  format.unit === 'lines' ? countLines(bytes) : bytes.length;

const ledgerOf = ({ counts }: Recorder): number => counts.used + counts.blank + counts.skipped;
