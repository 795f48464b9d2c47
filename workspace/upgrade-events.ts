/**
 * Files before version 4 have events in one table, which is split into rows and classes. Before version 3 its fields
 * were one list of doubles, including the ids of texts.
 */
import { type EventTable, eventTables, onlyInRows } from './events.ts';
import { name, renamedColumns, sqlColumns } from './schema.ts';

const before = 'event_before';

/**
 * Statements that move the rows of the table `event` (with the columns `present`) to the current tables, and drop it.
 */
export function partEvents(present: ReadonlySet<string>): string {
  const formerly = new Map(renamedColumns('event').map(([former, now]) => [now, former]));
  const old = (column: string) => {
    const found = [column, formerly.get(column) ?? ''].find(each => present.has(each));
    return found === undefined ? 'NULL' : `e.${name(found)}`;
  };
  const [, ...common] = sqlColumns('event_class').map(column => column.name);
  const columns = (table: EventTable) =>
    sqlColumns(table).map(column => {
      if (column.name === 'class') return 'c.id';
      if (column.name === 'values') return fields(present, 'text');
      return column.name === 'numbers' ? fields(present, 'number') : old(column.name);
    });
  const same = common.map(column => `c.${name(column)} IS NOT DISTINCT FROM ${old(column)}`);
  const bare = onlyInRows.map(column => `${old(column)} IS NULL`).join(' AND ');
  const insert = (table: EventTable) => `
    INSERT INTO ${table}
    WITH t AS (SELECT id, json_extract_string(keys, '$[*].type') AS types FROM field_schema),
    s AS (SELECT id, ${places('text')} AS texts, ${places('number')} AS numbers FROM t)
    SELECT ${columns(table).join(', ')}
    FROM ${before} e JOIN event_class c ON ${same.join(' AND ')} LEFT JOIN s ON s.id = ${old('field_schema')}
    WHERE (${bare}) = ${table === 'event_lines'} ORDER BY e.rowid;`;
  return `
    ALTER TABLE event RENAME TO ${before};
    INSERT INTO event_class
    SELECT row_number() OVER (ORDER BY first) - 1, * EXCLUDE (first)
    FROM (SELECT ${common.map((column, i) => `${old(column)} AS c${i}`).join(', ')}, min(e.rowid) AS first
          FROM ${before} e GROUP BY ALL);
    ${eventTables.map(insert).join(' ')}
    DROP TABLE ${before};`;
}

/** SQL of the fields of a type. */
function fields(present: ReadonlySet<string>, type: 'text' | 'number'): string {
  if (present.has('fields')) return `coalesce(list_transform(s.${type}s, lambda i: e.fields[i]), [])`;
  return present.has(`${type}s`) ? `e.${type}s` : '[]';
}

/** SQL of the positions of the fields of a type in a field schema. */
function places(type: 'text' | 'number'): string {
  return `list_filter(range(1, len(types) + 1), lambda i: types[i] = '${type}')`;
}
