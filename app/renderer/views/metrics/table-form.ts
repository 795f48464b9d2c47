/** The user's changes to the definition of a table's columns. */
import type {
  ColumnDefinition,
  ColumnUse,
  FoundColumn,
  TableDefinition,
  TimeFormName,
} from '../../../contract.ts';

export const uses: Readonly<Record<ColumnUse, string>> = {
  time: 'time',
  date: 'date of the time',
  value: 'values',
  instance: 'instance',
  host: 'host',
  counter: 'name of the counter',
  unit: 'unit of the value',
  nothing: 'left out',
};

export const timeForms: Readonly<Record<TimeFormName, string>> = {
  date: 'date and time',
  'day-first': 'day, month, year',
  'month-first': 'month, day, year',
  'epoch-s': 'seconds since 1970',
  'epoch-ms': 'ms since 1970',
  'epoch-us': 'µs since 1970',
  'epoch-ns': 'ns since 1970',
  clock: 'time of day',
  'elapsed-s': 'seconds since the start',
  'elapsed-ms': 'ms since the start',
  'elapsed-us': 'µs since the start',
  'elapsed-ns': 'ns since the start',
  'elapsed-min': 'minutes:seconds since the start',
};

export const isNamedForm = (time: string): time is TimeFormName => Object.hasOwn(timeForms, time);

/** `definition` with a change of one column. A column's role decides which other properties it can have, so a new role resets them. */
export function withColumn(
  definition: TableDefinition,
  title: string,
  change: ColumnDefinition,
): TableDefinition {
  const before = change.is === undefined ? definition.columns[title] : {};
  const columns = { ...definition.columns };
  // A table has one time column: choosing another replaces it.
  if (change.is === 'time' || change.is === 'date') {
    for (const [other, column] of Object.entries(columns)) {
      const { is, time: _, ...rest } = column;
      if (is === change.is) columns[other] = rest;
    }
  }
  return { ...definition, columns: { ...columns, [title]: { ...before, ...change } } };
}

/** Removes a member, so that it is detected again. */
export function withoutMember(
  definition: TableDefinition,
  member: 'separator' | 'decimal' | 'zone' | 'object',
): TableDefinition {
  const { [member]: _, ...rest } = definition;
  return rest;
}

/** Proposes a pattern for a cell: `dd.MM.yyyy HH:mm` for `05.11.2026 04:00`. */
export function lettersOf(cell: string, isMonthFirst: boolean): string {
  const [first, second] = isMonthFirst ? ['MM', 'dd'] : ['dd', 'MM'];
  return cell
    .replace(/\b\d{4}([-/.])\d\d\1\d\d/, 'yyyy$1MM$1dd')
    .replace(/\b\d\d([-/.])\d\d\1\d{4}/, `${first}$1${second}$1yyyy`)
    .replace(/\b\d\d([-/.])\d\d\1\d\d(?=\D|$)/, `${first}$1${second}$1yy`)
    .replace(/^\d{8}(?=\D)/, 'yyyyMMdd')
    .replace(/\d\d:\d\d:\d\d([.,]\d+)?/, (_, fraction?: string) => `HH:mm:ss${fraction ? 'f' : ''}`)
    .replace(/\d\d:\d\d/, 'HH:mm')
    .replace(/ ?\b[AP]M\b/i, ' a')
    .replace(/(?:(?<=\w)Z|[+-]\d\d:?\d\d)$/, 'Z');
}

/** The columns to show: all, or those whose title has the text; times first, because everything else depends on them. */
export function shownColumns(columns: readonly FoundColumn[], search: string): readonly FoundColumn[] {
  const found = columns.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
  const isTime = ({ is }: FoundColumn) => is === 'time' || is === 'date';
  return [...found.filter(isTime), ...found.filter(column => !isTime(column))];
}
