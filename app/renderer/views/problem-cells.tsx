import type { ColumnChoice } from '../widgets/columns.ts';

/** Formats the severity and count of a problem. */
export const problemCells: NonNullable<ColumnChoice['cells']> = {
  severity: row => <span className={`severity ${row('severity')}`}>{String(row('severity'))}</span>,
  // The first example of the problem has the count.
  count: row => (row('count') === 0 ? <span className="muted">″</span> : undefined),
};
