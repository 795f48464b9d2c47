/** How often each source takes samples, which a session may change: the interval at a time. */

/** Changes of one source that are kept. */
const mostChanges = 4096;
const mostSources = 4096;

interface Change {
  readonly ts: number;
  readonly interval: number;
  /** What held before, as the first record states it. */
  readonly before: number;
}

export class Intervals {
  private readonly changes = new Map<number, Change[]>();

  /** In any order of time, because each CPU has buffers of its own. */
  add(source: number, change: Change): void {
    const all = this.changes.get(source);
    if (all === undefined) {
      if (this.changes.size < mostSources) this.changes.set(source, [change]);
      return;
    }
    if (all.length >= mostChanges) return;
    const at = all.findLastIndex(({ ts }) => ts <= change.ts);
    all.splice(at + 1, 0, change);
  }

  /** NaN where it is not known. */
  at(source: number, ts: number): number {
    const all = this.changes.get(source);
    const first = all?.[0];
    if (all === undefined || first === undefined) return Number.NaN;
    return all.findLast(change => change.ts <= ts)?.interval ?? first.before;
  }
}
