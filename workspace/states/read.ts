/** Reads scheduler events of a capture, page by page in the order of time. */
import duckdb, { type Connection } from '@duckdb/node-bindings';
import type { EventMeaning, FieldRole } from '../../parsers/event-meanings.ts';
import { readColumns } from '../database/results.ts';
import type { Columns } from '../query.ts';
import { eventsIn } from '../store/events.ts';
import { hasRoles, type Meaningful, meaningful, roleSql } from '../store/roles.ts';
import { EventType, type SchedulerEvents } from './machine.ts';

const schedulerMeanings = [
  'switch',
  'wakeup',
  'fork',
  'syscall-enter',
  'syscall-exit',
] as const satisfies readonly EventMeaning[];

const eventTypes: Readonly<Record<(typeof schedulerMeanings)[number], EventType>> = {
  switch: EventType.Switch,
  wakeup: EventType.Wakeup,
  fork: EventType.Fork,
  'syscall-enter': EventType.Enter,
  'syscall-exit': EventType.Exit,
};

/** Rows of `event_rows` per page: two row groups of DuckDB, one for each of two threads. */
const pageRows = 2 * 122_880;

/** Columns of a page by their roles; for events without the role, the column is not read. */
const columns = {
  tid: ['number', 'switch.prev.tid', 'wakeup.tid', 'fork.tid'],
  process: ['text', 'switch.prev.process', 'wakeup.process', 'fork.process'],
  pid: ['number', 'switch.prev.pid', 'wakeup.pid', 'fork.pid'],
  state: ['text', 'switch.prev.state', 'syscall-enter.name'],
  reason: ['text', 'switch.prev.reason'],
  number: ['number', 'syscall-enter.number'],
  nextTid: ['number', 'switch.next.tid'],
  nextProcess: ['text', 'switch.next.process'],
  nextPid: ['number', 'switch.next.pid'],
} as const satisfies Record<string, readonly ['number' | 'text', ...FieldRole[]]>;

/** SELECT list of a page over a row `r`. */
function selectList(classes: readonly Meaningful[], ts = 'r.ts'): string {
  const cases = classes.map(
    ({ id, meaning }) => `WHEN ${id} THEN ${eventTypes[meaning as keyof typeof eventTypes]}`,
  );
  const fields = Object.entries(columns).flatMap(([column, [type, ...roles]]) => {
    const sql = roleSql(classes, roles, type, 'r', 'r."class"');
    return sql === null ? [] : [`${sql}::INTEGER AS "${column}"`];
  });
  const type = `(CASE r."class" ${cases.join(' ')} END)::INTEGER AS type`;
  return [type, `(${ts})::DOUBLE AS ts, r.cpu, r.thread, r.stack`, ...fields].join(', ');
}

/**
 * True if two captures contain the same switch, to the µs, which no two recordings do.
 *
 * @param shift ns to add to the times of the second
 */
export async function sharedSwitch(
  connection: Connection,
  classes: readonly Meaningful[],
  others: readonly Meaningful[],
  shift: number,
): Promise<boolean> {
  const classesOf = (all: readonly Meaningful[], add: number) => {
    const switches = all.filter(({ meaning }) => meaning === 'switch');
    const tid = (role: FieldRole) => roleSql(switches, [role], 'number', 'r', 'r."class"') ?? 'NULL::INTEGER';
    return `SELECT DISTINCT (r.ts + ${add}) // 1000 AS us, r.cpu AS cpu, ${tid('switch.prev.tid')} AS tid, ${tid('switch.next.tid')} AS next
      FROM event_rows r WHERE r."class" IN (${switches.map(({ id }) => id).join(', ')}) AND r.cpu IS NOT NULL`;
  };
  const result = await readColumns(
    connection,
    `SELECT count(*)::INTEGER AS n FROM (SELECT 1 FROM (${classesOf(classes, 0)}) a JOIN (${classesOf(others, shift)}) b
       ON a.us = b.us AND a.cpu = b.cpu AND a.tid IS NOT DISTINCT FROM b.tid AND a.next = b.next LIMIT 1)`,
  );
  return result.ints('n')[0] === 1;
}

export async function capturesWithSwitches(connection: Connection): Promise<ReadonlySet<number>> {
  const result = await readColumns(
    connection,
    `SELECT DISTINCT c.capture::INTEGER AS capture FROM event_class c JOIN field_schema f ON f.id = c.field_schema
     WHERE contains(f.keys, '"role":"switch.')`,
  );
  return new Set(result.ints('capture'));
}

/** True if the switches are tracepoints of Linux. */
export async function areOfLinux(connection: Connection, classes: readonly Meaningful[]): Promise<boolean> {
  const switches = classes.filter(({ meaning }) => meaning === 'switch').map(({ id }) => id);
  const result = await readColumns(
    connection,
    `SELECT coalesce(bool_and(k.value LIKE '%sched_switch'), false)::INTEGER AS linux
     FROM event_class c JOIN "text" k ON k.id = c.kind WHERE c.id IN (${switches.join(', ')})`,
  );
  return result.ints('linux')[0] === 1;
}

/** Event classes of a capture from which states of threads are made. */
export async function schedulerClasses(
  connection: Connection,
  capture: number,
): Promise<readonly Meaningful[]> {
  const result = await readColumns(
    connection,
    `SELECT c.id::INTEGER AS id, f.keys FROM event_class c JOIN field_schema f ON f.id = c.field_schema
     WHERE c.capture = ${capture} AND ${hasRoles('f.keys')} ORDER BY c.id`,
  );
  const keys = result.texts('keys');
  return meaningful(
    Array.from(result.ints('id'), (id, row) => ({ id, keys: keys[row] ?? '[]' })),
    schedulerMeanings,
  );
}

/** Events of a recording, from one piece or several. */
export interface Page {
  /** Index of the piece of each event; null if there is one piece. */
  readonly piece: Int32Array | null;
  /** Shares the arrays of the columns; `fate` is to be filled. */
  readonly events: SchedulerEvents;
  /** Printed states of switches, as text.id, and numbers of calls; -1 is none. */
  readonly state: Int32Array;
  readonly reason: Int32Array;
  readonly number: Int32Array;
}

/** Reads the events of several captures page by page, in the order of time; an event in two captures comes twice. */
export async function readTogether(
  connection: Connection,
  pieces: readonly { readonly classes: readonly Meaningful[]; readonly shift: number }[],
  take: (page: Page) => Promise<void>,
): Promise<void> {
  // All pieces have the same columns, even if some lack values.
  const all = pieces.flatMap(({ classes }) => classes);
  const rows = pieces.flatMap(({ classes, shift }, piece) =>
    sortable(all, classes, `r.ts + ${shift}`, `${piece} AS piece`),
  );
  await readSorted(connection, rows, 'ts, piece, id', take);
}

/** SELECTs of the events of some classes, from wherever they are stored. */
function sortable(
  all: readonly Meaningful[],
  classes: readonly Meaningful[],
  ts: string,
  ...others: readonly string[]
): string[] {
  const ids = classes.map(each => each.id).join(', ');
  return (['event_rows', 'event_lines'] as const).map(
    table =>
      `SELECT ${[selectList(all, ts), ...others].join(', ')}, r.id FROM (${eventsIn(table, '', ', r."class"')}) r
       WHERE r."class" IN (${ids}) AND r.ts IS NOT NULL`,
  );
}

/**
 * Reads pages in the order in which rows are stored; if that is not the order of time, reads them again, sorted.
 *
 * @param take takes a page; a returned promise is awaited while the next page is read
 * @param restart drops the pages taken
 */
export async function readSchedulerEvents(
  connection: Connection,
  classes: readonly Meaningful[],
  take: (page: Page) => Promise<void>,
  restart: () => Promise<void>,
): Promise<void> {
  const ids = classes.map(each => each.id).join(', ');
  const within = `r."class" IN (${ids}) AND r.ts IS NOT NULL`;
  const bounds = await readColumns(
    connection,
    `SELECT min(rowid)::DOUBLE AS first, max(rowid)::DOUBLE AS last, (SELECT count(*) FROM event_lines r WHERE ${within})::INTEGER AS others
     FROM event_rows r WHERE ${within}`,
  );
  const [first, last] = [bounds.numbers('first')[0]!, bounds.numbers('last')[0]!];
  if (bounds.ints('others')[0] === 0) {
    const rows = (from: number) =>
      `SELECT ${selectList(classes)} FROM event_rows r WHERE r.rowid BETWEEN ${from} AND ${from + pageRows - 1} AND ${within}`;
    if (Number.isNaN(first)) return;
    if (await readPages(connection, first, last, rows, take)) return;
    await restart();
  }
  await readSorted(connection, sortable(classes, classes, 'r.ts'), 'ts, id', take);
}

/** DuckDB sorts on disk what does not fit in memory. */
async function readSorted(
  connection: Connection,
  selects: readonly string[],
  order: string,
  take: (page: Page) => Promise<void>,
): Promise<void> {
  await duckdb.query(
    connection,
    `CREATE OR REPLACE TEMP TABLE scheduler_events AS
     SELECT * EXCLUDE (id) FROM (${selects.join(' UNION ALL ')}) ORDER BY ${order}`,
  );
  try {
    const count = await readColumns(connection, 'SELECT count(*)::DOUBLE AS n FROM scheduler_events');
    const sorted = (from: number) =>
      `FROM scheduler_events WHERE rowid BETWEEN ${from} AND ${from + pageRows - 1}`;
    await readPages(connection, 0, count.numbers('n')[0]! - 1, sorted, take);
  } finally {
    await duckdb.query(connection, 'DROP TABLE scheduler_events');
  }
}

/** @returns true if they were in the order of time; stops otherwise */
async function readPages(
  connection: Connection,
  first: number,
  last: number,
  rows: (from: number) => string,
  take: (page: Page) => Promise<void>,
): Promise<boolean> {
  let before = Number.NEGATIVE_INFINITY;
  let working: Promise<void> = Promise.resolve();
  for (let from = first; from <= last; from += pageRows) {
    const page = pageOf(await readColumns(connection, rows(from)));
    await working;
    const { ts, rows: count } = page.events;
    for (let row = 0; row < count; row++) {
      if (ts[row]! < before) return false;
      before = ts[row]!;
    }
    working = take(page);
  }
  await working;
  return true;
}

function pageOf(read: Columns): Page {
  const none = new Int32Array(read.length).fill(-1);
  const column = (name: keyof typeof columns) => (read.has(name) ? read.ints(name) : none);
  return {
    piece: read.has('piece') ? read.ints('piece') : null,
    events: {
      rows: read.length,
      type: read.ints('type'),
      ts: read.numbers('ts'),
      cpu: read.ints('cpu'),
      thread: read.ints('thread'),
      stack: read.ints('stack'),
      tid: column('tid'),
      process: column('process'),
      pid: column('pid'),
      fate: new Int32Array(read.length).fill(-1),
      nextTid: column('nextTid'),
      nextProcess: column('nextProcess'),
      nextPid: column('nextPid'),
    },
    state: column('state'),
    reason: column('reason'),
    number: column('number'),
  };
}
