/** PERF_RECORD_MMAP and MMAP2: the file mapped at each address range, named as perf names it. */
import { type None, none, type Output, type TextId } from '../contract.ts';
import type { ByteView } from '../kit/byte-view.ts';
import { buildIdOf, type Features, moduleName } from './features.ts';
import { Misc, RecordType } from './records.ts';
import { type AddressSpace, rounded } from './tasks.ts';

export interface MappingRecord {
  readonly pid: number;
  /** Address range, rounded to doubles. */
  readonly from: number;
  readonly to: number;
  /** Exact first address. */
  readonly start: bigint;
  readonly pageOffset: bigint;
  /** Offset in the file = address + `shift`. 0 for anonymous memory, whose addresses are kept. */
  readonly shift: bigint;
  /** Name as in the record. */
  readonly name: string;
  readonly module: string;
  readonly isAnonymous: boolean;
  readonly buildId: string | null;
}

const executable = 4;
const maxAddress = (1n << 64n) - 1n;

export function mappingOf(
  view: ByteView,
  type: number,
  misc: number,
  start: number,
  end: number,
): MappingRecord {
  const isMmap2 = type === RecordType.mmap2;
  const pid = view.i32(start + 8);
  const first = view.big(start + 16);
  const length = view.big(start + 24);
  const pageOffset = view.big(start + 32);
  // Before Linux 3.16 the name was at the place of protection and flags.
  const isOld = isMmap2 && (view.u8(start + 64) === 0x2f || view.u8(start + 64) === 0x5b);
  const name = view.text(start + (isMmap2 ? (isOld ? 64 : 72) : 40), end);
  const isCode = isMmap2 && !isOld ? (view.u32(start + 64) & executable) !== 0 : (misc & Misc.bit13) === 0;
  const hasBuildId = isMmap2 && (misc & Misc.bit14) !== 0;
  const buildId = hasBuildId ? buildIdOf(view.bytes, start + 44, Math.min(20, view.u8(start + 40))) : null;
  const isAnonymous = isAnonymousName(name) || hasNoFile(name);
  const last = first + length > maxAddress ? maxAddress : first + length;
  return {
    pid,
    from: roundedBig(first),
    to: roundedBig(last),
    start: first,
    pageOffset,
    shift: isAnonymous ? 0n : (name === '[vdso]' ? 0n : pageOffset) - first,
    name,
    // Code compiled at run time: perf looks up its functions in the file that JIT compilers write.
    module: isAnonymous && isCode ? `/tmp/perf-${pid}.map` : name,
    isAnonymous,
    buildId,
  };
}

/** perf's `is_anon_memory`. */
const isAnonymousName = (name: string): boolean =>
  name === '//anon' || name.startsWith('/dev/zero') || name.startsWith('/anon_hugepage');

/** perf's `is_no_dso_memory`. */
const hasNoFile = (name: string): boolean =>
  name.startsWith('[stack') || name.startsWith('/SYSV') || name === '[heap]';

/** `KERNEL_IMAGE_SIZE` of x86-64: the most that the kernel itself can take; its modules lie above. */
const maxKernelSize = 2 ** 30;
export const kernelName = '[kernel.kallsyms]';

/** The kernel's record also names the symbol that shows its relocation (perf: `ref_reloc_sym`): `[kernel.kallsyms]_text`. */
const isKernelName = (name: string): boolean => name.startsWith(kernelName.slice(0, -1));

/** The kernel, or the kernel module, that a record maps; null if it maps neither. */
export const kernelModuleOf = (name: string): string | null =>
  isKernelName(name) ? kernelName : moduleName(name);

/**
 * Offsets in the kernel count from the symbol that its record names, at the address it was relocated to;
 * offsets in a module count from its start.
 */
export function addKernelMapping(
  kernel: AddressSpace,
  { name, from, to, start, pageOffset }: MappingRecord,
  features: Features,
  out: Output,
): void {
  const isKernel = isKernelName(name);
  const module = kernelModuleOf(name);
  if (module === null) return;
  // The record ends with the kernel's text; code that runs once at boot lies after it.
  const end = isKernel ? Math.max(to, from + maxKernelSize) : to;
  kernel.add({
    start: from,
    end,
    shift: -(isKernel ? pageOffset : start),
    module: out.string(module),
    isAnonymous: false,
    build: buildOf(features, module, out),
    kernelModule: module,
  });
}

/** Build id of a module, by which its symbols are found. */
export function buildOf({ buildIds }: Features, module: string, out: Output): TextId | None {
  const id = buildIds.get(module);
  return id ? out.string(id) : none;
}

const roundedBig = (address: bigint): number =>
  rounded(Number(address >> 32n), Number(address & 0xffff_ffffn));
