import type { AnswerId, AskRequest, EngineApi } from '../../contract.ts';
import { valueKey } from '../lib/value-key.ts';
import { type EngineLink, sentence } from './engine-link.ts';
import { PagedAnswer } from './paged-answer.ts';
import { Store } from './store.ts';

export type Asked =
  | { readonly state: 'asking' }
  | { readonly state: 'ready'; readonly answer: PagedAnswer }
  | { readonly state: 'failed'; readonly error: unknown; readonly message: string };

export interface Asking {
  readonly store: Store<Asked>;
  /** Called when the view no longer needs the answer. */
  release(): void;
}

interface Entry {
  readonly store: Store<Asked>;
  readonly job: string;
  users: number;
}

/** Number of unused answers to cache, so that going back is instant. */
const idleKept = 40;

/**
 * Asks questions for views. Views that ask the same question share one answer; a question that no view waits for is
 * cancelled; answers of an older revision of the workspace are released.
 */
export class Answers {
  private readonly entries = new Map<string, Entry>();
  /** Time that the last finished question took, ns. */
  readonly lastElapsed = new Store<number | null>(null);
  readonly pending = new Store(0);

  constructor(
    private readonly link: EngineLink,
    private readonly api: EngineApi = link.api,
  ) {}

  ask(request: AskRequest, revision: number): Asking {
    const key = keyOf(request, revision);
    let entry = this.entries.get(key);
    if (!entry) {
      entry = { store: new Store<Asked>({ state: 'asking' }), job: this.link.newJob('ask'), users: 0 };
      void this.run(key, entry, request);
    }
    // Map order is use order.
    this.entries.delete(key);
    this.entries.set(key, entry);
    entry.users++;
    const entryInUse = entry;
    let isHeld = true;
    return {
      store: entryInUse.store,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        entryInUse.users--;
        this.evictUnused(key, entryInUse);
      },
    };
  }

  /** The cached answer, if any. Marks it as recently used, because the caller asks for it next. */
  known(request: AskRequest, revision: number): PagedAnswer | null {
    const key = keyOf(request, revision);
    const entry = this.entries.get(key);
    const answered = entry?.store.get();
    if (!entry || answered?.state !== 'ready') return null;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return answered.answer;
  }

  /** Releases unused answers, which are of an older revision. */
  clear(): void {
    for (const [key, entry] of this.entries) if (entry.users === 0) this.drop(key, entry);
  }

  /** Drops all answers after their engine ended. */
  forget(): void {
    this.entries.clear();
  }

  private async run(key: string, entry: Entry, request: AskRequest): Promise<void> {
    this.pending.update(n => n + 1);
    try {
      const head = await this.api.ask(entry.job, request);
      if (this.entries.get(key) !== entry && entry.users === 0) {
        void this.api.release(head.answer);
        return;
      }
      this.lastElapsed.set(head.elapsed);
      entry.store.set({
        state: 'ready',
        answer: new PagedAnswer(
          {
            api: this.api,
            newJob: name => this.link.newJob(name),
            isGone: () => this.askAgain(key, entry, request, head.answer),
          },
          head,
          request,
        ),
      });
    } catch (error) {
      entry.store.set({ state: 'failed', error, message: sentence(error) });
      if (this.entries.get(key) === entry) this.entries.delete(key);
    } finally {
      this.pending.update(n => n - 1);
    }
    this.evictUnused(key, entry);
  }

  /** Asks again after the engine dropped the answer for lack of memory. */
  private askAgain(key: string, entry: Entry, request: AskRequest, released: AnswerId): void {
    const current = entry.store.get();
    if (current.state !== 'ready' || current.answer.head.answer !== released) return;
    if (entry.users === 0) {
      if (this.entries.get(key) === entry) this.entries.delete(key);
      return;
    }
    entry.store.set({ state: 'asking' });
    void this.run(key, entry, request);
  }

  /** Cancels a question that nobody waits for any more, and drops the unused answers that were not used for the longest time. */
  private evictUnused(key: string, entry: Entry): void {
    if (entry.users > 0 || this.entries.get(key) !== entry) return;
    if (entry.store.get().state === 'asking') {
      this.entries.delete(key);
      void this.api.cancel(entry.job);
      return;
    }
    const idle = [...this.entries].filter(([, each]) => each.users === 0);
    for (const [oldKey, old] of idle.slice(0, Math.max(0, idle.length - idleKept))) this.drop(oldKey, old);
  }

  private drop(key: string, { store }: Entry): void {
    this.entries.delete(key);
    const current = store.get();
    if (current.state === 'ready') void this.api.release(current.answer.head.answer);
  }
}

const keyOf = (request: AskRequest, revision: number) => `${revision} ${valueKey(request)}`;
