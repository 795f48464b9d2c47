import { useRef } from 'react';
import type { ArrangedRows } from '../state/use-arranged.ts';
import { FindBar } from './find-bar.tsx';

export interface GridFilter {
  /** A search over the columns; empty: all rows are shown. */
  readonly text: string;
  /** Number of rows without it. */
  readonly total: number;
  set(text: string): void;
}

/** Finds rows of a grid from the active one on, or shows only rows that match. */
export function GridFind({
  text,
  onText,
  rows,
  active,
  onActive,
  filter,
  onClose,
}: {
  readonly text: string;
  onText(text: string): void;
  readonly rows: ArrangedRows;
  readonly active: number;
  onActive(row: number): void;
  readonly filter: GridFilter | undefined;
  onClose(): void;
}) {
  const finding = useRef(0);
  const find = async (text: string, backwards: boolean, fromHere: boolean) => {
    finding.current++;
    const mine = finding.current;
    const from = Math.max(0, active) + (fromHere ? 0 : backwards ? -1 : 1);
    let row = await rows.find(text, from, backwards);
    // Wraps around once.
    if (row < 0) row = await rows.find(text, backwards ? rows.count - 1 : 0, backwards);
    // Ignore results for text that has changed since.
    if (mine === finding.current && row >= 0) onActive(row);
    return row >= 0;
  };
  return (
    <FindBar
      text={text}
      onText={to => {
        onText(to);
        if (filter && filter.text !== '') filter.set(to);
      }}
      filter={filter && { isOn: filter.text !== '', left: rows.count, total: filter.total }}
      onFilter={isOn => filter?.set(isOn ? text : '')}
      onFind={find}
      onClose={() => {
        filter?.set('');
        onClose();
      }}
    />
  );
}
