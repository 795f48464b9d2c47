/**
 * A frame line: `hexaddr symbol[+0xoff] (module[+0xoff])`. The second offset, of the address within the module's
 * file, is what `perf script -F +dsoff` prints.
 *
 * Symbols may contain blanks, parentheses and `->`; the module is the last balanced pair of parentheses, as in
 * `(/memfd:jit (deleted))`. Fields may be missing, depending on `perf script -F`.
 */

export const unknown = '[unknown]';

export interface Frame {
  /** Outermost first; more than one if a Java frame names the methods inlined into it. */
  readonly symbols: readonly string[];
  /**
   * null for a frame that is inlined or may be: it has the module of the frame it is inlined into, which perf prints
   * next with the same address.
   */
  readonly module: string | null;
  /** Hexadecimal digits of the address. */
  readonly printedAddress: string;
  /** null if there is a symbol. */
  readonly address: bigint | null;
  /** Offset of the address in the module's file; null if there is a symbol, or the line does not state it. */
  readonly offset: bigint | null;
}

/** Parses a line without surrounding blanks; null if it is not a frame. */
export function parseFrame(line: string): Frame | null {
  const match = /^(?:0x)?([0-9a-f]{1,16})(?:[ \t]{1,64}(.*))?$/i.exec(line);
  if (match === null) return null;
  const [, address = '', rest = ''] = match;
  // Instructions between branches (`-F +brstackinsn`).
  if (rest.startsWith('insn:')) return null;
  const open = moduleStart(rest);
  const [module = unknown, offset] = open < 0 ? [] : moduleAndOffset(rest.slice(open + 1, -1));
  const name = (open < 0 ? rest : rest.slice(0, open)).trimEnd().replace(/\+0x[0-9a-f]+$/i, '');
  const symbols = name === '' || name === unknown ? [unknown] : javaInlines(name, module);
  const isUnknown = symbols[0] === unknown;
  // With `-F +srcline`, perf prints `(inlined)` on the line below, after the source line.
  const isInlined = module === 'inlined' || (open < 0 && !isUnknown);
  return {
    symbols,
    module: isInlined ? null : module,
    printedAddress: address,
    address: isUnknown ? BigInt(`0x${address}`) : null,
    offset: isUnknown && offset !== undefined ? BigInt(offset) : null,
  };
}

/** `/usr/lib/libc.so.6+0x1234`; a number of more than 64 bits is a part of the name. */
function moduleAndOffset(text: string): [module: string, offset?: string] {
  const at = text.lastIndexOf('+0x');
  const offset = text.slice(at + 1);
  return at > 0 && /^0x[0-9a-f]{1,16}$/i.test(offset) ? [text.slice(0, at), offset] : [text || unknown];
}

/** Position of the parenthesis that opens the last group, or -1. */
function moduleStart(text: string): number {
  if (!text.endsWith(')')) return -1;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    const char = text[at];
    if (char === ')') depth++;
    else if (char === '(' && --depth === 0) return at === 0 || /\s/.test(text[at - 1]!) ? at : -1;
  }
  // A path with a lone `)`.
  const last = text.lastIndexOf(' (');
  return last < 0 ? -1 : last + 1;
}

/**
 * perf-map-agent writes the methods inlined into a compiled one as `Lcaller;::m->Lcallee;::m`. C++ names may contain
 * `->` as well (`operator->`), so every part must look like a Java method.
 */
function javaInlines(symbol: string, module: string): readonly string[] {
  if (!symbol.includes('->')) return [symbol];
  const parts = symbol.split('->');
  const jit = /^\/tmp\/perf-\d+\.map$|jitted-\d+-\d+\.so$|^\/\/anon$|^\[unknown\]$/.test(module);
  const java = parts.every(
    part => part !== '' && (/;::/.test(part) || (jit && /^[\w$/.<>;:[\]]+$/.test(part))),
  );
  return java ? parts : [symbol];
}

/** True if a line without a leading tab can only be a frame: an address that is not followed by a number. */
export function looksLikeFrame(line: string): boolean {
  return (
    /^(?:0x)?[0-9a-f]{3,16}[ \t]+(?!\d+(?:\/\d+)?[ \t])\S/i.test(line) && /\)$|^\S+[ \t]+\S+$/.test(line)
  );
}

/** Printed by `-F +srcline` below a frame: `main.c:12`, or module and address if the line is unknown. */
export function isSourceLine(line: string): boolean {
  return /^[^ \t]+(?::\d+|\[[0-9a-f]{1,16}\])(?: \(inlined\))?$/.test(line);
}
