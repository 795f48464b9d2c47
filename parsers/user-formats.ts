/** Formats defined by users: logs and tables, as plain data from JSON files. */
import { type ParsedLogFormat, parseLogFormat } from './logs/user.ts';
import { checkTable, type ParsedTable } from './table/user.ts';

export { isLog, isTable, type UserFormat } from './formats.ts';

/**
 * Parses and checks a definition from the text of a file; returns it or its errors. A definition with
 * `columns` describes a table.
 */
export function parseUserFormat(text: string): ParsedLogFormat | ParsedTable {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      definition: null,
      errors: [`The file is not JSON: ${error instanceof Error ? error.message : String(error)}.`],
    };
  }
  const isOfTable = typeof value === 'object' && value !== null && 'columns' in value;
  if (!isOfTable) return parseLogFormat(text);
  const parsed = checkTable(value as Readonly<Record<string, unknown>>);
  if (parsed.errors || Object.keys(parsed.definition.columns).length > 0) return parsed;
  return {
    definition: null,
    errors: ['"columns" must name at least one column: a table is recognised by its columns.'],
  };
}
