/** Interprets a capture's table from the beginning of its file. */

import type { TableDefinition } from '../../parsers/table/definition.ts';
import { definitionOf, findTable } from '../../parsers/table/found.ts';
import { checkTable } from '../../parsers/table/user.ts';
import { withContent } from '../../workspace/files/archives/find.ts';
import { unreadable } from '../../workspace/files/discover.ts';
import type { Head } from '../../workspace/files/files.ts';
import { type CaptureRecord, isTableCapture } from '../../workspace/store/captures.ts';
import type { TableInfo } from '../contract.ts';
import { EngineError } from './errors.ts';

/** The id of the format that detects tables; a description under this id replaces the detection. */
const builtIn = 'table';

/**
 * @param override null: the description that the capture was read with
 * @throws EngineError `bad-request` if the capture is not a table, `bad-option` if the description is wrong
 */
export async function tableInfo(
  capture: CaptureRecord,
  override: TableDefinition | null,
): Promise<TableInfo> {
  if (!isTableCapture(capture))
    throw new EngineError(
      'bad-request',
      `${capture.name} was not read as a table: read it again as one first (format table).`,
    );
  const definition = override ? checkedTable(override) : givenOf(capture);
  const found = findTable((await headOf(capture)).bytes, definition);
  if (!found) throw new EngineError('bad-request', noTable(capture.path, definition));
  const wish = definition ?? nothing;
  return { ...found, given: wish, definition: definitionOf(found, wish) };
}

/** Checks a description for an import. */
export function checkedTable(table: TableDefinition): TableDefinition {
  const { definition, errors } = checkTable({ ...table, id: builtIn });
  if (errors) throw new EngineError('bad-option', `The table cannot be read so: ${errors.join(' ')}`);
  return definition;
}

/** @throws EngineError `bad-option` if the description does not fit the file */
export async function mustFit(capture: CaptureRecord, definition: TableDefinition): Promise<void> {
  const found = findTable((await headOf(capture)).bytes, definition);
  const problem = found ? found.problem : noTable(capture.path, definition);
  if (problem !== null) throw new EngineError('bad-option', problem);
}

const nothing: TableDefinition = { id: builtIn, title: 'CSV or TSV with a time', columns: {} };

function givenOf({ facts }: CaptureRecord): TableDefinition | null {
  return typeof facts.table === 'string' ? (JSON.parse(facts.table) as TableDefinition) : null;
}

async function headOf({ path }: CaptureRecord): Promise<Head> {
  try {
    return await withContent(path, async ({ head }) => head);
  } catch (error) {
    throw new EngineError('bad-request', unreadable(path, error).message);
  }
}

function noTable(path: string, definition: TableDefinition | null): string {
  const titles = Object.keys(definition?.columns ?? {}).map(title => `"${title}"`);
  return titles.length > 0
    ? `${path} has no line with the titles ${titles.join(', ')}.`
    : `${path} holds no table: there is no line of titles with rows of as many cells below it.`;
}
