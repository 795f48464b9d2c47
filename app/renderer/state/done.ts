/**
 * What a person did, so that one key takes back the last of it. Findings, clocks and captures removed are taken back by the engine, which
 * keeps what they were; what the window keeps by itself is set as it was.
 */
export type Did =
  | { readonly by: 'clock' | 'removal' }
  /** `typing`: what is typed into; null of what is done at once. */
  | { readonly by: 'finding'; readonly typing: string | null }
  /** `isStep`: of several, as a height is dragged through many. */
  | { readonly by: 'window'; readonly what: string; readonly isStep?: boolean; undo(): void };

/** Tells what was changed, in words that stand behind “Undone:”, and how it is taken back. */
export type NoteDown = (what: string, undo: () => void, isStep?: boolean) => void;

const most = 200;
/** ms within which steps are one change. */
const together = 1000;
/** ms; who stops typing for longer begins anew, as the engine has it (`findings/history.ts`). */
const pause = 3000;

export class Done {
  private all: Did[] = [];
  private latest = 0;

  /** @param now ms */
  add(did: Did, now = Date.now()): void {
    const last = this.all.at(-1);
    const goesOn =
      (did.by === 'window' &&
        last?.by === 'window' &&
        did.isStep === true &&
        last.isStep === true &&
        last.what === did.what &&
        now - this.latest < together) ||
      (did.by === 'finding' &&
        last?.by === 'finding' &&
        did.typing !== null &&
        last.typing === did.typing &&
        now - this.latest < pause);
    this.latest = now;
    if (!goesOn) this.all = [...this.all, did].slice(-most);
  }

  /** What was done last, which is forgotten. */
  take(): Did | null {
    const last = this.all.at(-1) ?? null;
    this.all = this.all.slice(0, -1);
    return last;
  }

  clear(): void {
    this.all = [];
  }
}
