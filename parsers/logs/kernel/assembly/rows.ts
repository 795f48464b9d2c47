/**
 * Lines to rows: runs over the input as long as every line begins a record of the format, and leaves what they hold
 * where the host can take it by the column.
 *
 * Whether a record goes on below its line is known when the line below is: the last row of a run is always taken back.
 */
import {
  clearTable,
  FULL,
  initTable,
  intern,
  setSeed,
  setValue,
  UNSET,
  valueOf,
} from '../../../kit/kernel/assembly/intern';
import { templateOf } from './host';
import * as layout from './layout';
import { mask } from './mask';
import { beyond, forgetTimes, level, match, time } from './match';
import { lineEnd, mayHoldPairs, unusual } from './search';

// Where a column goes. program.ts has the same list.
const FIELD_TEXT: u32 = 1;
const FIELD_NUMBER: u32 = 2;
/** Component, process, thread, by the argument. */
const NAME: u32 = 3;
/** Pid, tid, priority, by the argument. */
const ID: u32 = 4;
const MESSAGE: u32 = 5;

// A row: u32 or i32 each, -1 where there is none.
const START: usize = 0;
const PATTERN: usize = 4;
const TIME: usize = 8;
const LEVEL: usize = 12;
const MESSAGE_LENGTH: usize = 16;
const TEMPLATE: usize = 20;
const NAMES: usize = 24;
/** f64 each, NaN where there is none. */
const IDS: usize = 40;

/** No value. */
const NONE: i32 = -1;

/** So many look-ups are made before one thinks about whether they pay. */
const TRIALS: u32 = 2048;

/** Where the next line starts. */
let at: usize = 0;
let rows: u32 = 0;
let textCount: u32 = 0;
let numberCount: u32 = 0;
let messageBytes: usize = 0;
let messageFrom: usize = 0;
let messageTo: usize = 0;
let looseCount: u32 = 0;
let looseBytes: usize = 0;
/** The line that the run ended at begins no record that the kernel can read. */
let foreign: bool = false;
/** There was no room for a text: the row is taken back, and the host clears the texts before the next run. */
let full: bool = false;

/** Forgets everything. The first time it also takes the memory. */
export function reset(seed: u32): void {
  const pages = <i32>((layout.END + 0xffff) >> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
  setSeed(seed);
  initTable(layout.TEXTS, layout.TEXTS_AT, layout.TEXTS_MAX, layout.TEXTS_ARENA);
  initTable(layout.SKELETONS, layout.SKELETONS_AT, layout.SKELETONS_MAX, layout.SKELETONS_ARENA);
  initTable(layout.WORDS, layout.WORDS_AT, layout.WORDS_MAX, layout.WORDS_ARENA);
  memory.fill(layout.LOOKUPS, 0, (<usize>layout.COLUMNS_MAX) << 3);
}

export function clearTexts(): void {
  clearTable(layout.TEXTS);
}

// What a run has left, besides the rows.
export function position(): u32 {
  return <u32>(at - layout.INPUT);
}
export function texts(): u32 {
  return textCount;
}
export function numbers(): u32 {
  return numberCount;
}
export function messages(): u32 {
  return <u32>messageBytes;
}
export function looses(): u32 {
  return looseCount;
}
export function looseLength(): u32 {
  return <u32>looseBytes;
}
export function isForeign(): bool {
  return foreign;
}
export function isFull(): bool {
  return full;
}

/**
 * Reads lines of `INPUT[0, length)` from the first on and returns how many became rows.
 *
 * `format` is the address of: how many patterns; the address of a table of bytes that lines may begin with; whether pairs
 * in messages are fields, which only the host reads; and of each pattern its program, how many columns it has, and of each
 * column where it goes, with an argument.
 */
export function run(format: usize, length: u32): u32 {
  const end = layout.INPUT + <usize>length;
  const patterns = load<u32>(format);
  const opening = <usize>load<u32>(format, 4);
  const pairs = load<u32>(format, 8) != 0;
  at = layout.INPUT;
  rows = textCount = numberCount = looseCount = 0;
  messageBytes = looseBytes = 0;
  full = false;
  foreign = false;
  forgetTimes();
  let lastStart: usize = at;
  let lastTexts: u32 = 0;
  let lastNumbers: u32 = 0;
  let lastMessages: usize = 0;
  let lastLoose: u32 = 0;
  let lastLooseBytes: usize = 0;
  let open = false;
  while (rows < layout.ROWS_MAX && !full) {
    const newline = lineEnd(at, end);
    if (newline == 0) break;
    foreign = unusual || load<u8>(opening + <usize>load<u8>(at)) == 0;
    if (foreign) break;
    if (textCount + layout.COLUMNS_MAX > layout.TEXT_VALUES_MAX) break;
    if (numberCount + layout.COLUMNS_MAX > layout.NUMBER_VALUES_MAX) break;
    const to = newline > at && load<u8>(newline - 1) == 0x0d ? newline - 1 : newline;
    let pattern: u32 = 0;
    let plan = format + 12;
    let columns: u32 = 0;
    for (; pattern < patterns; pattern++) {
      columns = load<u32>(plan, 4);
      if (match(load<u32>(plan), at, to, columns) || beyond) break;
      plan += 8 + ((<usize>columns) << 3);
    }
    foreign = pattern == patterns || beyond;
    if (foreign) break;
    findMessage(plan + 8, columns, to);
    foreign = pairs && mayHoldPairs(messageFrom, messageTo);
    if (foreign) break;
    lastStart = at;
    lastTexts = textCount;
    lastNumbers = numberCount;
    lastMessages = messageBytes;
    lastLoose = looseCount;
    lastLooseBytes = looseBytes;
    open = true;
    write(pattern, plan + 8, columns);
    rows++;
    at = newline + 1;
  }
  if (!open) return 0;
  rows--;
  at = lastStart;
  textCount = lastTexts;
  numberCount = lastNumbers;
  messageBytes = lastMessages;
  looseCount = lastLoose;
  looseBytes = lastLooseBytes;
  return rows;
}

/** The message of the line `[at, to)`: all of it where the pattern has no column for it. */
function findMessage(plan: usize, columns: u32, to: usize): void {
  messageFrom = at;
  messageTo = to;
  for (let column: usize = 0; column < <usize>columns; column++) {
    if (load<u32>(plan + (column << 3)) != MESSAGE) continue;
    const from = <usize>load<u32>(layout.SPANS + (column << 3));
    messageFrom = from == 0 ? to : from;
    messageTo = from == 0 ? to : <usize>load<u32>(layout.SPANS + (column << 3), 4);
  }
  while (messageTo > messageFrom && isBlank(load<u8>(messageTo - 1))) messageTo--;
}

/** The row of the line that has just matched. */
function write(pattern: u32, plan: usize, columns: u32): void {
  const row = layout.ROWS + <usize>rows * layout.ROW_SIZE;
  store<u32>(row + START, <u32>(at - layout.INPUT));
  store<u32>(row + PATTERN, pattern);
  store<i32>(row + TIME, time);
  store<u32>(row + LEVEL, level);
  for (let i: usize = 0; i < 3; i++) {
    store<i32>(row + NAMES + (i << 2), NONE);
    store<f64>(row + IDS + (i << 3), NaN);
  }
  for (let column: usize = 0; column < <usize>columns; column++) {
    const sink = load<u32>(plan + (column << 3));
    const argument = <usize>load<u32>(plan + (column << 3), 4);
    const from = <usize>load<u32>(layout.SPANS + (column << 3));
    let stop = <usize>load<u32>(layout.SPANS + (column << 3), 4);
    // A dash is how many logs write that there is nothing.
    const absent = from == 0 || stop == from || (stop == from + 1 && load<u8>(from) == 0x2d);
    switch (sink) {
      case FIELD_NUMBER:
        store<f64>(
          layout.NUMBER_VALUES + ((<usize>numberCount) << 3),
          absent ? NaN : load<f64>(layout.NUMBERS + (column << 3)),
        );
        numberCount++;
        break;
      case FIELD_TEXT: {
        let value = NONE;
        if (!absent) value = text(column, from, trimmed(from, stop));
        store<i32>(layout.TEXT_VALUES + ((<usize>textCount) << 2), value);
        textCount++;
        break;
      }
      case NAME:
        if (!absent) {
          stop = trimmed(from, stop);
          store<i32>(row + NAMES + (argument << 2), known(from, stop));
          // A program is both component and process.
          if (argument == 3) {
            const name = load<i32>(row + NAMES + (argument << 2));
            store<i32>(row + NAMES, name);
            store<i32>(row + NAMES, name, 4);
          }
        }
        break;
      case ID:
        if (!absent) store<f64>(row + IDS + (argument << 3), load<f64>(layout.NUMBERS + (column << 3)));
        break;
      default:
        break;
    }
  }
  store<i32>(row + MESSAGE_LENGTH, <i32>(messageTo - messageFrom));
  store<i32>(row + TEMPLATE, template(messageFrom, messageTo));
  copy(layout.MESSAGE_BYTES + messageBytes, messageFrom, messageTo - messageFrom);
  messageBytes += messageTo - messageFrom;
}

/** The id of a text that repeats. */
function known(from: usize, to: usize): i32 {
  const id = intern(layout.TEXTS, from, to);
  if (id != FULL) return <i32>id;
  full = true;
  return NONE;
}

/** The id of a field's text; below -1 it is one of those that were not looked up, because few of their column were known. */
function text(column: usize, from: usize, to: usize): i32 {
  const lookups = layout.LOOKUPS + (column << 3);
  const tried = load<u32>(lookups);
  const hits = load<u32>(lookups, 4);
  if (tried >= TRIALS && hits < tried >> 2) return loose(from, to);
  const before = load<u32>(layout.TEXTS);
  const id = intern(layout.TEXTS, from, to);
  count(lookups, tried, hits, id != FULL && load<u32>(layout.TEXTS) == before);
  return id == FULL ? loose(from, to) : <i32>id;
}

function loose(from: usize, to: usize): i32 {
  if (looseBytes + (to - from) > layout.LOOSE_SIZE) {
    full = true;
    return NONE;
  }
  copy(layout.LOOSE_BYTES + looseBytes, from, to - from);
  looseBytes += to - from;
  store<u32>(layout.LOOSE_LENGTHS + ((<usize>looseCount) << 2), <u32>(to - from));
  looseCount++;
  return -1 - <i32>looseCount;
}

/** The counts fade, so that they tell of the last lines. */
function count(lookups: usize, tried: u32, hits: u32, hit: bool): void {
  const shift: u32 = tried >= TRIALS * 2 ? 1 : 0;
  store<u32>(lookups, (tried >> shift) + 1);
  store<u32>(lookups, (hits >> shift) + (hit ? 1 : 0), 4);
}

function template(from: usize, to: usize): i32 {
  const end = layout.SKELETON + mask(from, to);
  let id = intern(layout.SKELETONS, layout.SKELETON, end);
  if (id == FULL) {
    clearTable(layout.SKELETONS);
    id = intern(layout.SKELETONS, layout.SKELETON, end);
  }
  const value = valueOf(layout.SKELETONS, id);
  if (value != UNSET) return <i32>value;
  const made = templateOf(layout.SKELETON, end);
  setValue(layout.SKELETONS, id, <u32>made);
  return made;
}

/** Without blanks behind. */
function trimmed(from: usize, to: usize): usize {
  let end = to;
  while (end > from && load<u8>(end - 1) == 0x20) end--;
  return end;
}

function isBlank(byte: u8): bool {
  return byte == 0x20 || byte == 0x09 || byte == 0x0d;
}

/** Sixteen bytes at a time: writes up to fifteen past the end. */
function copy(to: usize, from: usize, length: usize): void {
  for (let i: usize = 0; i < length; i += 16) v128.store(to + i, v128.load(from + i));
}
