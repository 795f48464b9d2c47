import type { FormatEntry } from '../contract.ts';
import { type ColumnFound, gpuState } from './columns.ts';
import type { TableDefinition } from './definition.ts';
import { layoutOf } from './layout.ts';

/** Tables of unknown tools. Formats that know a file better must recognise it with more certainty. */
export const tableEntry: FormatEntry = {
  id: 'table',
  title: 'CSV or TSV with a time',
  unit: 'lines',
  version: 2,
  lost: 'columns of free text (with a notice), cells that are not numbers (with a problem)',
  sniff(head) {
    const layout = layoutOf(head, null);
    if (layout === null) return 'no';
    // A table with distinct free text in most rows may be a log in columns.
    const isText = ({ is, guess, title }: ColumnFound) => is === 'nothing' && guess && !gpuState.test(title);
    return layout.columns.some(isText) ? 'maybe' : 'likely';
  },
  load: async () => (await import('./format.ts')).table,
};

/** Tables that a user defined, recognised by their titles. */
export const tableEntryOf = (given: TableDefinition): FormatEntry => ({
  ...tableEntry,
  id: given.id,
  title: given.title,
  sniff: head => (layoutOf(head, given) === null ? 'no' : 'yes'),
  load: async () => (await import('./format.ts')).tableFormat(given),
});
