/**
 * Threads of Linux that existed before they were first seen. A new thread has the name of the thread that created it, and
 * a higher id than all before it, until ids are exhausted and begin anew. So a thread is not new if no thread had its
 * name, and one had a higher id: it has existed at least since then.
 */
export class EarlierThreads {
  private readonly names = new Set<number>();
  /** Each tid that was higher than all before, ascending. */
  private readonly tids: number[] = [];
  /** When each of them was first seen, ns. */
  private readonly times: number[] = [];

  /** A thread is seen, or has a new name. @param name text.id */
  see(tid: number, name: number, now: number): void {
    this.names.add(name);
    if (this.tids.length > 0 && tid <= this.tids.at(-1)!) return;
    this.tids.push(tid);
    this.times.push(now);
  }

  /** Time since which a thread that is first seen now has existed, ns; NaN if it may be new. */
  existsSince(tid: number, name: number): number {
    if (name < 0 || this.names.has(name)) return Number.NaN;
    let [low, high] = [0, this.tids.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tids[middle]! > tid) high = middle;
      else low = middle + 1;
    }
    return this.times[low] ?? Number.NaN;
  }
}
