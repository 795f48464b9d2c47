import type { ColumnChoice } from '../shapes/picture.ts';

/** Formats the severity and count of a problem. */
export const problemCells: NonNullable<ColumnChoice['cells']> = {
  severity: row => <span className={`severity ${row('severity')}`}>{String(row('severity'))}</span>,
  // Further examples of the problem above: they are counted there.
  count: row => (row('count') === 0 ? <span className="muted">″</span> : undefined),
};
