/** Converts samples to rows in columns. A sample that is not plain is left to the host before any of it is stored. */
import * as Code from '../shared/codes';
import * as Event from '../shared/event-words';
import * as State from '../shared/state';
import * as caches from './caches';
import * as host from './host';
import * as layout from './layout';
import { print } from './print';

const SAMPLE: u32 = 9;
/** Added to a whole number among the values, as in the host's contract. */
const FIRST_WHOLE: i32 = 1 << 30;
const safest: f64 = 9007199254740991;

let events: u32 = 0;
let samples: u32 = 0;
let values: u32 = 0;
let numbers: u32 = 0;
let messageBytes: u32 = 0;
let read: u32 = 0;
let latest: f64 = 0;

export function resetRows(): void {
  events = samples = values = numbers = messageBytes = read = 0;
  latest = 0;
}

/** Writes the numbers of waiting rows to the state, for the host. */
export function writeCounts(): void {
  store<f64>(layout.STATE + State.EVENTS * 8, events);
  store<f64>(layout.STATE + State.SAMPLES * 8, samples);
  store<f64>(layout.STATE + State.VALUES * 8, values);
  store<f64>(layout.STATE + State.NUMBERS * 8, numbers);
  store<f64>(layout.STATE + State.MESSAGE_BYTES * 8, messageBytes);
  store<f64>(layout.STATE + State.READ * 8, read);
  store<f64>(layout.STATE + State.LATEST * 8, latest);
}

/** Resets the numbers after the host has passed the rows on. */
export function clearRows(): void {
  events = samples = values = numbers = messageBytes = read = 0;
}

function word(event: usize, index: u32): i32 {
  return load<i32>(event + ((<usize>index) << 2));
}

function state(index: u32): f64 {
  return load<f64>(layout.STATE + ((<usize>index) << 3));
}

/** Index of the event of a sample; -1: the host must find it. */
function eventOf(start: usize, end: usize): i32 {
  const count = state(State.EVENT_COUNT);
  if (count < 1) return -1;
  const offset = state(State.SAMPLE_ID);
  if (count < 2 || offset < 0) return 0;
  const at = start + 8 + <usize>offset;
  if (at + 8 > end) return -1;
  const id = load<u64>(at);
  if (id == 0) return 0;
  let entry = layout.IDS + ((<usize>slotOf(id)) << 4);
  // Ends, because half of the slots are empty.
  while (load<i32>(entry, 8) != 0 && load<u64>(entry) != id) {
    entry += 16;
    if (entry == layout.PROGRAM) entry = layout.IDS;
  }
  return load<i32>(entry, 8) - 1;
}

/** Same as `slotOf` in program.ts. */
function slotOf(id: u64): u32 {
  return (<u32>id * 0x9e3779b1) >>> 19;
}

/** Reads a record, or lets the host read it. */
export function give(start: usize, size: u32, tag: f64): void {
  let event = -1;
  if (load<u32>(start) == SAMPLE) {
    event = eventOf(start, start + size);
    if (
      event >= 0 &&
      sample(event, layout.EVENTS + <usize>event * (Code.EVENT_WORDS * 4), start, size, tag)
    ) {
      read++;
      return;
    }
  }
  host.take(start, size, tag, event);
}

function sample(index: i32, event: usize, record: usize, size: u32, tag: f64): bool {
  if (word(event, Event.PLAIN) == 0 || state(State.ZERO_KNOWN) == 0) return false;
  if (
    events == layout.ROWS_MAX ||
    samples == layout.ROWS_MAX ||
    values + Code.FIELDS_MAX > layout.VALUES_MAX ||
    numbers + Code.FIELDS_MAX > layout.VALUES_MAX ||
    <usize>messageBytes + layout.MESSAGE_MAX > layout.MESSAGES_SIZE
  )
    host.flush();
  const start = record + 8;
  const end = record + size;
  let at = start + word(event, Event.HEAD_SIZE);
  if (at > end) return false;
  // Call chain and raw data, whose lengths the record states.
  let chain: usize = 0;
  let chainBytes: u32 = 0;
  if (word(event, Event.HAS_CHAIN)) {
    if (at + 8 > end) return false;
    const length = load<u64>(at);
    if (length > 0x2000 || at + 8 + <usize>length * 8 > end) return false;
    chain = at + 8;
    chainBytes = <u32>length * 8;
    at = chain + chainBytes;
  }
  let raw: usize = 0;
  let rawEnd: usize = 0;
  if (word(event, Event.HAS_RAW)) {
    if (at + 4 > end) return false;
    const length = load<u32>(at);
    if (length > 0x10000 || at + 4 + length > end) return false;
    raw = at + 4;
    rawEnd = raw + length;
  }
  const time = start + word(event, Event.TIME);
  const low = load<u32>(time);
  const high = load<u32>(time, 4);
  if ((low | high) == 0) return false;
  const ts = (<f64>high - state(State.ZERO_HIGH)) * 4294967296.0 + (<f64>low - state(State.ZERO_LOW));
  if (!(ts >= -safest && ts <= safest)) return false;
  const pid = load<i32>(start + word(event, Event.TID));
  const tid = load<i32>(start + word(event, Event.TID), 4);
  const cpuAt = word(event, Event.CPU);
  let cpu = cpuAt < 0 ? -1 : load<i32>(start + cpuAt);
  if (cpu < -1) cpu = -1;
  let messageEnd: usize = 0;
  const message = layout.MESSAGES + messageBytes;
  if (word(event, Event.GIVES_EVENT)) {
    messageEnd = print(
      index,
      <usize>word(event, Event.PIECES),
      word(event, Event.PIECE_COUNT),
      raw,
      rawEnd,
      message,
    );
    if (messageEnd == 0 || !fields(index, event)) return false;
  }
  const thread = caches.threadOf(pid, tid);
  const mode = <u32>load<u16>(record, 4) & 7;
  let stack = -1;
  if (chain != 0) stack = caches.stackOf(chain, chainBytes, mode, record, size, index, pid, tid);
  else if (word(event, Event.IP) >= 0)
    stack = caches.stackOfIp(start + word(event, Event.IP), mode, pid, tid);
  if (ts > latest) latest = ts;
  if (word(event, Event.GIVES_EVENT)) {
    const row = <usize>events;
    store<f64>(layout.TS + (row << 3), ts);
    store<f64>(layout.OFFSET + (row << 3), tag < 0 ? -1 - tag : tag);
    store<i32>(layout.CLASS + (row << 2), word(event, Event.CLASS));
    store<i32>(layout.THREAD + (row << 2), thread);
    store<i32>(layout.CPU + (row << 2), cpu);
    store<i32>(layout.STACK + (row << 2), stack);
    store<u32>(layout.MESSAGE_LENGTHS + (row << 2), <u32>(messageEnd - message));
    store<u32>(layout.VALUE_LENGTHS + (row << 2), valuesNow - values);
    store<u32>(layout.NUMBER_LENGTHS + (row << 2), numbersNow - numbers);
    values = valuesNow;
    numbers = numbersNow;
    messageBytes = <u32>(messageEnd - layout.MESSAGES);
    events++;
  }
  if (word(event, Event.GIVES_SAMPLE)) {
    const row = <usize>samples;
    let period = load<f64>(event + Event.FIXED_PERIOD * 4);
    const periodAt = word(event, Event.PERIOD);
    if (periodAt >= 0) {
      const words = start + periodAt;
      period = <f64>load<u32>(words, 4) * 4294967296.0 + <f64>load<u32>(words);
    }
    store<f64>(layout.SAMPLE_TS + (row << 3), ts);
    store<f64>(layout.SAMPLE_PERIOD + (row << 3), period <= safest ? period : NaN);
    store<i32>(layout.SAMPLE_CPU + (row << 2), cpu);
    store<i32>(layout.SAMPLE_THREAD + (row << 2), thread);
    store<i32>(layout.SAMPLE_KIND + (row << 2), word(event, Event.KIND));
    store<i32>(layout.SAMPLE_STACK + (row << 2), stack);
    samples++;
  }
  return true;
}

let valuesNow: u32 = 0;
let numbersNow: u32 = 0;

/** Appends the fields of the printed message to those of the rows before. Returns false if the host must find them. */
function fields(index: i32, event: usize): bool {
  valuesNow = values;
  numbersNow = numbers;
  const count = word(event, Event.FIELD_COUNT);
  let field = <usize>word(event, Event.FIELDS);
  // Numbers first, because a text that is not interned cannot be removed again.
  let wide = word(event, Event.WIDE);
  for (let at = 0, next = field; at < count; at++, next += Code.FIELD_WORDS * 4) {
    const kind = load<u32>(next);
    if (kind == Code.FIELD_TEXT) continue;
    const number = load<f64>(layout.PRINTED + ((<usize>load<u32>(next, 4)) << 3));
    if (!(number >= -safest && number <= safest)) return false;
    if (kind == Code.FIELD_CALL) {
      if (caches.callName(number) < 0) return false;
    } else if (!(wide & (1 << at)) && !(number >= 0 && number < <f64>FIRST_WHOLE)) {
      store<i32>(event + Event.CLASS * 4, host.widen(index, at));
      wide |= 1 << at;
      store<i32>(event + Event.WIDE * 4, wide);
    }
  }
  for (let at = 0; at < count; at++, field += Code.FIELD_WORDS * 4) {
    const kind = load<u32>(field);
    if (kind == Code.FIELD_TEXT) {
      const from = load<u32>(layout.BOUNDS + ((<usize>load<u32>(field, 4)) << 2));
      const to = load<u32>(layout.BOUNDS + ((<usize>load<u32>(field, 8)) << 2));
      const text = caches.textOf(index, load<i32>(field, 12), from, to - from);
      value(text);
      continue;
    }
    const number = load<f64>(layout.PRINTED + ((<usize>load<u32>(field, 4)) << 3));
    if (kind == Code.FIELD_CALL) value(caches.callName(number));
    else if (wide & (1 << at)) {
      store<f64>(layout.NUMBERS + ((<usize>numbersNow) << 3), number);
      numbersNow++;
    } else value(FIRST_WHOLE + <i32>number);
  }
  return true;
}

function value(id: i32): void {
  store<i32>(layout.VALUES + ((<usize>valuesNow) << 2), id);
  valuesNow++;
}
