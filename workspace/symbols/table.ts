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

/**
 * Symbols in the order of their file, column by column. A large program has 200,000 of them, of which a recording needs
 * some hundred, so names are read when they are needed.
 */
export interface SymbolList {
  readonly starts: BigUint64Array;
  readonly sizes: BigUint64Array;
  /** See `rankOf`. */
  readonly ranks: Uint8Array;
  nameAt(index: number): string;
}

export const listOf = (symbols: readonly FoundSymbol[]): SymbolList => ({
  starts: BigUint64Array.from(symbols, ({ start }) => start),
  sizes: BigUint64Array.from(symbols, ({ size }) => size),
  ranks: Uint8Array.from(symbols, rankOf),
  nameAt: index => symbols[index]!.name,
});

export function joined(lists: readonly SymbolList[]): SymbolList {
  const count = lists.reduce((sum, { starts }) => sum + starts.length, 0);
  const [starts, sizes] = [new BigUint64Array(count), new BigUint64Array(count)];
  const ranks = new Uint8Array(count);
  const firsts: number[] = [];
  let first = 0;
  for (const list of lists) {
    firsts.push(first);
    starts.set(list.starts, first);
    sizes.set(list.sizes, first);
    ranks.set(list.ranks, first);
    first += list.starts.length;
  }
  const nameAt = (index: number) => {
    const which = firsts.findLastIndex(first => first <= index);
    return lists[which]!.nameAt(index - firsts[which]!);
  };
  return { starts, sizes, ranks, nameAt };
}

export class SymbolTable {
  /** Indexes of `list`, by start. */
  private readonly order: Uint32Array;
  private readonly starts: BigUint64Array;
  private readonly ends: BigUint64Array;
  /** Position in `order` of the first symbol of each start. */
  private readonly firsts: Uint32Array;
  private readonly names = new Map<number, string>();

  constructor(private readonly list: SymbolList) {
    this.order = byStart(list.starts);
    const { order } = this;
    const [starts, ends] = [new BigUint64Array(order.length), new BigUint64Array(order.length)];
    const firsts = new Uint32Array(order.length);
    let count = 0;
    for (let at = 0, next = 0; at < order.length; at = next) {
      const start = this.startAt(at);
      next = this.endOfStart(at);
      // A label within a function is not a symbol of its own.
      if (count > 0 && start < ends[count - 1]!) while (at < next && isLabel(list.ranks[order[at]!]!)) at++;
      if (at === next) continue;
      starts[count] = start;
      ends[count] = start + this.sizeOfBest(at, next);
      firsts[count] = at;
      count++;
    }
    this.starts = starts.slice(0, count);
    this.ends = ends.slice(0, count);
    this.firsts = firsts.slice(0, count);
  }

  get size(): number {
    return this.starts.length;
  }

  /** The function that contains an address; null if none does. */
  at(address: bigint): string | null {
    const { starts, ends, firsts } = this;
    const at = lastStart(starts, address);
    const isInside = at >= 0 && (address < ends[at]! || address === starts[at]!);
    return isInside ? this.nameOf(firsts[at]!) : null;
  }

  private nameOf(first: number): string {
    let name = this.names.get(first);
    if (name === undefined) {
      name = readable(this.nameAt(this.best(first, this.endOfStart(first))));
      this.names.set(first, name);
    }
    return name;
  }

  private nameAt(position: number): string {
    return this.list.nameAt(this.order[position]!);
  }

  private startAt(position: number): bigint {
    return this.list.starts[this.order[position]!]!;
  }

  private rankAt(position: number): number {
    const rank = this.list.ranks[this.order[position]!]!;
    return this.sizeAt(position) > 0n ? rank | Rank.sized : rank;
  }

  /** Position after the last symbol that has the start of the one at `position`. */
  private endOfStart(position: number): number {
    const start = this.startAt(position);
    let end = position + 1;
    while (end < this.order.length && this.startAt(end) === start) end++;
    return end;
  }

  /** Reads names only if the size depends on them. */
  private sizeOfBest(from: number, to: number): bigint {
    let size = this.sizeAt(from);
    if (to === from + 1) return size;
    let rank = this.rankAt(from);
    let isCertain = true;
    for (let at = from + 1; at < to; at++) {
      const otherRank = this.rankAt(at);
      if (otherRank > rank) [rank, size, isCertain] = [otherRank, this.sizeAt(at), true];
      else if (otherRank === rank && this.sizeAt(at) !== size) isCertain = false;
    }
    return isCertain ? size : this.sizeAt(this.best(from, to));
  }

  /** Position of the symbol that perf chooses of several with one start. */
  private best(from: number, to: number): number {
    let best = from;
    for (let at = from + 1; at < to; at++) {
      const difference = this.rankAt(at) - this.rankAt(best);
      if (difference > 0 || (difference === 0 && isBetterName(this.nameAt(at), this.nameAt(best)))) best = at;
    }
    return best;
  }

  /**
   * perf's `symbols__fixup_end`: a symbol without a size reaches to the next. If several are at one address, only the last
   * is extended, and therefore chosen: the kernel's `memcpy` is `__pi_memcpy`.
   */
  private sizeAt(position: number): bigint {
    const size = this.list.sizes[this.order[position]!]!;
    if (size > 0n) return size;
    const start = this.startAt(position);
    return (position + 1 < this.order.length ? this.startAt(position + 1) : endOfPage(start)) - start;
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

/** End of the last symbol of a list as perf assumes it: the end of the next page. */
export const endOfPage = (start: bigint): bigint => (((start + 4095n) >> 12n) + 1n) << 12n;

/** Indexes in the order of addresses, those of one address in their own. As doubles they are compared in a third of the time. */
function byStart(starts: BigUint64Array): Uint32Array {
  const keys = Float64Array.from(starts, Number);
  return Uint32Array.from(keys.keys()).sort(
    (a, b) => keys[a]! - keys[b]! || compare(starts[a]!, starts[b]!) || a - b,
  );
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** perf's `choose_best_symbol`: the higher rank is chosen. */
const Rank = { sized: 8, typed: 4, strong: 2, global: 1 } as const;

/** Without `Rank.sized`, which depends on the symbols around it. */
export const rankOf = ({ isLabel, binding }: Pick<FoundSymbol, 'isLabel' | 'binding'>): number =>
  (isLabel ? 0 : Rank.typed) |
  (binding === 'weak' ? 0 : Rank.strong) |
  (binding === 'global' ? Rank.global : 0);

const isLabel = (rank: number): boolean => (rank & Rank.typed) === 0;

/** perf's choice between symbols of one address and rank: fewer leading underscores, then the longer name. */
function isBetterName(name: string, than: string): boolean {
  if (name === than) return false;
  const [candidate, best] = [readable(name), readable(than)];
  const difference = underscores(candidate) - underscores(best) || best.length - candidate.length;
  return difference === 0 ? /^(?:SyS|compat_SyS)/.test(than) : difference < 0;
}

/** Stubs have the name of what they call: `_ZN3Box3sumEv@plt`. */
export function readable(name: string): string {
  const stub = name.endsWith('@plt') ? '@plt' : '';
  return demangled(name.slice(0, name.length - stub.length)) + stub;
}

const underscores = (name: string): number => /^_*/.exec(name)?.[0].length ?? 0;
