/**
 * Definitions of tables by users: one JSON file each, checked before it is used.
 *
 *     {
 *       "id": "array-export",
 *       "title": "Export of the storage array",
 *       "zone": "Europe/Vienna",
 *       "columns": {
 *         "Zeit": { "is": "time", "time": "dd.MM.yyyy HH:mm" },
 *         "Service": { "unit": "µs", "name": "service time" },
 *         "Requests": { "cumulative": true },
 *         "Busy %": { "meaning": "system.disk.io_time" }
 *     }
 *     }
 */
import { Zone } from '../kit/civil.ts';
import { isMeaning, meanings } from '../meanings.ts';
import { type ColumnDefinition, type ColumnUse, columnUses, type TableDefinition } from './definition.ts';
import { timeFormNamed } from './times.ts';

export type ParsedTable =
  | { readonly definition: TableDefinition; readonly errors: null }
  /** Sentences that say what is wrong and where in the file. */
  | { readonly definition: null; readonly errors: readonly string[] };

const members = new Set(['id', 'title', 'columns', 'separator', 'decimal', 'zone', 'object']);
const columnMembers = new Set(['is', 'time', 'name', 'unit', 'cumulative', 'meaning']);

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function checkTable(value: Json): ParsedTable {
  const errors: string[] = [];
  const wrong = (sentence: string) => {
    errors.push(`${sentence}.`);
  };
  const text = (name: string, isValid: (text: string) => boolean, must: string): string | undefined => {
    const given = value[name];
    if (given === undefined) return undefined;
    if (typeof given === 'string' && isValid(given)) return given;
    wrong(`"${name}" must be ${must}`);
    return undefined;
  };
  for (const name of Object.keys(value))
    if (!members.has(name)) wrong(`"${name}" is not a member of a table's definition`);
  const id = text(
    'id',
    given => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(given),
    'lower-case words joined by hyphens',
  );
  if (value.id === undefined) wrong('"id" is missing');
  const title = text('title', given => given !== '', 'a text');
  const separator = text('separator', given => given.length === 1, 'one character');
  const decimal = text('decimal', given => given === '.' || given === ',', '"." or ","');
  const zone = text('zone', given => Zone.of(given) !== null, 'a time zone like Europe/Vienna or +02:00');
  const object = text('object', given => given !== '', 'a text');
  const columns = columnsOf(value.columns, wrong);
  if (errors.length > 0) return { definition: null, errors };
  return {
    definition: {
      id: id!,
      title: title ?? id!,
      columns,
      ...(separator && { separator }),
      ...(decimal && { decimal: decimal as '.' | ',' }),
      ...(zone && { zone }),
      ...(object && { object }),
    },
    errors: null,
  };
}

function columnsOf(value: unknown, wrong: (sentence: string) => void): Record<string, ColumnDefinition> {
  if (!isObject(value)) {
    wrong('"columns" must map titles to uses of columns');
    return {};
  }
  for (const [title, column] of Object.entries(value)) checkColumn(title, column, wrong);
  for (const use of ['time', 'date', 'counter', 'unit'] as const) {
    const those = Object.entries(value).filter(([, column]) => isObject(column) && column.is === use);
    if (those.length > 1)
      wrong(`Only one column can be the ${use}, not ${those.map(([title]) => `"${title}"`).join(' and ')}`);
  }
  return value as Record<string, ColumnDefinition>;
}

function checkColumn(title: string, column: unknown, wrong: (sentence: string) => void): void {
  const where = `of the column "${title}"`;
  if (!isObject(column)) {
    wrong(`The definition ${where} must be an object`);
    return;
  }
  for (const name of Object.keys(column))
    if (!columnMembers.has(name)) wrong(`"${name}" ${where} is not a property of a column`);
  const { is, time, name, unit, cumulative } = column;
  if (is !== undefined && !columnUses.includes(is as ColumnUse))
    wrong(`"is" ${where} must be one of ${columnUses.join(', ')}`);
  if (name !== undefined && (typeof name !== 'string' || name === ''))
    wrong(`"name" ${where} must be a text`);
  if (unit !== undefined && typeof unit !== 'string') wrong(`"unit" ${where} must be a text`);
  if (cumulative !== undefined && typeof cumulative !== 'boolean')
    wrong(`"cumulative" ${where} must be true or false`);
  if (time !== undefined && typeof time !== 'string') wrong(`"time" ${where} must be a text`);
  const misread = column.meaning === undefined ? null : meaningFailure(column.meaning);
  if (misread) wrong(`"meaning" ${where} ${misread}`);
  const failure = typeof time === 'string' ? timeFailure(time) : null;
  if (failure) wrong(`"time" ${where} cannot be used: ${failure}`);
}

/** The error in a meaning; null if there is none. */
function meaningFailure(value: unknown): string | null {
  const {
    name,
    attributes = {},
    factor = 1,
    addend = 0,
    ...others
  }: Json = isObject(value) ? value : { name: value };
  if (typeof name !== 'string' || !isMeaning(name)) {
    const near = typeof name === 'string' ? nearestMeanings(name) : [];
    return `is unknown${near.length > 0 ? `; there are ${near.join(', ')}` : ''}`;
  }
  const [other] = Object.keys(others);
  if (other !== undefined) return `cannot have "${other}"`;
  if (!isObject(attributes) || Object.values(attributes).some(each => typeof each !== 'string'))
    return 'must have texts as attributes';
  if (!Number.isFinite(factor) || !Number.isFinite(addend)) return 'must have numbers as factor and addend';
  return null;
}

/** Meanings with the same beginning as the name, up to its last dot. */
function nearestMeanings(name: string): readonly string[] {
  const begin = name.slice(0, name.lastIndexOf('.') + 1);
  return Object.keys(meanings)
    .filter(each => begin !== '' && each.startsWith(begin))
    .slice(0, 5);
}

function timeFailure(time: string): string | null {
  try {
    timeFormNamed(time);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
