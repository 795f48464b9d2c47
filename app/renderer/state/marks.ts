import { Store } from './store.ts';

/** A moment, or a stretch of time, that a person wants to find again. */
export interface Mark {
  /** Epoch ns. */
  readonly from: bigint;
  /** Null of a moment. */
  readonly to: bigint | null;
  readonly text: string;
}

/** What was marked on the timeline, earliest first. */
export class Marks {
  readonly all = new Store<readonly Mark[]>([]);

  add(mark: Mark): void {
    this.all.update(marks => [...marks, mark].sort((a, b) => (a.from < b.from ? -1 : 1)));
  }

  rename(mark: Mark, text: string): void {
    this.all.update(marks => marks.map(each => (each === mark ? { ...each, text } : each)));
  }

  remove(mark: Mark): void {
    this.all.update(marks => marks.filter(each => each !== mark));
  }
}
