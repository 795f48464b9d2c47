/**
 * The open file of a workspace: read by many at a time, changed by one; closed for a moment to be copied, moved, or opened
 * with other settings, which waits until everything else is done.
 */
import { constants, realpathSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { DatabaseFile, type StoreSettings } from './database/database-file.ts';
import { type Sources, withOutputs } from './database/outputs.ts';
import { removeWorkspace } from './database/temporary.ts';
import { WorkspaceError } from './errors.ts';
import { Gate } from './gate.ts';

export class WorkspaceFile {
  private readonly gate = new Gate();
  private readonly writer = new Gate();
  private closed = false;

  constructor(
    private opened: DatabaseFile,
    private temporary: boolean,
    private settings: StoreSettings,
  ) {}

  /** The database; another one after each time that the file was closed. */
  get store(): DatabaseFile {
    return this.opened;
  }

  get path(): string {
    return this.opened.path;
  }

  /** True if {@link close} deletes the file. */
  get isTemporary(): boolean {
    return this.temporary;
  }

  assertOpen(): void {
    if (this.closed) throw new WorkspaceError('closed', 'The workspace is closed: open it again.');
  }

  assertWritable(): void {
    this.assertOpen();
    if (this.opened.isReadOnly)
      throw new WorkspaceError(
        'unwritable',
        `${this.path} may only be read, because of its permissions, its folder’s, or its disk’s: save it elsewhere to change it.`,
      );
  }

  read<T>(work: () => Promise<T>): Promise<T> {
    const reading = this.gate.shared(async () => {
      this.assertOpen();
      return work();
    });
    reading.catch(() => this.revive()).catch(() => undefined);
    return reading;
  }

  /** Runs `work` when no other work of this kind runs; whatever changes or closes the file is called within it. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.writer.exclusive(work);
  }

  /** @param whileClosed changes the closed file */
  reopen(settings = this.settings, whileClosed?: () => void): Promise<void> {
    return this.gate.exclusive(async () => {
      await this.openAgain(settings, whileClosed);
      this.settings = settings;
    });
  }

  /** Runs `work` while the database may write into `folder`. */
  withFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
    return this.gate.exclusive(async () => {
      await this.openAgain({ ...this.settings, folder });
      try {
        return await work();
      } finally {
        await this.openAgain(this.settings);
      }
    });
  }

  copyTo(path: string): Promise<void> {
    return this.gate.exclusive(() => {
      this.assertOpen();
      return this.whileClosed(() => copyFile(this.path, path, constants.COPYFILE_FICLONE));
    });
  }

  /** Continues at another path, where a file is replaced; a temporary file is removed. */
  moveTo(target: string, sources: Sources): Promise<void> {
    return this.gate.exclusive(async () => {
      const from = this.path;
      await withOutputs({ sources, isWorkspace: true }, async outputs => {
        await outputs.check(target);
        await this.whileClosed(() =>
          outputs.write(target, part => copyFile(from, part, constants.COPYFILE_FICLONE)),
        );
      });
      this.settings = { ...this.settings, readOnly: false };
      const saved = await DatabaseFile.open(realpathSync.native(target), this.settings);
      this.opened.close();
      this.opened = saved;
      if (this.temporary) removeWorkspace(from);
      this.temporary = false;
    });
  }

  /** Closes the file when it is no longer read, after `last`, and deletes it if it is temporary. */
  close(last: () => Promise<void>): Promise<void> {
    return this.gate.exclusive(async () => {
      if (this.closed) return;
      this.closed = true;
      await last();
      if (!this.temporary) return this.opened.close();
      await this.opened.discard();
      removeWorkspace(this.path);
    });
  }

  private async openAgain(settings: StoreSettings, whileClosed?: () => void): Promise<void> {
    this.opened = await this.opened.reopened(settings, whileClosed);
  }

  /** Runs `work` while the file, which then holds everything, is closed; opens it again, also if `work` fails. */
  private async whileClosed<T>(work: () => Promise<T>): Promise<T> {
    try {
      await this.opened.suspend();
      return await work();
    } catch (error) {
      // Two databases on one file would destroy it.
      if (error instanceof WorkspaceError && error.code === 'internal') this.closed = true;
      throw error;
    } finally {
      if (!this.closed) await this.openAgain(this.settings);
    }
  }

  /** Opens the file again if DuckDB answers nothing any more; waits for a running change, which uses it too. */
  private async revive(): Promise<void> {
    if (!this.opened.needsReopening) return;
    await this.inTurn(() =>
      this.gate.exclusive(async () => {
        if (this.opened.needsReopening && !this.closed) await this.openAgain(this.settings);
      }),
    );
  }
}
