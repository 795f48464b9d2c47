import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { free } from './format.ts';

describe('free', () => {
  it('reads one sample after the other', async () => {
    const recorder = readAll(free, await bytesOf(fixture('free/free.txt')));
    expect(valuesOf(recorder).get('memory free')).toEqual([16913348, 16835792]);
    expect(valuesOf(recorder).get('swap used')).toEqual([0, 0]);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads sizes with a suffix in kB', async () => {
    const values = valuesOf(readAll(free, await bytesOf(fixture('free/free-wh.txt'))));
    expect(values.get('memory total')).toEqual([23 * 1024 * 1024]);
    expect(values.get('memory buffers')).toEqual([51 * 1024]);
    expect(values.get('swap total')).toEqual([0]);
  });

  it('takes amounts without a unit as what they can be, and says so', () => {
    const text = (mem: string) =>
      `               total        used        free      shared  buff/cache   available\nMem:     ${mem}\nSwap:    0 0 0\n`;
    const kB = [25276510208, 14996611072].map(bytes => bytes / 1024);
    const read = (mem: string) => {
      const recorder = readAll(free, ascii(text(mem)));
      const values = valuesOf(recorder);
      return [values.get('memory total')?.[0], values.get('memory free')?.[0], recorder.problemCounts()];
    };
    const guess = { 'unit-guessed': 1 };
    expect(read('25276510208  5684727808 14996611072   122515456  5064892416 19591782400')).toEqual([
      ...kB,
      guess,
    ]);
    expect(read('24684092 5551492 14645128 119644 4946184 19132600')).toEqual([24684092, 14645128, {}]);
    expect(read('24105        5421       14301         116        4830       18684')).toEqual([
      24105 * 1024,
      14301 * 1024,
      guess,
    ]);
    expect(read('23           5          13           0           4          18')).toEqual([
      23 * 1024 ** 2,
      13 * 1024 ** 2,
      guess,
    ]);
  });

  it('takes totals of large machines as GiB, and those of small ones as MiB', () => {
    const total = (memory: number, swap: number) => {
      const titles = '              total        used        free      shared  buff/cache   available';
      const text = `${titles}\nMem:   ${memory}  101  33  1  369  398\nSwap:  ${swap}  0  ${swap}\n`;
      return valuesOf(readAll(free, ascii(text))).get('memory total')?.[0];
    };
    const [mega, giga] = [1024, 1024 ** 2];
    for (const large of [251, 373, 503, 747, 755, 1007, 1510, 2015])
      expect(total(large, 0)).toBe(large * giga);
    expect(total(503, 31)).toBe(503 * giga);
    expect(total(503, 1023)).toBe(503 * mega);
    for (const small of [474, 926, 990, 1990, 3936]) expect(total(small, 0)).toBe(small * mega);
  });

  it('reads the second line of older versions', () => {
    const text =
      '             total       used       free     shared    buffers     cached\n' +
      'Mem:       7875684    4182140    3693544      32884     964828    1432812\n' +
      '-/+ buffers/cache:    1784500    6091184\n';
    expect(valuesOf(readAll(free, ascii(text))).get('memory free -/+ buffers/cache')).toEqual([6091184]);
  });

  it('reads the dates before its reports, and the titles of a locale', () => {
    const report = (date: string, free: string) =>
      `${date}\n              gesamt       benutzt     frei      gemns.  Puffer/Cache verfügbar\n` +
      `Speicher:       15Gi        12Gi       ${free}       1,5Gi       3,0Gi       2,5Gi\n` +
      'Auslager:      2,0Gi       1,0Gi       1,0Gi\n';
    const text = `${report('2024-06-11 09:15:02', '313Mi')}${report('2024-06-11 09:15:12', '213Mi')}not a row\n              gesamt       benutzt     frei      gemns.  Puffer/Cache verfügbar\nconstructor: 1 2 3\n`;
    const bytes = new TextEncoder().encode(text);
    expect(free.sniff(bytes, '')).toBe('yes');
    const recorder = readAll(free, bytes);
    expect(timesOf(recorder)).toEqual(['2024-06-11T09:15:02', '2024-06-11T09:15:12']);
    const values = valuesOf(recorder);
    expect(values.get('memory free')).toEqual([313 * 1024, 213 * 1024]);
    expect(values.get('memory shared')?.[0]).toBe(1.5 * 1024 ** 2);
    expect(values.get('swap used')).toEqual([1024 ** 2, 1024 ** 2]);
    expect(recorder.counts).toEqual({ used: 8, blank: 0, skipped: 3 });
    expect(recorder.problemCounts()).toEqual({ 'unknown-line': 3 });
  });
});
