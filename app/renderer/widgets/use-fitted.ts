import { useLayoutEffect, useRef } from 'react';
import type { Zone } from '../../wording/time.ts';
import { textWidth } from '../lib/text-width.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import type { ArrangedRows } from '../state/use-arranged.ts';
import { shown } from './cells.ts';
import { type GridColumn, levelWidth, maxLevels } from './columns.ts';
import { fitColumns } from './fit-columns.ts';

interface Fitted {
  /** Tables of the same name share their widths. */
  readonly table: string;
  readonly columns: readonly GridColumn[];
  readonly rows: ArrangedRows;
  /** The rows in view. */
  readonly first: number;
  readonly last: number;
  /** px */
  readonly room: number;
  readonly zone: Zone;
  readonly tree: { readonly column: string; at(row: number): { readonly level: number } } | undefined;
}

const fonts = { code: '12.5px "JetBrains Mono", monospace', text: '13px "Inter Variable", sans-serif' };
/** Widths of a coloured square with its gap, of a triangle, and of a count of levels, px. */
const swatch = 16;
const twist = 20;
const beyondCap = 40;
/** Longer texts are measured only up to this length. */
const maxMeasuredLength = 400;

/** Widths of the columns of a table, px, from the cells that have been in view. */
export function useFitted({
  table,
  columns,
  rows,
  first,
  last,
  room,
  zone,
  tree,
}: Fitted): readonly number[] {
  const session = useSession();
  const store = session.layouts.measured(table);
  const measured = useStore(store);
  const lastMeasured = useRef<{ rows: ArrangedRows | null; names: string; first: number; last: number }>({
    rows: null,
    names: '',
    first: 0,
    last: 0,
  });
  const names = columns.map(({ name }) => name).join(' ');
  useLayoutEffect(() => {
    const previous = lastMeasured.current;
    const isSame = previous.rows === rows && previous.names === names;
    const wider = new Map<string, number>();
    for (let row = first; row < last; row++) {
      if (isSame && row >= previous.first && row < previous.last) continue;
      for (const column of columns) {
        if (column.kind === 'sparkline') continue;
        const value = rows.cell(row, column.name);
        if (value === undefined) continue;
        if (value === null) {
          if (!wider.has(column.name) && !store.get().has(column.name)) wider.set(column.name, 0);
          continue;
        }
        const isName = column.refers === 'capture';
        const text = isName ? session.captureName(Number(value)) : shown(value, column, zone);
        const set = column.name === tree?.column ? setIn(tree.at(row).level) : 0;
        const swatchWidth = column.refers && typeof value === 'string' ? swatch : 0;
        const width = set + swatchWidth + widthOf(text, column.kind === 'code');
        if (width > (wider.get(column.name) ?? store.get().get(column.name) ?? 0))
          wider.set(column.name, width);
      }
    }
    lastMeasured.current = { rows, names, first, last };
    if (wider.size > 0) store.set(new Map([...store.get(), ...wider]));
  }, [columns, names, rows, first, last, zone, tree, store, session]);
  // Without rows, columns have the width of their headers.
  const widest = rows.count > 0 ? measured : new Map(columns.map(({ name }) => [name, 0]));
  return fitColumns(columns, widest, room);
}

function setIn(level: number): number {
  return twist + levelWidth * Math.min(level, maxLevels) + (level > maxLevels ? beyondCap : 0);
}

/** Tables use tabular digits, which a canvas does not, so digits are measured as `0`. */
function widthOf(text: string, isCode: boolean): number {
  const shownText = text.slice(0, maxMeasuredLength);
  return textWidth(isCode ? shownText : shownText.replace(/\d/g, '0'), isCode ? fonts.code : fonts.text);
}
