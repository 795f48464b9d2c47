/**
 * Grouping rules: how frames become the functions of an answer. The value of `--group`.
 *
 * Rules are separated by commas. A GLOB matches a whole name, `*` any run of characters and `?` any one; a comma or
 * star of the name itself is written with a backslash before it. Modules match by full path or base name.
 *
 * | rule             | meaning                                                                          |
 * |------------------|----------------------------------------------------------------------------------|
 * | `addresses`      | functions without a symbol are kept apart by address, and named by it            |
 * | `modules`        | every module is one frame                                                        |
 * | `module:GLOB`    | each matching module is one frame                                                |
 * | `kernel`         | all of the kernel is one frame                                                   |
 * | `recursion`      | a function that calls itself directly is one frame                               |
 * | `fold:GLOB`      | matching functions count as part of their caller (a root has none, and stays)    |
 * | `fold-module:GLOB` | the functions of matching modules count as part of their caller                |
 * | `hide:GLOB`      | samples with a matching function in their stack are left out                     |
 *
 * Adjacent frames that became the same frame are one call: `modules` shows which module calls which.
 */
import { AskError } from '../contract.ts';
import { baseName } from '../kit/names.ts';
import { type Glob, glob } from './glob.ts';

export interface Grouping {
  /** Key for caches: equal for equal rules. */
  readonly key: string;
  readonly addresses: boolean;
  readonly recursion: boolean;
  readonly kernel: boolean;
  /** True if `module` is shown as one frame. */
  joins(module: string): boolean;
  foldsModule(module: string): boolean;
  folds(symbol: string): boolean;
  hides(symbol: string): boolean;
}

const plain = ['addresses', 'modules', 'kernel', 'recursion'] as const;
const patterned = ['module', 'fold', 'fold-module', 'hide'] as const;

export function grouping(rules = ''): Grouping {
  const parts = split(rules);
  const flags = new Set<string>();
  const globs = new Map<string, Glob[]>(patterned.map(name => [name, []]));
  for (const part of parts) {
    if ((plain as readonly string[]).includes(part)) {
      flags.add(part);
      continue;
    }
    const colon = part.indexOf(':');
    const patterns = colon < 0 ? undefined : globs.get(part.slice(0, colon));
    const pattern = part.slice(colon + 1).trim();
    if (!patterns || pattern === '') {
      throw new AskError(
        'bad-parameter',
        `Unknown grouping rule "${part}"; rules are ${plain.join(', ')}, ${patterned.map(name => `${name}:GLOB`).join(', ')}, separated by commas.`,
      );
    }
    patterns.push(glob(pattern));
  }
  const matches = (name: string, ...texts: string[]) => globs.get(name)!.some(each => texts.some(each));
  return {
    key: [...parts].sort().join(','),
    addresses: flags.has('addresses'),
    recursion: flags.has('recursion'),
    kernel: flags.has('kernel'),
    joins: module => flags.has('modules') || matches('module', module, baseName(module)),
    foldsModule: module => matches('fold-module', module, baseName(module)),
    folds: symbol => matches('fold', symbol),
    hides: symbol => matches('hide', symbol),
  };
}

/** Only the rules that leave samples out; '' if there are none. */
export function hideRules(rules = ''): string {
  return split(rules)
    .filter(part => part.startsWith('hide:'))
    .sort()
    .join(',');
}

const linuxKernel = /^vmlinu[xz]|\.ko(\.(gz|xz|zst))?$/;
const windowsKernel = /^nt(?:oskrnl|krnl\w*)(?:\.exe)?$|^hal\w*\.dll$|\.sys$/i;

/**
 * Kernel code by the name of its module: perf's `[kernel.kallsyms]`, `[guest.kernel.kallsyms]` and `[nf_conntrack]`,
 * vmlinux and .ko files by path. The other names in brackets are user space.
 */
export function isKernel(module: string): boolean {
  if (module.startsWith('[')) {
    return !/^\[(unknown|vdso\d*|vsyscall|vectors|sigpage|uprobes|heap|stack|anon|[^\]]*\.map)\b/.test(
      module,
    );
  }
  const file = baseName(module);
  return linuxKernel.test(file) || windowsKernel.test(file);
}

function split(rules: string): string[] {
  const parts = rules.match(/(?:\\.|[^,\\])+/gs) ?? [];
  return parts.map(part => part.trim()).filter(part => part !== '');
}
