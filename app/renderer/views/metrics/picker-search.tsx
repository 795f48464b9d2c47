import type { KeyboardEvent, RefObject } from 'react';
import { count, formatInteger } from '../../../wording/numbers.ts';
import { rowAfter } from '../../widgets/grid-keys.ts';
import type { SeriesTree } from './use-series-tree.ts';

/** Rows that PageUp and PageDown move by. */
const pageRows = 10;

/** The search of series; Up, Down and Enter act on the tree below without leaving the field. */
export function PickerSearch({
  input,
  all,
  tree,
  onAct,
}: {
  readonly input: RefObject<HTMLInputElement | null>;
  /** Number of all series. */
  readonly all: number;
  readonly tree: SeriesTree;
  onAct(row: number): void;
}) {
  const { search, visible, active, setActive } = tree;
  const onKeyDown = (event: KeyboardEvent) => {
    const to = /^(?:Arrow|Page)/.test(event.key)
      ? rowAfter(event.key, active, visible.length, pageRows)
      : null;
    if (to !== null && visible.length > 0) setActive(to);
    else if (event.key === 'Enter' && visible[active]) onAct(active);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const matches = search === '' ? 0 : visible.filter(({ node }) => node.series).length;
  return (
    <div className="picker-search">
      <input
        ref={input}
        type="search"
        aria-label="Search the series"
        placeholder="search: disk vda util  /"
        value={search}
        onChange={event => tree.searchFor(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output className="muted">
        {search !== '' && `${formatInteger(matches)} of `}
        {count(all, 'series', 'series')}
      </output>
    </div>
  );
}
