import type { DuplicateFile, ImportRequest, Progress, UnreadFile } from '../../contract.ts';
import { baseName } from '../../wording/names.ts';
import { count } from '../../wording/numbers.ts';
import type { EngineLink } from './engine-link.ts';
import { isCancelled, isEnded, sentence } from './engine-link.ts';
import { Store } from './store.ts';

export interface RunningImport {
  readonly job: string;
  readonly progress: Progress | null;
  readonly isCancelling: boolean;
}

/** Something to do about a notice; done or not, the notice then goes. */
export interface NoticeAction {
  readonly label: string;
  /** That do the same. */
  readonly keys?: string;
  run(): void;
}

export interface Notice {
  readonly id: number;
  /** An info leaves by itself; the others wait for a person. */
  readonly severity: 'error' | 'info' | 'question';
  readonly text: string;
  readonly actions: readonly NoticeAction[];
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

/** A single file's sentence; of several how many, and what is the matter with them. */
function wordsOf(files: readonly DuplicateFile[], matter: string): string {
  const [first] = files;
  return files.length === 1 && first
    ? first.message.replace(first.path, baseName(first.path))
    : `${count(files.length, 'file')} were left out: ${matter}.`;
}

/** The captures being read right now, and the notices of what happened. */
export class Imports {
  readonly running = new Store<readonly RunningImport[]>([]);
  readonly notices = new Store<readonly Notice[]>([]);
  private lastNotice = 0;

  constructor(private readonly link: EngineLink) {}

  /** Resolves when all is read, cancelled or refused; what went wrong is in {@link notices}. */
  async read(request: ImportRequest): Promise<void> {
    const job = this.link.newJob('import');
    this.running.update(list => [...list, { job, progress: null, isCancelling: false }]);
    try {
      const report = await this.link.api.import(job, request);
      this.notifyOfUnread(report.failures);
      this.notifyOfDuplicates(report.duplicates, request);
      if (report.cancelled)
        this.notify('info', 'Reading was cancelled; what had been read before is untouched.');
    } catch (error) {
      if (isCancelled(error))
        this.notify('info', 'Reading was cancelled; what had been read before is untouched.');
      else if (!isEnded(error)) this.notify('error', sentence(error));
    } finally {
      this.running.update(list => list.filter(each => each.job !== job));
    }
  }

  /** A single sentence is shown at once; of many files only how many. */
  private notifyOfUnread(failures: readonly UnreadFile[]): void {
    const [first] = failures;
    if (!first) return;
    const more = `${count(failures.length, 'file')} could not be read; “Not read” beside the captures says why.`;
    this.notify(failures.length === 1 ? 'error' : 'info', failures.length === 1 ? first.message : more);
  }

  /** Reading them is offered: what has grown takes the place of its older reading, what is the same is read once more. */
  private notifyOfDuplicates(duplicates: readonly DuplicateFile[], request: ImportRequest): void {
    const grown = duplicates.filter(({ hasGrown }) => hasGrown);
    const same = duplicates.filter(({ hasGrown }) => !hasGrown);
    const paths = (files: readonly DuplicateFile[]) => files.map(({ path }) => path);
    if (grown.length > 0)
      this.notify('question', wordsOf(grown, 'the workspace has their beginnings, and they go on'), [
        {
          label: grown.length === 1 ? 'Replace the older reading' : 'Replace the older readings',
          run: () => void this.read({ ...request, paths: paths(grown), grown: 'replace' }),
        },
      ]);
    if (same.length > 0)
      this.notify('info', wordsOf(same, 'the workspace has all of each already'), [
        {
          label: 'Read again all the same',
          run: () => void this.read({ ...request, paths: paths(same), again: true }),
        },
      ]);
  }

  async cancel(job: string): Promise<void> {
    this.change(job, { isCancelling: true });
    await this.link.api.cancel(job);
  }

  progressed(job: string, progress: Progress): void {
    this.change(job, { progress });
  }

  /** Returns the id to {@link dismiss} it by. */
  notify(severity: Notice['severity'], text: string, actions: readonly NoticeAction[] = []): number {
    this.lastNotice++;
    const notice = { id: this.lastNotice, severity, text, actions };
    this.notices.update(list => [...list.filter(each => each.text !== text), notice]);
    return notice.id;
  }

  dismiss(id: number): void {
    this.notices.update(list => list.filter(each => each.id !== id));
  }

  private change(job: string, change: Partial<RunningImport>): void {
    this.running.update(list => list.map(each => (each.job === job ? { ...each, ...change } : each)));
  }
}
