import type { Format } from '../contract.ts';
import type { TableDefinition } from './definition.ts';
import { tableEntry, tableEntryOf } from './entry.ts';
import { tableMeanings } from './meanings.ts';
import { TableReader } from './reader.ts';

export const table: Format = {
  ...tableEntry,
  meanings: tableMeanings,
  open: (out, options) => new TableReader(out, options, null),
};

export const tableFormat = (given: TableDefinition): Format => ({
  ...tableEntryOf(given),
  meanings: tableMeanings,
  open: (out, options) => new TableReader(out, options, given),
});
