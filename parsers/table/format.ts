import type { Format } from '../contract.ts';
import { layoutOf } from './layout.ts';
import { TableReader } from './reader.ts';

/** Tables of no particular tool; whatever knows a file better says so. */
export const table: Format = {
  id: 'table',
  title: 'CSV or TSV with a time',
  unit: 'lines',
  version: 1,
  sniff(head) {
    const layout = layoutOf(head);
    if (layout === null) return 'no';
    // With a text of its own in every row it may be a log in columns.
    return layout.columns.some(({ kind }) => kind === 'other') ? 'maybe' : 'likely';
  },
  open: (out, options) => new TableReader(out, options),
};
