/**
 * A format with a table of names at the end of the file, which is read before the first push, however the file is
 * stored.
 */
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { type Format, none, type Options, type Output, type Reader } from '../../parsers/contract.ts';
import { ascii, decode } from '../../parsers/kit/bytes.ts';
import { tarOf, zipOf } from '../files/archives/archives.testing.ts';
import { imported, rowsOf, Scratch } from './import.testing.ts';

const magic = 'NAMES AT END\n';
const recordsAt = magic.length + 4;

/** Magic, offset of the names, a byte per sample (index of its name); then the names, one per line. */
function file(samples: number): Uint8Array {
  const names = ascii('alpha\nbeta\ngamma');
  const bytes = new Uint8Array(recordsAt + samples + names.length);
  bytes.set(ascii(magic));
  new DataView(bytes.buffer).setUint32(magic.length, recordsAt + samples, true);
  for (let at = 0; at < samples; at++) bytes[recordsAt + at] = at % 3;
  bytes.set(names, recordsAt + samples);
  return bytes;
}

class NamesReader implements Reader {
  private at = 0;
  private readonly namesAt: number;
  private readonly names: readonly string[];

  constructor(
    private readonly out: Output,
    { file }: Options,
  ) {
    this.namesAt = namesAt(file.at(0, recordsAt));
    this.names = decode(file.at(this.namesAt, Number.MAX_SAFE_INTEGER), 0, 16).split('\n');
  }

  push(chunk: Uint8Array): void {
    const { out, names } = this;
    for (const byte of chunk) {
      if (this.at >= recordsAt && this.at < this.namesAt) {
        const frame = out.frame(out.string(names[byte] ?? '?'), out.string('m'));
        out.sample(Number.NaN, -1, none, out.string('cycles'), 1, Number.NaN, out.stack(none, frame));
      }
      this.at++;
    }
  }

  end(): void {
    this.out.ledger(this.at, 0, 0);
  }
}

const namesAt = (head: Uint8Array): number =>
  new DataView(head.buffer, head.byteOffset).getUint32(magic.length, true);

const namesAtEnd: Format = {
  id: 'names-at-end',
  title: 'names at the end',
  unit: 'bytes',
  version: 1,
  load: async () => namesAtEnd,
  sniff: head => (decode(head, 0, magic.length) === magic ? 'yes' : 'no'),
  ranges: known => [{ start: namesAt(known.at(0, recordsAt)), end: Number.MAX_SAFE_INTEGER }],
  open: (out, options) => new NamesReader(out, options),
};

const scratch = new Scratch();
afterAll(() => scratch.remove());

const samples = 200_000;
const content = file(samples);
const inside = { name: 'inside.bin', content };
const counts = [
  ['alpha', 66667],
  ['beta', 66667],
  ['gamma', 66666],
];

describe('ranges that a format asks for', () => {
  it.each([
    ['on disk', scratch.file('plain.bin', content)],
    ['packed', scratch.file('packed.bin.gz', gzipSync(content))],
    ['in an archive, packed', scratch.file('inside.zip', zipOf([inside]))],
    ['in an archive, as it is', scratch.file('inside.tar', tarOf([inside]))],
    ['in a packed archive', scratch.file('inside.tgz', gzipSync(tarOf([inside])))],
  ])('are available at the first push: %s', async (_where, path) => {
    await imported(
      { paths: [path] },
      async (workspace, report) => {
        expect(report.failures).toEqual([]);
        expect(report.captures[0]).toMatchObject({ status: 'complete', used: content.length, unit: 'bytes' });
        const sql = 'SELECT "function", count(*)::INTEGER FROM samples GROUP BY 1 ORDER BY 1';
        expect(await rowsOf(workspace, sql)).toEqual(counts);
      },
      { formats: [namesAtEnd] },
    );
  });

  it('are available as far as a compressed file can be decompressed', async () => {
    const whole = gzipSync(content);
    const path = scratch.file('cut.bin.gz', whole.subarray(0, whole.length - 20));
    await imported(
      { paths: [path] },
      async (_workspace, report) => {
        expect(report.captures[0]).toMatchObject({ status: 'partial' });
        expect(report.captures[0]?.rows.sample).toBeGreaterThan(0);
      },
      { formats: [namesAtEnd] },
    );
  });
});
