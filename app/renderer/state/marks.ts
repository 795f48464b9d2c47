import { Store } from './store.ts';
import type { RecordUndo } from './undo-stack.ts';

/** A moment or an interval that the user marked. */
export interface Mark {
  /** Epoch ns. */
  readonly from: bigint;
  /** Null for a moment. */
  readonly to: bigint | null;
  readonly text: string;
}

/** The marks of the timeline, earliest first. */
export class Marks {
  readonly all = new Store<readonly Mark[]>([]);

  constructor(private readonly recordUndo: RecordUndo = () => undefined) {}

  add(mark: Mark): void {
    this.change(`the mark “${mark.text}”`, marks =>
      [...marks, mark].sort((a, b) => (a.from < b.from ? -1 : 1)),
    );
  }

  rename(mark: Mark, text: string): void {
    this.change(`the name of the mark “${text}”`, marks =>
      marks.map(each => (each === mark ? { ...each, text } : each)),
    );
  }

  remove(mark: Mark): void {
    this.change(`the removal of the mark “${mark.text}”`, marks => marks.filter(each => each !== mark));
  }

  private change(description: string, work: (marks: readonly Mark[]) => readonly Mark[]): void {
    const before = this.all.get();
    this.all.update(work);
    this.recordUndo(description, () => this.all.set(before));
  }
}
