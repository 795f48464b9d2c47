import type { ImportRequest, Progress } from '../../contract.ts';
import { count } from '../lib/numbers.ts';
import type { EngineLink } from './engine-link.ts';
import { isCancelled, sentence } from './engine-link.ts';
import { Store } from './store.ts';

export interface RunningImport {
  readonly job: string;
  readonly progress: Progress | null;
  readonly isCancelling: boolean;
}

/** A file that could not be read at all, and why, in one sentence. */
export interface Unread {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** The code of a file that is no capture but one of the user's formats, and wrong. */
export const wrongFormat = 'user-format';

export interface Notice {
  readonly id: number;
  readonly severity: 'error' | 'info';
  readonly text: string;
}

/** ns left at the pace so far; null while nothing can be said. */
export function timeLeft({ bytes, totalBytes, elapsed }: Progress): number | null {
  if (!totalBytes || bytes <= 0 || elapsed < 0.3e9) return null;
  return Math.max(0, (elapsed / bytes) * (totalBytes - bytes));
}

/** Bytes a second. */
export function pace({ bytes, elapsed }: Progress): number | null {
  return elapsed > 0 ? (bytes / elapsed) * 1e9 : null;
}

/** The captures being read right now, and what could not be. */
export class Imports {
  readonly running = new Store<readonly RunningImport[]>([]);
  readonly notices = new Store<readonly Notice[]>([]);
  /** Of the imports so far, until dismissed. */
  readonly unread = new Store<readonly Unread[]>([]);
  private lastNotice = 0;

  constructor(private readonly link: EngineLink) {}

  /** Resolves when all is read, cancelled or refused; what went wrong is in {@link notices}. */
  async read(request: ImportRequest): Promise<void> {
    const job = this.link.newJob('import');
    this.running.update(list => [...list, { job, progress: null, isCancelling: false }]);
    try {
      const report = await this.link.api.import(job, request);
      this.keepUnread(report.failures);
      if (report.cancelled)
        this.tell('info', 'Reading was cancelled; what had been read before is untouched.');
    } catch (error) {
      if (isCancelled(error))
        this.tell('info', 'Reading was cancelled; what had been read before is untouched.');
      else this.tell('error', sentence(error));
    } finally {
      this.running.update(list => list.filter(each => each.job !== job));
    }
  }

  /** One sentence is told at once; of many, that there are many. */
  private keepUnread(failures: readonly Unread[]): void {
    const paths = new Set(failures.map(({ path }) => path));
    // Formats are looked at anew by every import: what was wrong then is told again, or is right now.
    const stays = ({ path, code }: Unread) => code !== wrongFormat && !paths.has(path);
    this.unread.update(list => [...list.filter(stays), ...failures]);
    const [first] = failures;
    if (!first) return;
    const more = `${count(failures.length, 'file')} could not be read; “Not read” beside the captures says why.`;
    this.tell(failures.length === 1 ? 'error' : 'info', failures.length === 1 ? first.message : more);
  }

  async cancel(job: string): Promise<void> {
    this.change(job, { isCancelling: true });
    await this.link.api.cancel(job);
  }

  progressed(job: string, progress: Progress): void {
    this.change(job, { progress });
  }

  tell(severity: Notice['severity'], text: string): void {
    this.lastNotice++;
    const notice = { id: this.lastNotice, severity, text };
    this.notices.update(list => [...list.filter(each => each.text !== text), notice]);
  }

  dismiss(id: number): void {
    this.notices.update(list => list.filter(each => each.id !== id));
  }

  private change(job: string, change: Partial<RunningImport>): void {
    this.running.update(list => list.map(each => (each.job === job ? { ...each, ...change } : each)));
  }
}
