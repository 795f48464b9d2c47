/**
 * Rules that every format must keep, checked for each format of the registry on each file of
 * `fixtures/<format>/`. A new format is checked once it has a line in the registry and a folder of small
 * captures, or samples in a log format's definition.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../fixtures/shared.ts';
import type { Format, Options } from './contract.ts';
import { exampleFormat } from './example-format/format.ts';
import { formats as registered } from './formats.ts';
import { countLines } from './kit/lines.ts';
import { rowsOfParts } from './kit/parts.ts';
import { type Recorder, readAll } from './kit/recorder.ts';
import { definitions } from './logs/formats/index.ts';

/** `exampleFormat` is not part of the product, but keeps the same rules. */
const formats: readonly Format[] = [...registered, exampleFormat];

/** Files beside the captures that are not captures. */
const notCaptures = /\.(?:md|ts)$|^expected/;

/**
 * Number of bytes that a test reads in all: a file of about 2 KB is truncated at every byte, a larger file or a
 * sample at evenly spread bytes, because samples are many and share one reader.
 */
const maxBytes = 6e6;
const fewestCuts = 100;

/** The file system's facts, the same for every fixture, so that rows do not depend on the checkout. */
const given: Partial<Options> = { modified: 1_700_000_000_000_000_000n };

interface Capture {
  readonly name: string;
  /**
   * True if the capture can be recognised by its bytes. A sample need not be: it may be a line whose file has
   * a header.
   */
  readonly whole: boolean;
  readonly bytes: () => Promise<Uint8Array>;
}

/** Files of `fixtures/<format>/`, and the samples that a log format brings. */
function capturesOf({ id }: Format): Capture[] {
  const folder = fixture(id);
  const files = existsSync(folder) ? readdirSync(folder).filter(name => !notCaptures.test(name)) : [];
  const captures: Capture[] = files.sort().map(name => ({
    name,
    whole: true,
    bytes: () => bytesOf(join(folder, name)),
  }));
  const samples = definitions.find(definition => definition.id === id)?.samples ?? [];
  samples.forEach(({ text }, index) => {
    const bytes = new TextEncoder().encode(`${text}\n`);
    captures.push({ name: `sample ${index + 1}`, whole: false, bytes: async () => bytes });
  });
  return captures;
}

/** Everything that was read, as one string, which is parsed only to show a difference. */
function asText(recorder: Recorder): string {
  const { samples, events, metrics, problems, counts, lastClock, facts, failed } = recorder;
  const rows = [...recorder.rows];
  const error = failed && [failed.code, failed.message, failed.offset, failed.line];
  return json({ samples, events, metrics, rows, problems, counts, clock: lastClock, facts, error });
}

const json = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? String(each) : each));

function expectSame(recorder: Recorder, whole: string, how: string): void {
  const text = asText(recorder);
  if (text !== whole) expect(JSON.parse(text), how).toEqual(JSON.parse(whole));
}

/** Size of the bytes in the ledger's unit. */
const sizeOf = (format: Format, bytes: Uint8Array): number =>
  format.unit === 'lines' ? countLines(bytes) : bytes.length;

const ledgerOf = ({ counts }: Recorder): number => counts.used + counts.blank + counts.skipped;

function* cutsOf(length: number, whole: boolean): Generator<number> {
  const most = whole ? Math.max(fewestCuts, maxBytes / length) : fewestCuts;
  const step = Math.max(1, Math.floor(length / most));
  for (let cut = 1; cut < length; cut += step) yield cut;
}

describe('the registry', () => {
  it('has ids that are unique, and fixtures for each', () => {
    const ids = formats.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(formats.filter(format => capturesOf(format).length === 0).map(({ id }) => id)).toEqual([]);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['NUL bytes', new Uint8Array(4096)],
    ['every byte', Uint8Array.from({ length: 65536 }, (_, at) => (at * 167 + (at >> 8)) & 255)],
    [
      'prose',
      new TextEncoder().encode('It was a dark and stormy night.\nThe rain fell in torrents.\n'.repeat(40)),
    ],
  ])('has no format that recognises %s with certainty', (_what, bytes) => {
    const sure = formats.filter(format => !['no', 'maybe'].includes(format.sniff(bytes, 'file')));
    expect(sure.map(({ id }) => id)).toEqual([]);
  });
});

describe.each(formats.map(format => [format.id, format] as const))('%s', (id, format) => {
  const captures = capturesOf(format);

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

  describe.each(captures)('$name', async capture => {
    const { name, whole: isWhole } = capture;
    const bytes = await capture.bytes();
    const options = { ...given, name };
    const whole = readAll(format, bytes, options);
    const wholeText = asText(whole);

    it('is recognised, and by no other format with equal certainty', () => {
      const head = bytes.subarray(0, 64 << 10);
      if (isWhole) expect(format.sniff(head, name)).not.toBe('no');
      const sure = formats.filter(other => other.sniff(head, name) === 'yes').map(other => other.id);
      if (sure.length > 0) expect(sure).toEqual([id]);
    });

    it('gives rows, and a ledger that closes', () => {
      expect(whole.failed).toBeNull();
      expect(whole.rowCount).toBeGreaterThan(0);
      expect(ledgerOf(whole)).toBe(sizeOf(format, bytes));
    });

    it('gives the same rows under an unknown name', () => {
      if (isWhole) expect(format.sniff(bytes.subarray(0, 64 << 10), 'unknown')).not.toBe('no');
      expectSame(readAll(format, bytes, { ...given, name: 'unknown' }), wholeText, 'under an unknown name');
    });

    it('gives the same rows however the bytes are chunked', () => {
      expectSame(readAll(format, bytes, options, 1), wholeText, 'byte by byte');
      expectSame(readAll(format, bytes, options, 7), wholeText, 'seven bytes at a time');
      for (const cut of cutsOf(bytes.length, isWhole)) {
        expectSame(readAll(format, bytes, options, [cut]), wholeText, `cut at ${cut}`);
      }
    }, 60_000);

    it('throws only ParseError, and its ledger closes, wherever the file is truncated', () => {
      for (const length of cutsOf(bytes.length, isWhole)) {
        const start = bytes.subarray(0, length);
        const recorder = readAll(format, start, options);
        if (recorder.failed === null)
          expect(ledgerOf(recorder), `cut off at ${length}`).toBe(sizeOf(format, start));
        else expect(recorder.failed.offset, `cut off at ${length}`).toBeLessThanOrEqual(length);
      }
    }, 60_000);

    const { boundary: boundaryOf } = format;
    if (boundaryOf === undefined) return;
    it('gives the same rows in parts', () => {
      const boundary = (from: number) => boundaryOf(bytes, from);
      const starts: number[] = [];
      for (let at = boundary(1); at >= 0; at = boundary(at + 1)) starts.push(at);
      for (let from = 1; from < bytes.length; from++) {
        expect(boundary(from)).toBe(starts.find(start => start >= from) ?? -1);
      }
      const rows = rowsOfParts(format, bytes, [], options);
      for (const start of starts) {
        const parts = rowsOfParts(format, bytes, [start], options);
        if (parts !== rows) expect(parts, `in two parts at ${start}`).toBe(rows);
      }
      expect(rowsOfParts(format, bytes, starts, options)).toBe(rows);
    }, 60_000);
  });
});
