import { expect, it } from 'vitest';
import { perfmon } from '../../perfmon/format.ts';
import { ascii } from '../bytes.ts';
import { valuesOf } from '../metrics/metrics.testing.ts';
import { readAll } from '../recorder.ts';

it('a cell of more than 64 KiB is skipped with the rest of its row, and reported with its line', () => {
  const text = [
    '"(PDH-CSV 4.0) (India Standard Time)(-330)","\\\\H\\Memory\\Pages/sec","\\\\H\\Memory\\Free"',
    '"11/21/2026 23:59:58.013","1","2"',
    `"11/21/2026 23:59:59.013","${'9'.repeat(70_000)}","4"`,
    '"11/22/2026 00:00:00.013","5","6"',
    '',
  ].join('\n');
  for (const chunk of [undefined, 1000]) {
    const recorder = readAll(perfmon, ascii(text), {}, chunk);
    expect(Object.fromEntries(valuesOf(recorder))).toEqual({
      'Memory Pages/sec': [1, 5],
      'Memory Free': [2, 6],
    });
    expect(recorder.problems.map(({ code, line }) => [code, line])).toEqual([['cell-too-long', 3]]);
  }
});
