/** What parses one file parses the next. */
import { expect, it } from 'vitest';
import { none } from '../../parsers/contract.ts';
import { PartOutput } from './output.ts';

it('gives on arrays to the next file, and not the rows that a reader at fault has left in them', () => {
  const begun = () => {
    const output = new PartOutput();
    output.begin(0, 0);
    return output;
  };
  const cycles = new TextEncoder().encode('cycles');
  const failed = begun();
  failed.sample(5, 0, none, failed.text(cycles, 0, 6), 1, 1, none);
  failed.row('histogram', {
    series: failed.series({
      object: '',
      counter: 'c',
      unit: '',
      instance: null,
      host: null,
      cumulative: false,
    }),
    ts: 5,
    low: 0,
    high: 1,
    count: 1,
  });
  failed.close();
  const next = begun();
  expect(next.take(true).blocks).toEqual([]);
  next.sample(7, 1, none, next.text(cycles, 0, 6), 2, 3, none);
  const [block] = next.take(true).blocks;
  expect(block).toMatchObject({ table: 'sample', rows: 1 });
  expect(block?.columns[0]).toEqual(Float64Array.of(7));
});
