/** States of threads in a scope, clipped to its time, so that sums have only the time within it. */
import type { SqlValue } from '../../workspace/query.ts';
import type { Ask, Note, Scope } from '../contract.ts';
import { listed } from '../kit/answer.ts';
import { type CaptureFact, captureFacts } from '../kit/catalog.ts';
import { note } from '../kit/notes.ts';
import { clipTo } from '../scope/clip.ts';
import { type Predicate, predicate } from '../scope/scope.ts';

export interface StatesInScope {
  /**
   * SELECT of the rows in scope: capture, thread, cpu, state, reason, stack, waker, `ts` and `duration` of their part
   * in scope, and `whole_ts` and `whole_duration` of all of them. Leaves out rows with an unknown duration.
   */
  readonly rows: string;
  readonly params: Readonly<Record<string, SqlValue>>;
  readonly notes: readonly Note[];
}

export async function statesIn(ask: Ask, scope: Scope): Promise<StatesInScope> {
  const within = await predicate(ask, scope, 'state');
  const { ts, duration } = clipTo(scope, within.captures);
  const notes = [...within.notes, ...(await wakeupNote(ask, within.captures))];
  if (scope.cpus?.length)
    notes.push(
      note(
        'waits-on-no-cpu',
        'A waiting thread is on no CPU, so the chosen CPUs have only running and ready threads.',
      ),
    );
  return {
    rows: `SELECT s.capture, s.thread, s.cpu, s.state, s.reason, s.stack, s.waker, ${ts} AS ts, ${duration} AS duration,
        s.ts AS whole_ts, s.duration AS whole_duration
      FROM ${near(scope, within.captures)} s WHERE ${within.where} AND s.duration IS NOT NULL`,
    params: within.params,
    notes,
  };
}

/** The same rows without clipping and its notes: `from` is SQL of the table with its alias `s`. */
export async function statesAt(ask: Ask, scope: Scope): Promise<Predicate & { readonly from: string }> {
  const within = await predicate(ask, scope, 'state');
  return { ...within, from: `${near(scope, within.captures)} s` };
}

/** Most states are shorter, ns. */
const shortState = 1n << 26n;
/** Tables with fewer rows are read as fast as a part of them. */
const fewStates = 200_000;

/**
 * SQL of the table `state` without most rows outside of the scope's time. A long state that began much earlier may reach into it, so a
 * bound on the begin alone would be wrong, and without a bound all ten million rows would be read for a millisecond. Short states are
 * bounded by their begin, long ones by their duration: DuckDB skips blocks that have neither.
 */
function near({ from, to }: Scope, captures: readonly CaptureFact[]): string {
  const states = captures.reduce((sum, each) => sum + (each.rows.state ?? 0), 0);
  if (from === undefined || to === undefined || states < fewStates) return 'state';
  const zeros = captures.map(each => each.utcZero ?? each.ownZero).sort((a, b) => (a < b ? -1 : 1));
  const [first, last] = [zeros[0]!, zeros.at(-1)!];
  const began = `ts >= ${from - last - shortState} AND ts < ${to - first}`;
  return `(SELECT * FROM state WHERE duration <= ${shortState} AND ${began}
    UNION ALL SELECT * FROM state WHERE duration > ${shortState} AND ts < ${to - first})`;
}

/** The id of a word in `text`; -1, which no row has, if it is missing. */
export async function wordId(ask: Ask, word: string): Promise<number> {
  return ask.memo(`word ${word}`, async () => {
    const result = await ask.query.columns(
      'SELECT id::INTEGER AS id FROM "text" WHERE value = $word AND not_interned IS NOT TRUE',
      { word },
      ask.cancel,
    );
    return { value: result.ints('id')[0] ?? -1, bytes: 8 };
  });
}

/** The note on captures without wake-ups, in which the end of a wait is unknown. */
async function wakeupNote(ask: Ask, captures: readonly CaptureFact[]): Promise<Note[]> {
  const without = await ask.memo('captures without wake-ups', async () => {
    const result = await ask.query.columns(
      `SELECT capture::INTEGER AS capture FROM state GROUP BY capture
       HAVING count(*) FILTER (reason = ${await wordId(ask, 'woken')}) = 0 AND count(*) FILTER (reason = ${await wordId(ask, 'preempted')}) > 0`,
      [],
      ask.cancel,
    );
    return { value: new Set(result.ints('capture')), bytes: result.length * 8 };
  });
  if (without.size === 0) return [];
  const names = (await captureFacts(ask))
    .filter(({ id }) => without.has(id) && captures.some(each => each.id === id))
    .map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    note(
      'without-wakeups',
      `No wake-ups were recorded in ${listed(names)}: there, a wait lasts until the thread runs again, and ready means preempted.`,
      { captures: names },
    ),
  ];
}
