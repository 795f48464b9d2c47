/**
 * Where symbols are: in folders that the user names, and, unasked, in the files that were recorded, where their build is
 * still the same, and in the running kernel. A file of another build is never believed.
 */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FileBytes, readFully } from '../import/bytes.ts';
import { buildIdIn, type Elf, readElf } from './elf.ts';
import { SymbolTable } from './table.ts';
import { readKallsyms, readPerfMap } from './text-symbols.ts';

/** Looks functions of a module up: by the place in its file, or, of code without a file and of modules, by the address. */
export type FindSymbol = (offset: bigint | null, address: bigint) => string | null;

/** A folder deeper, or with more files, is not one of symbols. */
const mostDepth = 12;
const mostFiles = 50_000;
/** Most of a text of symbols that is read: a kernel lists 200,000 functions in 12 MB. */
const mostText = 256 << 20;

const kernelModule = '[kernel.kallsyms]';
const debugFolder = '/usr/lib/debug/.build-id';

export class SymbolSources {
  /** Programs and libraries in the folders, by the id of their build. */
  private readonly programs = new Map<string, string[]>();
  /** Lists of kernels' functions, by the id of the build that their folder is named after. */
  private readonly kernels = new Map<string, string>();
  /** `perf-7.map`, by name. */
  private readonly maps = new Map<string, string>();
  private files = 0;

  constructor(folders: readonly string[]) {
    for (const folder of folders) this.index(folder, 0);
  }

  /** null where there is nothing of that build. */
  symbolsOf(module: string, build: string): FindSymbol | null {
    if (module === build) return this.ofMap(module);
    if (module === kernelModule) return this.ofKernel(build);
    return this.ofProgram(module, build);
  }

  private index(folder: string, depth: number): void {
    let entries: Dirent[];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      return;
    }
    for (const { name } of entries) {
      if (this.files >= mostFiles) return;
      const path = join(folder, name);
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat?.isDirectory() && depth < mostDepth) this.index(path, depth + 1);
      else if (stat?.isFile()) this.indexFile(path, name);
    }
  }

  private indexFile(path: string, name: string): void {
    this.files++;
    if (/^perf-\d+\.map$/.test(name)) this.maps.set(name, path);
    else if (name === 'kallsyms') this.kernels.set(basename(dirname(path)), path);
    else {
      const build = withElf(path, ({ buildId }) => buildId);
      if (build) this.programs.set(build, [...(this.programs.get(build) ?? []), path]);
    }
  }

  private ofMap(module: string): FindSymbol | null {
    const path = this.maps.get(basename(module));
    const table = path === undefined ? null : readPerfMap(readText(path));
    return table && ((_offset, address) => table.at(address));
  }

  private ofKernel(build: string): FindSymbol | null {
    const named = this.kernels.get(build);
    const path = named ?? (build === runningKernel() ? '/proc/kallsyms' : null);
    const found = path === null ? null : readKallsyms(readText(path));
    if (found === null) return null;
    const { kernel } = found;
    return offset => (offset === null ? null : kernel.at(offset));
  }

  private ofProgram(module: string, build: string): FindSymbol | null {
    const debug = join(debugFolder, build.slice(0, 2), `${build.slice(2)}.debug`);
    const paths = [...(this.programs.get(build) ?? []), ...(module.startsWith('/') ? [module] : []), debug];
    const found = paths.flatMap(path => {
      const read = withElf(path, elf =>
        elf.buildId === build
          ? { symbols: elf.symbols(), addressOf: elf.addressOf, hasCode: elf.hasCode }
          : null,
      );
      return read ? [read] : [];
    });
    if (found.length === 0) return null;
    const table = new SymbolTable(found.flatMap(({ symbols }) => symbols));
    // Files of debug information alone have other places for what they leave out.
    const { addressOf } = found.find(({ hasCode }) => hasCode) ?? found[0]!;
    return offset => {
      const address = offset === null ? null : addressOf(offset);
      return address === null ? null : table.at(address);
    };
  }
}

/** What a file says, if it is a program; null where it is none, or cannot be read. */
function withElf<T>(path: string, read: (elf: Elf) => T): T | null {
  let bytes: FileBytes | null = null;
  try {
    if (!statSync(path).isFile()) return null;
    bytes = FileBytes.open(path);
    const { size } = bytes;
    const file = bytes;
    const elf = readElf((start, length) =>
      start >= 0 && start < size && length > 0
        ? readFully(file, start, Math.min(length, size - start))
        : new Uint8Array(0),
    );
    return elf && read(elf);
  } catch {
    return null;
  } finally {
    bytes?.close();
  }
}

function readText(path: string): Uint8Array {
  try {
    const text = readFileSync(path);
    return text.subarray(0, mostText);
  } catch {
    return new Uint8Array(0);
  }
}

/** The build of the kernel that runs; null where it is not Linux. */
function runningKernel(): string | null {
  try {
    return buildIdIn(readFileSync('/sys/kernel/notes'), true);
  } catch {
    return null;
  }
}
