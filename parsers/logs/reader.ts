/**
 * Reads a log of one format, and lines of other formats in between.
 *
 * A record begins with a line that its format recognises, and continues until the next line that begins a
 * record. A line that no format recognises belongs to the record above it, such as a stack trace or a wrapped
 * statement; before the first record it is an event without a time. An event is given out when the next
 * record begins.
 */
import type { BulkOutput } from '../bulk.ts';
import { none, type Options, type Reader, type Severity } from '../contract.ts';
import { isDigit, isUtf8 } from '../kit/bytes.ts';
import { hasBom } from '../kit/lines.ts';
import { untimed } from '../kit/untimed.ts';
import { classesOf, classesOfLine, clean, hasControl, hasHigh } from './clean.ts';
import { LogClock } from './clock.ts';
import type { LogFormat } from './definition.ts';
import { Events } from './events.ts';
import { Match } from './match.ts';
import { Draft, type RecordReader } from './record.ts';
import type { LineRuns, RunClock } from './runs.ts';
import { Streams } from './streams.ts';
import { isBlankLine, mayBegin, mayHoldTime } from './text.ts';
import type { ReadTime } from './time.ts';

/**
 * Maximum bytes of a record held in memory; a longer line is cut, a longer record continues in another event.
 */
export const maxRecord = 16 << 20;

/** Stack traces have hundreds of lines; a record with more lines than this is reported. */
const maxLines = 2000;

/** Bytes checked ahead for bytes that are not text. */
const checkedAhead = 16 << 10;

/**
 * Input is read in slices that stay in a core's cache; each slice, with what is left of the previous one, is
 * a run. Reading blocks of 4 MB in slices takes 13 % less time than reading them whole, and saves holding
 * them twice.
 */
const sliceBytes = 240 << 10;

/** Bytes within which a line that begins with a date has its time of day. */
const longestDate = 48;

/** Fewer bytes than this may be anything. */
const shortestCut = 8;

/** Fewer bytes than this are not worth a run. */
const minRunBytes = 16 << 10;
/** A run with fewer rows costs more than it saves. */
const shortRun = 16;
const maxSingleLines = 4096;

export interface Opened {
  readonly format: LogFormat;
  readonly reader: RecordReader;
}

export interface ReaderParts {
  /** The format of the file. */
  readonly main: Opened;
  /** Other formats, for lines that are not of the main one; made at the first such line. */
  others(): readonly Opened[];
  /** Lines with a date, for those that no other format recognises. */
  dated(): Opened;
  /** Formats of lines that the main format wraps. */
  inner(): readonly Opened[];
  /** Reads runs of plain lines; null if the format has none. */
  readonly runs: (() => LineRuns) | null;
  /** Year of a record of the head, by the line that it wraps. */
  readonly year: { readonly value: number; readonly offset: number } | null;
  /** The clock of the part that begins the file; set in later parts. */
  readonly firstClock: LogClock | null;
}

export class LogReader implements Reader {
  readonly clock: LogClock;
  private readonly draft: Draft;
  private readonly events: Events;
  private others: readonly Opened[] | null = null;
  private dated: Opened | null = null;

  /** Bytes `[0, fill)` of the input that are still needed; `buffer[0]` is at `base` of the part. */
  private buffer = new Uint8Array(1 << 16);
  private fill = 0;
  private base = 0;
  /** Start of the unfinished line, and the position up to which its end was searched. */
  private lineStart = 0;
  private scanned = 0;
  /** Byte classes that may occur in lines not yet given out. */
  private classes = 0;
  /** Position up to which `classes` is known. */
  private checked = 0;
  /** Bytes of the unfinished line that were dropped because it is too long. */
  private dropped = 0;
  private lineNumber = 0;

  /** The open record, `[recordStart, recordEnd)`, or -1. */
  private recordStart = -1;
  private recordEnd = 0;
  private recordLine = 0;
  /** Offset of the record in a run. */
  private recordOffset = 0;
  private recordLines = 0;
  private recordOf: Opened;
  /** The record is known to have ended; and the number of lines from which on that is looked at again. */
  private isWhole = false;
  private wholeAt = 0;
  /** Blank lines since the record's last line. */
  private blanks = 0;
  private match = new Match();
  private nextMatch = new Match();
  private readonly aheadMatch = new Match();
  /** Streams of the containers whose lines are wrapped in this file. */
  private streams: Streams | null = null;
  /** True if a message without a line end continues in the next. */
  private messagesContinue = false;

  private reportedOther: Opened | null = null;
  /** The last line that was reported not to be UTF-8. */
  private lastInvalid = 0;

  private runs: LineRuns | null = null;
  /**
   * Number of records to read line by line before the next run, and the number for the time after; doubled
   * while runs are short.
   */
  private single = 1;
  private singleNext = 1;

  constructor(
    private readonly out: BulkOutput,
    private readonly options: Options,
    private readonly parts: ReaderParts,
  ) {
    this.draft = new Draft(out);
    this.clock = new LogClock(
      out,
      options,
      parts.main.format.zone,
      (code, severity, message) => this.problem(code, severity, message, -1, -1),
      () => this.timesAhead(),
    );
    if (parts.firstClock !== null) this.clock.startAt(parts.firstClock);
    this.recordOf = parts.main;
    this.events = new Events(out, this.draft, this.clock, (code, severity, message, line, offset) =>
      this.problem(code, severity, message, line, offset),
    );
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += sliceBytes) this.take(chunk.subarray(at, at + sliceBytes));
  }

  private take(chunk: Uint8Array): void {
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
      // No more input will come for a run.
      this.single = Number.POSITIVE_INFINITY;
      this.scan();
      if (this.fill > this.lineStart) this.line(this.lineStart, this.fill);
      this.lineStart = this.fill;
    }
    this.flush();
    this.streams?.end();
    this.clock.end();
  }

  private append(chunk: Uint8Array): void {
    // One byte more, for the line end that stops searches.
    if (this.fill + chunk.length >= this.buffer.length) this.makeRoom(chunk.length + 1);
    this.buffer.set(chunk, this.fill);
    this.fill += chunk.length;
    this.buffer[this.fill] = 0x0a;
  }

  /** Discards bytes already given out and moves the rest to the front. */
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
    this.checked = Math.max(0, this.checked - keep);
    if (this.recordStart < 0) return;
    this.recordStart -= keep;
    this.recordEnd -= keep;
    this.match.shift(keep);
  }

  private scan(): void {
    const { buffer, fill } = this;
    for (;;) {
      if (this.recordStart < 0 && this.mayRun() && this.readRun()) return;
      const newline = buffer.indexOf(0x0a, this.scanned);
      if (newline === fill) break;
      if (!this.line(this.lineStart, newline, this.mayRun())) continue;
      this.lineStart = newline + 1;
      this.scanned = newline + 1;
    }
    this.scanned = fill;
    if (fill - this.lineStart > maxRecord) {
      this.dropped = fill - this.lineStart - maxRecord;
      this.fill = this.lineStart + maxRecord;
      this.scanned = this.fill;
      this.checked = Math.min(this.checked, this.fill);
    }
    // Keep only the unfinished line's byte classes.
    if (this.classes !== 0 && this.fill - this.lineStart < 65536) {
      this.classes = classesOfLine(buffer, this.lineStart, this.fill);
      this.checked = this.fill;
    }
  }

  private readonly runClock: RunClock = {
    resolve: (time, line, offset) => {
      this.recordLine = line;
      this.recordOffset = offset;
      return this.clock.resolve(time);
    },
    reportUntimed: (line, offset) =>
      this.problem(untimed.code, untimed.severity, untimed.message, line, offset),
    zoneDiffers: () => this.clock.zoneDiffers,
  };

  private mayRun(): boolean {
    if (this.single > 0 || this.parts.runs === null || this.fill - this.lineStart < minRunBytes) return false;
    // Runs do not tell which machine is named first.
    return this.draft.knowsHost || this.parts.main.reader.namesHost !== true;
  }

  /**
   * Reads plain lines up to the first that is not. Returns true if only too few bytes are left, which then
   * wait for more input: a run always leaves its last line, and reading that by itself would make V8 optimise
   * the code that reads line by line.
   */
  private readRun(): boolean {
    this.runs ??= this.parts.runs!();
    const { runs } = this;
    const line = this.lineNumber + 1;
    const at = runs.read(this.buffer, this.lineStart, this.fill, line, this.base, this.runClock);
    this.lineNumber += runs.rows;
    this.out.ledger(runs.rows, 0, 0);
    this.lineStart = at;
    this.scanned = at;
    this.singleNext = runs.rows < shortRun ? Math.min(2 * this.singleNext, maxSingleLines) : 1;
    const waits = runs.rows >= shortRun && !runs.isForeign && this.fill - at < minRunBytes;
    this.single = waits ? 0 : this.singleNext;
    return waits;
  }

  private endLongLine(): void {
    const length = maxRecord + this.dropped;
    const start = this.lineStart;
    this.dropped = 0;
    this.problemIn(
      'line-too-long',
      'warning',
      `A line of ${length} bytes was truncated to its first ${maxRecord}.`,
      this.lineNumber + 1,
      start,
      this.fill,
    );
    this.line(start, this.fill);
    // The bytes dropped from this line count in the offsets of the following ones.
    this.flush();
    this.base += length - (this.fill - start) + 1;
    this.lineStart = this.fill;
    this.scanned = this.fill;
  }

  /** Takes a line. If it begins a record and `mayTake` is set, leaves it to a run and returns false. */
  private line(from: number, to: number, mayTake = false): boolean {
    const { buffer } = this;
    if (this.checked < to) this.check(from, to);
    let start = from;
    let end = to;
    this.lineNumber++;
    if (end > start && buffer[end - 1] === 0x0d) end--;
    if (this.lineNumber === 1 && this.options.offset === 0 && hasBom(buffer, start, end)) start += 3;
    // `classes` only says whether a line needs a check; each line is judged by its own bytes.
    const binary =
      this.classes !== 0 && classesOfLine(buffer, start, end) !== 0 && isBinary(buffer, start, end);
    const written = end;
    if (this.classes !== 0 && this.parts.main.reader.raw !== true) end = this.unusual(start, end);
    if (isBlankLine(buffer, start, end)) {
      this.blanks++;
      if (this.recordStart < 0) this.flushBlanks();
      return true;
    }
    const { main } = this.parts;
    if (main.reader.begins(buffer, start, end, this.nextMatch)) {
      // A run would read the blanks that `unusual` leaves where bytes were removed.
      if (mayTake && end === written) {
        this.flush();
        this.lineNumber--;
        return false;
      }
      if (this.single > 0) this.single--;
      this.beginRecord(main, start, end);
      return true;
    }
    if (binary && main.reader.raw !== true) {
      this.skipBinary(start, end);
      return true;
    }
    if (main.reader.isDirective?.(buffer, start, end)) {
      this.flush();
      main.reader.direct?.(buffer, start, end, this.draft);
      this.out.ledger(1, 0, 0);
      return true;
    }
    const other = this.otherFormat(start, end);
    if (other !== null) this.beginRecord(other, start, end);
    else if (main.reader.beginsDamaged?.(buffer, start, end, this.nextMatch)) this.beginDamaged(start, end);
    else if (this.isDated(start, end)) this.beginRecord(this.dated!, start, end);
    else if (this.isCut(start, end)) this.cut(start, end);
    else if (this.recordStart >= 0 && end - this.recordStart <= maxRecord) this.extendRecord(end);
    else this.timeless(start, end);
    return true;
  }

  /** Checks some way ahead, because the next lines may be read in a run. */
  private check(from: number, to: number): void {
    const end = Math.min(this.fill, to + checkedAhead);
    this.classes |= classesOf(this.buffer.subarray(Math.max(from, this.checked), end));
    this.checked = end;
  }

  private beginRecord(opened: Opened, start: number, end: number): void {
    this.flush();
    const { match } = this;
    this.match = this.nextMatch;
    this.nextMatch = match;
    this.recordOf = opened;
    this.recordStart = start;
    this.recordEnd = end;
    this.recordLine = this.lineNumber;
    this.recordLines = 1;
    this.isWhole = false;
    this.wholeAt = 0;
  }

  /** Takes a line that begins like a record of the file's format and goes on differently. */
  private beginDamaged(start: number, end: number): void {
    const { main } = this.parts;
    this.beginRecord(main, start, end);
    this.problemIn(
      'damaged-record',
      'warning',
      `A line begins like a record of ${main.format.title}, but does not match it after its first ${this.match.stopped - start} bytes: it was read as a record up to there, and the rest is part of its message.`,
      this.lineNumber,
      start,
      end,
    );
  }

  /** Binary bytes belong to no record. */
  private skipBinary(start: number, end: number): void {
    this.flush();
    this.problemIn(
      'binary-line',
      'warning',
      'A line with binary bytes that does not begin a record was skipped.',
      this.lineNumber,
      start,
      end,
    );
    this.out.ledger(0, 0, 1);
  }

  private extendRecord(end: number): void {
    this.recordLines += this.blanks + 1;
    this.blanks = 0;
    this.recordEnd = end;
  }

  private cut(start: number, end: number): void {
    this.withoutTime(
      'damaged-record',
      'warning',
      'A line ends within the time of its record: it was read as an event without a time.',
      start,
      end,
    );
  }

  /** Takes a line that belongs to no record. */
  private timeless(start: number, end: number): void {
    this.withoutTime(
      'line-without-time',
      'notice',
      'A line before the first record, or after one that is too long, was read as an event without a time.',
      start,
      end,
    );
  }

  private withoutTime(code: string, severity: Severity, message: string, start: number, end: number): void {
    this.flush();
    this.problemIn(code, severity, message, this.lineNumber, start, end);
    this.draft.clear();
    this.draft.schemas.begin();
    this.draft.message.set(this.buffer, start, end);
    this.draft.hasMessage = true;
    this.events.give(this.base + start, this.lineNumber, 1);
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
      if (this.recordLines > maxLines) this.reportLong(recordStart, recordEnd);
      draft.clear();
      if (!recordOf.reader.read(buffer, recordStart, recordEnd, match, draft)) this.broken();
      if (!draft.hasMessage) draft.message.set(buffer, recordStart, recordEnd);
      this.nameProcess(recordOf.format);
      if (recordOf.format.nested !== undefined) this.wrapped(recordOf);
      else this.events.give(this.base + recordStart, this.recordLine, this.recordLines);
      this.out.ledger(this.recordLines, 0, 0);
      for (draft.clear(); recordOf.reader.next?.(draft); draft.clear()) {
        this.nameProcess(recordOf.format);
        this.events.give(this.base + recordStart, this.recordLine, this.recordLines);
      }
      this.recordStart = -1;
    }
    this.flushBlanks();
  }

  private reportLong(start: number, end: number): void {
    this.problemIn(
      'long-record',
      'notice',
      `A record continues for ${this.recordLines} lines: they may have another format, whose times were not recognised.`,
      this.recordLine,
      start,
      end,
    );
  }

  private nameProcess({ program }: LogFormat): void {
    const { draft } = this;
    if (program !== undefined && draft.process === none && draft.pid >= 0)
      draft.process = this.out.string(program);
  }

  private broken(): void {
    const { recordOf, recordStart, recordEnd } = this;
    this.problemIn(
      'broken-record',
      'warning',
      recordOf.reader.fault ??
        `A record of ${recordOf.format.title} is incomplete: only its beginning could be read, and its text is its message.`,
      this.recordLine,
      recordStart,
      recordEnd,
    );
  }

  /** The format, other than the file's, in which the line surely begins a record; null if there is none. */
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
    // The formats tried later have overwritten the match.
    best?.reader.begins(buffer, start, end, this.nextMatch);
    if (best !== null) this.reportOther(best, start, end);
    return best;
  }

  /** True if the line begins with a date and a time of day, whatever follows. */
  private isDated(start: number, end: number): boolean {
    const { buffer, nextMatch } = this;
    const { format, reader } = this.parts.main;
    if (
      format.lastResort ||
      (reader.whole && !this.isRecordWhole()) ||
      !mayBegin(buffer[start]!) ||
      end - start > 65536
    )
      return false;
    if (!mayHoldTime(buffer, start, Math.min(end, start + longestDate))) return false;
    this.dated ??= this.parts.dated();
    if (!this.dated.reader.begins(buffer, start, end, nextMatch)) return false;
    const { time } = nextMatch;
    if (time.absolute || time.year < 0 || time.month === 0) return false;
    this.reportOther(this.dated, start, end);
    return true;
  }

  /** True if the open record is of a format whose records state their end, and has ended. */
  private isRecordWhole(): boolean {
    const { buffer, recordStart, recordEnd, recordOf, recordLines } = this;
    const { reader } = recordOf;
    if (recordStart < 0 || reader.isWhole === undefined) return false;
    // Looked at anew each time that the record has doubled, so that a record without an end is not quadratic.
    if (!this.isWhole && recordLines >= this.wholeAt) {
      this.isWhole = reader.isWhole(buffer, recordStart, recordEnd);
      this.wholeAt = 2 * recordLines;
    }
    return this.isWhole;
  }

  /** True if the line is nothing but the first bytes of a record, cut within the time. */
  private isCut(start: number, end: number): boolean {
    const { buffer, recordStart, recordEnd } = this;
    const length = end - start;
    if (recordStart < 0 || length < shortestCut || length > longestDate || recordEnd - recordStart <= length)
      return false;
    let digits = 0;
    let others = 0;
    for (let at = 0; at < length; at++) {
      const byte = buffer[start + at]!;
      if (kindOf(byte) !== kindOf(buffer[recordStart + at]!)) return false;
      if (isDigit(byte)) digits++;
      else if (kindOf(byte) === byte) others++;
    }
    return digits >= 2 && others >= 2;
  }

  private reportOther(other: Opened, start: number, end: number): void {
    if (other === this.reportedOther) return;
    this.reportedOther = other;
    this.problemIn(
      'other-format',
      'notice',
      `Lines here are ${other.format.title}, not ${this.parts.main.format.title}: they were read in that format.`,
      this.lineNumber,
      start,
      end,
    );
  }

  /** Takes a record that wraps a container's line. */
  private wrapped({ format }: Opened): void {
    const { draft } = this;
    if (this.streams === null) {
      this.streams = new Streams(draft, this.events, () => this.parts.inner(), format.wholeMessages === true);
      // If no JSON message ends in a line end, the logger removed them, and no message continues in the next
      // record.
      this.messagesContinue = format.json === undefined || holdsLineEnds(this.options.head);
    }
    draft.open &&= this.messagesContinue;
    this.streams.take(this.base + this.recordStart, this.recordLine, this.recordLines);
  }

  /** Times of the lines at the beginning of the file; none if the format has no patterns. */
  private *timesAhead(): Generator<ReadTime> {
    const { format, reader } = this.parts.main;
    const { year } = this.parts;
    const { head } = this.options;
    if (format.patterns === undefined) return;
    for (let start = 0; start < head.length; ) {
      const newline = head.indexOf(0x0a, start);
      if (newline < 0) return;
      const end = newline > start && head[newline - 1] === 0x0d ? newline - 1 : newline;
      if (reader.begins(head, start, end, this.aheadMatch) && this.aheadMatch.timed) {
        const { time } = this.aheadMatch;
        if (year?.offset === start) time.year = year.value;
        yield time;
      }
      start = newline + 1;
    }
  }

  /** Removes control bytes and reports invalid UTF-8; returns the new end of the line. */
  private unusual(start: number, end: number): number {
    const { buffer } = this;
    let stop = end;
    const classes = classesOfLine(buffer, start, end);
    if ((classes & hasControl) !== 0) {
      stop = clean(buffer, start, end);
      // Filled with blanks, so that the lines of a record stay one range.
      buffer.fill(0x20, stop, end);
    }
    // A line that a run leaves is looked at twice.
    if ((classes & hasHigh) !== 0 && this.lineNumber > this.lastInvalid && !isUtf8(buffer, start, stop)) {
      this.lastInvalid = this.lineNumber;
      this.problemIn(
        'invalid-utf8',
        'warning',
        'A line is not valid UTF-8: invalid bytes are shown as U+FFFD.',
        this.lineNumber,
        start,
        stop,
      );
    }
    return stop;
  }

  /** A problem of the bytes from `start` to `end` of the buffer, which are its example. */
  private problemIn(
    code: string,
    severity: Severity,
    message: string,
    line: number,
    start: number,
    end: number,
  ): void {
    const example = { bytes: this.buffer, start, end };
    this.out.problem({
      code,
      severity,
      message,
      line: line < 0 ? Math.max(1, this.recordLine) : line,
      offset: this.base + start,
      ...(end > start ? { example } : {}),
    });
  }

  /** A problem of a line; of the record being read if both are negative. */
  private problem(code: string, severity: Severity, message: string, line: number, offset: number): void {
    this.out.problem({
      code,
      severity,
      message,
      line: line < 0 ? Math.max(1, this.recordLine) : line,
      offset: offset >= 0 ? offset : this.recordStart < 0 ? this.recordOffset : this.base + this.recordStart,
    });
  }
}

/** `0` for digits and `a` for letters; other bytes are of their own kind. */
function kindOf(byte: number): number {
  if (isDigit(byte)) return 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? 0x61 : byte;
}

/** True if a JSON text ends in a line end: `\\n"`. */
function holdsLineEnds(head: Uint8Array): boolean {
  for (let at = head.indexOf(0x5c); at >= 0; at = head.indexOf(0x5c, at + 1))
    if (head[at + 1] === 0x6e && head[at + 2] === 0x22) return true;
  return false;
}

/**
 * True if the line holds NUL, or if more than a tenth of its bytes are control characters; those of colours
 * do not count.
 */
function isBinary(bytes: Uint8Array, start: number, end: number): boolean {
  let control = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === 0) return true;
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x1b) control++;
  }
  return control * 10 > end - start;
}
