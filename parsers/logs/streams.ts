/**
 * What a container wrote to its streams, out of the lines that its runtime wrapped it in: a line that was cut into
 * pieces is whole again, what goes on from the line above (a stack trace) is of its record, and what it says is read in
 * its own format. The time is the runtime's, of the first line.
 */
import { type FieldType, type None, none, type TextId } from '../contract.ts';
import type { Level } from '../levels.ts';
import type { Events } from './events.ts';
import { maxFields } from './field-schemas.ts';
import { Match } from './match.ts';
import type { Opened } from './reader.ts';
import type { Draft } from './record.ts';
import { isBlankLine, lineEnd, mayHoldTime } from './text.ts';
import { ReadTime } from './time.ts';

/** Streams held at once; of more, the one that was quiet longest is given out. */
const maxStreams = 64;
/** Longest record that is put together, bytes; a longer one goes on in another event. */
const maxHeld = 1 << 20;
/** What one statement prints over several lines comes within this time, s. */
const together = 0.05;

/** What stack traces say between their parts. */
const causes = [
  'Caused by: ',
  'Suppressed: ',
  'During handling of the above exception',
  'The above exception was the direct cause',
].map(text => new TextEncoder().encode(text));
const traceback = new TextEncoder().encode('Traceback (most recent call last)');

/** Of so many records of one stream, one asks all formats again. */
const doubt = 64;

interface Last {
  opened: Opened | null;
  /** Records since it was found. */
  age: number;
}

/** The record of one stream, which may still go on. */
class Held {
  stream = 0;
  bytes = new Uint8Array(512);
  length = 0;
  /** Its last piece has no end of line. */
  open = false;
  readonly time = new ReadTime();
  timed = false;
  component: TextId | None = none;
  process: TextId | None = none;
  /** What the runtime says, where the line inside does not. */
  level: Level | null = null;
  pid = -1;
  tid = -1;
  fields: readonly FieldType[] = [];
  readonly values = new Float64Array(maxFields);
  offset = 0;
  line = 0;
  lines = 0;
  /** Within a traceback of Python, whose last line is not indented. */
  traceback = false;

  begin(draft: Draft, offset: number, line: number): void {
    const { message, time, schemas, component, process } = draft;
    this.length = 0;
    this.level = draft.level;
    this.pid = draft.pid;
    this.tid = draft.tid;
    this.append(message.bytes, message.start, message.end);
    this.timed = time !== null;
    if (time !== null) Object.assign(this.time, time);
    this.component = component;
    this.process = process;
    this.fields = schemas.fields;
    this.values.set(schemas.values.subarray(0, schemas.length));
    this.offset = offset;
    this.line = line;
    this.lines = 0;
    this.traceback = startsWith(message.bytes, message.start, message.end, traceback);
  }

  append(bytes: Uint8Array, start: number, end: number): void {
    const needed = this.length + end - start + 1;
    if (needed > this.bytes.length) {
      const grown = new Uint8Array(2 * needed);
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    }
    this.bytes.set(bytes.subarray(start, end), this.length);
    this.length += end - start;
  }

  endLine(): void {
    this.bytes[this.length++] = 0x0a;
  }
}

export class Streams {
  /** By what tells streams apart; the one that began a record last stands last. */
  private readonly held = new Map<number, Held>();
  private readonly free: Held[] = [];
  private readonly whole = new Held();
  private readonly match = new Match();
  private formats: readonly Opened[] | null = null;
  /** The format of each stream's last record: most are of the same. */
  private readonly last = new Map<number, Last>();

  constructor(
    private readonly draft: Draft,
    private readonly events: Events,
    private readonly inner: () => readonly Opened[],
    /** Messages are whole: none goes on in the next. */
    private readonly areWhole = false,
  ) {}

  /** Takes in the draft, which is a line of the runtime's at `offset` of the part. */
  take(offset: number, line: number, lines: number): void {
    const { draft, held } = this;
    const key = streamOf(draft);
    if (this.areWhole) {
      this.whole.begin(draft, offset, line);
      this.whole.stream = key;
      this.whole.lines = lines;
      this.give(this.whole);
      return;
    }
    const { bytes, start, end } = draft.message;
    const before = held.get(key);
    if (
      before !== undefined &&
      before.length + end - start < maxHeld &&
      (before.open || goesOn(before, draft))
    ) {
      if (!before.open) before.endLine();
      before.append(bytes, start, end);
      before.open = draft.open;
      before.lines = line + lines - before.line;
      return;
    }
    const record = this.free.pop() ?? new Held();
    record.begin(draft, offset, line);
    record.stream = key;
    record.open = draft.open;
    record.lines = lines;
    held.delete(key);
    held.set(key, record);
    if (before !== undefined) this.give(before);
    else if (held.size > maxStreams) this.giveFirst();
  }

  /** No more lines: gives out what is held. */
  end(): void {
    while (this.held.size > 0) this.giveFirst();
  }

  private giveFirst(): void {
    for (const [key, record] of this.held) {
      this.held.delete(key);
      this.give(record);
      return;
    }
  }

  private give(record: Held): void {
    const { draft, match } = this;
    const { bytes, length, fields, values } = record;
    const inner = this.formatOf(record);
    draft.clear();
    draft.schemas.begin();
    draft.component = record.component;
    draft.process = record.process;
    if (inner?.reader.read(bytes, 0, length, match, draft) === false) draft.clear();
    if (!draft.hasMessage) draft.message.set(bytes, 0, length);
    draft.level ??= record.level;
    if (draft.pid < 0) draft.pid = record.pid;
    if (draft.tid < 0) draft.tid = record.tid;
    draft.unescaped = true;
    if (record.timed) draft.time = record.time;
    const { schemas } = draft;
    fields.forEach(({ key, type, unit }, at) => {
      schemas.add(schemas.field(key, type, unit), values[at]!);
    });
    // Who wrote it, as the runtime says, where the line inside names a part of that.
    if (record.component !== none && draft.component !== record.component)
      schemas.add(schemas.field('source', 'text'), record.component);
    this.events.give(record.offset, record.line, record.lines);
    if (record !== this.whole && record.bytes.length <= 1 << 16) this.free.push(record);
  }

  /** The format of what the container wrote, or null where it is in none that is known. */
  private formatOf({ bytes, length, stream }: Held): Opened | null {
    const first = lineEnd(bytes, 0, length);
    if (bytes[0] !== 0x7b && !beginsWithPair(bytes, first) && !mayHoldTime(bytes, 0, first)) return null;
    const last = this.last.get(stream) ?? { opened: null, age: 0 };
    if (this.last.size >= 16 * maxStreams) this.last.clear();
    this.last.set(stream, last);
    // What reads almost anything is doubted now and then.
    const doubted = last.opened?.format.lastResort === true && last.age++ % doubt === 0;
    if (last.opened !== null && !doubted && this.isOf(last.opened, bytes, first, length)) return last.opened;
    last.opened = this.bestOf(bytes, first, length) ?? last.opened;
    return last.opened !== null && this.isOf(last.opened, bytes, first, length) ? last.opened : null;
  }

  private bestOf(bytes: Uint8Array, first: number, length: number): Opened | null {
    this.formats ??= this.inner();
    let best: Opened | null = null;
    let bestWeight = 0;
    for (const opened of this.formats) {
      if (!this.isOf(opened, bytes, first, length)) continue;
      const weight = opened.reader.weight(this.match);
      if (weight <= bestWeight) continue;
      best = opened;
      bestWeight = weight;
    }
    return best;
  }

  private isOf({ format, reader }: Opened, bytes: Uint8Array, first: number, length: number): boolean {
    const { draft, match } = this;
    draft.clear();
    if (reader.proves(bytes, 0, reader.whole ? length : first, match, draft)) return true;
    // The runtime tells the time, so the object inside, or its pairs, may leave it out.
    if (format.pairs !== undefined) return draft.hasMessage && draft.level !== null;
    return format.json !== undefined && !format.json.requires && (draft.hasMessage || draft.level !== null);
  }
}

/** `level=info …` */
function beginsWithPair(bytes: Uint8Array, end: number): boolean {
  let at = 0;
  while (at < end && at < 32 && bytes[at]! >= 0x61 && bytes[at]! <= 0x7a) at++;
  return at > 0 && bytes[at] === 0x3d;
}

/** What tells the streams of a file apart: stdout from stderr, one service from another. */
function streamOf({ schemas, component }: Draft): number {
  const at = schemas.fields.findIndex(({ key }) => key === 'stream');
  return at < 0 ? -2 - component : schemas.values[at]!;
}

/** Whether the line is of the record above it. */
function goesOn(held: Held, { message: { bytes, start, end }, time }: Draft): boolean {
  const first = bytes[start];
  if (isBlankLine(bytes, start, end)) return true;
  if (first === 0x20 || first === 0x09) return true;
  if (causes.some(cause => startsWith(bytes, start, end, cause))) return true;
  if (held.traceback) {
    held.traceback = false;
    return true;
  }
  if (!startsWith(bytes, start, end, traceback)) return false;
  held.traceback = !held.timed || time === null || Math.abs(apart(held.time, time)) < together;
  return held.traceback;
}

/** Seconds from one time of the runtime's to another; a midnight between makes them far. */
const apart = (from: ReadTime, to: ReadTime): number =>
  to.seconds - from.seconds + (to.nanos - from.nanos) / 1e9;

function startsWith(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  return end - start >= text.length && text.every((byte, at) => bytes[start + at] === byte);
}
