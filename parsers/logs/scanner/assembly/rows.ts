/**
 * Lines to rows: runs over the input as long as every line begins a record of the format, and leaves what they hold in
 * the columns that the host gives out.
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

// The description of a format: u32 each. program.ts has the same list.
const PATTERNS: usize = 0;
/** Address of a table of the bytes that lines may begin with. */
const OPENING: usize = 4;
/** Whether pairs in messages are fields, which only the host reads. */
const PAIRS: usize = 8;
/** Addresses of what the host calls levels: by their number and 1, by priority, by status of HTTP. */
const LEVELS: usize = 12;
const PRIORITIES: usize = 16;
const STATUSES: usize = 20;
/** Whether there are names or ids. */
const NAMED: usize = 24;
const FORMAT_SIZE: usize = 28;

// Of a pattern: u32 each. Its size in bytes comes first.
const PROGRAM: usize = 4;
const COLUMNS: usize = 8;
/** Behind which column it goes on where the pattern before has failed, and what stays: see alike.ts of the host. */
const BEHIND: usize = 12;
const NOTED: usize = 16;
const TOLD: usize = 20;
/** Which column is the message. */
const MESSAGE: usize = 24;
/** Addresses of what becomes of its columns: of all, and where some are words of the message. */
const PLAIN: usize = 28;
const IN_WORDS: usize = 32;
/** Whether a number that should be whole was none: from then on they are numbers like others. */
const WIDE: usize = 36;
/** How many may be words; which, in their order. */
const WORDS: usize = 40;
const PATTERN_SIZE: usize = 44;

// What becomes of columns: u32 each.
/** What the host calls the field schema, with whole numbers and without. */
const SCHEMA: usize = 0;
const WIDE_SCHEMA: usize = 4;
/** How many columns go somewhere; of each where, which, and an argument. */
const SINKS: usize = 8;
const FORM_SIZE: usize = 12;

// Of what a run leaves, where it lies.
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

/** Where the next line starts. */
let at: usize = 0;
let rows: u32 = 0;
let valueCount: u32 = 0;
let numberCount: u32 = 0;
let messageBytes: usize = 0;
let messageFrom: usize = 0;
let messageTo: usize = 0;
/** Of the row being written, what the host calls its level, and its component. */
let rowLevel: i32 = NONE;
let component: i32 = NONE;
/** The line that the run ended at begins no record that the scanner can read. */
let foreign: bool = false;

/** Forgets everything. The first time it also takes the memory. */
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
 * Reads lines of `INPUT[0, length)` from the first on and returns how many became rows.
 *
 * @param format address of its description
 * @param base what is added to positions in the input
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
    // What there was no room for is taken back.
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
 * Replaces the numbers of texts by what the host calls them: those interned by `OUT_IDS`, those that were not looked up
 * by numbers from `firstUninterned` down.
 *
 * @param named whether there are names
 */
export function settle(firstUninterned: i32, named: bool): void {
  translate(layout.VALUES, valueCount, firstUninterned);
  if (!named) return;
  for (let name: usize = 0; name < 2; name++)
    translate(layout.NAMES + name * ((<usize>layout.ROWS_MAX) << 2), rows, firstUninterned);
}

/** Whether the line `[at, to)` is of a pattern; those before it are not. */
function isOf(plan: usize, to: usize): bool {
  const program = <usize>load<u32>(plan, PROGRAM);
  const columns = load<u32>(plan, COLUMNS);
  const behind = load<u32>(plan, BEHIND);
  if (behind == layout.COLUMNS_MAX) return match(program, at, to, columns);
  return matchOn(program, behind, load<u32>(plan, NOTED), load<u32>(plan, TOLD) != 0, to, columns);
}

/** The message of the line `[at, to)`: all of it where the pattern has no column for it. */
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

/** Whether the message is the pattern's words and a blank between each two: see words.ts of the host. */
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
      // None may follow.
      next = 0;
      continue;
    }
    if (from != next || (from > messageFrom && load<u8>(from - 1) != 0x20)) return false;
    last = <usize>load<u32>(span, 4);
    next = last + 1;
  }
  return last == messageTo;
}

/** What the columns of the line that has just matched are to its row. */
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
    // A dash is how many logs write that there is nothing.
    const absent = from == 0 || stop == from || (stop == from + 1 && load<u8>(from) == 0x2d);
    const number = layout.NUMBERS + (column << 3);
    switch (load<u32>(sink)) {
      case FIELD_TEXT: {
        addValue(absent ? NONE : text(column, from, trimmed(from, stop)));
        break;
      }
      case STATUS:
        rowLevel = absent ? NONE : statusLevel(load<u32>(format, STATUSES), load<f64>(number));
      // It is a number besides.
      case FIELD_WHOLE:
        if (!wide) {
          const value = absent ? NaN : load<f64>(number);
          const whole = isNaN(value) ? NONE : wholeOf(value);
          if (whole >= NONE) {
            addValue(whole);
            break;
          }
          // Once more, otherwise.
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

/** A number as it stands among values; below NONE where it is no whole number that may. */
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

/** The level of an answer of HTTP, by the table of the host's. */
function statusLevel(table: usize, status: f64): i32 {
  if (!(status >= 0 && status < STATUSES_MAX) || status != Math.floor(status)) return NONE;
  return load<i32>(table + ((<usize>status) << 2));
}

/** Takes the message over, and returns its template. */
function writeMessage(): i32 {
  const length = messageTo - messageFrom;
  store<u32>(layout.MESSAGE_LENGTHS + ((<usize>rows) << 2), <u32>length);
  copy(layout.MESSAGE_BYTES + messageBytes, messageFrom, length);
  messageBytes += length;
  return template(messageFrom, messageTo);
}

/** The template of a message. In many logs the same messages come again and again. */
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

/** Without blanks behind. */
function trimmed(from: usize, to: usize): usize {
  let end = to;
  while (end > from && load<u8>(end - 1) == 0x20) end--;
  return end;
}

function isBlank(byte: u8): bool {
  return byte == 0x20 || byte == 0x09 || byte == 0x0d;
}
