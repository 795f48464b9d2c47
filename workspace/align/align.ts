/**
 * Places captures in time that state no time: load generators print how long they have been running, and the
 * log of their server has the times of their connections. The result is a guess, and can be overruled by
 * hand.
 */

import { nullWide, type Query } from '../query.ts';
import type { CaptureRecord } from '../store/captures.ts';
import { updateClock } from '../store/clock-facts.ts';
import { bootAlignments } from './boot.ts';
import { isSameFolder } from './folder.ts';

/** A possible start of a program, found in a log. */
interface Start {
  /** Epoch ns. */
  readonly at: bigint;
  /** Duration of the session, ns; null if the log does not have its end. */
  readonly lasted: bigint | null;
  readonly log: CaptureRecord;
  readonly what: 'connection' | 'mention';
}

/** Finds possible starts of `program` in logs, with one query for all of them. */
type Rule = (query: Query, logs: readonly CaptureRecord[], program: string) => Promise<Start[]>;

/** Names of programs in logs, by the format of their captures. */
const programs: Readonly<Record<string, string>> = { pgbench: 'pgbench', sysbench: 'sysbench' };

/**
 * Sessions of PostgreSQL under the program's name, with their ends by process id:
 *
 *     [717] LOG:  connection authorized: user=postgres database=bench application_name=pgbench
 *     [717] LOG:  disconnection: session time: 0:01:26.001 user=postgres database=bench host=[local]
 */
const sessions: Rule = async (query, logs, program) => {
  const result = await query.columns(
    `WITH line AS (
       SELECT e.capture, e.ts, t.pid, e.message FROM event e LEFT JOIN thread t ON t.id = e.thread
       WHERE ${inLogs(logs)} AND e.ts IS NOT NULL
         AND (starts_with(e.message, 'connection authorized:') OR starts_with(e.message, 'disconnection:')))
     SELECT b.capture::INTEGER AS capture, b.ts AS begins, min(d.ts) AS ends
     FROM line b LEFT JOIN line d
       ON d.capture = b.capture AND d.pid = b.pid AND d.ts >= b.ts AND starts_with(d.message, 'disconnection:')
     WHERE regexp_matches(b.message, ?)
     GROUP BY b.capture, b.ts, b.pid`,
    [`application_name=${program}\\b`],
  );
  return startsOf(logs, 'connection', result.ints('capture'), result.wides('begins'), result.wides('ends'));
};

/** The first line that mentions the program. */
const mention: Rule = async (query, logs, program) => {
  const result = await query.columns(
    `SELECT e.capture::INTEGER AS capture, min(e.ts) AS begins FROM event e
     WHERE ${inLogs(logs)} AND contains(e.message, ?) AND regexp_matches(e.message, ?) GROUP BY e.capture`,
    [program, `\\b${program}\\b`],
  );
  return startsOf(logs, 'mention', result.ints('capture'), result.wides('begins'), null);
};

const inLogs = (logs: readonly CaptureRecord[]): string =>
  `e.capture IN (${logs.map(({ id }) => id).join(', ')})`;

/** The first rule that finds a start decides. */
const rules: readonly Rule[] = [sessions, mention];

/** Statements that place captures without a time, by what other captures of the workspace suggest. */
export async function alignments(query: Query, captures: readonly CaptureRecord[]): Promise<string[]> {
  const logs = captures.filter(({ clock, rows }) => clock.utcOffset !== null && rows.event);
  const statements = await bootAlignments(query, captures);
  // A folder may have hundreds of runs of one program beside hundreds of logs.
  const found = new Map<string, Promise<Start[]>>();
  const startsIn = (rule: Rule, program: string): Promise<Start[]> => {
    const key = `${rules.indexOf(rule)} ${program}`;
    const known = found.get(key) ?? (logs.length === 0 ? Promise.resolve([]) : rule(query, logs, program));
    found.set(key, known);
    return known;
  };
  for (const capture of captures) {
    const program = programs[capture.format];
    if (program === undefined || capture.clock.utcOffset !== null || capture.lastTs === null) continue;
    const start = await startOf(capture, program, logs, startsIn);
    if (start !== null) statements.push(update(capture, start));
  }
  return statements;
}

async function startOf(
  capture: CaptureRecord,
  program: string,
  logs: readonly CaptureRecord[],
  startsIn: (rule: Rule, program: string) => Promise<Start[]>,
): Promise<Start | null> {
  // A log in the same folder was probably recorded with the capture.
  const inSameFolder = new Set(logs.filter(log => isSameFolder(log, capture)));
  for (const among of [inSameFolder, new Set(logs)]) {
    for (const rule of rules) {
      const starts = (await startsIn(rule, program)).filter(({ log }) => among.has(log));
      const best = bestOf(starts, capture.lastTs ?? 0n);
      if (best !== null) return best;
    }
  }
  return null;
}

const second = 1_000_000_000n;
const tolerance = 2n * second;

/** True if a session is as long as a capture, within `tolerance`. */
const isAsLong = (lasted: bigint, span: bigint): boolean => {
  const difference = lasted - span;
  return difference < tolerance && difference > -tolerance;
};

/**
 * The start whose session is closest to the capture in length, in steps of two seconds; the earliest of
 * equals. A program also connects to prepare its tables, and may run more than once.
 */
function bestOf(starts: readonly Start[], span: bigint): Start | null {
  const misfit = ({ lasted }: Start): number => {
    if (lasted === null) return Number.MAX_SAFE_INTEGER;
    return Math.floor(Math.abs(Number(lasted - span)) / Number(tolerance));
  };
  const better = (a: Start, b: Start): boolean =>
    misfit(a) < misfit(b) || (misfit(a) === misfit(b) && a.at < b.at);
  return starts.reduce<Start | null>(
    (best, start) => (best === null || better(start, best) ? start : best),
    null,
  );
}

function startsOf(
  logs: readonly CaptureRecord[],
  what: Start['what'],
  captures: Int32Array,
  begins: BigInt64Array,
  ends: BigInt64Array | null,
): Start[] {
  const byId = new Map(logs.map(log => [log.id, log]));
  return [...begins].flatMap((begin, row): Start[] => {
    const log = byId.get(captures[row]!);
    if (begin === nullWide || !log) return [];
    const base = log.clock.zero + (log.clock.utcOffset ?? 0n);
    const end = ends?.[row] ?? nullWide;
    return [{ at: base + begin, lasted: end === nullWide ? null : end - begin, log, what }];
  });
}

/** A session as long as the capture is better evidence than the first of many. */
function update({ id, clock, lastTs }: CaptureRecord, { at, lasted, log, what }: Start): string {
  const isSession = lasted !== null && isAsLong(lasted, lastTs ?? 0n);
  return updateClock(id, {
    ...clock,
    utcOffset: at - clock.zero,
    facts: {
      ...clock.facts,
      startFrom: isSession ? 'session' : what,
      startBy: { id: log.id, name: null },
      precision: Number(second),
    },
  });
}
