import { type Kept, showView, storesOf, viewText } from './view-state.ts';

/** Long enough for a drag to end, short enough that little is lost. */
const delay = 400;

interface ViewStorage {
  /** The view kept with the open workspace. */
  view(): Promise<string | null>;
  keepView(text: string): Promise<void>;
}

/** Keeps how a workspace is looked at with the workspace itself, a moment after each change. */
export class ViewKeeper {
  private timer: ReturnType<typeof setTimeout> | null = null;
  private kept = '';

  constructor(
    private readonly of: Kept,
    private readonly place: ViewStorage,
    /** True if there is anything to look at. */
    private readonly isWorthIt: () => boolean,
  ) {
    for (const store of storesOf(of)) store.subscribe(() => this.schedule());
  }

  /** Shows the workspace just opened as it was left. */
  async restore(): Promise<void> {
    const text = await this.place.view();
    if (text === null) return;
    showView(text, this.of);
    this.kept = viewText(this.of);
  }

  /** Before another workspace is opened: what is due is kept now. */
  async flush(): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    const text = viewText(this.of);
    if (text === this.kept || !this.isWorthIt()) return;
    this.kept = text;
    await this.place.keepView(text);
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.flush(), delay);
  }
}
