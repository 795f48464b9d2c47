/**
 * The text of a record after its event. Before the address of a record without a call chain, and after its module,
 * `perf script -F` prints other fields, in the order of process_event() in tools/perf/builtin-script.c:
 *
 *     flags addr data_src |OP LOAD|LVL L1 hit|… weight /cgroup address symbol (module) ABI:2 AX:0x1 insn: 0f 30
 *
 * Numbers are printed 16 wide, which tells an address from a symbol of hexadecimal digits (`add`).
 */
import { type Frame, parseFrame } from './frame.ts';

export interface RecordText {
  /** Text before the frame. */
  readonly before: string;
  readonly frame: Frame;
  /** True if other fields follow the frame. */
  readonly hasDetails: boolean;
}

const width = 16;
/** A longer text is not a frame with fields around it: bounds the work for a line. */
const maxLength = 4096;
/** Maximum number of parentheses, and of addresses with symbols, that are examined. */
const maxTries = 32;

interface Token {
  readonly start: number;
  readonly end: number;
}

/** A sample on one line; null if its text is not a frame with fields around it. */
export function parseSampleText(text: string): RecordText | null {
  if (text.length > maxLength) return null;
  const tokens = tokensOf(text);
  let place = firstAddress(text, tokens);
  for (let tries = 0; tries < maxTries; tries++) {
    const token = tokens[place];
    if (token === undefined) return null;
    const end = frameEnd(text, token.end);
    // The address of a page fault has a symbol and a module as well.
    const next = tokens.findIndex(({ start }) => start >= end);
    if (next < 0 || !isNumber(text, tokens, next) || !isNamed(text, tokens, next))
      return recordText(text, token.start, end);
    place = next;
  }
  return null;
}

/** A tracepoint whose text is followed by its address; null if there is none. Its module must be printed. */
export function parseTracepointText(text: string): RecordText | null {
  // Nearly every tracepoint has no such number, and few texts repeat.
  if (text.length > maxLength || !/[ \t]{2}[0-9a-f]|[ \t][0-9a-f]{16}[ \t]/i.test(text)) return null;
  const tokens = tokensOf(text);
  for (let at = tokens.length - 1; at > 0; at--) {
    const { start, end } = tokens[at]!;
    const isAddress = isHex(text, tokens[at]!) && end - tokens[at - 1]!.end > width;
    if (!isAddress || !isNamed(text, tokens, at)) continue;
    const found = recordText(text, start, frameEnd(text, end));
    return found?.frame.module === '[unknown]' && !text.endsWith('([unknown])') ? null : found;
  }
  return null;
}

function recordText(text: string, start: number, end: number): RecordText | null {
  const frame = parseFrame(text.slice(start, end).trimEnd());
  if (frame === null) return null;
  return { before: text.slice(0, start).trim(), frame, hasDetails: text.slice(end).trim() !== '' };
}

const tokensOf = (text: string): readonly Token[] =>
  Array.from(text.matchAll(/[^ \t]+/g), ({ index, 0: word }) => ({ start: index, end: index + word.length }));

/** Index of the last of the numbers at the begin, which is the address; -1 if the text begins with something else. */
function firstAddress(text: string, tokens: readonly Token[]): number {
  let found = -1;
  /** True in a data source, or in a cgroup, whose name may hold blanks. */
  let isInside = false;
  for (let at = 0; at < tokens.length; at++) {
    const word = text.slice(tokens[at]!.start, tokens[at]!.end);
    const isFirst = at === 0 && isHex(text, tokens[at]!);
    if (isFirst || isNumber(text, tokens, at)) {
      found = at;
      isInside = false;
      if (!isField(text, tokens, at + 1)) return at;
    } else if (/^[|/]/.test(word)) isInside = true;
    else if (!isInside && !(found < 0 && isFlag(word))) return found;
  }
  return found;
}

/** Flags of a branch (`-F +flags`). */
const isFlag = (word: string): boolean =>
  /^(?:call|return|jcc|jmp|int|iret|syscall|sysret|async|hw|tx|abrt|tr|strt|end|vmentry|vmexit|\([xDt]+\))$/.test(
    word,
  );

/** True if a token after a number is another field, not the symbol or the module of that number's address. */
function isField(text: string, tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  return token !== undefined && (/[|/]/.test(text[token.start]!) || isNumber(text, tokens, at));
}

const isHex = (text: string, { start, end }: Token): boolean =>
  end - start <= width && /^[0-9a-f]+$/i.test(text.slice(start, end));

/** A number as perf prints it. Where blanks were lost, a digit at its begin tells it from a symbol. */
function isNumber(text: string, tokens: readonly Token[], at: number): boolean {
  const { start, end } = tokens[at]!;
  if (!isHex(text, tokens[at]!)) return false;
  return end - (tokens[at - 1]?.end ?? 0) >= width || /\d/.test(text[start]!);
}

/** True if a symbol or a module follows the number. */
function isNamed(text: string, tokens: readonly Token[], at: number): boolean {
  const { end } = tokens[at]!;
  return at + 1 < tokens.length && !isField(text, tokens, at + 1) && detailsAt(text.slice(end)) !== 0;
}

/** Where the frame ends whose address ends at `from`: after its module, else before the first detail. */
function frameEnd(text: string, from: number): number {
  const groups = /[ \t]\(/g;
  groups.lastIndex = from;
  for (let tries = 0; tries < maxTries; tries++) {
    const open = groups.exec(text);
    const close = open === null ? -1 : closing(text, open.index + 1);
    if (close < 0) break;
    const rest = text.slice(close + 1);
    if (detailsAt(rest) === 0 || isPadded(rest)) return close + 1;
    groups.lastIndex = close;
  }
  const rest = text.slice(from);
  for (const { index, 0: number } of rest.matchAll(/(?<![ \t])[ \t]+[0-9a-f]{1,16}(?=[ \t])/gi))
    if (index > 0 && number.length > width) return from + index;
  const details = detailsAt(rest);
  return details < 0 ? text.length : from + details;
}

/** True if the text begins with a number that is padded as perf pads addresses. */
function isPadded(text: string): boolean {
  const [number = ''] = /^[ \t]+[0-9a-f]+(?=[ \t]|$)/i.exec(text) ?? [];
  return number.length >= width;
}

/** Position of the parenthesis that closes the one at `open`, or -1. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return -1;
}

/** Registers, instructions, the output of a BPF program, sizes of pages, branches, instructions per cycle. */
const detail =
  /(?<![ \t])[ \t]+(?:ABI:\d|insn:|ilen: \d|BPF output:|(?:\d{1,4}[BKMGTP]|N\/A)(?=[ \t]|$)|[^ \t/]+\/[^ \t/]+\/[PMN-]\/[X-]\/[A-]\/\d|IPC: \d)/;

/** Position of the first field after a frame, or -1. */
function detailsAt(text: string): number {
  const place = text.search(detail);
  if (place >= 0) return place;
  const end = text.trimEnd().length;
  const start = text.lastIndexOf(' ', end - 1) + 1;
  const before = text.slice(0, start).trimEnd().length;
  // A physical address.
  return start > 0 && isHex(text, { start, end }) && end - before >= width ? before : -1;
}

/** True if the line, without surrounding blanks, has only fields that perf prints below a stack. */
export function isDetailLine(line: string): boolean {
  if (/^\|\d+ |^BPF (?:output|string):/.test(line)) return true;
  return ` ${line.replace(/^[0-9a-f]{1,16}[ \t]+/i, '')}`.search(detail) === 0;
}

/** A physical address; or a frame without symbol and module. */
export const isBareNumber = (line: string): boolean => /^[0-9a-f]{1,16}$/i.test(line);

/** The line without the details at its end. */
export function withoutDetails(line: string): string {
  const place = line.search(detail);
  return place < 0 ? line : line.slice(0, place);
}
