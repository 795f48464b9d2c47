import { describe, expect, it } from 'vitest';
import { ascii, decode } from './bytes.ts';
import { countLines, LineSplitter } from './lines.ts';

type Seen = [text: string, number: number, offset: number] | ['too long', length: number, ...number[]];

function split(bytes: Uint8Array, cuts: readonly number[], limit?: number, fileStart = true): Seen[] {
  const seen: Seen[] = [];
  const lines = new LineSplitter(
    {
      line: (b, start, end, number, offset) => seen.push([decode(b, start, end), number, offset]),
      tooLong: (_b, start, end, length, number, offset) =>
        seen.push(['too long', length, number, offset, end - start]),
    },
    fileStart,
    limit,
  );
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    const chunk = bytes.slice(from, cut);
    lines.push(chunk);
    chunk.fill(0xaa);
    from = cut;
  }
  lines.end();
  expect(lines.count).toBe(countLines(bytes));
  return seen;
}

const everyByte = (bytes: Uint8Array) => Array.from({ length: bytes.length }, (_, at) => at).slice(1);

describe('LineSplitter', () => {
  it('strips LF and CRLF, counts lines and offsets, and gives the last line without an end', () => {
    expect(split(ascii('one\r\n\nthree\r\r\nlast'), [])).toEqual([
      ['one', 1, 0],
      ['', 2, 5],
      ['three\r', 3, 6],
      ['last', 4, 14],
    ]);
  });

  it('gives no line if the input is empty', () => {
    expect(split(ascii(''), [])).toEqual([]);
  });

  it('leaves out a BOM at the start of the file, not of a later part', () => {
    const bytes = ascii('\ufeffa\n\ufeffb\n');
    expect(split(bytes, [])).toEqual([
      ['a', 1, 3],
      ['\ufeffb', 2, 5],
    ]);
    expect(split(bytes, [], undefined, false)[0]).toEqual(['\ufeffa', 1, 0]);
  });

  it('gives the same lines for every two-way split and for single bytes', () => {
    const bytes = ascii('\ufefffirst\r\n\r\nthe second line\n\n\nx\r\na line far too long\r\nend');
    const whole = split(bytes, [], 15);
    expect(whole).toContainEqual(['too long', 20, 7, 33, 15]);
    for (const cut of everyByte(bytes)) expect(split(bytes, [cut], 15)).toEqual(whole);
    expect(split(bytes, everyByte(bytes), 15)).toEqual(whole);
  });

  it('reports a line that never ends once, with the first 200 bytes as an example', () => {
    const seen: number[] = [];
    const lines = new LineSplitter(
      { line: () => seen.push(-1), tooLong: (_b, start, end, length) => seen.push(length, end - start) },
      true,
      1 << 16,
    );
    const chunk = new Uint8Array(1 << 20).fill(0x78);
    for (let pushed = 0; pushed < 100; pushed++) lines.push(chunk);
    lines.end();
    expect(seen).toEqual([100 << 20, 200]);
  });
});
