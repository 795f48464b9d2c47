/** Texts of fields while they are typed, until they are saved. */

type Save = (text: string) => Promise<void>;

interface Typed {
  text: string;
  save: Save;
  /** Time of the first key that is not saved, ms. */
  since: number;
  timer: ReturnType<typeof setTimeout> | null;
  saving: Promise<void> | null;
}

/** Not every key writes, and a crash loses at most what was typed in the last second. */
const delay = 300;
const longestDelay = 1000;
/** Time until a failed save is tried again, ms. */
const again = 2000;

export interface TypedTextsOptions {
  /** Called once when a text cannot be saved. It is kept, and tried again unless this returns false. */
  readonly onFailure: (error: unknown) => boolean;
  /** Called when all texts are saved after a failure. */
  readonly onRecovery: () => void;
}

/** They outlive their fields: a field that is left before its text could be saved shows it when it is opened again. */
export class TypedTexts {
  private readonly texts = new Map<string, Typed>();
  private hasFailed = false;

  constructor(private readonly options: TypedTextsOptions) {}

  /** The text of a field that is not saved yet; null if there is none. */
  of(field: string): string | null {
    return this.texts.get(field)?.text ?? null;
  }

  type(field: string, text: string, save: Save): void {
    const now = Date.now();
    const typed = this.texts.get(field) ?? { text, save, since: now, timer: null, saving: null };
    Object.assign(typed, { text, save });
    this.texts.set(field, typed);
    this.saveIn(field, typed, Math.max(0, Math.min(delay, typed.since + longestDelay - now)));
  }

  /** Saves the text of a field, or all texts, now. */
  async flush(field?: string): Promise<void> {
    const fields = field === undefined ? [...this.texts.keys()] : [field];
    await Promise.all(fields.map(each => this.save(each)));
  }

  /** Forgets all texts, which belong to a workspace that is left. */
  clear(): void {
    for (const { timer } of this.texts.values()) if (timer !== null) clearTimeout(timer);
    this.texts.clear();
    this.hasFailed = false;
  }

  private saveIn(field: string, typed: Typed, ms: number): void {
    if (typed.timer !== null) clearTimeout(typed.timer);
    typed.timer = setTimeout(() => void this.save(field), ms);
  }

  private async save(field: string): Promise<void> {
    const typed = this.texts.get(field);
    if (!typed) return;
    if (typed.timer !== null) clearTimeout(typed.timer);
    typed.timer = null;
    // One save at a time, so that an older text is never written last.
    while (typed.saving) await typed.saving;
    if (this.texts.get(field) !== typed) return;
    typed.saving = this.saveNow(field, typed);
    await typed.saving;
  }

  private async saveNow(field: string, typed: Typed): Promise<void> {
    const { text } = typed;
    typed.since = Date.now();
    try {
      await typed.save(text);
      if (typed.text === text) this.texts.delete(field);
      this.recovered();
    } catch (error) {
      const isTriedAgain = this.hasFailed || this.options.onFailure(error);
      this.hasFailed = isTriedAgain;
      if (!isTriedAgain) this.texts.delete(field);
      else if (typed.timer === null) this.saveIn(field, typed, again);
    } finally {
      typed.saving = null;
    }
  }

  private recovered(): void {
    if (!this.hasFailed || this.texts.size > 0) return;
    this.hasFailed = false;
    this.options.onRecovery();
  }
}
