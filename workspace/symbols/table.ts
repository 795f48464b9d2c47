/** Looks up functions of a module by address, with the choices and limits of perf (tools/perf/util/symbol.c). */

import { demangled } from './demangle.ts';

export interface FoundSymbol {
  readonly start: bigint;
  /** 0 if it is not stated. */
  readonly size: bigint;
  /** As the compiler wrote it. */
  readonly name: string;
  readonly binding: 'local' | 'global' | 'weak';
  /** True if it is neither a function nor data. */
  readonly isLabel: boolean;
}

export class SymbolTable {
  private readonly starts: BigUint64Array;
  private readonly ends: BigUint64Array;
  private readonly names: readonly string[];

  constructor(found: readonly FoundSymbol[]) {
    const sorted = byStart(found);
    const kept: FoundSymbol[] = [];
    for (const [at, each] of sorted.entries()) {
      const last = kept.at(-1);
      // A label within a function is not a symbol of its own.
      if (last && each.isLabel && each.start > last.start && each.start < last.start + last.size) continue;
      const symbol = sized(each, sorted[at + 1]?.start);
      if (last?.start !== symbol.start) kept.push(symbol);
      else if (better(last, symbol) === symbol) kept[kept.length - 1] = symbol;
    }
    this.names = kept.map(({ name }) => name);
    this.starts = BigUint64Array.from(kept, ({ start }) => start);
    this.ends = BigUint64Array.from(kept, ({ start, size }) => start + size);
  }

  get size(): number {
    return this.names.length;
  }

  /** The function that contains an address; null if none does. */
  at(address: bigint): string | null {
    const { starts, ends, names } = this;
    const at = lastStart(starts, address);
    const isInside = at >= 0 && (address < ends[at]! || address === starts[at]!);
    return isInside ? readable(names[at]!) : null;
  }
}

/** Index of the last of the ascending `starts` that is not after `address`; -1 if all are. */
export function lastStart(starts: BigUint64Array, address: bigint): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= address) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * perf's `symbols__fixup_end`: a symbol without a size reaches to the next. Of several at one address only the last
 * is extended, and therefore chosen: the kernel's `memcpy` is `__pi_memcpy`.
 */
function sized(symbol: FoundSymbol, next: bigint | undefined): FoundSymbol {
  const { start, size } = symbol;
  return size > 0n ? symbol : { ...symbol, size: (next ?? endOfPage(start)) - start };
}

/** Where perf ends the last symbol of a list: the end of the page after it. */
export const endOfPage = (start: bigint): bigint => (((start + 4095n) >> 12n) + 1n) << 12n;

/** In the order of addresses, those of one address in their own. As doubles they are compared in a third of the time. */
function byStart(found: readonly FoundSymbol[]): readonly FoundSymbol[] {
  const keys = Float64Array.from(found, ({ start }) => Number(start));
  return Array.from(found.keys())
    .sort((a, b) => keys[a]! - keys[b]! || compare(found[a]!.start, found[b]!.start))
    .map(at => found[at]!);
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** perf's `choose_best_symbol`, for two symbols at one address. */
export function better(a: FoundSymbol, b: FoundSymbol): FoundSymbol {
  const prefer = (test: (symbol: FoundSymbol) => boolean) => (test(a) === test(b) ? null : test(a) ? a : b);
  return (
    prefer(({ size }) => size > 0n) ??
    prefer(({ isLabel }) => !isLabel) ??
    prefer(({ binding }) => binding !== 'weak') ??
    prefer(({ binding }) => binding === 'global') ??
    betterName(a, b)
  );
}

function betterName(a: FoundSymbol, b: FoundSymbol): FoundSymbol {
  if (a.name === b.name) return a;
  const [first, second] = [readable(a.name), readable(b.name)];
  const [less, more] = [underscores(first), underscores(second)];
  if (less !== more) return less < more ? a : b;
  if (first.length !== second.length) return first.length > second.length ? a : b;
  return /^(?:SyS|compat_SyS)/.test(a.name) ? b : a;
}

/** Stubs have the name of what they call: `_ZN3Box3sumEv@plt`. */
export function readable(name: string): string {
  const stub = name.endsWith('@plt') ? '@plt' : '';
  return demangled(name.slice(0, name.length - stub.length)) + stub;
}

const underscores = (name: string): number => /^_*/.exec(name)?.[0].length ?? 0;
