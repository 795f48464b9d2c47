/** What has an id and lives for a while: ids of Windows are given again as soon as they are free. */

export interface Life<T> {
  /** ns; -Infinity: before the trace. */
  start: number;
  /** Infinity: it outlives the trace. */
  end: number;
  readonly is: T;
}

export class Lives<T> {
  private readonly byId = new Map<number, Life<T>[]>();
  private last: Life<T> | undefined;
  private lastId = Number.NaN;

  constructor(private readonly isSame: (a: T, b: T) => boolean) {}

  /** It begins at `ts`; what had the id before has ended then. */
  begin(id: number, ts: number, is: T): void {
    const lives = this.of(id);
    for (const life of lives) if (life.start < ts && life.end > ts) life.end = ts;
    const told = lives.find(life => life.start === ts);
    if (told === undefined) lives.push({ start: ts, end: Number.POSITIVE_INFINITY, is });
  }

  /** It is there at `ts`, and nothing tells since when. */
  exists(id: number, ts: number, is: T): void {
    const lives = this.of(id);
    if (lives.some(life => life.start <= ts && ts <= life.end && this.isSame(life.is, is))) return;
    let start = Number.NEGATIVE_INFINITY;
    for (const { end } of lives) if (end <= ts && end > start) start = end;
    lives.push({ start, end: Number.POSITIVE_INFINITY, is });
  }

  ends(id: number, ts: number, is: T): void {
    const lives = this.of(id);
    const alive = lives.findLast(life => life.start <= ts && life.end === Number.POSITIVE_INFINITY);
    if (alive) alive.end = ts;
    else lives.push({ start: Number.NEGATIVE_INFINITY, end: ts, is });
  }

  /** Sorted by when they began. */
  sort(): void {
    for (const lives of this.byId.values()) lives.sort((a, b) => a.start - b.start);
  }

  /** What has the id at `ts`; at a time when nothing has it, what had it last, else what has it next. */
  find(id: number, ts: number): T | undefined {
    if (id === this.lastId && this.last && this.last.start <= ts && ts < this.last.end) return this.last.is;
    const lives = this.byId.get(id);
    if (lives === undefined) return undefined;
    let found = lives[0]!;
    for (const life of lives) {
      if (life.start > ts) break;
      found = life;
    }
    this.last = found;
    this.lastId = id;
    return found.is;
  }

  private of(id: number): Life<T>[] {
    let lives = this.byId.get(id);
    if (lives === undefined) {
      lives = [];
      this.byId.set(id, lives);
    }
    return lives;
  }
}
