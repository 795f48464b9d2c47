import { useMemo, useState } from 'react';
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import type { FramePath } from '../../state/flame.ts';
import { useSession } from '../../state/session.ts';
import { type Store, useStore } from '../../state/store.ts';
import { type ColumnChoice, gridColumns, hiddenColumns } from '../../widgets/columns.ts';
import { Grid, type GridRows } from '../../widgets/grid.tsx';
import type { FlameActions } from './actions.ts';
import { useBlock } from './flame-stage.tsx';
import { moduleOf } from './frames.ts';
import type { Layout } from './layout.ts';
import { labelOf } from './scene.ts';
import type { Found } from './search.ts';

interface FlameTableProps {
  readonly label: string;
  readonly layout: Layout;
  readonly columns: readonly AnswerColumn[];
  readonly found: Found | null;
  readonly zoomed: number;
  /** Path of the block with the keyboard focus. */
  readonly focus: Store<FramePath>;
  readonly actions: FlameActions;
}

/** The blocks of the picture as a tree with their numbers, opened to the focused block. */
export function FlameTable(props: FlameTableProps) {
  const { layout, found, zoomed, actions } = props;
  const focus = useBlock(layout, props.focus);
  const session = useSession();
  const hidden = hiddenColumns(props.columns, choice);
  const widths = useStore(session.layouts.of('flame', { widths: {}, hidden }));
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const visible = useMemo(
    () => visibleBlocks(layout, zoomed, focus, toggled),
    [layout, zoomed, focus, toggled],
  );
  const all = gridColumns(props.columns, widths, choice);
  const columns = all.filter(({ name }) => name === 'function' || !widths.hidden.includes(name));
  const rows = useMemo<GridRows>(
    () => ({
      count: visible.list.length,
      cell: (row, column) => cellOf(layout, visible.list[row]!, column),
      want: () => undefined,
      // The table shares the search of the picture.
      find: async () => -1,
    }),
    [layout, visible],
  );
  const toggle = (block: number) => setToggled(map => new Map(map).set(block, !visible.open.has(block)));
  const { parent, children, level } = layout;
  const isLeaf = (block: number) => children[block] === children[block + 1];
  return (
    <Grid
      label={props.label}
      table="flame"
      columns={columns}
      chosen={{ all }}
      rows={rows}
      active={visible.list.indexOf(focus)}
      onActive={row => actions.onFocus(visible.list[row]!)}
      onOpen={row => actions.onZoom(visible.list[row]!)}
      onKey={(event, row) => {
        const block = visible.list[row];
        if (block === undefined) return false;
        if (event.key === 'ArrowRight') {
          if (isLeaf(block)) return true;
          if (visible.open.has(block)) actions.onFocus(children[block]!);
          else toggle(block);
          return true;
        }
        if (event.key === 'ArrowLeft') {
          if (visible.open.has(block)) toggle(block);
          else if (parent[block]! >= 0) actions.onFocus(parent[block]!);
          return true;
        }
        if (event.key === '/') {
          session.mainGrid.get()?.openFind();
          return true;
        }
        return actions.onKey(event, block);
      }}
      menu={row => actions.menu(visible.list[row] ?? -1)}
      isMarked={row => found?.isMatch[visible.list[row]!] === 1}
      tree={{
        column: 'function',
        at: row => {
          const block = visible.list[row]!;
          const caller = parent[block]!;
          const [first, last] =
            caller < 0 ? [0, layout.levels[1]!] : [children[caller]!, children[caller + 1]!];
          return {
            level: level[block]!,
            isLeaf: isLeaf(block),
            isOpen: visible.open.has(block),
            place: block - first,
            siblings: last - first,
          };
        },
        toggle: row => toggle(visible.list[row]!),
      }}
    />
  );
}

const choice: ColumnChoice = {
  order: ['function', 'percent', 'total', 'self', 'module'],
  without: ['node', 'parent', 'depth', 'type'],
  hidden: ['module', 'rest'],
};

interface Visible {
  readonly list: readonly number[];
  readonly open: ReadonlySet<number>;
}

function visibleBlocks(
  { parent, children, levels }: Layout,
  zoomed: number,
  focus: number,
  toggled: ReadonlyMap<number, boolean>,
): Visible {
  const open = new Set<number>();
  for (let block = zoomed; block >= 0; block = parent[block]!) open.add(block);
  for (let block = focus < 0 ? -1 : parent[focus]!; block >= 0; block = parent[block]!) open.add(block);
  for (const [block, isOpen] of toggled)
    if (isOpen) open.add(block);
    else open.delete(block);
  const list: number[] = [];
  const ahead: number[] = [];
  const add = (from: number, to: number) => {
    for (let block = to - 1; block >= from; block--) ahead.push(block);
  };
  add(0, levels[1] ?? 0);
  for (let block = ahead.pop(); block !== undefined; block = ahead.pop()) {
    list.push(block);
    if (open.has(block)) add(children[block]!, children[block + 1]!);
  }
  return { list, open };
}

function cellOf(layout: Layout, block: number, column: string): string | number | null {
  const { frames, row, start, end, self, rest } = layout;
  const total = end[block]! - start[block]!;
  switch (column) {
    case 'function':
      return labelOf(layout, block);
    case 'module':
      return moduleOf(frames, row[block]!) || null;
    case 'self':
      return self[block]!;
    case 'total':
      return total;
    case 'rest':
      return rest[block]!;
    case 'percent':
      return frames.whole.amount > 0 ? (100 * total) / frames.whole.amount : 0;
    default:
      return null;
  }
}
