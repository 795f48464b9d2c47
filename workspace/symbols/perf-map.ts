/** Reads the symbol lists that JIT compilers write for perf. */
import { decode } from '../../parsers/kit/bytes.ts';
import { type FoundSymbol, listOf, SymbolTable } from './table.ts';

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
  return new SymbolTable(listOf(found));
}
