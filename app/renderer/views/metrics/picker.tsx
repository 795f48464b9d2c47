import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import { count, formatInteger } from '../../../wording/numbers.ts';
import { isSameSeries, metricTracks } from '../../state/metrics.ts';
import type { Cell } from '../../state/paged-answer.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { Track } from '../../state/tracks.ts';
import { gridColumns } from '../../widgets/columns.ts';
import { Grid, type GridRows } from '../../widgets/grid.tsx';
import { rowAfter } from '../../widgets/grid-keys.ts';
import { seriesEntries, toggleSeries } from './series-entries.ts';
import { onlyWay, type SeriesRow, seriesTree, type VisibleNode, visibleNodes } from './series-tree.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'counter', kind: 'text', about: 'Object, instance, counter.' },
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The file it was read from.' },
  { name: 'track', kind: 'text', about: 'The track of the timeline it is drawn in.' },
  { name: 'unit', kind: 'text', about: 'Unit of the values; a count that only grows is shown per second.' },
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
/** Rows that PageUp and PageDown go from the search. */
const pageRows = 10;

interface PickerProps {
  readonly rows: readonly SeriesRow[];
  readonly tracks: readonly Track[];
  readonly isBusy: boolean;
}

/** All series as a tree that can be searched. Enter puts one into a track of its own, or takes it away again. */
export function Picker({ rows: all, tracks, isBusy }: PickerProps) {
  const session = useSession();
  const layout = useStore(session.layouts.of(table, { widths: {}, hidden: ['min', 'last', 'points', 'id'] }));
  const search = useStore(session.metrics.search);
  const roots = useMemo(() => seriesTree(all), [all]);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(onlyWay(roots)));
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const visible = useMemo(() => visibleNodes(roots, open, search), [roots, open, search]);

  useEffect(() => {
    const handle = { openFind: () => input.current?.select(), focus: () => input.current?.focus() };
    session.mainGrid.set(handle);
    return () => {
      if (session.mainGrid.get() === handle) session.mainGrid.set(null);
    };
  }, [session]);

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
      // What is looked for is searched for: see onKey.
      find: async () => -1,
    }),
    [visible, trackOf],
  );
  const draw = useCallback(
    (row: number, column: string) => {
      const node = visible[row]?.node;
      if (!node || node.series) return undefined;
      if (column !== 'counter') return '';
      return (
        <span className="text">
          {node.name} <span className="muted">{formatInteger(node.count)}</span>
        </span>
      );
    },
    [visible],
  );

  const toggleOpen = ({ node }: VisibleNode) =>
    setOpen(now => {
      const next = new Set(now);
      if (!next.delete(node.id)) next.add(node.id);
      return next;
    });
  const act = (row: VisibleNode) => {
    const { series } = row.node;
    if (series) toggleSeries(session, tracks, series);
    else toggleOpen(row);
  };
  const onKey = (event: KeyboardEvent, at: number): boolean => {
    const row = visible[at];
    if (event.key === '/') session.mainGrid.get()?.openFind();
    else if (!row) return false;
    else if (event.key === ' ') act(row);
    else if (event.key === 'ArrowRight') {
      if (row.isOpen) setActive(at + 1);
      else if (!row.node.series) toggleOpen(row);
    } else if (event.key === 'ArrowLeft') {
      if (row.isOpen && search === '') toggleOpen(row);
      else if (row.parent) setActive(visible.indexOf(row.parent));
    } else return false;
    return true;
  };

  const found = useMemo(() => visible.filter(({ node }) => node.series).length, [visible]);
  const isOne = all.every(({ capture }) => capture === all[0]?.capture);
  const laid = gridColumns(columns, layout, { without: isOne ? ['capture'] : [], widths });
  return (
    <div className="picker">
      <div className="picker-search">
        <input
          ref={input}
          type="search"
          aria-label="Search the series"
          placeholder="search: disk vda util  /"
          value={search}
          onChange={event => {
            const text = event.target.value;
            session.metrics.search.set(text);
            // What is looked for is a series, not what it stands under.
            const found = visibleNodes(roots, open, text).findIndex(({ node }) => node.series);
            setActive(text === '' ? 0 : Math.max(0, found));
          }}
          onKeyDown={event => {
            const at = visible[active];
            const to = /^(?:Arrow|Page)/.test(event.key)
              ? rowAfter(event.key, active, visible.length, pageRows)
              : null;
            if (to !== null && visible.length > 0) setActive(to);
            else if (event.key === 'Enter' && at) act(at);
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        />
        <output className="muted">
          {search !== '' && `${formatInteger(found)} of `}
          {count(all.length, 'series', 'series')}
        </output>
      </div>
      <Grid
        label="Series"
        table={table}
        columns={laid.filter(column => !layout.hidden.includes(column.name))}
        chosen={{ all: laid }}
        rows={rows}
        active={Math.min(active, visible.length - 1)}
        onActive={setActive}
        onOpen={row => {
          const at = visible[row];
          if (at) act(at);
        }}
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
          toggle: row => toggleOpen(visible[row]!),
        }}
        isBusy={isBusy}
        empty={
          search === '' ? 'No series has values in this scope.' : `No series has "${search}" in its path.`
        }
      />
    </div>
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
