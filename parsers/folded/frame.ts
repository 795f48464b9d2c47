/** Parses a frame of a folded line, as various tools write it. */

export const unknown = '[unknown]';

export interface Frame {
  readonly symbol: string;
  readonly module: string;
  /** null if there is a symbol. */
  readonly address: bigint | null;
}

/**
 * - `vfs_read_[k]`, `Foo::bar_[j]`: kernel code, JIT code (stackcollapse-perf.pl, async-profiler);
 * - `[libc.so]`, `[libc.so <7f00>]`: no symbol, in a module, at an address;
 * - ``libc.so.1`read+0x1f``: module and symbol in DTrace; `ntdll!Read`: in Windows.
 *
 * Other marks (`_[i]`, `_[0]`: inlined, interpreted) stay in the symbol.
 */
export function parseFrame(text: string): Frame {
  if (text === '' || text === unknown) return { symbol: unknown, module: unknown, address: null };
  const mark = text.slice(-4);
  if (mark === '_[k]') return { ...parseFrame(text.slice(0, -4)), module: '[kernel]' };
  if (mark === '_[j]') return { ...parseFrame(text.slice(0, -4)), module: 'JIT' };
  const inModule = /^\[([^[\]<>]+?)(?: <([0-9a-f]{1,16})>)?\]$/.exec(text);
  if (inModule !== null) {
    const [, module = unknown, address] = inModule;
    return {
      symbol: unknown,
      module: module === 'unknown' ? unknown : module,
      address: address === undefined ? null : BigInt(`0x${address}`),
    };
  }
  const apart = /^([^`!\s()<>]+)(?:`|!(?![(=]))(\S.*)$/.exec(text);
  if (apart === null) return { symbol: text, module: unknown, address: null };
  const [, module = unknown, symbol = unknown] = apart;
  if (/^0x[0-9a-f]{1,16}$/.test(symbol)) return { symbol: unknown, module, address: BigInt(symbol) };
  return { symbol: symbol.replace(/\+0x[0-9a-f]+$/, ''), module, address: null };
}
