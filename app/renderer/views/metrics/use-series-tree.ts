import { useMemo, useState } from 'react';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { onlyPath, type SeriesRow, seriesTree, type VisibleNode, visibleNodes } from './series-tree.ts';

export interface SeriesTree {
  /** Text searched for; empty: the whole tree is shown. */
  readonly search: string;
  readonly visible: readonly VisibleNode[];
  readonly active: number;
  setActive(row: number): void;
  /** Opens or closes a node. */
  toggle(row: VisibleNode): void;
  /** Searches for a text, and makes the first match active. */
  searchFor(text: string): void;
  /** @returns true if the key opened, closed, entered or left a node */
  takeKey(key: string, row: number): boolean;
}

/** The series as a tree: its open nodes, its visible rows, and the active one. */
export function useSeriesTree(all: readonly SeriesRow[]): SeriesTree {
  const { metrics } = useSession();
  const search = useStore(metrics.search);
  const roots = useMemo(() => seriesTree(all), [all]);
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(onlyPath(roots)));
  const [active, setActive] = useState(0);
  const visible = useMemo(() => visibleNodes(roots, open, search), [roots, open, search]);

  const toggle = ({ node }: VisibleNode) =>
    setOpen(now => {
      const next = new Set(now);
      if (!next.delete(node.id)) next.add(node.id);
      return next;
    });
  const searchFor = (text: string) => {
    metrics.search.set(text);
    // A search makes a series active, not the nodes above it.
    const firstMatch = visibleNodes(roots, open, text).findIndex(({ node }) => node.series);
    setActive(text === '' ? 0 : Math.max(0, firstMatch));
  };
  const takeKey = (key: string, at: number): boolean => {
    const row = visible[at];
    if (!row || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return false;
    if (key === 'ArrowRight') {
      if (row.isOpen) setActive(at + 1);
      else if (!row.node.series) toggle(row);
    } else if (row.isOpen && search === '') toggle(row);
    else if (row.parent) setActive(visible.indexOf(row.parent));
    return true;
  };
  return {
    search,
    visible,
    active: Math.min(active, visible.length - 1),
    setActive,
    toggle,
    searchFor,
    takeKey,
  };
}
