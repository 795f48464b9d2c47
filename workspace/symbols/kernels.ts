/** Symbol lists of kernels (`kallsyms`) and their modules: those that the user names, and that of the running kernel. */
import { basename, dirname } from 'node:path';
import type { KernelAddress, KernelFunction } from '../../parsers/contract.ts';
import { filesIn, onDisk, type SymbolFile, textOf } from './files.ts';
import { type Kallsyms, readKallsyms } from './kallsyms.ts';
import { runningKernel } from './running.ts';

export const kernelModule = '[kernel.kallsyms]';
const pageBits = 12n;

/** Build id of a kernel, after which the folder of its list is named; null if the file is no such list. */
export const kernelOf = (path: string): string | null =>
  basename(path) === 'kallsyms' ? basename(dirname(path)) : null;

export class KernelLists {
  private readonly files = new Map<string, SymbolFile>();
  private readonly lists = new Map<string, Kallsyms | null>();
  private readonly running = runningKernel();

  /** @param paths of folders and archives */
  static async open(paths: readonly string[]): Promise<KernelLists> {
    const lists = new KernelLists();
    const wanted = { file: ({ path }: SymbolFile) => kernelOf(path) !== null, module: () => false };
    for await (const file of filesIn(paths, wanted)) {
      const build = kernelOf(file.path);
      if (build !== null) lists.add(build, file);
    }
    return lists;
  }

  add(build: string, file: SymbolFile): void {
    this.files.set(build, file);
  }

  /** null if there is no list of the kernel, or no function at the address. */
  at({ kernel, module, address, offset }: KernelAddress): KernelFunction | null {
    const list = this.of(kernel);
    if (list === null) return null;
    if (module === kernelModule) return list.kernel.at(list.start + offset);
    // Modules lie elsewhere after each boot: the list is that of the recording if the module began on the same page.
    const lines = list.modules.get(module);
    const first = lines?.firstFunction ?? null;
    return first !== null && first >> pageBits === (address - offset) >> pageBits ? lines!.at(address) : null;
  }

  /** The list of a kernel; null if there is none. */
  of(build: string): Kallsyms | null {
    let list = this.lists.get(build);
    if (list === undefined) {
      const file = this.files.get(build) ?? (build === this.running ? onDisk('/proc/kallsyms') : null);
      list = file && readKallsyms(textOf(file));
      this.lists.set(build, list);
    }
    return list;
  }
}
