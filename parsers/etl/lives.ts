/** Things with an id and a lifetime. Windows reuses ids as soon as they are free. */

export interface Life<T> {
  /** ns; -Infinity: began before the trace. */
  start: number;
  /** Infinity: it outlives the trace. */
  end: number;
  readonly is: T;
}

export class Lives<T> {
  private readonly byId = new Map<number, Life<T>[]>();
  /** What {@link find} has found holds the id at these times. */
  from = Number.NaN;
  to = Number.NaN;

  constructor(private readonly isSame: (a: T, b: T) => boolean) {}

  /** Begins at `ts`; ends any earlier holder of the id. */
  begin(id: number, ts: number, is: T): void {
    const lives = this.of(id);
    for (const life of lives) if (life.start < ts && life.end > ts) life.end = ts;
    const told = lives.find(life => life.start === ts);
    if (told === undefined) lives.push({ start: ts, end: Number.POSITIVE_INFINITY, is });
  }

  /** Exists at `ts`; its begin is unknown. */
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

  /** Holder of the id at `ts`; if there is none, the last holder before, else the next. */
  find(id: number, ts: number): T | undefined {
    this.from = Number.NEGATIVE_INFINITY;
    this.to = Number.POSITIVE_INFINITY;
    const lives = this.byId.get(id);
    if (lives === undefined) return undefined;
    let found = lives[0]!;
    for (const life of lives) {
      if (life.start > ts) {
        this.to = life.start;
        break;
      }
      if (life !== found) this.from = life.start;
      found = life;
    }
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
