/**
 * One open database file: the settings that make it safe, and connections to it.
 *
 * The database runs with external access off and its configuration locked, so that no SQL, ours or the user's, can
 * read or write any file but the workspace and its spill folder. An export, which writes other files, reopens the
 * database with exactly that folder allowed.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fstatSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import duckdb, { type Connection, type Database } from '@duckdb/node-bindings';
import { causeOf, explained } from '../causes.ts';
import { firstLine, messageOf, WorkspaceError } from '../errors.ts';
import { text } from '../store/schema.ts';
import { mustNotShadow } from './allowed-functions.ts';
import { syncFolder } from './durable.ts';
import { headersSize } from './headers.ts';
import { holderOf, reserve } from './holders.ts';
import { readColumns } from './results.ts';
import { temporaryPath } from './temporary.ts';

export interface StoreSettings {
  /** DuckDB's share of the memory, bytes. */
  readonly memory: number;
  readonly threads?: number | undefined;
  /** A folder SQL may write into. */
  readonly folder?: string;
  /** Opens the file without writing to it or beside it; a file that may not be written is always opened so. */
  readonly readOnly?: boolean;
}

/** DuckDB's version of the file format: the first whose write-ahead log names the file that it belongs to. */
const storageVersion = 'v1.4.0';

export class DatabaseFile {
  private readonly idle: Connection[] = [];
  private readonly busy = new Set<Connection>();
  /**
   * Open as long as the database: with POSIX locks, a process that closes any descriptor of a file loses all its
   * locks on it, and another program could then open the workspace.
   */
  private readonly file: number;
  private isOpen = true;
  private isReserved = true;
  /** Number of writes under way, and of those that have ended. */
  private writing = 0;
  private written = 0;
  /** The first error after which DuckDB answers nothing, and calls every other statement invalid. */
  private fatal: unknown = null;
  /** Inode of the write-ahead log whose name is durable. */
  private namedLog = 0n;

  private constructor(
    readonly path: string,
    private readonly database: Database,
    private readonly unreserve: () => void,
    readonly isReadOnly: boolean,
  ) {
    this.file = openSync(path, 'r');
  }

  /** Opens or creates the file. Rejects with a {@link WorkspaceError} that names it. */
  static async open(path: string, settings: StoreSettings): Promise<DatabaseFile> {
    return DatabaseFile.openReserved(path, settings, () => reserve(path));
  }

  private static async openReserved(
    path: string,
    settings: StoreSettings,
    reserved: () => () => void,
  ): Promise<DatabaseFile> {
    if (!existsSync(dirname(path)))
      throw new WorkspaceError('not-found', `${dirname(path)} does not exist: make the folder first.`);
    const found = existsSync(path) ? statSync(path) : null;
    if (found?.isDirectory())
      throw new WorkspaceError('not-a-workspace', `${path} is a folder, not a workspace file.`);
    // Opening a pipe waits for a program at its other end.
    if (found && !found.isFile())
      throw new WorkspaceError('not-a-workspace', `${path} is not a file, so it cannot be a workspace.`);
    const release = reserved();
    const isReadOnly = found !== null && (settings.readOnly === true || !mayBeWritten(path));
    const config = duckdb.create_config();
    const restrictions = {
      enable_external_access: 'false',
      lock_configuration: 'true',
      // Settings of `onOneThread` and of imports; SQL from outside is one SELECT and cannot set anything.
      allowed_configs: "['threads', 'disabled_compression_methods']",
    };
    const options: Record<string, string> = {
      memory_limit: `${Math.floor(settings.memory / 1e6)}MB`,
      ...(settings.threads ? { threads: String(settings.threads) } : {}),
      // An existing file keeps its own.
      storage_compatibility_version: storageVersion,
      // Compresses each row group when it is full, so that neither an append nor the commit waits for five of them.
      write_buffer_row_group_count: '1',
      // What does not fit the memory cannot be beside a file that may only be read.
      ...(isReadOnly ? { access_mode: 'READ_ONLY', temp_directory: `${temporaryPath()}.tmp` } : {}),
      ...(settings.folder ? {} : restrictions),
    };
    for (const [option, value] of Object.entries(options)) duckdb.set_config(config, option, value);
    let store: DatabaseFile | null = null;
    try {
      store = new DatabaseFile(path, await duckdb.open(path, config), release, isReadOnly);
      if (found) await store.use(connection => mustNotShadow(connection, path));
      // A folder can only be allowed after the database is open and before external access is disabled.
      if (settings.folder)
        await store.run(`SET allowed_directories = [${text(settings.folder)}];
          SET enable_external_access = false; SET lock_configuration = true;`);
      return store;
    } catch (error) {
      if (store) store.close();
      else release();
      throw openError(path, error);
    }
  }

  /**
   * Lends a connection. If `work` fails, the connection is closed instead of being lent again, because it may be left
   * in a transaction that can neither be used nor ended.
   */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    if (!this.isOpen)
      throw new WorkspaceError(
        'closed',
        `${this.path} is closed, because it could not be opened again after it was copied or compacted: try again.`,
      );
    const connection = this.idle.pop() ?? (await this.connect());
    this.busy.add(connection);
    try {
      const result = await work(connection);
      this.nameLog();
      this.idle.push(connection);
      return result;
    } catch (error) {
      await abandon(connection);
      throw this.translated(error);
    } finally {
      this.busy.delete(connection);
    }
  }

  private async connect(): Promise<Connection> {
    try {
      return await duckdb.connect(this.database);
    } catch (error) {
      throw this.translated(error);
    }
  }

  /** Makes the name of a new write-ahead log durable, and that of a new file: DuckDB syncs only their contents. */
  private nameLog(): void {
    if (this.isReadOnly) return;
    const log = statSync(`${this.path}.wal`, { bigint: true, throwIfNoEntry: false })?.ino ?? 0n;
    if (log === this.namedLog) return;
    if (log !== 0n) syncFolder(dirname(this.path));
    this.namedLog = log;
  }

  /** The error that is thrown in place of one of DuckDB, or of a sync. */
  private translated(error: unknown): unknown {
    if (error instanceof WorkspaceError) return error;
    const first = this.firstOf(error);
    const message = messageOf(first);
    if (isDamagedPart.test(message)) return damagedPart(this.path, first);
    // A statement can also write a file that is not the workspace's.
    const isOwn = message.includes(this.path) || first === this.fatal || /, fsync$/.test(message);
    return isOwn ? this.uncertain(first) : error;
  }

  /** The cause of an error: after a fatal one, all others are about that. */
  private firstOf(error: unknown): unknown {
    if (!isFatal.test(messageOf(error))) return error;
    this.fatal ??= error;
    return this.fatal;
  }

  private uncertain(error: unknown): unknown {
    return explained(
      error,
      ({ why }) =>
        `${this.path} cannot be read or written: ${why}. What was stored before is there; of the last change, only opening it again shows whether it is.`,
    );
  }

  /**
   * True after an error, such as a checkpoint on a full disk, after which DuckDB answers nothing until it is reopened, and
   * if it could not be reopened.
   */
  get needsReopening(): boolean {
    return !this.isOpen || this.fatal !== null;
  }

  /** What has been read at a revision is still so while it stays; null during a write. */
  get revision(): number | null {
    return this.writing > 0 ? null : this.written;
  }

  /** Runs `work`, which writes over connections that it has borrowed by {@link use}. */
  async write<T>(work: () => Promise<T>): Promise<T> {
    this.writing++;
    try {
      return await work();
    } finally {
      this.writing--;
      this.written++;
    }
  }

  /**
   * Runs `work` in a transaction of its own. If it fails, the workspace is as before.
   *
   * @throws WorkspaceError with the cause, if the disk has refused the change; else what `work` throws
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const inTransaction = async (connection: Connection): Promise<T> => {
      try {
        await duckdb.query(connection, 'BEGIN');
        const result = await work(connection);
        await duckdb.query(connection, 'COMMIT');
        return result;
      } catch (error) {
        throw this.unchanged(error);
      }
    };
    return this.write(() => this.use(inTransaction));
  }

  /** Lends a connection that can only read, and sees the workspace as it is now, whatever is committed meanwhile. */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.use(async connection => {
      await duckdb.query(connection, 'BEGIN TRANSACTION READ ONLY');
      const result = await work(connection);
      await duckdb.query(connection, 'ROLLBACK');
      return result;
    });
  }

  private unchanged(error: unknown): unknown {
    const first = this.firstOf(error);
    // The log may have been written, and only its sync have failed.
    if (first === this.fatal) return this.translated(first);
    return explained(first, ({ code, why, remedy }) => {
      const advice = code === 'unwritable' ? 'Save the workspace at another path.' : remedy;
      return `${this.path} was not changed: ${why}. ${advice}`;
    });
  }

  /** Runs statements and discards their results. */
  async run(sql: string): Promise<void> {
    await this.write(() => this.use(connection => duckdb.query(connection, sql)));
  }

  /**
   * Runs `work` while DuckDB has one thread. Storing consists of small tasks, and an idle thread spins while another
   * has them: for 30 million metrics, two threads take 5 % more processor time, and 20 % if other threads need the
   * CPU.
   */
  async onOneThread<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
    const result = await readColumns(connection, "SELECT current_setting('threads')::INTEGER AS threads");
    const threads = result.ints('threads')[0] as number;
    await duckdb.query(connection, 'SET threads = 1');
    try {
      return await work();
    } finally {
      await duckdb.query(connection, `SET threads = ${threads}`);
    }
  }

  /** Current size and headers of the file. */
  state(): FileState {
    try {
      return stateOf(this.file);
    } catch (error) {
      throw explained(error, ({ why }) => `${this.path} cannot be read: ${why}.`);
    }
  }

  /** Syncs what has been written to the file; a commit then waits only for later writes. */
  async sync(): Promise<void> {
    await promisify(fdatasync)(this.file);
  }

  /**
   * Merges the write-ahead log and closes the file, which then holds everything. Nothing may be running.
   *
   * @throws WorkspaceError `disk-full` or `unwritable` if the log cannot be merged, while the file is still open;
   *   `internal` if the database did not close, because something of it is still in use
   */
  async closeWhole(): Promise<void> {
    await this.suspend();
    this.release();
  }

  /** {@link closeWhole}, but nobody else may open the file until {@link reopened}. */
  async suspend(): Promise<void> {
    if (!this.isReadOnly)
      await this.use(async connection => {
        try {
          await duckdb.query(connection, 'CHECKPOINT');
        } catch (error) {
          throw this.unchanged(error);
        }
      });
    this.closeDatabase();
    if (existsSync(`${this.path}.wal`))
      throw new WorkspaceError(
        'internal',
        `${this.path} is still in use in this program: its latest changes are in ${this.path}.wal. Nothing was deleted: end the program, then open the workspace again.`,
      );
  }

  /** Closes a file that is then deleted: its write-ahead log is not merged. Nothing may be running. */
  async discard(): Promise<void> {
    // Without it the file is only closed later.
    await this.run('PRAGMA disable_checkpoint_on_shutdown').catch(() => undefined);
    this.close();
  }

  /** Closes the file, and opens it again, while it stays reserved. Nothing may be running. */
  async reopened(settings: StoreSettings, whileClosed?: () => void): Promise<DatabaseFile> {
    this.closeDatabase();
    whileClosed?.();
    const kept = this.isReserved;
    this.isReserved = false;
    let isTaken = false;
    try {
      return await DatabaseFile.openReserved(this.path, settings, () => {
        isTaken = true;
        return kept ? this.unreserve : reserve(this.path);
      });
    } catch (error) {
      if (kept && !isTaken) this.unreserve();
      throw error;
    }
  }

  /** Closes the file and merges its write-ahead log, if there is room. Idempotent. Nothing may be running. */
  close(): void {
    this.closeDatabase();
    this.release();
  }

  private release(): void {
    if (this.isReserved) this.unreserve();
    this.isReserved = false;
  }

  private closeDatabase(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const connection of [...this.idle, ...this.busy]) duckdb.disconnect_sync(connection);
    this.idle.length = 0;
    duckdb.close_sync(this.database);
    closeSync(this.file);
  }
}

/** A change also needs to make the log beside the file. */
function mayBeWritten(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Disconnects. The ROLLBACK waits for a statement that still runs on the connection and would be freed under it. */
async function abandon(connection: Connection): Promise<void> {
  await duckdb.query(connection, 'ROLLBACK').catch(() => undefined);
  duckdb.disconnect_sync(connection);
}

/** One sentence for why a file could not be opened. */
export function openError(path: string, error: unknown): WorkspaceError {
  if (error instanceof WorkspaceError) return error;
  const message = messageOf(error);
  const cause = { cause: error };
  if (/set lock on file|being used by another process|Conflicting lock/i.test(message)) {
    return new WorkspaceError(
      'locked',
      `${path} is open in another program${holderOf(message)}: close it there first.`,
      cause,
    );
  }
  if (/not a valid DuckDB database|not a DuckDB database/i.test(message))
    return new WorkspaceError(
      'not-a-workspace',
      `${path} is not an Aftertrace workspace: to read it as a capture, import it into one.`,
      cause,
    );
  if (/WAL does not match database file/.test(message))
    return new WorkspaceError(
      'foreign-log',
      `${path}.wal is the log of another file, so ${path} is not opened with it: move the log away to open the workspace as it is.`,
      cause,
    );
  if (/newer version of DuckDB|newer DuckDB version|version number/i.test(message)) return newer(path, cause);
  const lacks = causeOf(error);
  if (lacks)
    return new WorkspaceError(
      lacks.code === 'disk-full' ? lacks.code : 'unreadable',
      `${path} cannot be opened: ${lacks.why}. Nothing of it was changed.`,
      cause,
    );
  if (isDamage.test(message))
    return new WorkspaceError(
      'corrupt',
      `${path} is damaged and cannot be opened (${firstLine(message)}). ${rescue(path)}`,
      cause,
    );
  return new WorkspaceError(
    'unreadable',
    `${path} cannot be opened: ${firstLine(message)} Nothing of it was changed.`,
    cause,
  );
}

export const newer = (path: string, options?: { cause: unknown }): WorkspaceError =>
  new WorkspaceError(
    'newer',
    `${path} was made by a newer version of Aftertrace: open it with that version.`,
    options,
  );

const isFatal = /^FATAL Error|database has been invalidated|instance closed/;

const isDamagedPart = /Corrupt database file|computed checksum/;

const damagedPart = (path: string, error: unknown): WorkspaceError =>
  new WorkspaceError(
    'corrupt',
    `A part of ${path} is damaged and cannot be read (${firstLine(messageOf(error))}). What does not need it still works. ${rescue(path)}`,
    { cause: error },
  );

/** What DuckDB says of a file whose content is not what it has written. */
const isDamage =
  /checksum|[Cc]orrupt|INTERNAL Error|Serialization Error|Catalog Error|Failed to (?:deserialize|load)|replaying WAL|not enough (?:data|bytes)|read (?:past|beyond)|Could not read|does not (?:match|fit)|deserialize|invalid (?:block|pointer)/;

const rescue = (path: string): string =>
  `Keep it: aftertrace rescue takes the findings out of ${basename(path)}, and its captures can be imported into another workspace.`;

/** Upgrades the file format of a closed database to the one that {@link DatabaseFile.open} gives new ones. */
export async function raiseStorage(path: string): Promise<void> {
  const database = await duckdb.open(':memory:');
  const connection = await duckdb.connect(database);
  try {
    await duckdb.query(connection, `ATTACH ${text(path)} AS file (STORAGE_VERSION '${storageVersion}')`);
    // Without a change DuckDB writes no header, and so not the new version. A killed process may have left the table.
    await duckdb.query(
      connection,
      'CREATE OR REPLACE TABLE file.raised (i INTEGER); DROP TABLE file.raised; CHECKPOINT file; DETACH file;',
    );
  } finally {
    duckdb.disconnect_sync(connection);
    duckdb.close_sync(database);
  }
}

/** Size of a database file, and its headers, which every checkpoint changes. */
export interface FileState {
  readonly size: number;
  readonly headers: Uint8Array;
}

function stateOf(file: number): FileState {
  const headers = new Uint8Array(headersSize);
  readSync(file, headers, 0, headersSize, 0);
  return { size: fstatSync(file).size, headers };
}

/**
 * Truncates what a transaction that did not fit has written after everything committed; with the disk full, not even
 * the write-ahead log can be written otherwise. The file must be closed, and is left unchanged if there was a
 * checkpoint in between.
 */
export function cutBack(path: string, to: FileState): void {
  const file = openSync(path, 'r');
  const { headers } = stateOf(file);
  closeSync(file);
  if (Buffer.compare(headers, to.headers) === 0) truncateSync(path, to.size);
}
