/**
 * Threads under the name that perf gives them until it learns another: `:41224`. If the capture names the thread later,
 * or earlier, its rows belong to one thread, under that name.
 */
import { capturedTables, declaredColumns, name, ofCapture } from '../store/schema.ts';

interface Named {
  readonly thread: number;
  readonly pid: number;
}

/** Pairs per statement. */
const atOnce = 1000;

/** The threads of one capture. */
export class Placeholders {
  private readonly unnamed = new Map<number, Named[]>();
  private readonly named = new Map<number, Named[]>();

  /** @param thread thread.id */
  add(thread: number, pid: number, tid: number, isPlaceholder: boolean): void {
    const of = isPlaceholder ? this.unnamed : this.named;
    const all = of.get(tid);
    if (all === undefined) of.set(tid, [{ thread, pid }]);
    else if (!all.some(each => each.thread === thread)) all.push({ thread, pid });
  }

  clear(): void {
    this.unnamed.clear();
    this.named.clear();
  }

  /** Statements that give rows of a capture to the threads' names; of several names to the first. */
  statements(capture: number): string[] {
    const pairs = [...this.unnamed].flatMap(([tid, all]) =>
      all.flatMap(({ thread, pid }) => {
        const found = this.named.get(tid)?.find(each => each.pid === pid || each.pid < 0 || pid < 0);
        return found === undefined ? [] : [[thread, found.thread] as const];
      }),
    );
    const statements: string[] = [];
    for (let from = 0; from < pairs.length; from += atOnce)
      statements.push(...updates(pairs.slice(from, from + atOnce), capture));
    return statements;
  }
}

function updates(pairs: readonly (readonly [from: number, to: number])[], capture: number): string[] {
  const cases = pairs.map(([from, to]) => `WHEN ${from} THEN ${to}`).join(' ');
  const list = pairs.map(([from]) => from).join(', ');
  return capturedTables.flatMap(table =>
    Object.entries(declaredColumns(table))
      .filter(([, { type }]) => type === 'thread')
      .map(
        ([column]) =>
          `UPDATE ${name(table)} SET ${name(column)} = CASE ${name(column)} ${cases} END
           WHERE ${name(column)} IN (${list}) AND ${ofCapture(table, capture)}`,
      ),
  );
}
