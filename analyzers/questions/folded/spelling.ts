/**
 * Writes a frame in a folded line by the rules that flame graph tools have in common for perf script text.
 * The same rules as FlameGraph's stackcollapse-perf.pl (https://github.com/brendangregg/FlameGraph), so that folded
 * files of both can be compared and merged.
 */
import { baseName } from '../../kit/names.ts';

export interface Spelling {
  /** `comm-PID` in front. */
  readonly pid?: boolean;
  /** `comm-PID/TID` in front. */
  readonly tid?: boolean;
  /** Marks kernel functions `_[k]`. */
  readonly kernel?: boolean;
  /** Marks functions of perf's JIT maps `_[j]`. */
  readonly jit?: boolean;
  /** Address beside the module where there is no symbol: `[libc.so <7f00>]`. */
  readonly addresses?: boolean;
}

export interface Frame {
  readonly symbol: string;
  readonly module: string;
  /** null if there is a symbol. */
  readonly address: bigint | null;
}

const unknown = '[unknown]';

/** First part of the line, with blanks replaced, because a blank would end it. */
export function spellProcess(
  { process, pid, tid }: { process: string | null; pid: number; tid: number },
  spelling: Spelling,
): string {
  const name = process ?? unknown;
  const id = pid < 0 ? '?' : String(pid);
  if (spelling.tid) return `${name}-${id}/${tid}`.replaceAll(' ', '_');
  return (spelling.pid ? `${name}-${id}` : name).replaceAll(' ', '_');
}

/** One part of the line; null if the frame is only the name of a process in parentheses. */
export function spellFrame(frame: Frame, java: boolean, spelling: Spelling): string | null {
  if (frame.symbol.startsWith('(')) return null;
  const symbol = frame.symbol === unknown ? spellUnknown(frame, spelling) : frame.symbol;
  return mark(tidy(symbol, java), frame.module, spelling);
}

function spellUnknown({ module, address }: Frame, spelling: Spelling): string {
  const name = module === unknown ? 'unknown' : baseName(module);
  return spelling.addresses && address !== null ? `[${name} <${address.toString(16)}>]` : `[${name}]`;
}

/** Drops characters that would break a line (`;`, quotes), and arguments except those of Go methods. */
function tidy(name: string, java: boolean): string {
  let tidied = name.replaceAll(';', ':');
  if (!/\.\(.*\)\./.test(tidied)) tidied = withoutArguments(tidied);
  tidied = tidied.replace(/["']/g, '');
  return java && tidied.includes('/') ? tidied.replace(/^L/, '') : tidied;
}

/** Parentheses that are part of a name, and operators whose names contain brackets. */
const inName = /\(anonymous namespace\)|operator(?:\(\)|<=>|<<=?|>>=?|<=?|->\*?|>=?)/y;

/**
 * The name up to its arguments, and without what follows them (`const`, `[clone …]`). Parentheses within `<…>` are part
 * of a template's name. Arguments may lack their end: the JVM cuts names at 100 characters.
 */
function withoutArguments(name: string): string {
  if (!name.includes('(')) return name;
  let angles = 0;
  for (let at = 0; at < name.length; at++) {
    inName.lastIndex = at;
    const whole = inName.exec(name);
    if (whole) at += whole[0].length - 1;
    else if (name[at] === '<') angles++;
    else if (name[at] === '>') angles = Math.max(0, angles - 1);
    else if (name[at] === '(' && angles === 0) return name.slice(0, at);
  }
  return name;
}

function mark(name: string, module: string, { kernel, jit }: Spelling): string {
  if (kernel && /^\[|vmlinux$/.test(module) && !module.includes('unknown')) return `${name}_[k]`;
  if (jit && /\/tmp\/perf-\d+\.map|^JIT$/.test(module) && !name.includes('_[j]')) return `${name}_[j]`;
  return name;
}
