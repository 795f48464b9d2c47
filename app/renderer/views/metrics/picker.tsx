import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef } from 'react';
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import { formatInteger } from '../../../wording/numbers.ts';
import { isSameSeries, metricTracks } from '../../state/metrics.ts';
import type { Cell } from '../../state/paged-answer.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { Track } from '../../state/tracks.ts';
import { gridColumns } from '../../widgets/columns.ts';
import { Grid, type GridRows } from '../../widgets/grid.tsx';
import { useMainSearch } from '../../widgets/use-main-grid.ts';
import { PickerSearch } from './picker-search.tsx';
import { seriesEntries, toggleSeries } from './series-entries.ts';
import type { SeriesRow, VisibleNode } from './series-tree.ts';
import { useSeriesTree } from './use-series-tree.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'counter', kind: 'text', about: 'Object, instance, counter.' },
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The capture of the series.' },
  { name: 'track', kind: 'text', about: 'The track of the timeline it is drawn in.' },
  { name: 'unit', kind: 'text', about: 'Unit of the values; a cumulative count is shown per second.' },
  { name: 'mean', kind: 'number', about: 'Average of the values in scope.' },
  { name: 'min', kind: 'number', about: 'Smallest value in scope.' },
  { name: 'max', kind: 'number', about: 'Largest value in scope.' },
  { name: 'last', kind: 'number', about: 'Last value in scope.' },
  { name: 'points', kind: 'integer', about: 'Values in scope, without first reports since boot.' },
];
const widths = {
  counter: 160,
  track: 84,
  unit: 56,
  mean: 70,
  min: 70,
  max: 70,
  last: 70,
  points: 70,
};
const table = 'series-tree';

interface PickerProps {
  readonly rows: readonly SeriesRow[];
  readonly tracks: readonly Track[];
  readonly isBusy: boolean;
}

/** All series as a searchable tree. Enter shows a series in its own track, or removes it. */
export function Picker({ rows: all, tracks, isBusy }: PickerProps) {
  const session = useSession();
  const layout = useStore(session.layouts.of(table, { widths: {}, hidden: ['min', 'last', 'points', 'id'] }));
  const tree = useSeriesTree(all);
  const { visible, active, setActive, toggle } = tree;
  const input = useRef<HTMLInputElement>(null);

  useMainSearch(input);

  const trackOf = useCallback(
    (series: SeriesRow) =>
      metricTracks(tracks).find(({ params }) => params.series.some(each => isSameSeries(each, series)))
        ?.params,
    [tracks],
  );
  const rows = useMemo<GridRows>(
    () => ({
      count: visible.length,
      cell: (row, column) => cellOf(visible[row]!, column, series => trackOf(series)?.title ?? null),
      want: () => undefined,
      // `onKey` handles the search.
      find: async () => -1,
    }),
    [visible, trackOf],
  );
  const draw = useCallback((row: number, column: string) => drawn(visible[row], column), [visible]);
  const act = (row: number) => {
    const at = visible[row];
    if (at?.node.series) toggleSeries(session, tracks, at.node.series);
    else if (at) toggle(at);
  };
  const onKey = (event: KeyboardEvent, at: number): boolean => {
    if (event.key === '/') session.mainGrid.get()?.openFind();
    else if (event.key === ' ' && visible[at]) act(at);
    else return tree.takeKey(event.key, at);
    return true;
  };

  const isOne = all.every(({ capture }) => capture === all[0]?.capture);
  const laid = gridColumns(columns, layout, { without: isOne ? ['capture'] : [], widths });
  return (
    <div className="picker">
      <PickerSearch input={input} all={all.length} tree={tree} onAct={act} />
      <Grid
        label="Series"
        table={table}
        columns={laid.filter(column => !layout.hidden.includes(column.name))}
        chosen={{ all: laid }}
        rows={rows}
        active={active}
        onActive={setActive}
        onOpen={act}
        onKey={onKey}
        draw={draw}
        isMarked={row => {
          const series = visible[row]?.node.series;
          return Boolean(series && trackOf(series));
        }}
        menu={row => {
          const at = visible[row];
          return at ? seriesEntries(session, tracks, all, at.node) : [];
        }}
        tree={{
          column: 'counter',
          at: row => {
            const { node, level, isOpen, place, siblings } = visible[row]!;
            return { level, isLeaf: node.series !== null, isOpen, place, siblings };
          },
          toggle: row => toggle(visible[row]!),
        }}
        isBusy={isBusy}
        empty={
          tree.search === ''
            ? 'No series has values in scope.'
            : `No series has "${tree.search}" in its path.`
        }
      />
    </div>
  );
}

/** A node that holds others: its name, and of how many series. */
function drawn(row: VisibleNode | undefined, column: string): ReactNode {
  if (!row || row.node.series) return undefined;
  if (column !== 'counter') return '';
  return (
    <span className="text">
      {row.node.name} <span className="muted">{formatInteger(row.node.count)}</span>
    </span>
  );
}

function cellOf({ node }: VisibleNode, column: string, trackOf: (series: SeriesRow) => string | null): Cell {
  const { series, name } = node;
  if (column === 'counter') return name;
  if (!series) return null;
  if (column === 'track') return trackOf(series);
  if (column === 'meaning') return series.meaning?.name ?? null;
  const value = series[column as Exclude<keyof SeriesRow, 'meaning'>];
  return value === undefined || (typeof value === 'number' && Number.isNaN(value)) ? null : value;
}
