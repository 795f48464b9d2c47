import { describe, expect, it } from 'vitest';
import type { AnswerColumn } from '../../analyzers/contract.ts';
import { lineColumns, lineGroups } from './lines.ts';

const column = (
  name: string,
  kind: AnswerColumn['kind'],
  facts: Partial<AnswerColumn> = {},
): AnswerColumn => ({ name, kind, about: '', ...facts });

/** Lines of rows that are objects. */
function linesOf(
  columns: readonly AnswerColumn[],
  rows: readonly Record<string, string | number | bigint | null>[],
) {
  const captures = new Map([
    [1, 'iostat.txt'],
    [2, 'sar.txt'],
  ]);
  return lineGroups(
    { rows: rows.length, cell: (row, name) => rows[row]![name] },
    lineColumns(columns)!,
    id => captures.get(id)!,
  );
}

describe('lineGroups', () => {
  it('makes one chart per track and one line per key, with gaps at nulls', () => {
    const columns = [
      column('track', 'text'),
      column('key', 'text'),
      column('time', 'time'),
      column('min', 'number'),
      column('value', 'number'),
      column('unit', 'text'),
    ];
    const row = (track: string, key: string, time: bigint | null, value: number | null) => ({
      ...{ track, key, time, min: -1, value },
      unit: 'kB/s',
    });
    expect(
      linesOf(columns, [
        row('disk', 'sda', 10n, 1),
        row('disk', 'sda', 20n, null),
        row('disk', 'sdb', 10n, 2),
        row('cpu', '', null, 3),
      ]),
    ).toMatchObject([
      {
        title: 'disk',
        unit: 'kB/s',
        timeless: 0,
        lines: [
          { name: 'sda', times: [10n, 20n], values: [1, Number.NaN] },
          { name: 'sdb', times: [10n], values: [2] },
        ],
      },
      { title: 'cpu', unit: 'kB/s', timeless: 1, lines: [] },
    ]);
  });

  it('tells captures apart, names lines by what differs, and gives each unit a chart', () => {
    const columns = [
      column('time', 'time'),
      column('value', 'number'),
      column('id', 'code', { refers: 'signal' }),
      column('capture', 'integer', { refers: 'capture' }),
      column('host', 'text', { refers: 'host' }),
      column('counter', 'code', { refers: 'series' }),
      column('unit', 'text'),
    ];
    const row = (capture: number, counter: string, unit: string, time: bigint, value: number) => ({
      ...{ time, value, id: `series/${counter}`, capture, host: 'vm', counter, unit },
    });
    const groups = linesOf(columns, [
      row(1, '%usr', '%', 1n, 10),
      row(1, '%usr', '%', 2n, 11),
      row(2, '%usr', '%', 1n, 12),
      row(1, 'MHz', 'MHz', 1n, 2400),
    ]);
    expect(groups.map(({ unit, lines }) => [unit, lines.map(({ name, values }) => [name, values])])).toEqual([
      [
        '%',
        [
          ['iostat.txt · %usr', [10, 11]],
          ['sar.txt · %usr', [12]],
        ],
      ],
      ['MHz', [['iostat.txt · MHz', [2400]]]],
    ]);
  });

  it('names a line by all its parts if nothing differs', () => {
    const columns = [
      column('time', 'time'),
      column('count', 'integer'),
      column('device', 'text'),
      column('operation', 'text'),
    ];
    const [group] = linesOf(columns, [{ time: 1n, count: 3, device: 'vda', operation: 'read' }]);
    expect(group!.lines).toMatchObject([{ name: 'vda · read', times: [1n], values: [3] }]);
  });
});

describe('lineColumns', () => {
  const time = column('time', 'time');
  it.each([
    [
      'the amount declared as drawn',
      [time, column('a', 'number'), column('ratio', 'number', { drawn: true })],
      'ratio',
    ],
    ['value', [time, column('min', 'number'), column('value', 'number')], 'value'],
    [
      'the first amount',
      [time, column('row', 'integer', { refers: 'line' }), column('count', 'integer')],
      'count',
    ],
  ])('draws %s', (_, columns, drawn) => {
    expect(lineColumns(columns)?.value.name).toBe(drawn);
  });

  it('needs a time', () => {
    expect(lineColumns([column('value', 'number')])).toBeNull();
  });
});
