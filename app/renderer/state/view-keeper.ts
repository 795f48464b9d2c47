import { type Kept, showView, storesOf, viewText } from './view-state.ts';

/** Long enough for a drag to end, short enough that a crash loses little. */
const delay = 400;

interface ViewStorage {
  /** The view state stored with the open workspace. */
  view(): Promise<string | null>;
  keepView(text: string): Promise<void>;
}

/** Stores the view state in the workspace, shortly after each change. */
export class ViewKeeper {
  private timer: ReturnType<typeof setTimeout> | null = null;
  private storedText = '';

  constructor(
    private readonly state: Kept,
    private readonly place: ViewStorage,
    /** True if the workspace has anything to show. */
    private readonly isWorthIt: () => boolean,
  ) {
    for (const store of storesOf(state)) store.subscribe(() => this.schedule());
  }

  /** Restores the view state of the workspace just opened. */
  async restore(): Promise<void> {
    const text = await this.place.view();
    if (text === null) return;
    showView(text, this.state);
    this.storedText = viewText(this.state);
  }

  /** Stores pending changes before another workspace is opened. */
  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const text = viewText(this.state);
    if (text === this.storedText || !this.isWorthIt()) return;
    this.storedText = text;
    await this.place.keepView(text);
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.flush(), delay);
  }
}
