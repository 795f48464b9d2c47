import { describe, expect, it } from 'vitest';
import { type AnswerColumn, nullWide } from '../../../../analyzers/contract.ts';
import { Table } from '../../state/table.ts';
import { extent, lineColumns, lineGroups, valueAt } from './line-groups.ts';

const column = (name: string, kind: AnswerColumn['kind']): AnswerColumn => ({ name, kind, about: '' });
const columns = [
  column('track', 'text'),
  column('key', 'text'),
  column('time', 'time'),
  column('min', 'number'),
  column('value', 'number'),
  column('unit', 'text'),
];
const cast = lineColumns(columns)!;

type Row = readonly [track: string, key: string, time: bigint | null, value: number | null];

function tableOf(rows: readonly Row[]): Table {
  const texts = (values: readonly string[]) => ({ index: Int32Array.from(values, (_, i) => i), values });
  return new Table(columns, rows.length, [
    texts(rows.map(([track]) => track)),
    texts(rows.map(([, key]) => key)),
    BigInt64Array.from(rows, ([, , time]) => time ?? nullWide),
    Float64Array.from(rows, () => -1),
    Float64Array.from(rows, ([, , , value]) => value ?? Number.NaN),
    texts(rows.map(() => 'kB/s')),
  ]);
}

describe('lineGroups', () => {
  it('makes one chart per track and one line per key, with gaps at nulls', () => {
    const groups = lineGroups(
      tableOf([
        ['disk', 'sda', 10n, 1],
        ['disk', 'sda', 20n, null],
        ['disk', 'sdb', 10n, 2],
        ['cpu', '', null, 3],
      ]),
      cast,
    );
    expect(groups).toEqual([
      {
        title: 'disk',
        unit: 'kB/s',
        timeless: 0,
        lines: [
          { key: 'sda', times: [10n, 20n], values: [1, Number.NaN] },
          { key: 'sdb', times: [10n], values: [2] },
        ],
      },
      { title: 'cpu', unit: 'kB/s', timeless: 1, lines: [] },
    ]);
    expect(extent(groups)).toEqual({ from: 10n, to: 20n });
  });

  it('uses the first column of measurements if none is called value', () => {
    const levels = lineColumns([
      column('time', 'time'),
      column('level', 'text'),
      column('count', 'integer'),
    ])!;
    expect([levels.value.name, levels.keys.map(({ name }) => name)]).toEqual(['count', ['level']]);
  });

  it('has no value before the first point', () => {
    const line = { key: '', times: [10n, 20n], values: [1, 2] };
    expect([9n, 10n, 15n, 25n].map(time => valueAt(line, time))).toEqual([Number.NaN, 1, 1, 2]);
  });

  it('needs a time column', () => {
    expect(lineColumns([column('value', 'number')])).toBeNull();
  });
});
