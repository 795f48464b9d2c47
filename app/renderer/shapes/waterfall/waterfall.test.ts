import { describe, expect, it } from 'vitest';
import { nullWide } from '../../../../analyzers/contract.ts';
import { texts } from '../../../../analyzers/kit/answer.ts';
import { waterfall as question } from '../../../../analyzers/questions/waterfall/waterfall.ts';
import { Colours } from '../../state/colours.ts';
import { Table } from '../../state/table.ts';
import { coloursOf, lengthOf, linesOf, ticksOf, waterfallOption } from './lines.ts';

const n = (...values: number[]) => Float64Array.from(values);
const table = new Table(question.columns, 3, [
  texts(['POST /pay', '<b>SELECT', 'payment refused']),
  n(0, 1, 2),
  n(0, 2e6, 3e6),
  n(10e6, 4e6, Number.NaN),
  n(6e6, 4e6, Number.NaN),
  texts([null, 'timeout', null]),
  texts(['checkout', 'db', null]),
  texts(['span', 'span', 'log']),
  texts([null, null, 'error']),
  BigInt64Array.of(0n, 1n, nullWide),
  n(1, 1, 2),
  n(1, 2, 3),
]);
const lines = linesOf(table);

describe('the picture of a request', () => {
  it('has a line for each part, indented under its parent', () => {
    expect(lines.map(({ label }) => label)).toEqual(['POST /pay', '  <b>SELECT', '    payment refused']);
    expect(lines.map(({ name }) => name)).toEqual([
      'POST /pay, at 0 ns, took 10.0 ms',
      '<b>SELECT, at 2.00 ms, took 4.00 ms, failed: timeout',
      'payment refused, at 3.00 ms',
    ]);
    expect(lengthOf(lines)).toBe(10e6);
  });

  it('colours by process, and failed parts as errors', () => {
    expect(coloursOf(lines, new Colours())).toEqual(['var(--other)', 'var(--error-dot)', 'var(--other)']);
  });

  it('draws bars from their begin, and a mark for parts without a duration', () => {
    const theme = { font: { color: '#000', fontFamily: 'x', fontSize: 11 }, ruling: '#ccc', bar: '#00f' };
    const option = waterfallOption(lines, ticksOf(10e6, 500), ['a', 'b', 'c'], theme) as {
      series: { data: unknown[] }[];
    };
    expect(option.series.map(({ data }) => data.length)).toEqual([3, 3, 1]);
    expect(option.series[0]!.data).toEqual([0, 2e6, null]);
    expect(option.series[2]!.data).toMatchObject([{ value: [3e6, 2] }]);
  });

  it('has round times on its axis', () => {
    expect(ticksOf(10e6, 500).map(({ text }) => text)).toEqual([
      '0',
      '2 ms',
      '4 ms',
      '6 ms',
      '8 ms',
      '10 ms',
    ]);
  });
});
