/** The order of events, as SQL over `event s`. */
import { classCounts } from '../../workspace/store/events.ts';
import { AskError, type Sort } from '../contract.ts';
import type { InferredNames } from '../scope/process-names.ts';

interface Term {
  readonly sql: string;
  readonly descending: boolean;
}

/** Nulls are last, unless the order is reversed. */
export interface EventOrder {
  /** Joins that the terms need beside `event s`. */
  readonly joins: string;
  readonly terms: readonly Term[];
}

const ascending = (sql: string): Term => ({ sql, descending: false });
const descending = (sql: string): Term => ({ sql, descending: true });
const place = ['s.capture', 's.line', 's.id'];

/** The orders the user can choose. `time`: SQL of an event's time. */
const orders: Readonly<Record<string, (time: string) => readonly Term[]>> = {
  time: time => [time, ...place].map(ascending),
  newest: time => [time, ...place].map(descending),
  file: () => place.map(ascending),
  rarity: time => [ascending(templateCount), ...[time, ...place].map(ascending)],
};
/** Number of events with the template of a row; rows without a template come last. */
const templateCount = 'q.n';
const orderJoins: Readonly<Record<string, string>> = {
  rarity: `LEFT JOIN (SELECT c.template, sum(k.n) AS n FROM ${classCounts()} k JOIN event_class c ON c.id = k."class"
    WHERE c.template IS NOT NULL GROUP BY c.template) q ON q.template = s.template`,
};
export const orderNames = Object.keys(orders);

const textOf = (id: string) => `LEFT JOIN "text" x ON x.id = ${id}`;
/** Upper and lower case together, as answers in memory are sorted. */
const folded = (text: string) => [`lower(${text})`, text];

/** Sort terms per column: the texts, for columns that hold ids. */
const columns: Readonly<Record<string, { readonly joins?: string; readonly sql: readonly string[] }>> = {
  capture: { sql: ['s.capture'] },
  line: { sql: ['s.line'] },
  message: { sql: folded('s.message') },
  level: { joins: textOf('s.level'), sql: folded('x.value') },
  component: { joins: textOf('s.component'), sql: folded('x.value') },
  kind: { joins: textOf('s.kind'), sql: folded('x.value') },
  pid: { joins: 'LEFT JOIN thread t ON t.id = s.thread', sql: ['t.pid'] },
  tid: { joins: 'LEFT JOIN thread t ON t.id = s.thread', sql: ['t.tid'] },
  template: {
    joins: `LEFT JOIN template m ON m.masked = s.template ${textOf('s.template')}`,
    sql: folded('coalesce(m.template, x.value)'),
  },
  id: {
    joins: `LEFT JOIN template m ON m.masked = s.template
      LEFT JOIN (SELECT template, min(masked) AS number FROM template GROUP BY template) i ON i.template = m.template`,
    sql: ["'template/' || i.number"],
  },
};

/** By the process's own name, else by its inferred name. */
function byProcess(inferred: InferredNames) {
  const rows = [...inferred].flatMap(([capture, names]) =>
    [...names].map(([thread, { text }]) => `(${capture}, ${thread}, ${text})`),
  );
  const thread = 'LEFT JOIN thread t ON t.id = s.thread';
  const joins =
    rows.length === 0
      ? `${thread} ${textOf('t.process')}`
      : `${thread} LEFT JOIN (VALUES ${rows.join(', ')}) n(capture, thread, name)
         ON n.capture = s.capture AND n.thread = s.thread ${textOf('coalesce(t.process, n.name)')}`;
  return { joins, sql: folded('x.value') };
}

/**
 * @param name one of {@link orderNames}
 * @param sort sorts by a column first; events that are equal in it stay in the order `name`
 */
export function eventOrder(time: string, name: string, inferred: InferredNames, sort?: Sort): EventOrder {
  const base = (orders[name] ?? orders.time!)(time);
  const ownJoins = orderJoins[name] ?? '';
  if (!sort) return { joins: ownJoins, terms: base };
  const by =
    sort.column === 'time'
      ? { sql: [time] }
      : sort.column === 'process'
        ? byProcess(inferred)
        : columns[sort.column];
  if (!by) throw new AskError('bad-parameter', `Events have no column "${sort.column}" to sort by.`);
  const first = by.sql.map(sort.descending ? descending : ascending);
  return { joins: `${('joins' in by && by.joins) || ''} ${ownJoins}`, terms: [...first, ...base] };
}

/** @param reversed starts at the end of the same order */
export function orderBy({ terms }: EventOrder, reversed = false): string {
  const direction = (term: Term) => (term.descending === reversed ? 'ASC' : 'DESC');
  const nulls = reversed ? 'FIRST' : 'LAST';
  return terms.map(term => `${term.sql} ${direction(term)} NULLS ${nulls}`).join(', ');
}
