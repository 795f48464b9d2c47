/** The view of a row table with names in place of ids, and `time` in UTC. */
import { type Column, type RowTable, tables } from '../../parsers/tables.ts';
import { declaredColumns, name, type SqlTableName } from './schema.ts';

/** SQL over a row `r` and its capture `c`. */
export const utc = 'make_timestamp_ns(c.zero_ns + c.utc_offset_ns + r.ts)';

/**
 * CREATE VIEW for a table, derived from the declarations of its columns: a text id becomes its value; a thread
 * becomes process, pid and tid; a stack becomes function, module and stack; a series becomes all its columns. If a
 * column is not called like the table it refers to, its name becomes a prefix: `waker_process`. The `value` of a
 * series is also given in the unit of its meaning, as `canonical`.
 */
export function createNamedView(table: RowTable): string {
  const view = new NamedView();
  const declared: Readonly<Record<string, Column>> = tables[table].columns;
  const columns = Object.entries(declared);
  const times = columns.filter(([column]) => column === 'ts');
  const others = columns.filter(([column]) => column !== 'ts');
  if (times.length > 0) view.columns.push(`${utc} AS "time"`);
  view.columns.push('r.capture');
  for (const [column, { type }] of [...times, ...others]) view.add(`r.${name(column)}`, column, type);
  if (view.series !== null && 'value' in declared)
    view.columns.push(`${view.series}.factor * r."value" + ${view.series}.addend AS canonical`);
  return `CREATE OR REPLACE VIEW ${name(tables[table].view)} AS
SELECT ${view.columns.join(', ')}
FROM ${name(table)} r JOIN capture c ON c.id = r.capture ${view.joins.join(' ')};`;
}

class NamedView {
  readonly columns: string[] = [];
  readonly joins: string[] = [];
  /** Alias of the series, if the table has one. */
  series: string | null = null;

  /** Adds the columns that a reference stands for. `id`: SQL of the reference. */
  add(id: string, column: string, type: Column['type']): void {
    const prefix = column === type ? '' : `${column}_`;
    switch (type) {
      case 'text':
        this.value(id, column);
        return;
      case 'thread': {
        const thread = this.join('thread', id);
        this.value(`${thread}.process`, `${prefix}process`);
        for (const each of ['pid', 'tid']) this.columns.push(`${thread}.${each} AS ${name(prefix + each)}`);
        return;
      }
      case 'stack': {
        const frame = this.join('frame', `${this.join('stack', id)}.frame`);
        this.value(`${frame}.symbol`, `${prefix}function`);
        this.value(`${frame}.module`, `${prefix}module`);
        this.columns.push(`${id} AS ${name(column)}`);
        return;
      }
      case 'series': {
        const series = this.join('series', id);
        this.series = series;
        for (const [each, { type: declaredType }] of Object.entries(declaredColumns('series')))
          if (declaredType === 'text') this.value(`${series}.${name(each)}`, prefix + each);
          else if (each !== 'capture') this.columns.push(`${series}.${name(each)} AS ${name(prefix + each)}`);
        return;
      }
      default:
        this.columns.push(`${id} AS ${name(column)}`);
    }
  }

  private value(id: string, as: string): void {
    this.columns.push(`${this.join('text', id)}.value AS ${name(as)}`);
  }

  private join(table: SqlTableName, id: string): string {
    const alias = `j${this.joins.length}`;
    this.joins.push(`LEFT JOIN ${name(table)} ${alias} ON ${alias}.id = ${id}`);
    return alias;
  }
}
