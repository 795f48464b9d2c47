import {
  type AnswerColumn,
  type Ask,
  analyzer,
  type HeatGrid,
  type Note,
  type Scope,
} from '../../contract.ts';
import { answer, durationText, withUnit } from '../../kit/answer.ts';
import type { CaptureFact } from '../../kit/catalog.ts';
import { note, onceEach, withoutTime } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { tally } from '../../samples/samples.ts';
import { axisOf, sinceSql, zeroOf } from '../../time/span.ts';
import { cellSql, gridOf } from './grid.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'time', kind: 'time', about: 'Start of the column: a whole second, or a multiple of its width.' },
  { name: 'offset', kind: 'duration', about: 'Start of the row, relative to the start of the column.' },
  { name: 'value', kind: 'integer', unit: 'samples', about: 'Samples in the cell, or their total weight.' },
];

export const heat = analyzer({
  id: 'heat',
  title: 'Heat map',
  question: 'In which part of each second do samples fall?',
  needs: ['sample'],
  params: {
    columns: {
      type: 'number',
      about: 'Maximum number of columns. A column is one second wide, or wider if that gives too many.',
      default: 600,
      min: 2,
      max: 2000,
    },
    rows: howMany('Number of rows of a column.', 50, 1000),
  },
  shape: 'heat',
  columns,
  async answer(ask, params, scope) {
    const { captures, isWhole, scope: narrowed, notes } = await axisOf(ask, scope);
    const extent = await extentOf(ask, captures, scope);
    const grid = extent && gridOf(...extent, Math.floor(params.columns), Math.floor(params.rows));
    const cell = grid ? cellSql(grid, sinceSql({ captures, isWhole, from: grid.from })) : 'NULL::INTEGER';
    const { groups, amount, whole, notes: counted } = await tally(ask, narrowed, { cell });

    const cells = groups.ints('cell');
    const order = Int32Array.from(cells.keys())
      .filter(row => cells[row]! >= 0 && amount[row]! > 0)
      .sort((a, b) => cells[a]! - cells[b]!);
    const timeless = cells.reduce((sum, at, row) => (at < 0 ? sum + amount[row]! : sum), 0);
    const rows = grid ? grid.edges.length - 1 : 1;
    const time = new BigInt64Array(order.length);
    const offset = new Float64Array(order.length);
    const value = new Float64Array(order.length);
    order.forEach((row, i) => {
      const at = cells[row]!;
      time[i] = grid!.from + BigInt(Math.floor(at / rows)) * grid!.width;
      offset[i] = grid!.edges[at % rows]!;
      value[i] = amount[row]!;
    });
    return answer(
      withUnit(columns, whole.unit),
      order.length,
      { time, offset, value },
      {
        notes: onceEach([
          ...(grid && order.length > 0 ? gridNotes(grid, extent) : []),
          ...notes,
          ...(timeless > 0 ? [withoutTime(timeless, whole.unit)] : []),
          ...counted,
        ]),
        whole,
        ...(grid && { grid }),
      },
    );
  },
});

/** Samples over fewer columns show no pattern. */
const fewColumns = 3;

function gridNotes({ width, columns, edges }: HeatGrid, [from, to]: Extent): Note[] {
  const rows = edges.length - 1;
  const notes = [
    note(
      'cell-size',
      `A column is ${durationText(Number(width))}, a row ${durationText(Number(width) / rows)} of it.`,
      {
        columnNs: Number(width),
        rowNs: Number(width) / rows,
      },
    ),
  ];
  if (columns < fewColumns)
    notes.push(
      note(
        'few-columns',
        `The samples span ${durationText(Number(to - from))}, which is too short to show recurring patterns.`,
        { columns },
      ),
    );
  return notes;
}

/** Epoch ns, `to` exclusive. */
type Extent = readonly [from: bigint, to: bigint];

/**
 * From the first to the last sample of the captures, within the scope's times; null if no sample has a time. Outliers, dated far from
 * all other samples, are included only if the scope states a begin or an end.
 */
async function extentOf(ask: Ask, captures: readonly CaptureFact[], scope: Scope): Promise<Extent | null> {
  const extents = await sampleExtents(ask);
  let [from, to]: [bigint | null, bigint | null] = [null, null];
  for (const capture of captures) {
    const extent = extents.get(capture.id);
    if (!extent) continue;
    const zero = zeroOf(capture);
    const first = zero + extent[scope.from === undefined ? 'onAxis' : 'all'][0];
    const last = zero + extent[scope.to === undefined ? 'onAxis' : 'all'][1];
    if (from === null || first < from) from = first;
    if (to === null || last > to) to = last;
  }
  if (from === null || to === null) return null;
  if (scope.from !== undefined && scope.from > from) from = scope.from;
  if (scope.to !== undefined && scope.to < to) to = scope.to;
  return from < to ? [from, to] : null;
}

/** First and last sample of a capture: ns since its zero, the end exclusive. */
interface SampleExtent {
  readonly all: Extent;
  /** Within the capture's span: see `workspace/store/spans.ts`. */
  readonly onAxis: Extent;
}

function sampleExtents(ask: Ask): Promise<ReadonlyMap<number, SampleExtent>> {
  return ask.memo('sample-extents', async () => {
    const result = await ask.query.columns(
      `SELECT s.capture::INTEGER AS capture, min(s.ts)::BIGINT AS first, max(s.ts)::BIGINT AS last,
         coalesce(min(s.ts) FILTER (s.ts >= c.first_ts), min(s.ts))::BIGINT AS axis_first,
         coalesce(max(s.ts) FILTER (s.ts <= c.last_ts), max(s.ts))::BIGINT AS axis_last
       FROM sample s JOIN capture c ON c.id = s.capture WHERE s.ts IS NOT NULL GROUP BY s.capture`,
      [],
      ask.cancel,
    );
    const extent = (first: string, last: string) => {
      const [from, to] = [result.wides(first), result.wides(last)];
      return (row: number): Extent => [from[row]!, to[row]! + 1n];
    };
    const [all, onAxis] = [extent('first', 'last'), extent('axis_first', 'axis_last')];
    const value = new Map(
      Array.from(result.ints('capture'), (id, row): [number, SampleExtent] => [
        id,
        { all: all(row), onAxis: onAxis(row) },
      ]),
    );
    return { value, bytes: value.size * 200 };
  });
}
