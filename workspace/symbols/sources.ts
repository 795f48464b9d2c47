/**
 * Finds symbols of modules: in folders and archives that the user names, and by default in the recorded files, if
 * their build is still the same, and in the running kernel. A file of another build is never used.
 */
import { basename, join } from 'node:path';
import { moduleName } from '../../parsers/perf-data/features.ts';
import { turn } from '../files/breathe.ts';
import type { Cancel } from '../query.ts';
import { debugFilesOf, elfOf, filesIn, onDisk, type SymbolFile, textOf, type Wanted } from './files.ts';
import { KernelLists, kernelModule, kernelOf } from './kernels.ts';
import { readPerfMap } from './perf-map.ts';
import { vdso } from './running.ts';
import { joined, SymbolTable } from './table.ts';

/**
 * Looks functions of a module up by the offset in its file, or, for code without a file and for kernel modules, by
 * the address.
 */
export type FindSymbol = (offset: bigint | null, address: bigint) => string | null;

/** A module of the kernel: `[ext4]`. */
const kernelPart = /^\[[\w.-]+\]$/;
/** In place of the build id of a kernel that was not recorded. */
const unknownBuild = '';
const debugFolder = '/usr/lib/debug/.build-id';

export class SymbolSources {
  /** Programs and libraries by build id. */
  private readonly programs = new Map<string, SymbolFile[]>();
  private readonly kernels = new KernelLists();
  /** `perf-7.map`, by name. */
  private readonly maps = new Map<string, SymbolFile>();
  /** Files that the user names, for modules whose build was not recorded, by base name. */
  private readonly byName = new Map<string, SymbolFile[]>();

  private constructor(
    private readonly builds: ReadonlySet<string>,
    private readonly unbuilt: ReadonlySet<string>,
  ) {}

  /**
   * @param paths of folders, files and archives
   * @param builds build ids to look for; only these are read from archives
   * @param modules names of modules that have functions without names
   * @param unbuilt names of those whose build was not recorded
   */
  static async open(
    paths: readonly string[],
    builds: ReadonlySet<string>,
    modules: ReadonlySet<string>,
    unbuilt: ReadonlySet<string> = new Set(),
    cancel?: Cancel,
  ): Promise<SymbolSources> {
    const sources = new SymbolSources(builds, new Set([...unbuilt].map(module => basename(module))));
    const wanted: Wanted = {
      file: file => sources.placeOf(file) !== null,
      module: path => modules.has(moduleName(path) ?? path),
    };
    for await (const file of filesIn(paths, wanted)) {
      await turn(cancel);
      sources.placeOf(file)?.();
    }
    return sources;
  }

  /**
   * null if there are no symbols for the build.
   *
   * @param build null if it was not recorded, as of some modules of the kernel
   */
  symbolsOf(module: string, build: string | null): FindSymbol | null {
    if (module === build) return this.ofMap(module);
    if (module === kernelModule) return this.ofKernels(kernelModule, [build ?? unknownBuild]);
    const program = build === null ? null : this.ofProgram(module, build);
    return program ?? (kernelPart.test(module) ? this.ofKernels(module, this.builds) : null);
  }

  /**
   * A guess for a module whose build was not recorded: the only file of its name among those that the user names. `path`: that file.
   */
  guessOf(module: string): { readonly path: string; readonly find: FindSymbol } | null {
    const [file, ...others] = this.byName.get(basename(module)) ?? [];
    if (!file || others.length > 0) return null;
    const find =
      module === kernelModule ? this.ofKernels(module, [unknownBuild]) : symbolsIn([file], () => true);
    return find && { path: file.path, find };
  }

  /** Returns a function that registers a file; null if the file is not needed. */
  private placeOf(file: SymbolFile): (() => void) | null {
    const name = basename(file.path);
    if (/^perf-\d+\.map$/.test(name)) return () => this.maps.set(name, file);
    const kernel = kernelOf(file.path);
    if (kernel !== null) {
      if (this.builds.has(kernel)) return () => this.kernels.add(kernel, file);
      if (!this.unbuilt.has(kernelModule)) return null;
      return () => {
        this.kernels.add(unknownBuild, file);
        this.addByName(kernelModule, file);
      };
    }
    const build = elfOf(file, ({ buildId }) => buildId);
    if (build !== null && this.builds.has(build))
      return () => this.programs.set(build, [...(this.programs.get(build) ?? []), file]);
    const isProgram = this.unbuilt.has(name) && elfOf(file, () => true);
    return isProgram ? () => this.addByName(name, file) : null;
  }

  private addByName(name: string, file: SymbolFile): void {
    this.byName.set(name, [...(this.byName.get(name) ?? []), file]);
  }

  private ofMap(module: string): FindSymbol | null {
    const file = this.maps.get(basename(module));
    const table = file && readPerfMap(textOf(file));
    return table ? (_offset, address) => table.at(address) : null;
  }

  /** @param builds of the kernels whose lists may name it */
  private ofKernels(module: string, builds: Iterable<string>): FindSymbol | null {
    const { kernels } = this;
    const lists = [...builds].filter(build => kernels.of(build) !== null);
    if (lists.length === 0) return null;
    return (offset, address) => {
      if (offset === null) return null;
      for (const kernel of lists) {
        const found = kernels.at({ kernel, module, address, offset });
        if (found) return found.name;
      }
      return null;
    };
  }

  private ofProgram(module: string, build: string): FindSymbol | null {
    return symbolsIn(this.filesOf(module, build), buildId => buildId === build);
  }

  /** Files that may be the program or its debug file. */
  private filesOf(module: string, build: string): readonly SymbolFile[] {
    const programs = [
      ...(this.programs.get(build) ?? []),
      ...(module === vdso.path ? [vdso] : []),
      ...(module.startsWith('/') ? [onDisk(module)] : []),
    ];
    const splitOff = programs.flatMap(file =>
      debugFilesOf(file.path, elfOf(file, ({ debugLink }) => debugLink) ?? ''),
    );
    const byBuild = join(debugFolder, build.slice(0, 2), `${build.slice(2)}.debug`);
    return [...programs, ...[...splitOff, byBuild].map(onDisk)];
  }
}

/** Symbols of the files whose build is accepted, looked up by offset; null if there is none. */
function symbolsIn(
  files: readonly SymbolFile[],
  isAccepted: (buildId: string | null) => boolean,
): FindSymbol | null {
  const found = files.flatMap(file => {
    const read = elfOf(file, elf =>
      isAccepted(elf.buildId)
        ? { symbols: elf.symbols(), addressOf: elf.addressOf, hasCode: elf.hasCode }
        : null,
    );
    return read ? [read] : [];
  });
  if (found.length === 0) return null;
  const table = new SymbolTable(joined(found.map(({ symbols }) => symbols)));
  // A debug file without code has other offsets for the sections it leaves out.
  const { addressOf } = found.find(({ hasCode }) => hasCode) ?? found[0]!;
  return offset => {
    const address = offset === null ? null : addressOf(offset);
    return address === null ? null : table.at(address);
  };
}
