/**
 * Runs compiled patterns over a line: the steps have the same meaning as in `pattern.ts`, except those that
 * `program.ts` does not compile.
 *
 * A program is u32 words: an opcode and its arguments, step after step, up to `END`. Addresses are absolute.
 */
import { FULL, intern, setValue, UNSET, valueOf } from '../../../kit/scanner/assembly/intern';
import {
  ALTERNATIVES,
  BETWEEN,
  BLANKS,
  CLASS,
  CLASS_NOT,
  CLOSE,
  END,
  LEVEL,
  LITERAL,
  NUMBER,
  OPEN,
  OPTIONAL,
  QUOTED,
  REST,
  TIME_OF,
  UNTIL,
  UNTIL_BLANK,
} from '../shared/opcodes';
import { readTime as hostTime, readLevel } from './host';
import { NUMBERS, SPANS, TIME, TIME_MAX, WORDS } from './layout';
import { classEnd, find, findEither, quotedEnd, same } from './search';

/** Largest number of digits whose value is exact in a double. */
const DIGITS_MAX: usize = 15;

/** The line holds a number that only the host can read exactly. */
export let beyond: bool = false;
/** Number of the time on this line, counted from 0 since {@link forgetTimes}; -1 for none. */
export let time: i32 = -1;
/** Level on this line, as its number plus 1; 0 for none. */
export let level: u32 = 0;

/** Number of times the host has read, and the spelling and length of the last one. */
let times: i32 = 0;
let timeKind: u32 = 0xffff_ffff;
let timeLength: usize = 0;

export function forgetTimes(): void {
  times = 0;
  timeLength = 0;
}

/** True if the whole line matches the pattern of `program`. */
export function match(program: usize, from: usize, to: usize, columns: u32): bool {
  forgetColumns(0, columns);
  time = -1;
  level = 0;
  beyond = false;
  return run(program, from, to) == to;
}

/**
 * Like {@link match}, after the preceding pattern, which begins alike, has failed: continues behind a column.
 *
 * @param noted number of columns that stay as the preceding pattern noted them
 * @param keepsTime true if its time and level stay, too
 */
export function matchOn(
  program: usize,
  column: u32,
  noted: u32,
  keepsTime: bool,
  to: usize,
  columns: u32,
): bool {
  forgetColumns(noted, columns);
  if (!keepsTime) {
    time = -1;
    level = 0;
  }
  const span = SPANS + ((<usize>column) << 3);
  return load<u32>(span) != 0 && run(program, load<u32>(span, 4), to) == to;
}

function forgetColumns(first: u32, columns: u32): void {
  const end = SPANS + ((<usize>columns) << 3);
  for (let span = SPANS + ((<usize>first) << 3); span < end; span += 16) v128.store(span, i8x16.splat(0));
}

/** End of the text matched by the steps from `start` on, or 0. */
function run(start: usize, from: usize, end: usize): usize {
  let pc = start;
  let at = from;
  while (true) {
    let op = load<u32>(pc);
    // Every other step is BETWEEN: the processor predicts this branch better than one in the switch.
    while (op == BETWEEN) {
      const next = at + <usize>load<u32>(pc, 20);
      const differ = (load<u64>(at) ^ load<u64>(pc, 4)) & load<u64>(pc, 12);
      const ends = next < end ? load<u32>(pc, 24) == 0 || !isBlank(load<u8>(next)) : next == end;
      if (differ == 0 && ends) {
        at = next;
        pc += <usize>load<u32>(pc, 28);
      } else {
        // The separate steps can still match only if there are more blanks than one.
        if (differ != 0 && !isBlank(load<u8>(at + <usize>(ctz(differ) >> 3)))) return 0;
        pc += 32;
      }
      op = load<u32>(pc);
    }
    const first = <usize>load<u32>(pc, 4);
    switch (op) {
      case END:
        return at;
      case LITERAL: {
        const length = <usize>load<u32>(pc, 8);
        if (end - at < length) return 0;
        for (let i: usize = 0; i < length; i++) if (load<u8>(at + i) != load<u8>(first + i)) return 0;
        at += length;
        pc += 12;
        break;
      }
      case BLANKS: {
        const begin = at;
        while (at < end && isBlank(load<u8>(at))) at++;
        if (at - begin < first) return 0;
        pc += 8;
        break;
      }
      case OPTIONAL: {
        const after = run(first, at, end);
        if (beyond) return 0;
        if (after != 0) at = after;
        else forget(pc + 8);
        pc += 16;
        break;
      }
      case ALTERNATIVES: {
        let after: usize = 0;
        let branch = pc + 8;
        for (let i: usize = 0; i < first; i++) {
          if (after == 0) {
            after = run(load<u32>(branch), at, end);
            if (beyond) return 0;
            if (after == 0) forget(branch + 4);
          }
          branch += 12;
        }
        if (after == 0) return 0;
        at = after;
        pc = branch;
        break;
      }
      case UNTIL: {
        const stop = find(at, end, load<u32>(pc, 8), load<u32>(pc, 12), load<u32>(pc, 16) != 0);
        if (stop == 0) return 0;
        note(<u32>first, at, stop);
        at = stop;
        pc += 20;
        break;
      }
      case UNTIL_BLANK: {
        const stop = findEither(at, end, 0x20, 0x09);
        note(<u32>first, at, stop);
        at = stop;
        pc += 8;
        break;
      }
      case REST:
        note(<u32>first, at, end);
        at = end;
        pc += 8;
        break;
      case CLASS: {
        const stop = classEnd(at, end, <usize>load<u32>(pc, 12));
        if (stop - at < load<u32>(pc, 8)) return 0;
        note(<u32>first, at, stop);
        at = stop;
        pc += 16;
        break;
      }
      case CLASS_NOT: {
        const stop = findEither(at, end, <u8>load<u32>(pc, 12), <u8>load<u32>(pc, 16));
        if (stop - at < load<u32>(pc, 8)) return 0;
        note(<u32>first, at, stop);
        at = stop;
        pc += 20;
        break;
      }
      case NUMBER: {
        const stop = number(<u32>first, at, end, load<u32>(pc, 8) != 0);
        if (stop == 0) return 0;
        at = stop;
        pc += 12;
        break;
      }
      case QUOTED: {
        const stop = quotedEnd(at, end);
        if (stop == 0) return 0;
        note(<u32>first, at + 1, stop - 1);
        at = stop;
        pc += 8;
        break;
      }
      case TIME_OF: {
        at = readTime(<u32>first, at, end);
        if (at == 0) return 0;
        pc += 8;
        break;
      }
      case LEVEL: {
        const stop = classEnd(at, end, first);
        level = stop == at ? 0 : levelOf(at, stop);
        if (level == 0) return 0;
        at = stop;
        pc += 8;
        break;
      }
      case OPEN:
        store<u32>(SPANS + (first << 3), <u32>at);
        pc += 8;
        break;
      case CLOSE:
        store<u32>(SPANS + (first << 3), <u32>at, 4);
        pc += 8;
        break;
      default:
        unreachable();
    }
  }
}

function note(column: u32, from: usize, to: usize): void {
  store<u64>(SPANS + ((<usize>column) << 3), <u64>from | ((<u64>to) << 32));
}

const LEVEL_NOTED: u64 = 1 << 62;
const TIME_NOTED: u64 = 1 << 63;

/**
 * Clears the values noted by a branch that then failed: the columns whose bits are set at `mask`, time and
 * level.
 */
function forget(mask: usize): void {
  let bits = ((<u64>load<u32>(mask, 4)) << 32) | load<u32>(mask);
  if ((bits & TIME_NOTED) != 0) time = -1;
  if ((bits & LEVEL_NOTED) != 0) level = 0;
  bits &= LEVEL_NOTED - 1;
  while (bits != 0) {
    store<u32>(SPANS + ((<usize>ctz(bits)) << 3), 0);
    bits &= bits - 1;
  }
}

/** Reads an integer or, with `fraction`, a decimal number; `-` alone is no value. */
function number(column: u32, from: usize, end: usize, fraction: bool): usize {
  const digits = digitsAt(from);
  const after = from + digits;
  if (digits == 0 || digits == 8 || after > end || (fraction && load<u8>(after) == 0x2e))
    return longNumber(column, from, end, fraction);
  note(column, from, after);
  store<f64>(NUMBERS + ((<usize>column) << 3), <f64>valueOfDigits(from, digits));
  return after;
}

/** Number of leading digits among the eight bytes at `at`. */
function digitsAt(at: usize): usize {
  const bytes = load<u64>(at) ^ 0x3030_3030_3030_3030;
  // Sets the top bit of bytes that are no digit; a carry only affects bytes behind the first of them.
  const others = ((bytes + 0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080;
  return others == 0 ? 8 : <usize>(ctz(others) >> 3);
}

/** Value of one to seven digits: combines pairs, then fours, then all. */
function valueOfDigits(at: usize, digits: usize): u64 {
  const ones = (load<u64>(at) ^ 0x3030_3030_3030_3030) << (<u64>(64 - (digits << 3)));
  const pairs = (ones * 10 + (ones >> 8)) & 0x00ff_00ff_00ff_00ff;
  const fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
  return (fours * 10_000 + (fours >> 32)) & 0xffff_ffff;
}

function longNumber(column: u32, from: usize, end: usize, fraction: bool): usize {
  const sign = from < end && (load<u8>(from) == 0x2d || load<u8>(from) == 0x2b);
  let at = sign ? from + 1 : from;
  const first = at;
  let value: u64 = 0;
  while (at < end && isDigit(load<u8>(at))) {
    value = value * 10 + (load<u8>(at) - 0x30);
    at++;
  }
  let digits = at - first;
  let scale: f64 = 1;
  if (fraction && digits > 0 && at + 1 < end && load<u8>(at) == 0x2e && isDigit(load<u8>(at + 1))) {
    at++;
    while (at < end && isDigit(load<u8>(at))) {
      value = value * 10 + (load<u8>(at) - 0x30);
      scale *= 10;
      digits++;
      at++;
    }
  }
  if (digits > DIGITS_MAX) {
    beyond = true;
    return 0;
  }
  if (digits == 0 && !(sign && load<u8>(from) == 0x2d)) return 0;
  note(column, from, at);
  // Both are exact, so the quotient is the nearest double.
  let result = digits == 0 ? NaN : <f64>value / scale;
  if (sign && load<u8>(from) == 0x2d) result = -result;
  store<f64>(NUMBERS + ((<usize>column) << 3), result);
  return at;
}

function levelOf(from: usize, to: usize): u32 {
  const word = intern(WORDS, from, to);
  if (word == FULL) return readLevel(from, to);
  const known = valueOf(WORDS, word);
  if (known != UNSET) return known;
  const found = readLevel(from, to);
  setValue(WORDS, word, found);
  return found;
}

/**
 * Most lines of a busy log have the time of the line above. The byte after the time is compared, too, because
 * digits may continue.
 */
function readTime(which: u32, at: usize, end: usize): usize {
  if (which == timeKind && timeLength != 0 && same(at, TIME, timeLength + 1)) {
    time = times - 1;
    return at + timeLength;
  }
  const after = hostTime(which, at, end);
  if (after == 0) return 0;
  time = times++;
  timeKind = which;
  timeLength = after - at + 1 < TIME_MAX ? after - at : 0;
  if (timeLength != 0) memory.copy(TIME, at, timeLength + 1);
  return after;
}

function isDigit(byte: u8): bool {
  return byte - 0x30 <= 9;
}

function isBlank(byte: u8): bool {
  return byte == 0x20 || byte == 0x09;
}
