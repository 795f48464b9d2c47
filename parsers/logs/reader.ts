/**
 * Reads a log of one format, and lines of others that stand between.
 *
 * A record begins with a line that its format knows, and goes on until the next that begins one. A line no format
 * knows belongs to the record above it, as stack traces and wrapped statements do; before the first record it is an
 * event without a time. An event is given out when the next one begins.
 */
import {
  none,
  type Options,
  type Output,
  type Reader,
  type Severity,
  type Slice,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { isDigit, isUtf8 } from '../kit/bytes.ts';
import { hasBom } from '../kit/lines.ts';
import { classesOf, classesOfLine, clean, hasControl, hasHigh } from './clean.ts';
import { LogClock } from './clock.ts';
import type { LogFormat } from './definition.ts';
import { findException } from './exceptions.ts';
import { KeyTree } from './keys.ts';
import { Match } from './match.ts';
import { Pairs } from './pairs.ts';
import { Draft, type RecordReader, Row } from './record.ts';
import { TemplateMasker } from './templates/masker.ts';
import type { ReadTime } from './time.ts';

/** Longest record that is held, bytes; a longer line is cut, a longer record goes on in another event. */
export const maxRecord = 16 << 20;
/** Longest message that is kept, bytes. */
const maxMessage = 1 << 20;

export interface Opened {
  readonly format: LogFormat;
  readonly reader: RecordReader;
}

export interface ReaderParts {
  /** The format asked for. */
  readonly main: Opened;
  /** The others, for lines that are not of it; made when the first such line comes. */
  others(): readonly Opened[];
  /** The clock of the part that begins the file, for parts that do not. */
  readonly firstClock: LogClock | null;
}

export class LogReader implements Reader {
  readonly clock: LogClock;
  private readonly draft: Draft;
  private readonly pairs: Pairs;
  private readonly row = new Row();
  private readonly templates = new TemplateMasker();
  private others: readonly Opened[] | null = null;

  /** Bytes `[0, fill)` of the input that are still needed; `buffer[0]` is at `base` of the part. */
  private buffer = new Uint8Array(1 << 16);
  private fill = 0;
  private base = 0;
  /** Start of the open line, and how far it was searched for its end. */
  private lineStart = 0;
  private scanned = 0;
  /** What kinds of bytes there may be in the lines that are not given out. */
  private classes = 0;
  /** Bytes of the open line that are not held, as it is too long. */
  private dropped = 0;
  private lineNumber = 0;

  /** The open record, `[recordStart, recordEnd)`, or -1. */
  private recordStart = -1;
  private recordEnd = 0;
  private recordLine = 0;
  private recordLines = 0;
  private recordOf: Opened;
  /** Blank lines since the record's last line. */
  private blanks = 0;
  private match = new Match();
  private nextMatch = new Match();
  private readonly nestedMatch = new Match();

  // Texts and threads that most lines share.
  private readonly kind: TextId;
  private lastProcess: TextId = none;
  private lastPid = -1;
  private lastTid = -1;
  private lastThread: ThreadId = none;
  private exceptionFields: readonly [number, number] | null = null;
  private toldShapes = false;
  private toldOther: Opened | null = null;

  constructor(
    private readonly out: Output,
    private readonly options: Options,
    private readonly parts: ReaderParts,
  ) {
    this.draft = new Draft(out);
    this.pairs = new Pairs(out, this.draft.shapes, new KeyTree());
    this.clock = new LogClock(
      out,
      options,
      parts.main.format.zone,
      (code, severity, message) => this.problem(code, severity, message, -1, -1),
      () => this.timesAhead(),
    );
    if (parts.firstClock !== null) this.clock.startAt(parts.firstClock);
    this.recordOf = parts.main;
    this.kind = out.string('log');
  }

  push(chunk: Uint8Array): void {
    let from = 0;
    if (this.dropped > 0) {
      const newline = chunk.indexOf(0x0a);
      this.dropped += newline < 0 ? chunk.length : newline;
      if (newline < 0) return;
      this.endLongLine();
      from = newline + 1;
    }
    this.append(from === 0 ? chunk : chunk.subarray(from));
    this.scan();
  }

  end(): void {
    if (this.dropped > 0) this.endLongLine();
    else if (this.fill > this.lineStart) {
      this.line(this.lineStart, this.fill);
      this.lineStart = this.fill;
    }
    this.flush();
    this.clock.end();
  }

  private append(chunk: Uint8Array): void {
    if (this.fill + chunk.length > this.buffer.length) this.makeRoom(chunk.length);
    this.classes |= classesOf(chunk);
    this.buffer.set(chunk, this.fill);
    this.fill += chunk.length;
  }

  /** Forgets what is given out; what is still open moves to the front. */
  private makeRoom(more: number): void {
    const keep = this.recordStart >= 0 ? this.recordStart : this.lineStart;
    const needed = this.fill - keep + more;
    let to = this.buffer;
    // Twice what is needed, so that small chunks do not move a large record each time.
    if (2 * needed > to.length) to = new Uint8Array(2 * needed);
    to.set(this.buffer.subarray(keep, this.fill), 0);
    this.buffer = to;
    this.base += keep;
    this.fill -= keep;
    this.lineStart -= keep;
    this.scanned -= keep;
    if (this.recordStart < 0) return;
    this.recordStart -= keep;
    this.recordEnd -= keep;
    this.match.shift(keep);
  }

  private scan(): void {
    const { buffer, fill } = this;
    for (;;) {
      const newline = buffer.indexOf(0x0a, this.scanned);
      if (newline < 0 || newline >= fill) break;
      this.line(this.lineStart, newline);
      this.lineStart = newline + 1;
      this.scanned = newline + 1;
    }
    this.scanned = fill;
    if (fill - this.lineStart > maxRecord) {
      this.dropped = fill - this.lineStart - maxRecord;
      this.fill = this.lineStart + maxRecord;
      this.scanned = this.fill;
    }
    // Of what was told, only the open line's share counts on.
    if (this.classes !== 0 && this.fill - this.lineStart < 65536) {
      this.classes = classesOfLine(buffer, this.lineStart, this.fill);
    }
  }

  private endLongLine(): void {
    const length = maxRecord + this.dropped;
    const start = this.lineStart;
    this.dropped = 0;
    this.problem(
      'line-too-long',
      'warning',
      `A line of ${length} bytes was cut to its first ${maxRecord}.`,
      this.lineNumber + 1,
      this.base + start,
      start,
      this.fill,
    );
    this.line(start, this.fill);
    // What follows stands that much further in the file than in the buffer.
    this.flush();
    this.base += length - (this.fill - start) + 1;
    this.lineStart = this.fill;
    this.scanned = this.fill;
  }

  private line(from: number, to: number): void {
    const { buffer } = this;
    let start = from;
    let end = to;
    this.lineNumber++;
    if (end > start && buffer[end - 1] === 0x0d) end--;
    if (this.lineNumber === 1 && this.options.offset === 0 && hasBom(buffer, start, end)) start += 3;
    if (this.classes !== 0 && this.parts.main.reader.raw !== true) end = this.unusual(start, end);
    if (isBlankLine(buffer, start, end)) {
      this.blanks++;
      if (this.recordStart < 0) this.flushBlanks();
      return;
    }
    const { main } = this.parts;
    if (main.reader.begins(buffer, start, end, this.nextMatch)) {
      this.beginRecord(main, start, end);
      return;
    }
    if (main.reader.isDirective?.(buffer, start, end)) {
      this.flush();
      main.reader.direct?.(buffer, start, end, this.draft);
      this.out.ledger(1, 0, 0);
      return;
    }
    const other = this.otherFormat(start, end);
    if (other !== null) this.beginRecord(other, start, end);
    else if (this.recordStart >= 0 && end - this.recordStart <= maxRecord) this.goOn(end);
    else this.timeless(start, end);
  }

  private beginRecord(of: Opened, start: number, end: number): void {
    this.flush();
    const { match } = this;
    this.match = this.nextMatch;
    this.nextMatch = match;
    this.recordOf = of;
    this.recordStart = start;
    this.recordEnd = end;
    this.recordLine = this.lineNumber;
    this.recordLines = 1;
  }

  private goOn(end: number): void {
    this.recordLines += this.blanks + 1;
    this.blanks = 0;
    this.recordEnd = end;
  }

  /** A line that belongs to nothing. */
  private timeless(start: number, end: number): void {
    this.flush();
    this.problem(
      'line-without-time',
      'notice',
      'A line before the first record, or after one that is too long, was kept as an event without a time.',
      this.lineNumber,
      this.base + start,
      start,
      end,
    );
    this.draft.clear();
    this.draft.shapes.begin();
    this.draft.message.set(this.buffer, start, end);
    this.draft.hasMessage = true;
    this.give(start, this.lineNumber, 1);
    this.out.ledger(1, 0, 0);
  }

  private flushBlanks(): void {
    if (this.blanks === 0) return;
    this.out.ledger(0, this.blanks, 0);
    this.blanks = 0;
  }

  /** Gives out the open record. */
  private flush(): void {
    if (this.recordStart >= 0) {
      const { buffer, draft, recordStart, recordEnd, recordOf, match } = this;
      draft.clear();
      if (!recordOf.reader.read(buffer, recordStart, recordEnd, match, draft)) this.broken();
      if (!draft.hasMessage) draft.message.set(buffer, recordStart, recordEnd);
      if (recordOf.format.nested !== undefined) this.readNested();
      this.give(recordStart, this.recordLine, this.recordLines);
      this.out.ledger(this.recordLines, 0, 0);
      for (draft.clear(); recordOf.reader.next?.(draft); draft.clear()) {
        this.give(recordStart, this.recordLine, this.recordLines);
      }
      this.recordStart = -1;
    }
    this.flushBlanks();
  }

  private give(start: number, line: number, lines: number): void {
    const { draft, row, out } = this;
    const { message, shapes } = draft;
    message.end = trimEnd(message.bytes, message.start, message.end);
    this.cutMessage(line, start);
    const whole = lines === 1 && message.bytes === this.buffer;
    const firstEnd = whole ? message.end : lineEnd(message.bytes, message.start, message.end);
    if (draft.morePairs.length > 0) {
      const { bytes, start: from, end: to } = draft.morePairs;
      this.pairs.scan(bytes, from, to);
    }
    if (draft.pairs) this.pairs.scan(message.bytes, message.start, message.end);
    if (firstEnd < message.end) this.exception(message);
    if (draft.trace.length > 0) this.exception(draft.trace);
    row.ts = draft.time === null ? Number.NaN : this.clock.resolve(draft.time);
    row.kind = this.kind;
    row.thread = this.thread();
    row.level = draft.level;
    row.component = draft.component;
    row.template = this.templates.mask(message.bytes, message.start, firstEnd, out);
    row.message = message;
    row.shape = shapes.shape();
    row.fields = shapes.values;
    row.line = line;
    row.lines = lines;
    row.offset = this.base + start;
    out.event(row);
    if (shapes.full && !this.toldShapes) {
      this.toldShapes = true;
      this.problem(
        'too-many-fields',
        'notice',
        'The messages have more different fields than are kept apart; from here on some stand in the message only.',
        line,
        this.base + start,
      );
    }
  }

  private thread(): ThreadId {
    const { process, pid, tid } = this.draft;
    if (process === none && pid < 0 && tid < 0) return none;
    if (process !== this.lastProcess || pid !== this.lastPid || tid !== this.lastTid) {
      this.lastProcess = process;
      this.lastPid = pid;
      this.lastTid = tid;
      this.lastThread = this.out.thread(process, pid, tid);
    }
    return this.lastThread;
  }

  private exception({ bytes, start, end }: Slice): void {
    const { shapes } = this.draft;
    const thrown = findException(bytes, start, end);
    if (thrown === null) return;
    this.exceptionFields ??= [
      shapes.field('exception.type', 'text'),
      shapes.field('exception.where', 'text'),
    ];
    shapes.add(this.exceptionFields[0], this.out.string(thrown.type));
    if (thrown.where !== null) shapes.add(this.exceptionFields[1], this.out.string(thrown.where));
  }

  private cutMessage(line: number, start: number): void {
    const { message } = this.draft;
    if (message.length <= maxMessage) return;
    this.problem(
      'message-cut',
      'warning',
      `A message of ${message.length} bytes was cut to its first ${maxMessage}.`,
      line,
      this.base + start,
    );
    message.end = message.start + maxMessage;
    while (message.end > message.start && (message.bytes[message.end]! & 0xc0) === 0x80) message.end--;
  }

  private broken(): void {
    const { recordOf, recordStart, recordEnd } = this;
    this.problem(
      'broken-record',
      'warning',
      `A record is not whole ${recordOf.format.title}: it was kept as text without a time.`,
      this.recordLine,
      this.base + recordStart,
      recordStart,
      recordEnd,
    );
  }

  /** A format other than the file's in which the line is sure to begin a record, or null. */
  private otherFormat(start: number, end: number): Opened | null {
    const { buffer } = this;
    if (!mayBegin(buffer[start]!) || end - start > 65536 || !mayHoldTime(buffer, start, end)) return null;
    this.others ??= this.parts.others();
    let best: Opened | null = null;
    let bestWeight = 0;
    for (const other of this.others) {
      if (!other.reader.proves(buffer, start, end, this.nextMatch, this.draft)) continue;
      const weight = other.reader.weight(this.nextMatch);
      if (weight <= bestWeight) continue;
      best = other;
      bestWeight = weight;
    }
    // What the others left in the match is not the best one's.
    best?.reader.begins(buffer, start, end, this.nextMatch);
    if (best !== null && best !== this.toldOther) {
      this.toldOther = best;
      this.problem(
        'other-format',
        'notice',
        `Lines here are ${best.format.title}, not ${this.parts.main.format.title}: they were read as such.`,
        this.lineNumber,
        this.base + start,
        start,
        end,
      );
    }
    return best;
  }

  /** The message of a record that wraps lines of other formats: what these say, under the time of the record. */
  private readNested(): void {
    const { draft, nestedMatch } = this;
    const { message, time } = draft;
    const { bytes, start, end } = message;
    const first = lineEnd(bytes, start, end);
    this.others ??= this.parts.others();
    for (const { reader, format } of this.others) {
      if (
        format.patterns === undefined ||
        format.lastResort ||
        !reader.proves(bytes, start, first, nestedMatch, draft)
      )
        continue;
      reader.read(bytes, start, end, nestedMatch, draft);
      if (!draft.hasMessage) message.set(bytes, start, end);
      if (time !== null) draft.time = time;
      return;
    }
  }

  /** The times of the lines at the beginning of the file, where its format tells them by the line. */
  private *timesAhead(): Generator<ReadTime> {
    const { format, reader } = this.parts.main;
    const { head } = this.options;
    if (format.patterns === undefined) return;
    for (let start = 0; start < head.length; ) {
      const newline = head.indexOf(0x0a, start);
      if (newline < 0) return;
      const end = newline > start && head[newline - 1] === 0x0d ? newline - 1 : newline;
      if (reader.begins(head, start, end, this.nestedMatch) && this.nestedMatch.timed)
        yield this.nestedMatch.time;
      start = newline + 1;
    }
  }

  /** Takes out what is not text and tells of it; gives the new end of the line. */
  private unusual(start: number, end: number): number {
    const { buffer } = this;
    let stop = end;
    const classes = classesOfLine(buffer, start, end);
    if ((classes & hasControl) !== 0) {
      stop = clean(buffer, start, end);
      // Blanks, so that the lines of a record stay one range.
      buffer.fill(0x20, stop, end);
    }
    if ((classes & hasHigh) !== 0 && !isUtf8(buffer, start, stop)) {
      this.problem(
        'invalid-utf8',
        'warning',
        'A line is not valid UTF-8: the bytes that are not are shown as U+FFFD.',
        this.lineNumber,
        this.base + start,
        start,
        stop,
      );
    }
    return stop;
  }

  private problem(
    code: string,
    severity: Severity,
    message: string,
    line: number,
    offset: number,
    start = 0,
    end = 0,
  ): void {
    this.out.problem({
      code,
      severity,
      message,
      line: line < 0 ? Math.max(1, this.recordLine) : line,
      offset: offset < 0 ? Math.max(0, this.base + this.recordStart) : offset,
      ...(end > start ? { example: { bytes: this.buffer, start, end } } : {}),
    });
  }
}

function isBlankLine(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  }
  return true;
}

/** Records begin with a digit, a bracket or a word; what goes on from above is indented or closes something. */
function mayBegin(byte: number): boolean {
  const lower = byte | 0x20;
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (lower >= 0x61 && lower <= 0x7b) ||
    byte === 0x3c ||
    byte === 0x22 ||
    byte >= 0x80
  );
}

/** Every time has `1:23`, or digits with points between, or six digits in a row: quickly told of lines of text. */
function mayHoldTime(bytes: Uint8Array, start: number, end: number): boolean {
  let run = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 0x30 && byte <= 0x39) {
      if (++run === 6) return true;
      continue;
    }
    if (run > 0 && (byte === 0x3a || byte === 0x2e) && isDigit(bytes[at + 1]) && isDigit(bytes[at + 2]))
      return true;
    run = 0;
  }
  return false;
}

function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start) {
    const byte = bytes[at - 1]!;
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x0a) break;
    at--;
  }
  return at;
}

function lineEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (bytes[at] === 0x0a) return at > start && bytes[at - 1] === 0x0d ? at - 1 : at;
  }
  return end;
}
