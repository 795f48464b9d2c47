/**
 * Scans records of text: a header line with a time, indented lines of frames (leaf first), a blank line.
 *
 * {@link next} scans the input up to something that the host must know, puts the details in `RESULT` and
 * returns its type (../shared/found.ts). Known frame lines are not returned: they are collected in `RUN` and
 * folded into the stack tree when the sequence of frame lines ends.
 */
import {
  BAD,
  BAD_FRAME,
  BLANK,
  COMMENT,
  DEEP_FRAME,
  END,
  FLAG,
  FLAGGED_FRAME,
  FRAMES_FULL,
  HEADER,
  LINE,
  NEW_FRAME,
  ORPHAN_FRAME,
  PREFIXES_FULL,
  RUN,
  STACKS_FULL,
  SUFFIXES_FULL,
} from '../shared/found';
import { clearTable, FULL, initTable, intern, setSeed, setValue, UNSET, valueOf } from './intern';
import * as layout from './layout';
import { child, clearStacks, nodeCount, ROOT, TREE_FULL } from './stacks';

let at: usize = 0;
let end: usize = 0;
/** True if the input ends with the file, so that its last line needs no LF. */
let last: bool = false;
let lines: u32 = 0;
let runLength: u32 = 0;
/** True if the next line is a frame line, whatever it begins with. */
let forced: bool = false;
/** True after a header, until a blank line. */
let expecting: bool = false;

/** Forgets everything. The first call also allocates the memory. */
export function reset(seedValue: u32): void {
  const pages = <i32>((layout.END + 0xffff) >> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
  setSeed(seedValue);
  initTable(layout.FRAMES, layout.FRAMES_AT, layout.FRAMES_MAX, layout.FRAMES_ARENA);
  initTable(layout.PREFIXES, layout.PREFIXES_AT, layout.PREFIXES_MAX, layout.PREFIXES_ARENA);
  initTable(layout.SUFFIXES, layout.SUFFIXES_AT, layout.SUFFIXES_MAX, layout.SUFFIXES_ARENA);
  clearStacks();
  restart();
}

/** Forgets its place in the input, but keeps the tables and the stack tree. */
export function restart(): void {
  runLength = 0;
  forced = false;
  expecting = false;
}

export function clearFrames(): void {
  clearTable(layout.FRAMES);
}
export function clearPrefixes(): void {
  clearTable(layout.PREFIXES);
}
export function clearSuffixes(): void {
  clearTable(layout.SUFFIXES);
}
export { clearStacks, nodeCount };

/** Begins to scan `INPUT[from, to)`. Line numbers in results count from 0 again. */
export function begin(from: u32, to: u32, isLast: bool): void {
  at = layout.INPUT + from;
  end = layout.INPUT + to;
  last = isLast;
  lines = 0;
}

/** Offset in `INPUT` of the first line that was not taken. */
export function position(): u32 {
  return <u32>(at - layout.INPUT);
}

/** Number of lines taken since begin(). */
export function lineCount(): u32 {
  return lines;
}

/** Ends the run before a line that was returned as LINE: RUN, STACKS_FULL, or END if there is no run. */
export function endRun(): u32 {
  return runLength > 0 ? closeRun() : END;
}

/** Sets whether frames may follow. */
export function expectFrames(yes: bool): void {
  expecting = yes;
}

/** Makes the line that was last returned as LINE a frame line. */
export function takeAsFrame(): void {
  forced = true;
}

export function setFrame(id: u32, value: u32): void {
  setValue(layout.FRAMES, id, value);
}

export function next(): u32 {
  while (at < end || (last && runLength > 0)) {
    if (at >= end) return closeRun();
    const newline = findNewline(at, end);
    if (newline == end && !last) return END;
    const after = newline == end ? end : newline + 1;
    let to = newline;
    if (to > at && load<u8>(to - 1) == 0x0d) to--;
    const from = skipBlanks(at, to);
    if (from == to) return blank(to, after);
    const first = load<u8>(at);
    if (first == 0x09 || forced) {
      const found = frame(from, to, after);
      if (found != END) return found;
      continue;
    }
    storePosition(to);
    if (first == 0x23 && (at + 1 == to || isBlank(load<u8>(at + 1)))) {
      take(after);
      return COMMENT;
    }
    return headerOrLine(from, to, after);
  }
  return END;
}

function take(after: usize): void {
  at = after;
  lines++;
}

/** Stores the position of the line for the host. */
function storePosition(to: usize): void {
  store<u32>(layout.RESULT, <u32>(at - layout.INPUT));
  store<u32>(layout.RESULT, <u32>(to - layout.INPUT), 4);
  store<u32>(layout.RESULT, lines, 8);
}

/** Ends the record at a blank line. Also ends an open sequence of frame lines, which saves a call. */
function blank(to: usize, after: usize): u32 {
  let found = BLANK;
  if (runLength > 0) {
    found = closeRun();
    if (found != RUN) return found;
    store<u32>(layout.RESULT, 1, 40);
  }
  expecting = false;
  storePosition(to);
  take(after);
  return found;
}

function frame(from: usize, to: usize, after: usize): u32 {
  if (!expecting) {
    forced = false;
    storePosition(to);
    take(after);
    return ORPHAN_FRAME;
  }
  const id = intern(layout.FRAMES, from, to);
  if (id == FULL) return FRAMES_FULL;
  const value = valueOf(layout.FRAMES, id);
  if (value < FLAG && runLength < layout.RUN_MAX) {
    store<u32>(layout.RUN + ((<usize>runLength) << 2), value);
    runLength++;
    forced = false;
    take(after);
    return END;
  }
  storePosition(to);
  store<u32>(layout.RESULT, id, 12);
  if (value == UNSET) return NEW_FRAME;
  forced = false;
  take(after);
  if (value == BAD) return BAD_FRAME;
  if (runLength == layout.RUN_MAX) return DEEP_FRAME;
  store<u32>(layout.RUN + ((<usize>runLength) << 2), value & ~FLAG);
  runLength++;
  return FLAGGED_FRAME;
}

/** Folds the frame lines in `RUN` into the tree, root first. */
function closeRun(): u32 {
  let node = ROOT;
  for (let index = runLength; index > 0; index--) {
    node = child(node, load<u32>(layout.RUN + ((<usize>(index - 1)) << 2)));
    if (node == TREE_FULL) return STACKS_FULL;
  }
  store<u32>(layout.RESULT, node, 32);
  store<u32>(layout.RESULT, runLength, 36);
  store<u32>(layout.RESULT, 0, 40);
  runLength = 0;
  return RUN;
}

/** Scans a header, or a line without a time. */
function headerOrLine(from: usize, to: usize, after: usize): u32 {
  const colon = findTime(from, to);
  // The header stays for the next call.
  if (colon != 0 && runLength > 0) return closeRun();
  const prefix = intern(layout.PREFIXES, from, colon == 0 ? to : timeStart);
  if (prefix == FULL) return PREFIXES_FULL;
  store<u32>(layout.RESULT, prefix, 16);
  if (colon == 0) {
    // Not taken yet: the host may call takeAsFrame().
    return LINE;
  }
  let rest = skipBlanks(colon + 1, to);
  let period: u64 = 0;
  let digit = rest;
  while (digit < to && isDigit(load<u8>(digit))) {
    period = period * 10 + (load<u8>(digit) - 0x30);
    digit++;
  }
  // perf prints a period 10 wide. A number that is padded further is an address of digits alone.
  const isAddress = rest > colon + 2 && digit > colon + 12;
  const hasPeriod =
    digit > rest && digit - rest <= 18 && !isAddress && (digit == to || isBlank(load<u8>(digit)));
  if (hasPeriod) rest = skipBlanks(digit, to);
  const suffix = intern(layout.SUFFIXES, rest, to);
  if (suffix == FULL) return SUFFIXES_FULL;
  store<u32>(layout.RESULT, suffix, 20);
  store<u32>(layout.RESULT, <u32>(rest - layout.INPUT), 24);
  store<u32>(layout.RESULT, <u32>(timeStart - layout.INPUT), 28);
  store<f64>(layout.RESULT, <f64>seconds, 48);
  store<f64>(layout.RESULT, <f64>nanos, 56);
  store<f64>(layout.RESULT, hasPeriod ? <f64>period : NaN, 64);
  expecting = true;
  take(after);
  return HEADER;
}

/** Takes the line that was returned as LINE. */
export function takeLine(): void {
  const newline = findNewline(at, end);
  take(newline == end ? end : newline + 1);
}

// Results of findTime().
let timeStart: usize = 0;
let seconds: u64 = 0;
let nanos: u64 = 0;

/**
 * Position of the colon after `seconds.fraction:`, or 0. The text must stand between blanks. Searched
 * backwards from each colon, because a thread's name may hold colons and digits. If there are several, the first after
 * an id or `[cpu]` is chosen, else the first.
 */
function findTime(from: usize, to: usize): usize {
  let found: usize = 0;
  for (let colon = from + 3; colon < to; colon++) {
    if (load<u8>(colon) != 0x3a) continue;
    if (colon + 1 < to && !isBlank(load<u8>(colon + 1))) continue;
    let point = colon - 1;
    while (point > from && isDigit(load<u8>(point))) point--;
    if (point == colon - 1 || load<u8>(point) != 0x2e) continue;
    let start = point;
    while (start > from && isDigit(load<u8>(start - 1))) start--;
    // A double holds 15 digits exactly.
    if (start == point || point - start > 15 || (start > from && !isBlank(load<u8>(start - 1)))) continue;
    const afterId = followsId(from, start);
    if (!afterId && found != 0) continue;
    found = colon;
    timeStart = start;
    seconds = number(start, point);
    const places = min<usize>(colon - point - 1, 9);
    nanos = number(point + 1, point + 1 + places);
    for (let place = places; place < 9; place++) nanos *= 10;
    if (afterId) break;
  }
  return found;
}

function followsId(from: usize, start: usize): bool {
  let before = start;
  while (before > from && isBlank(load<u8>(before - 1))) before--;
  return before > from && (isDigit(load<u8>(before - 1)) || load<u8>(before - 1) == 0x5d);
}

function number(from: usize, to: usize): u64 {
  let value: u64 = 0;
  for (let digit = from; digit < to; digit++) value = value * 10 + (load<u8>(digit) - 0x30);
  return value;
}

function isDigit(byte: u8): bool {
  return byte - 0x30 <= 9;
}

function isBlank(byte: u8): bool {
  return byte == 0x20 || byte == 0x09;
}

function skipBlanks(from: usize, to: usize): usize {
  let position = from;
  while (position < to && isBlank(load<u8>(position))) position++;
  return position;
}

/** Position of the next LF, or `to`. Sixteen bytes at a time; reads up to fifteen bytes past `to`. */
function findNewline(from: usize, to: usize): usize {
  const lf = i8x16.splat(0x0a);
  for (let position = from; position < to; position += 16) {
    const mask = i8x16.bitmask(i8x16.eq(v128.load(position), lf));
    if (mask != 0) return min(position + <usize>ctz(mask), to);
  }
  return to;
}
