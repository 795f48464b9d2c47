import type { DuplicateFile, ImportReport, ImportRequest, Progress } from '../../contract.ts';
import { baseName } from '../../wording/names.ts';
import { count } from '../../wording/numbers.ts';
import type { EngineLink } from './engine-link.ts';
import { isCancelled, isEnded, sentence } from './engine-link.ts';
import { Store } from './store.ts';

export interface RunningImport {
  readonly job: string;
  readonly title: 'Reading captures' | 'Completing captures';
  readonly progress: Progress | null;
  readonly isCancelling: boolean;
}

/** An action of a notice; running it dismisses the notice. */
export interface NoticeAction {
  readonly label: string;
  /** Keys of the same action. */
  readonly keys?: string;
  run(): void;
}

export interface Notice {
  readonly id: number;
  /** An `info` disappears by itself; the others stay until dismissed. */
  readonly severity: 'error' | 'info' | 'question';
  readonly text: string;
  readonly actions: readonly NoticeAction[];
  /** True if it is not about the open workspace: it stays when another is opened. */
  readonly isLasting: boolean;
}

/** Estimated time left at the average pace, ns; null if unknown. */
export function timeLeft({ bytes, totalBytes, elapsed }: Progress): number | null {
  if (!totalBytes || bytes <= 0 || elapsed < 0.3e9) return null;
  return Math.max(0, (elapsed / bytes) * (totalBytes - bytes));
}

/** Bytes a second. */
export function pace({ bytes, elapsed }: Progress): number | null {
  return elapsed > 0 ? (bytes / elapsed) * 1e9 : null;
}

/** The sentence of a single file; for several, their number and the matter. */
function wordsOf(files: readonly DuplicateFile[], matter: string): string {
  const [first] = files;
  return files.length === 1 && first
    ? first.message.replace(first.path, baseName(first.path))
    : `${count(files.length, 'file')} were left out: ${matter}.`;
}

/** Running imports, and notices. */
export class Imports {
  readonly running = new Store<readonly RunningImport[]>([]);
  readonly notices = new Store<readonly Notice[]>([]);
  private lastNotice = 0;

  constructor(private readonly link: EngineLink) {}

  /** Resolves when the import has ended, was cancelled or failed; errors are in {@link notices}. */
  async read(request: ImportRequest): Promise<void> {
    const job = this.begun('Reading captures');
    try {
      const report = await this.link.api.import(job, request);
      this.notifyOfUnread(report);
      this.notifyOfDuplicates(report.duplicates, request);
      if (report.cancelled)
        this.notify('info', 'Reading was cancelled; what had been read before is untouched.');
    } catch (error) {
      if (isCancelled(error))
        this.notify('info', 'Reading was cancelled; what had been read before is untouched.');
      else if (!isEnded(error)) this.notify('error', sentence(error));
    } finally {
      this.ended(job);
    }
  }

  /** Makes what a killed import has left to be made. Errors are in {@link notices}. */
  async complete(): Promise<void> {
    const job = this.begun('Completing captures');
    try {
      await this.link.api.complete(job);
    } catch (error) {
      if (isCancelled(error))
        this.notify('info', 'Captures stay partial until the workspace is opened again.');
      else if (!isEnded(error)) this.notify('error', sentence(error));
    } finally {
      this.ended(job);
    }
  }

  /** A single sentence is shown at once; of many files only how many. */
  private notifyOfUnread({ failures, captures }: ImportReport): void {
    const [first] = failures;
    if (!first) return;
    const more = `${count(failures.length, 'file')} could not be read: see “Not read” in the list of captures.`;
    // A folder of captures usually has some files that are none: the list keeps them.
    const isAlone = failures.length === 1 && captures.length === 0;
    this.notify(isAlone ? 'error' : 'info', failures.length === 1 ? first.message : more);
  }

  /** Offers to read duplicates: a file that has grown replaces its older reading, an equal file is read again. */
  private notifyOfDuplicates(duplicates: readonly DuplicateFile[], request: ImportRequest): void {
    const grown = duplicates.filter(({ hasGrown }) => hasGrown);
    const unchanged = duplicates.filter(({ hasGrown }) => !hasGrown);
    const paths = (files: readonly DuplicateFile[]) => files.map(({ path }) => path);
    if (grown.length > 0)
      this.notify('question', wordsOf(grown, 'they have grown since the workspace read them'), [
        {
          label: grown.length === 1 ? 'Replace the older reading' : 'Replace the older readings',
          run: () => void this.read({ ...request, paths: paths(grown), grown: 'replace' }),
        },
      ]);
    if (unchanged.length > 0)
      this.notify('info', wordsOf(unchanged, 'the workspace has them already'), [
        {
          label: 'Read again anyway',
          run: () => void this.read({ ...request, paths: paths(unchanged), again: true }),
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
  notify(
    severity: Notice['severity'],
    text: string,
    actions: readonly NoticeAction[] = [],
    isLasting = false,
  ): number {
    this.lastNotice++;
    const notice = { id: this.lastNotice, severity, text, actions, isLasting };
    this.notices.update(list => [...list.filter(each => each.text !== text), notice]);
    return notice.id;
  }

  dismiss(id: number): void {
    this.notices.update(list => list.filter(each => each.id !== id));
  }

  /** Drops the notices about a workspace that is left: their actions would act on the next one. */
  leaveWorkspace(): void {
    this.notices.update(list => list.filter(({ isLasting }) => isLasting));
  }

  private begun(title: RunningImport['title']): string {
    const job = this.link.newJob('import');
    this.running.update(list => [...list, { job, title, progress: null, isCancelling: false }]);
    return job;
  }

  private ended(job: string): void {
    this.running.update(list => list.filter(each => each.job !== job));
  }

  private change(job: string, change: Partial<RunningImport>): void {
    this.running.update(list => list.map(each => (each.job === job ? { ...each, ...change } : each)));
  }
}
