/** Reads the findings of a workspace that cannot be opened: from the file itself, or from their second copy. */
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { DatabaseFile } from '../database/database-file.ts';
import { headerSize, headersSize } from '../database/headers.ts';
import { readColumns } from '../database/results.ts';
import { copiesOf, hasSame, type KeptFindings, readKept } from './copies.ts';

export interface Rescued extends KeptFindings {
  /** Where they were found, as a phrase: "in the file itself". */
  readonly from: string;
}

/** DuckDB's memory while findings are read, bytes. */
const memory = 512e6;
/** Bytes of a file in which its id is searched. */
const maxSearched = 256 << 20;

/**
 * Returns the latest of the findings that can still be read; null if none can. The file is not changed.
 *
 * @param copies the folder of second copies; null if there is none
 */
export async function rescueFindings(path: string, copies: string | null): Promise<Rescued | null> {
  const file = resolve(path);
  const isThere = existsSync(file) && statSync(file).isFile();
  const inFile = isThere ? await readDamaged(file) : null;
  const found = copies === null ? [] : copiesOf(copies, file, isThere ? idIn(file) : null);
  const [copy] = found;
  // Of two that differ and are of one time, the copy is the one with a checksum.
  const isCopyBetter =
    inFile === null ||
    (copy && (copy.changed > inFile.changed || (copy.changed === inFile.changed && !hasSame(copy, inFile))));
  if (copy && isCopyBetter)
    return { ...copy, from: `in their second copy, of ${new Date(copy.changed).toISOString()}` };
  return inFile;
}

async function readDamaged(file: string): Promise<Rescued | null> {
  const whole = await tried(file, 'in the file itself');
  if (whole) return whole;
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-rescue-'));
  try {
    const link = join(folder, 'link');
    symlinkSync(file, link);
    const without = await tried(link, 'in the file itself, without its write-ahead log');
    if (without) return without;
    const copy = join(folder, 'copy');
    copyFileSync(file, copy, constants.COPYFILE_FICLONE);
    for (const headers of await headersFor(file, folder)) {
      write(copy, headers);
      const found = await tried(copy, 'in the file itself, by its other header');
      if (found) return found;
    }
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** DuckDB opens no file in which one of the three headers is damaged. */
async function headersFor(file: string, folder: string): Promise<readonly Buffer[]> {
  const stored = Buffer.alloc(headersSize);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, stored, 0, stored.length, 0);
  closeSync(descriptor);
  const sound = join(folder, 'sound');
  const database = await duckdb.open(sound);
  duckdb.close_sync(database);
  const block = (of: Buffer, index: number) => of.subarray(index * headerSize, (index + 1) * headerSize);
  const mains = [block(stored, 0), block(readFileSync(sound), 0)];
  const [first, second] = [block(stored, 1), block(stored, 2)];
  const pairs = [
    [first, second],
    [first, first],
    [second, second],
  ];
  return mains.flatMap(main => pairs.map(pair => Buffer.concat([main, ...pair])));
}

function write(file: string, headers: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, headers, 0, headers.length, 0);
  closeSync(descriptor);
}

async function tried(file: string, from: string): Promise<Rescued | null> {
  try {
    const store = await DatabaseFile.open(file, { memory, readOnly: true });
    try {
      const columns = (sql: string) => store.use(connection => readColumns(connection, sql));
      return { ...(await readKept({ columns })), from };
    } finally {
      store.close();
    }
  } catch {
    return null;
  }
}

const idPattern = /aftertrace-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/** The id of a workspace, by its bytes: a small table is stored as it is. */
function idIn(file: string): string | null {
  const descriptor = openSync(file, 'r');
  try {
    const chunk = Buffer.alloc(1 << 20);
    for (let at = 0; at < maxSearched; at += chunk.length - 64) {
      const read = readSync(descriptor, chunk, 0, chunk.length, at);
      const id = idPattern.exec(chunk.toString('latin1', 0, read))?.[0];
      if (id) return id;
      if (read < chunk.length) return null;
    }
    return null;
  } finally {
    closeSync(descriptor);
  }
}

/** Where findings are put if no path is given. */
export function rescuedPath(path: string): string {
  const file = resolve(path);
  return join(dirname(file), `${basename(file, '.aftertrace')}-rescued.aftertrace`);
}
