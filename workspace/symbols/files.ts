/** Finds symbol files in the folders and archives that the user names, and reads ranges of them. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Allowance, ArchiveLimitError } from '../files/archives/archive.ts';
import { membersIn } from '../files/archives/members.ts';
import { openBytes } from '../files/archives/open.ts';
import { type Bytes, FileBytes, MemoryBytes, readFully } from '../files/bytes.ts';
import { DamagedInputError } from '../files/damaged-input.ts';
import { compressionOf, decompressed, RawFile } from '../files/files.ts';
import { type Elf, readElf } from './elf.ts';

export interface SymbolFile {
  /** For a file in an archive, prefixed by the archive's path. */
  readonly path: string;
  /** Calls `use` with the bytes, which are valid only during the call; null if the file cannot be read. */
  read<T>(use: (bytes: Bytes) => T): T | null;
}

/** Maximum nesting: deeper folders, or more files, are not meant as symbols. */
const maxDepth = 12;
const maxFiles = 50_000;
/** Limit of a symbol list in text, bytes: a kernel lists 200,000 functions in 12 MB. */
const maxText = 256 << 20;
/** Limit of archive members in memory, bytes: debug files of a whole system must be extracted first. */
const maxHeld = 1 << 30;
/** Modules of the kernel as most distributions pack them, one by one. */
const packedModule = /\.ko\.(?:gz|xz|zst|bz2)$/;
const maxModule = 256 << 20;
/** Archives as `perf archive` writes them, and other common ones. */
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

/** A list in /proc has no size, so it is read to its end. */
export function textOf(file: SymbolFile): Uint8Array {
  if (file.path.startsWith('/proc/')) {
    try {
      return readFileSync(file.path).subarray(0, maxText);
    } catch {
      return new Uint8Array(0);
    }
  }
  return file.read(bytes => readFully(bytes, 0, Math.min(bytes.size, maxText))) ?? new Uint8Array(0);
}

/** Calls `use` if the file is an ELF file; null if it is not, or cannot be read. */
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

export interface Wanted {
  /** True if a file of an archive is to be held in memory. */
  file(file: SymbolFile): boolean;
  /** True if a packed module of the kernel is to be unpacked. */
  module(path: string): boolean;
}

/** All files in folders and archives. */
export async function* filesIn(paths: readonly string[], wanted: Wanted): AsyncGenerator<SymbolFile> {
  let met = 0;
  for (const path of paths)
    for (const found of below(path, 0)) {
      if (++met > maxFiles) return;
      if (archiveName.test(found)) yield* packedIn(found, wanted);
      else if (packedModule.test(found)) yield* unpackedModule(onDisk(found), wanted);
      else yield onDisk(found);
    }
}

function* below(path: string, depth: number): Generator<string> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile()) yield path;
  if (!stat?.isDirectory() || depth > maxDepth) return;
  let entries: Dirent[];
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return;
  }
  for (const { name } of entries) yield* below(join(path, name), depth + 1);
}

/** Nothing if the module is not wanted, damaged or too large. */
async function* unpackedModule(file: SymbolFile, wanted: Wanted): AsyncGenerator<SymbolFile> {
  if (!wanted.module(file.path)) return;
  const packed = file.read(bytes => readFully(bytes, 0, Math.min(bytes.size, maxModule)));
  if (!packed) return;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const raw = new RawFile(new MemoryBytes(packed), 1 << 18);
    for await (const chunk of decompressed(raw, compressionOf(packed), raw)) {
      size += chunk.length;
      if (size > maxModule) return;
      chunks.push(chunk.slice());
    }
  } catch (error) {
    if (!(error instanceof DamagedInputError)) throw error;
    return;
  }
  const bytes = new MemoryBytes(Buffer.concat(chunks));
  yield { path: file.path, read: use => use(bytes) };
}

/** A damaged or too large archive gives the files before the damage or limit. */
async function* packedIn(path: string, wanted: Wanted): AsyncGenerator<SymbolFile> {
  let file: FileBytes | null = null;
  try {
    file = FileBytes.open(path);
    const allowance = new Allowance(file.size);
    const opened = await openBytes(file, allowance);
    if (opened.kind !== 'archive') return;
    const found = { path, bytes: file.size, modified: 0n, named: true };
    let bytesHeld = 0;
    for await (const member of membersIn(found, opened.archive, allowance)) {
      if (!('content' in member)) continue;
      const bytes = await wholeOf(member.content, maxHeld - bytesHeld);
      if (!bytes) continue;
      const inMemory: SymbolFile = { path: member.path, read: use => use(bytes) };
      const found = packedModule.test(member.path) ? unpackedModule(inMemory, wanted) : [inMemory];
      for await (const each of found) {
        if (!wanted.file(each)) continue;
        bytesHeld += each.read(({ size }) => size) ?? 0;
        yield each;
      }
    }
  } catch (error) {
    const isOfFile =
      error instanceof DamagedInputError || error instanceof ArchiveLimitError || isSystemError(error);
    if (!isOfFile) throw error;
  } finally {
    file?.close();
  }
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

type Content = Extract<Awaited<ReturnType<typeof openBytes>>, { kind: 'file' }>['content'];

/** null if it is larger. */
async function wholeOf(content: Content, limit: number): Promise<MemoryBytes | null> {
  if (content.kind === 'bytes') {
    const { bytes } = content;
    return bytes.size > limit ? null : new MemoryBytes(readFully(bytes, 0, bytes.size));
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content.chunks()) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk.slice());
    else chunks.length = 0;
  }
  return size > limit ? null : new MemoryBytes(Buffer.concat(chunks));
}

/** Paths at which GDB looks for the debug file that a program names. */
export const debugFilesOf = (program: string, name: string): readonly string[] =>
  name === basename(name) && name !== ''
    ? [
        join(dirname(program), name),
        join(dirname(program), '.debug', name),
        join('/usr/lib/debug', dirname(program), name),
      ]
    : [];
