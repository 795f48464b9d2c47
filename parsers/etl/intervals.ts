/** Sampling interval of each source over time: a session may change it. */

/** Maximum number of changes kept per source. */
const maxChanges = 4096;
const maxSources = 4096;

interface Change {
  readonly ts: number;
  readonly interval: number;
  /** The previous interval, as the record states it. */
  readonly before: number;
}

export class Intervals {
  private readonly changes = new Map<number, Change[]>();

  /** Changes may arrive in any order of time, because each CPU has its own buffers. */
  add(source: number, change: Change): void {
    const all = this.changes.get(source);
    if (all === undefined) {
      if (this.changes.size < maxSources) this.changes.set(source, [change]);
      return;
    }
    if (all.length >= maxChanges) return;
    const at = all.findLastIndex(({ ts }) => ts <= change.ts);
    all.splice(at + 1, 0, change);
  }

  /** NaN: unknown. */
  at(source: number, ts: number): number {
    const all = this.changes.get(source);
    const first = all?.[0];
    if (all === undefined || first === undefined) return Number.NaN;
    return all.findLast(change => change.ts <= ts)?.interval ?? first.before;
  }
}
