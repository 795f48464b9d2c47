import { useState } from 'react';

export interface ChosenRows {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
  has(row: number): boolean;
  /** Makes `to` the active row, and the end of the range that begins at `from` (default: the former begin). */
  extend(to: number, from?: number): void;
}

/** The active row, or a range of rows that ends at it. */
export function useChosenRows(count: number, active: number, onActive: (row: number) => void): ChosenRows {
  // The range is valid only while its active row is.
  const [range, setRange] = useState({ anchor: -1, active: -1 });
  const anchor = range.active === active && range.anchor < count ? range.anchor : active;
  const [first, last] = [Math.min(anchor, active), Math.max(anchor, active)];
  return {
    first,
    last,
    has: row => row >= first && row <= last,
    extend(to, from = anchor) {
      if (to !== active) onActive(to);
      setRange({ anchor: from < 0 ? to : from, active: to });
    },
  };
}
