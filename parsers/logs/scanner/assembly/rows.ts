/**
 * Turns lines into rows: runs over the input as long as every line begins a record of the format, and leaves
 * the values in the columns that the host gives out.
 *
 * Only the next line shows whether a record continues below its first line, so the last row of a run is
 * always taken back.
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
} from '../../../kit/scanner/assembly/intern';
import * as Name from '../shared/names';
import { FIELD_NUMBER, FIELD_TEXT, FIELD_WHOLE, ID, NAME, PRIORITY, STATUS } from '../shared/sinks';
import * as State from '../shared/state';
import { classAt } from './classes';
import { templateOf } from './host';
import * as layout from './layout';
import { mask } from './mask';
import { beyond, forgetTimes, level, match, matchOn, time } from './match';
import { count, isMemo, LONGEST_MEMO, memoOf, pays, seedRecent, setMemo, templateAt } from './recent';
import { initSearch, lineEnd, mayHoldPairs, unusual } from './search';
import {
  beginTexts,
  copy,
  FIRST_WHOLE,
  full,
  initTexts,
  keepUninterned,
  known,
  NONE,
  text,
  translate,
  uninternedBytes,
  uninternedCount,
} from './texts';

const COMPONENT: usize = Name.COMPONENT;
const PROGRAM_NAME: usize = Name.PROGRAM;

// Layout of a format's description, u32 each; program.ts writes it in the same order.
const PATTERNS: usize = 0;
/** Address of a table of the bytes that lines may begin with. */
const OPENING: usize = 4;
/** 1 if pairs in messages are fields, which only the host reads. */
const PAIRS: usize = 8;
/** Addresses of the host's ids of levels: by level number plus 1, by syslog priority, by HTTP status. */
const LEVELS: usize = 12;
const PRIORITIES: usize = 16;
const STATUSES: usize = 20;
/** 1 if there are names or ids. */
const NAMED: usize = 24;
const FORMAT_SIZE: usize = 28;

// Layout of a pattern's description, u32 each, after its size in bytes.
const PROGRAM: usize = 4;
const COLUMNS: usize = 8;
/**
 * Column behind which matching continues if the preceding pattern has failed, and the values that are kept:
 * see alike.ts of the host.
 */
const BEHIND: usize = 12;
const NOTED: usize = 16;
const KEEPS_TIME: usize = 20;
/** Number of the message's column. */
const MESSAGE: usize = 24;
/**
 * Addresses of two forms for its columns: with all fields as values, and with some as words of the message.
 */
const PLAIN: usize = 28;
const IN_WORDS: usize = 32;
/**
 * 1 once a number that should be whole was not; from then on the pattern's numbers are all stored as doubles.
 */
const WIDE: usize = 36;
/** Number of columns that may be words of the message, followed by these columns in order. */
const WORDS: usize = 40;
const PATTERN_SIZE: usize = 44;

// Layout of a form, u32 each.
/** The host's ids of the field schema, with whole numbers and without. */
const SCHEMA: usize = 0;
const WIDE_SCHEMA: usize = 4;
/** Number of sinks, followed by each sink, its column and its argument. */
const SINKS: usize = 8;
const FORM_SIZE: usize = 12;

// Offsets of the members of {@link layout.STATE}.
const POSITION: usize = State.POSITION * 4;
const VALUES: usize = State.VALUES * 4;
const NUMBERS: usize = State.NUMBERS * 4;
const MESSAGES: usize = State.MESSAGE_BYTES * 4;
const UNINTERNED_COUNT: usize = State.UNINTERNED * 4;
const UNINTERNED_LENGTH: usize = State.UNINTERNED_BYTES * 4;
const CHANGES: usize = State.CHANGES * 4;
const FOREIGN: usize = State.FOREIGN * 4;
const IS_FULL: usize = State.FULL * 4;

const STATUSES_MAX: f64 = 1000;

/** Start of the next line. */
let at: usize = 0;
let rows: u32 = 0;
let valueCount: u32 = 0;
let numberCount: u32 = 0;
let messageBytes: usize = 0;
let messageFrom: usize = 0;
let messageTo: usize = 0;
/** The host's id of the current row's level, and the number of its component's text. */
let rowLevel: i32 = NONE;
let component: i32 = NONE;
/** The run ended at a line that begins no record the scanner can read. */
let foreign: bool = false;

/** Resets all state. The first call also grows the memory. */
export function reset(seed: u32): void {
  const pages = <i32>((layout.END + 0xffff) >> 16) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
  setSeed(seed);
  seedRecent(seed);
  initSearch();
  initTexts();
  initTable(layout.MASKED_TEXTS, layout.MASKED_TEXTS_AT, layout.MASKED_TEXTS_MAX, layout.MASKED_TEXTS_ARENA);
  initTable(layout.WORDS, layout.WORDS_AT, layout.WORDS_MAX, layout.WORDS_ARENA);
}

/**
 * Reads lines from the start of `INPUT[0, length)` and returns the number of rows.
 *
 * @param format address of the format's description
 * @param base added to positions in the input to get offsets
 */
export function run(format: usize, length: u32, base: f64): u32 {
  const end = layout.INPUT + <usize>length;
  const patterns = load<u32>(format, PATTERNS);
  const opening = <usize>load<u32>(format, OPENING);
  const pairs = load<u32>(format, PAIRS) != 0;
  at = layout.INPUT;
  rows = valueCount = numberCount = 0;
  messageBytes = 0;
  foreign = false;
  beginTexts();
  forgetTimes();
  let changes: u32 = 0;
  let timeBefore: i32 = -2;
  let lastStart: usize = at;
  let lastValues: u32 = 0;
  let lastNumbers: u32 = 0;
  let lastMessages: usize = 0;
  let lastUninterned: u32 = 0;
  let lastUninternedBytes: usize = 0;
  let lastChanges: u32 = 0;
  let open = false;
  while (rows < layout.ROWS_MAX && !full) {
    const newline = lineEnd(at, end);
    if (newline == 0) break;
    foreign = unusual || load<u8>(opening + <usize>load<u8>(at)) == 0;
    if (foreign) break;
    if (valueCount + layout.COLUMNS_MAX > layout.VALUES_MAX) break;
    if (numberCount + layout.COLUMNS_MAX > layout.NUMBER_VALUES_MAX) break;
    const to = newline > at && load<u8>(newline - 1) == 0x0d ? newline - 1 : newline;
    let pattern: u32 = 0;
    let plan = format + FORMAT_SIZE;
    for (; pattern < patterns; pattern++) {
      if (isOf(plan, to) || beyond) break;
      plan += <usize>load<u32>(plan);
    }
    foreign = pattern == patterns || beyond;
    if (foreign) break;
    findMessage(load<u32>(plan, MESSAGE), to);
    foreign = pairs && mayHoldPairs(messageFrom, messageTo);
    if (foreign) break;
    lastStart = at;
    lastValues = valueCount;
    lastNumbers = numberCount;
    lastMessages = messageBytes;
    lastUninterned = uninternedCount;
    lastUninternedBytes = uninternedBytes;
    lastChanges = changes;
    open = true;
    const row = <usize>rows;
    if (time != timeBefore) {
      timeBefore = time;
      store<u32>(layout.CHANGES + ((<usize>changes) << 2), rows);
      changes++;
    }
    store<f64>(layout.OFFSETS + (row << 3), base + <f64>(at - layout.INPUT));
    store<i32>(layout.TIMES + (row << 2), time);
    const form = <usize>(isInWords(plan) ? load<u32>(plan, IN_WORDS) : load<u32>(plan, PLAIN));
    writeColumns(format, plan, form);
    store<u32>(layout.VALUE_LENGTHS + (row << 2), valueCount - lastValues);
    store<u32>(layout.NUMBER_LENGTHS + (row << 2), numberCount - lastNumbers);
    const fieldSchema = load<u32>(plan, WIDE) != 0 ? load<i32>(form, WIDE_SCHEMA) : load<i32>(form, SCHEMA);
    const masked = writeMessage();
    // If there was no room (`full`), the row is taken back below.
    if (!full) store<i32>(layout.CLASSES + (row << 2), classAt(fieldSchema, rowLevel, component, masked));
    rows++;
    at = newline + 1;
  }
  if (open) {
    rows--;
    at = lastStart;
    valueCount = lastValues;
    numberCount = lastNumbers;
    messageBytes = lastMessages;
    keepUninterned(lastUninterned, lastUninternedBytes);
    changes = lastChanges;
  }
  store<u32>(layout.STATE, <u32>(at - layout.INPUT), POSITION);
  store<u32>(layout.STATE, valueCount, VALUES);
  store<u32>(layout.STATE, numberCount, NUMBERS);
  store<u32>(layout.STATE, <u32>messageBytes, MESSAGES);
  store<u32>(layout.STATE, uninternedCount, UNINTERNED_COUNT);
  store<u32>(layout.STATE, <u32>uninternedBytes, UNINTERNED_LENGTH);
  store<u32>(layout.STATE, changes, CHANGES);
  store<u32>(layout.STATE, foreign ? 1 : 0, FOREIGN);
  store<u32>(layout.STATE, full ? 1 : 0, IS_FULL);
  return rows;
}

/**
 * Replaces text numbers by the host's ids: of interned texts by `OUT_IDS`, of others by ids counting down
 * from `firstUninterned`.
 *
 * @param named true if there are names
 */
export function settle(firstUninterned: i32, named: bool): void {
  translate(layout.VALUES, valueCount, firstUninterned);
  if (!named) return;
  for (let name: usize = 0; name < 2; name++)
    translate(layout.NAMES + name * ((<usize>layout.ROWS_MAX) << 2), rows, firstUninterned);
}

/** True if the line `[at, to)` matches the pattern; the preceding patterns have failed. */
function isOf(plan: usize, to: usize): bool {
  const program = <usize>load<u32>(plan, PROGRAM);
  const columns = load<u32>(plan, COLUMNS);
  const behind = load<u32>(plan, BEHIND);
  if (behind == layout.COLUMNS_MAX) return match(program, at, to, columns);
  return matchOn(program, behind, load<u32>(plan, NOTED), load<u32>(plan, KEEPS_TIME) != 0, to, columns);
}

/** Finds the message of the line `[at, to)`: the whole line if the pattern has no message column. */
function findMessage(column: u32, to: usize): void {
  messageFrom = at;
  messageTo = to;
  if (column < layout.COLUMNS_MAX) {
    const span = layout.SPANS + ((<usize>column) << 3);
    const from = <usize>load<u32>(span);
    messageFrom = from == 0 ? to : from;
    messageTo = from == 0 ? to : <usize>load<u32>(span, 4);
  }
  while (messageTo > messageFrom && isBlank(load<u8>(messageTo - 1))) messageTo--;
}

/** True if the message is the pattern's words with one blank between each two: see words.ts of the host. */
function isInWords(plan: usize): bool {
  const words = load<u32>(plan, WORDS);
  if (words == 0) return false;
  let next = messageFrom;
  let last = messageFrom;
  const end = plan + PATTERN_SIZE + ((<usize>words) << 2);
  for (let word = plan + PATTERN_SIZE; word < end; word += 4) {
    const span = layout.SPANS + ((<usize>load<u32>(word)) << 3);
    const from = <usize>load<u32>(span);
    if (from == 0) {
      // No further word may follow.
      next = 0;
      continue;
    }
    if (from != next || (from > messageFrom && load<u8>(from - 1) != 0x20)) return false;
    last = <usize>load<u32>(span, 4);
    next = last + 1;
  }
  return last == messageTo;
}

/** Writes the columns of the line that has just matched to its row. */
function writeColumns(format: usize, plan: usize, form: usize): void {
  const row = <usize>rows;
  if (load<u32>(format, NAMED) != 0) {
    for (let i: usize = 0; i < 2; i++) store<i32>(nameAt(i, row), NONE);
    for (let i: usize = 0; i < 2; i++) store<f64>(idAt(i, row), NaN);
  }
  rowLevel = load<i32>(<usize>load<u32>(format, LEVELS) + ((<usize>level) << 2));
  component = NONE;
  const firstValue = valueCount;
  const firstNumber = numberCount;
  const firstUninterned = uninternedCount;
  const firstUninternedByte = uninternedBytes;
  const wide = load<u32>(plan, WIDE) != 0;
  let sink = form + FORM_SIZE;
  for (let left = load<u32>(form, SINKS); left > 0; left--, sink += 12) {
    const column = <usize>load<u32>(sink, 4);
    const span = layout.SPANS + (column << 3);
    const from = <usize>load<u32>(span);
    const stop = <usize>load<u32>(span, 4);
    // Many logs write a dash for a missing value.
    const absent = from == 0 || stop == from || (stop == from + 1 && load<u8>(from) == 0x2d);
    const number = layout.NUMBERS + (column << 3);
    switch (load<u32>(sink)) {
      case FIELD_TEXT: {
        addValue(absent ? NONE : text(column, from, trimmed(from, stop)));
        break;
      }
      case STATUS:
        rowLevel = absent ? NONE : statusLevel(load<u32>(format, STATUSES), load<f64>(number));
      // Falls through: the status is also a number field.
      case FIELD_WHOLE:
        if (!wide) {
          const value = absent ? NaN : load<f64>(number);
          const whole = isNaN(value) ? NONE : wholeOf(value);
          if (whole >= NONE) {
            addValue(whole);
            break;
          }
          // Writes the row again, with all numbers as doubles.
          store<u32>(plan, 1, WIDE);
          valueCount = firstValue;
          numberCount = firstNumber;
          keepUninterned(firstUninterned, firstUninternedByte);
          writeColumns(format, plan, form);
          return;
        }
      case FIELD_NUMBER:
        store<f64>(layout.NUMBER_VALUES + ((<usize>numberCount) << 3), absent ? NaN : load<f64>(number));
        numberCount++;
        break;
      case NAME:
        if (!absent) {
          const argument = <usize>load<u32>(sink, 8);
          const name = known(from, trimmed(from, stop));
          if (argument >= COMPONENT) component = name;
          if (argument != COMPONENT) store<i32>(nameAt(argument == PROGRAM_NAME ? 0 : argument, row), name);
        }
        break;
      case ID:
        if (!absent) store<f64>(idAt(<usize>load<u32>(sink, 8), row), load<f64>(number));
        break;
      case PRIORITY:
        if (!absent) {
          const priority = <usize>(<i64>load<f64>(number) & 7);
          rowLevel = load<i32>(<usize>load<u32>(format, PRIORITIES) + (priority << 2));
        }
        break;
      default:
        unreachable();
    }
  }
}

function addValue(value: i32): void {
  store<i32>(layout.VALUES + ((<usize>valueCount) << 2), value);
  valueCount++;
}

/** A whole number in its encoding among values; below NONE if it is not whole, negative or too large. */
function wholeOf(value: f64): i32 {
  if (!(value >= 0 && value < <f64>FIRST_WHOLE)) return NONE - 1;
  const whole = <i32>value;
  return <f64>whole == value ? FIRST_WHOLE + whole : NONE - 1;
}

function nameAt(name: usize, row: usize): usize {
  return layout.NAMES + name * ((<usize>layout.ROWS_MAX) << 2) + (row << 2);
}

function idAt(id: usize, row: usize): usize {
  return layout.IDS + id * ((<usize>layout.ROWS_MAX) << 3) + (row << 3);
}

/** Level of an HTTP response, from the host's table. */
function statusLevel(table: usize, status: f64): i32 {
  if (!(status >= 0 && status < STATUSES_MAX) || status != Math.floor(status)) return NONE;
  return load<i32>(table + ((<usize>status) << 2));
}

/** Copies the message and returns its template. */
function writeMessage(): i32 {
  const length = messageTo - messageFrom;
  store<u32>(layout.MESSAGE_LENGTHS + ((<usize>rows) << 2), <u32>length);
  copy(layout.MESSAGE_BYTES + messageBytes, messageFrom, length);
  messageBytes += length;
  return template(messageFrom, messageTo);
}

/** Template of a message, cached because many logs repeat the same messages. */
function template(from: usize, to: usize): i32 {
  if (to - from > LONGEST_MEMO || !pays(layout.MESSAGE_LOOKUPS)) return templateAnew(from, to);
  const place = memoOf(from, to);
  const hit = isMemo(place, from, to);
  count(layout.MESSAGE_LOOKUPS, hit);
  if (hit) return templateAt(place);
  const made = templateAnew(from, to);
  setMemo(place, from, to, made);
  return made;
}

function templateAnew(from: usize, to: usize): i32 {
  const end = layout.MASKED + mask(from, to);
  let id = intern(layout.MASKED_TEXTS, layout.MASKED, end);
  if (id == FULL) {
    clearTable(layout.MASKED_TEXTS);
    id = intern(layout.MASKED_TEXTS, layout.MASKED, end);
  }
  const value = valueOf(layout.MASKED_TEXTS, id);
  if (value != UNSET) return <i32>value;
  const made = templateOf(layout.MASKED, end);
  setValue(layout.MASKED_TEXTS, id, <u32>made);
  return made;
}

/** `to` moved back before trailing blanks. */
function trimmed(from: usize, to: usize): usize {
  let end = to;
  while (end > from && load<u8>(end - 1) == 0x20) end--;
  return end;
}

function isBlank(byte: u8): bool {
  return byte == 0x20 || byte == 0x09 || byte == 0x0d;
}
