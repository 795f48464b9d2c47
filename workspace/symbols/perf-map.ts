/** Reads symbol lists in text: the kernel's, and those that JIT compilers write for perf. */
import { decode } from '../../parsers/kit/bytes.ts';
import { type FoundSymbol, SymbolTable } from './table.ts';

export interface KernelSymbols {
  /** Relative to the kernel's start. */
  readonly kernel: SymbolTable;
  /** By module name, with its brackets; absolute addresses. */
  readonly modules: ReadonlyMap<string, readonly FoundSymbol[]>;
}

/** `ffffffff81000000 T _text`; null if the kernel hides addresses, or it is something else. */
export function readKallsyms(bytes: Uint8Array): KernelSymbols | null {
  const kernel: FoundSymbol[] = [];
  const modules = new Map<string, FoundSymbol[]>();
  let base: bigint | null = null;
  let other: bigint | null = null;
  for (const line of decode(bytes, 0, bytes.length).split('\n')) {
    const [, address = '', type = '', name = '', module] =
      /^([0-9a-f]{1,16}) (\w) (\S+)(?:\t(\[\S+\]))?$/.exec(line) ?? [];
    if (!/[TWDB]/i.test(type)) continue;
    const start = BigInt(`0x${address}`);
    if (module === undefined && name === '_text') base = start;
    if (module === undefined && name === '_stext') other = start;
    if (/^(?:\$|__efistub_|__crc_|\.L)/.test(name)) continue;
    const symbol: FoundSymbol = {
      start,
      size: 0n,
      name,
      binding: type === 'W' ? 'weak' : type === type.toUpperCase() ? 'global' : 'local',
      isLabel: false,
    };
    if (module === undefined) kernel.push(symbol);
    else {
      const all = modules.get(module);
      if (all) all.push(symbol);
      else modules.set(module, [symbol]);
    }
  }
  const zero = base ?? other;
  if (zero === null || zero === 0n) return null;
  const moved = kernel
    .filter(({ start }) => start >= zero)
    .map(each => ({ ...each, start: each.start - zero }));
  return { kernel: new SymbolTable(moved), modules };
}

/** `7f3c2a000040 1f method`: start and size in hexadecimal, then the name. */
export function readPerfMap(bytes: Uint8Array): SymbolTable {
  const found: FoundSymbol[] = [];
  for (const line of decode(bytes, 0, bytes.length).split('\n')) {
    const [, start, size, name] = /^(?:0x)?([0-9a-f]{1,16}) (?:0x)?([0-9a-f]{1,16}) (.+)$/i.exec(line) ?? [];
    if (name === undefined) continue;
    found.push({
      start: BigInt(`0x${start}`),
      size: BigInt(`0x${size}`),
      name,
      binding: 'global',
      isLabel: false,
    });
  }
  return new SymbolTable(found);
}
