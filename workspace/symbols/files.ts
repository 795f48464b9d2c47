/** Files of symbols in the folders and archives that a user names, held ready to be read at any place. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Allowance, ArchiveLimitError } from '../import/archives/archive.ts';
import { membersIn } from '../import/archives/members.ts';
import { openBytes } from '../import/archives/open.ts';
import { type Bytes, FileBytes, MemoryBytes, readFully } from '../import/bytes.ts';
import { CutError } from '../import/cut.ts';
import { type Elf, readElf } from './elf.ts';

export interface SymbolFile {
  /** Of a file in an archive: with the archive's before it. */
  readonly path: string;
  /** Called with its bytes, which last no longer; null where it cannot be read. */
  read<T>(use: (bytes: Bytes) => T): T | null;
}

/** A folder deeper, or with more files, is not one of symbols. */
const mostDepth = 12;
const mostFiles = 50_000;
/** Most of a text of symbols that is read: a kernel lists 200,000 functions in 12 MB. */
const mostText = 256 << 20;
/** What archives may bring is held in memory: debug files of a whole system are unpacked first. */
const mostHeld = 1 << 30;
/** What `perf archive` writes, and what people pack folders with. */
const archiveName = /\.(?:tar|tar\.\w{2,4}|tgz|tbz2?|txz|zip|7z)$/i;

export const onDisk = (path: string): SymbolFile => ({
  path,
  read: use => {
    let bytes: FileBytes | null = null;
    try {
      if (!statSync(path).isFile()) return null;
      bytes = FileBytes.open(path);
      return use(bytes);
    } catch {
      return null;
    } finally {
      bytes?.close();
    }
  },
});

/** A list of the kernel has no size that could be asked for, so that it is read whole. */
export function textOf(file: SymbolFile): Uint8Array {
  if (file.path.startsWith('/proc/')) {
    try {
      return readFileSync(file.path).subarray(0, mostText);
    } catch {
      return new Uint8Array(0);
    }
  }
  return file.read(bytes => readFully(bytes, 0, Math.min(bytes.size, mostText))) ?? new Uint8Array(0);
}

/** What a file says, if it is a program; null where it is none, or cannot be read. */
export const elfOf = <T>(file: SymbolFile, use: (elf: Elf) => T): T | null =>
  file.read(bytes => {
    const { size } = bytes;
    const elf = readElf((start, length) =>
      start >= 0 && start < size && length > 0
        ? readFully(bytes, start, Math.min(length, size - start))
        : new Uint8Array(0),
    );
    return elf && use(elf);
  });

/**
 * All files in folders and archives.
 *
 * @param isWanted whether a file of an archive is to be held in memory
 */
export async function* filesIn(
  paths: readonly string[],
  isWanted: (file: SymbolFile) => boolean,
): AsyncGenerator<SymbolFile> {
  let met = 0;
  for (const path of paths)
    for (const found of below(path, 0)) {
      if (++met > mostFiles) return;
      if (archiveName.test(found)) yield* packedIn(found, isWanted);
      else yield onDisk(found);
    }
}

function* below(path: string, depth: number): Generator<string> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) yield path;
  if (!stat?.isDirectory() || depth > mostDepth) return;
  let entries: Dirent[];
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return;
  }
  for (const { name } of entries) yield* below(join(path, name), depth + 1);
}

/** An archive that is damaged, or too large, gives the files before. */
async function* packedIn(path: string, isWanted: (file: SymbolFile) => boolean): AsyncGenerator<SymbolFile> {
  let file: FileBytes | null = null;
  try {
    file = FileBytes.open(path);
    const allowance = new Allowance(file.size);
    const opened = await openBytes(file, allowance);
    if (opened.kind !== 'archive') return;
    const found = { path, bytes: file.size, modified: 0n, named: true };
    let held = 0;
    for await (const member of membersIn(found, opened.archive, allowance)) {
      if (!('content' in member)) continue;
      const bytes = await wholeOf(member.content, mostHeld - held);
      if (!bytes) continue;
      const inMemory: SymbolFile = { path: member.path, read: use => use(bytes) };
      if (!isWanted(inMemory)) continue;
      held += bytes.size;
      yield inMemory;
    }
  } catch (error) {
    const isOfFile = error instanceof CutError || error instanceof ArchiveLimitError || isSystemError(error);
    if (!isOfFile) throw error;
  } finally {
    file?.close();
  }
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

type Content = Extract<Awaited<ReturnType<typeof openBytes>>, { kind: 'file' }>['content'];

/** null where it is larger. */
async function wholeOf(content: Content, most: number): Promise<MemoryBytes | null> {
  if (content.kind === 'bytes') {
    const { bytes } = content;
    return bytes.size > most ? null : new MemoryBytes(readFully(bytes, 0, bytes.size));
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content.chunks()) {
    size += chunk.length;
    if (size <= most) chunks.push(chunk.slice());
    else chunks.length = 0;
  }
  return size > most ? null : new MemoryBytes(Buffer.concat(chunks));
}

/** Where the debug file may lie that a program names, as GDB looks for it. */
export const debugFilesOf = (program: string, name: string): readonly string[] =>
  name === basename(name) && name !== ''
    ? [
        join(dirname(program), name),
        join(dirname(program), '.debug', name),
        join('/usr/lib/debug', dirname(program), name),
      ]
    : [];
