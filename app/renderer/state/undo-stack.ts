/**
 * The user's actions, so that one key undoes the last one. The engine keeps the former state of findings, clocks and removed
 * captures, and undoes their changes; `undo` restores state that only the window has.
 */
export type UndoEntry =
  | { readonly by: 'clock' | 'removal' }
  /** `typing`: the text that is typed into; null for a change in one step. */
  | { readonly by: 'finding'; readonly typing: string | null }
  /** `isStep`: one of several steps of a change, such as dragging a height. */
  | { readonly by: 'window'; readonly what: string; readonly isStep?: boolean; undo(): void };

/** Records a change: `description` follows “Undone:” in the notification, `undo` reverts it. */
export type RecordUndo = (description: string, undo: () => void, isStep?: boolean) => void;

const maxEntries = 200;
/** ms within which steps are merged into one change. */
const mergeWithin = 1000;
/** ms; typing after a longer pause is a new change, as in the engine (`findings/history.ts`). */
const typingPause = 3000;

export class UndoStack {
  private all: UndoEntry[] = [];
  private latest = 0;

  /** @param now ms */
  add(entry: UndoEntry, now = Date.now()): void {
    const last = this.all.at(-1);
    const isContinued =
      (entry.by === 'window' &&
        last?.by === 'window' &&
        entry.isStep === true &&
        last.isStep === true &&
        last.what === entry.what &&
        now - this.latest < mergeWithin) ||
      (entry.by === 'finding' &&
        last?.by === 'finding' &&
        entry.typing !== null &&
        last.typing === entry.typing &&
        now - this.latest < typingPause);
    this.latest = now;
    if (!isContinued) this.all = [...this.all, entry].slice(-maxEntries);
  }

  /** Removes the last entry and returns it. */
  pop(): UndoEntry | null {
    const last = this.all.at(-1) ?? null;
    this.all = this.all.slice(0, -1);
    return last;
  }

  clear(): void {
    this.all = [];
  }
}
