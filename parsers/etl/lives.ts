/** Objects with an id and a lifetime. Windows reuses ids as soon as they are free, so an id means an object only at a time. */

export interface Life<T> {
  /** ns; -Infinity: began before the trace. */
  start: number;
  /** Infinity: it outlives the trace. */
  end: number;
  readonly is: T;
}

export class Lives<T> {
  private readonly byId = new Map<number, Life<T>[]>();
  /** The result of the last {@link find} has the id from `from` to `to`. */
  from = Number.NaN;
  to = Number.NaN;

  constructor(private readonly isSame: (a: T, b: T) => boolean) {}

  /** An object with this id begins at `ts`, which ends any earlier one. */
  begin(id: number, ts: number, is: T): void {
    const lives = this.of(id);
    for (const life of lives) if (life.start < ts && life.end > ts) life.end = ts;
    const sameStart = lives.find(life => life.start === ts);
    if (sameStart === undefined) lives.push({ start: ts, end: Number.POSITIVE_INFINITY, is });
  }

  /** An object with this id exists at `ts`; its begin is unknown. */
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

  /** Sorts the objects of each id by their begin; call before {@link find}. */
  sort(): void {
    for (const lives of this.byId.values()) lives.sort((a, b) => a.start - b.start);
  }

  /** The object with the id at `ts`; if there is none, the last one before, else the next one. */
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
