/**
 * Reads the text of `perf script`. The scanner finds headers, frames and stacks; each distinct text is parsed once
 * and cached under the scanner's id.
 */
import type { BulkOutput } from '../bulk.ts';
import {
  type EventRow,
  type FieldSchemaId,
  type None,
  none,
  type Options,
  type Reader,
  type Severity,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { decode, isText, skipBlanks, trimEnd } from '../kit/bytes.ts';
import { isInstant } from '../kit/civil.ts';
import { type LineReader, ScannerInput } from '../kit/scanner/input.ts';
import type { Scanner } from '../kit/scanner/scanner.ts';
import * as Found from '../kit/scanner/shared/found.ts';
import { CallNames } from '../kit/syscalls/names.ts';
import { undated } from '../kit/undated.ts';
import { type Banner, type Instant, readBanner } from './banner.ts';
import { PerfScriptCache } from './cache.ts';
import { clockOf } from './clock.ts';
import { parseFrame } from './frame.ts';
import type { Event, Thread } from './meaning.ts';

/** The record being read, in the form of the event row that it may become. Only one is open at a time. */
class OpenRecord implements EventRow {
  open = false;
  period = Number.NaN;
  /** True if it has text of its own, and so becomes an event. */
  hasText = false;
  /** True if it also becomes a sample. */
  sampled = false;

  ts = Number.NaN;
  cpu = -1;
  /** Set with each header. */
  kind = 0 as TextId;
  thread: ThreadId | None = none;
  readonly message = { bytes: new Uint8Array(0) as Uint8Array, start: 0, end: 0 };
  /** End of all text after the event, where `message` ends before a frame on the same line. */
  textEnd = 0;
  fieldSchema: FieldSchemaId | None = none;
  fields: ArrayLike<number> = [];
  stack: StackId | None = none;
  line = 0;
  lines = 0;
  offset = 0;
}

export class PerfScriptReader implements Reader, LineReader {
  private readonly learned: PerfScriptCache;
  private readonly scanner: Scanner;
  private readonly input: ScannerInput;
  private readonly banner: Banner;

  private zero: Instant | null;
  private lastTs = Number.NEGATIVE_INFINITY;
  private clockGiven = false;

  private used = 0;
  private blank = 0;
  private skipped = 0;

  private readonly record = new OpenRecord();
  /** Copy of the open record's text when the input moves on. */
  private recordCopy = new Uint8Array(256);

  constructor(
    private readonly out: BulkOutput,
    private readonly options: Options,
  ) {
    this.banner = readBanner(options.head);
    this.learned = PerfScriptCache.of(out, this.banner.facts.arch ?? null);
    this.scanner = this.learned.scanner;
    this.input = new ScannerInput(this.scanner, this, options.offset === 0);
    this.zero = this.banner.first;
    if (options.offset === 0) out.about(this.banner.facts);
  }

  push(chunk: Uint8Array): void {
    this.input.push(chunk);
  }

  end(): void {
    // perf ends every line with a newline.
    if (this.input.end()) this.cutOff();
    this.close();
    if (this.learned.meaning.calls.isMachineAssumed) this.nameGuessed();
    this.giveClock();
    this.out.ledger(this.used, this.blank, this.skipped);
  }

  read(): void {
    const { scanner } = this;
    for (;;) {
      switch (scanner.next()) {
        case Found.HEADER:
          this.header();
          break;
        case Found.RUN:
          this.run();
          break;
        case Found.BLANK:
          this.close();
          this.blank++;
          break;
        case Found.COMMENT:
          this.used++;
          break;
        case Found.LINE:
          this.other();
          break;
        case Found.NEW_FRAME:
          this.newFrame();
          break;
        case Found.BAD_FRAME:
          this.skip(
            'not-a-frame',
            'An indented line is not a frame (address, symbol, module); its stack was read without it.',
          );
          break;
        case Found.FLAGGED_FRAME:
          this.invalidText();
          break;
        case Found.DEEP_FRAME:
          this.skip(
            'stack-too-deep',
            'A stack has more than 16384 frames; those nearest to the root were left out.',
          );
          break;
        case Found.ORPHAN_FRAME:
          this.skip('frame-without-record', 'A frame has no header before it; it was skipped.');
          break;
        case Found.FRAMES_FULL:
          this.learned.forgetFrames();
          break;
        case Found.PREFIXES_FULL:
          this.learned.forgetPrefixes();
          break;
        case Found.SUFFIXES_FULL:
          this.learned.forgetSuffixes();
          break;
        case Found.STACKS_FULL:
          this.learned.forgetStacks();
          break;
        default:
          return;
      }
    }
  }

  private header(): void {
    this.close();
    const { scanner } = this;
    const { meaning, threads, events } = this.learned;
    const { input, suffixStart } = scanner;
    threads[scanner.prefix] ??= meaning.threadAt(input, scanner.lineStart, scanner.timeStart);
    events[scanner.suffix] ??= meaning.eventAt(input, suffixStart, scanner.lineEnd);
    const thread = threads[scanner.prefix]!;
    const event = events[scanner.suffix]!;
    if (!event.known && thread.tid < 0) {
      scanner.expectFrames(false);
      this.unrecognised();
      return;
    }
    this.begin(thread, event, scanner.period, suffixStart);
    this.record.ts = this.timeOf(scanner.seconds, scanner.nanos);
  }

  /** Reads a line without a time. */
  private other(): void {
    const { scanner } = this;
    const { meaning, untimedLines } = this.learned;
    untimedLines[scanner.prefix] ??= meaning.untimedAt(scanner.input, scanner.lineStart, scanner.lineEnd);
    const other = untimedLines[scanner.prefix]!;
    // Below frames with tabs, a number that has none is not a frame but a physical address.
    if (other.is === 'frame' || (other.is === 'number' && !this.learned.hasTabs)) {
      scanner.takeAsFrame();
      return;
    }
    if (other.is !== 'header') {
      scanner.takeLine();
      if (other.is === 'source') this.skip('source-line', 'Source lines of frames were left out.', 'notice');
      else if (other.is === 'unknown') this.unrecognised();
      else {
        this.used++;
        if (this.record.open) this.record.lines++;
        this.leftOut();
      }
      return;
    }
    let ended = scanner.endRun();
    if (ended === Found.STACKS_FULL) {
      this.learned.forgetStacks();
      ended = scanner.endRun();
    }
    if (ended === Found.RUN) this.run();
    this.close();
    scanner.takeLine();
    scanner.expectFrames(true);
    this.begin(other.thread, other.event, other.period, scanner.lineStart);
    if (other.time !== null) this.record.ts = this.timeOf(other.time.seconds, other.time.nanos);
  }

  private begin(thread: Thread, event: Event, period: number, eventStart: number): void {
    if (!thread.valid || !event.valid) this.invalidText();
    const { scanner, record } = this;
    record.open = true;
    record.ts = Number.NaN;
    record.cpu = thread.cpu;
    record.thread = thread.thread;
    record.kind = event.kind;
    record.period = Number.isSafeInteger(period) ? period : Number.NaN;
    record.fieldSchema = event.fieldSchema;
    record.fields = event.switchesTo ? [thread.tid] : event.fields;
    record.stack = event.stack;
    record.line = this.input.lines + scanner.line + 1;
    record.lines = 1;
    record.offset = this.input.base + scanner.lineStart;
    record.sampled = event.sampled;
    const { payloadAt, payloadLength } = event;
    record.hasText = payloadAt >= 0 && payloadLength !== 0;
    const { message } = record;
    message.bytes = scanner.input;
    message.start = eventStart + Math.max(payloadAt, 0);
    record.textEnd = payloadAt < 0 ? message.start : trimEnd(scanner.input, message.start, scanner.lineEnd);
    message.end = payloadLength < 0 ? record.textEnd : message.start + payloadLength;
    this.used++;
    if (event.hasDetails) this.leftOut();
  }

  private run(): void {
    const { scanner, record } = this;
    const { frames, closed } = scanner;
    // An address after the event that is not a frame but the accessed address (`-F +addr`): part of the text.
    if (record.stack !== none) {
      record.hasText = true;
      record.message.end = record.textEnd;
    }
    record.stack = this.learned.stacks.stackOf(scanner, scanner.node);
    record.lines += frames;
    this.used += frames;
    if (closed) {
      this.close();
      this.blank++;
    }
  }

  /** Writes the open record, if there is one. */
  private close(): void {
    const { record, out } = this;
    if (!record.open) return;
    record.open = false;
    if (record.hasText) out.event(record);
    if (record.sampled || record.stack !== none) {
      out.sample(record.ts, record.cpu, record.thread, record.kind, 1, record.period, record.stack);
    }
  }

  private leftOut(): void {
    this.problem(
      'fields-left-out',
      'Fields that perf prints after a stack (registers, instructions, branches, sizes of pages) were left out.',
      'notice',
    );
  }

  private newFrame(): void {
    const { scanner } = this;
    const { input } = scanner;
    if (input[scanner.lineStart] === 0x09) this.learned.hasTabs = true;
    const start = skipBlanks(input, scanner.lineStart, scanner.lineEnd);
    const end = trimEnd(input, start, scanner.lineEnd);
    const frame = parseFrame(decode(input, start, end));
    if (frame === null) {
      scanner.setFrame(scanner.frameLine, Found.BAD);
      return;
    }
    const value = this.learned.stacks.valueOf(frame, scanner.frameLine);
    scanner.setFrame(scanner.frameLine, isText(input, start, end) ? value : value + Found.FLAG);
  }

  private timeOf(seconds: number, nanos: number): number {
    // Events that perf synthesises (for processes that ran before it) are at 0.000000.
    if (seconds === 0 && nanos === 0) return Number.NaN;
    if (isInstant(seconds)) this.zero ??= { seconds, nanos };
    const ts = this.zero ? (seconds - this.zero.seconds) * 1e9 + (nanos - this.zero.nanos) : Number.NaN;
    if (!Number.isSafeInteger(ts)) {
      this.problem(
        'time-out-of-range',
        'A time is more than 104 days from the first; the record was read without it.',
      );
      return Number.NaN;
    }
    if (ts > this.lastTs) this.lastTs = ts;
    if (!this.clockGiven) {
      this.clockGiven = true;
      this.giveClock();
    }
    return ts;
  }

  /** Called before the first time and at the end, when the last time is known. */
  private giveClock(): void {
    const { banner, zero, lastTs, options, out } = this;
    if (zero === null || !this.clockGiven) out.clock(undated(options, 'none'));
    else out.clock(clockOf(banner, zero, lastTs, options));
  }

  private unrecognised(): void {
    const { input, lineStart, lineEnd } = this.scanner;
    if (input.subarray(lineStart, lineEnd).every(byte => byte === 0)) {
      this.skip('nul-bytes', 'A line consists of NUL bytes, which a crash leaves; it was skipped.');
    } else {
      this.skip('unrecognised-line', 'A line is neither header, frame nor comment; it was skipped.');
    }
  }

  private cutOff(): void {
    this.out.problem({
      code: 'cut-off',
      severity: 'notice',
      line: this.input.lines,
      offset: this.input.base,
      message:
        'The capture ends inside a line: it is probably truncated, and its last record may lack frames.',
    });
  }

  private nameGuessed(): void {
    const { out, input } = this;
    const place = { line: input.lines, offset: input.base };
    out.problem({ code: 'machine-assumed', severity: 'notice', ...place, message: CallNames.guessMessage });
  }

  private invalidText(): void {
    const { input, lineStart, lineEnd } = this.scanner;
    if (input.subarray(lineStart, lineEnd).includes(0)) {
      this.problem(
        'nul-in-line',
        'A line has NUL bytes in it, which a crash or a damaged copy leaves; they are part of its names.',
        'notice',
      );
      return;
    }
    this.problem(
      'invalid-utf8',
      'A name is not valid UTF-8; the invalid bytes were replaced by U+FFFD.',
      'notice',
    );
  }

  private skip(code: string, message: string, severity: Severity = 'warning'): void {
    this.skipped++;
    if (this.record.open) this.record.lines++;
    this.problem(code, message, severity);
  }

  /** Reports a problem at the line that the scanner found last. */
  private problem(code: string, message: string, severity: Severity = 'warning'): void {
    const { input, line, lineStart, lineEnd } = this.scanner;
    this.out.problem({
      code,
      severity,
      line: this.input.lines + line + 1,
      offset: this.input.base + lineStart,
      message,
      example: { bytes: input, start: lineStart, end: lineEnd },
    });
  }

  tooLong(length: number, shown: number): void {
    this.skipped++;
    if (this.record.open) this.record.lines++;
    this.out.problem({
      code: 'line-too-long',
      severity: 'warning',
      line: this.input.lines + 1,
      offset: this.input.base,
      message: `A line of ${length} bytes is longer than 1 MiB; it was skipped.`,
      example: { bytes: this.scanner.input, start: 0, end: shown },
    });
  }

  /** Saves the open record's text. */
  release(): void {
    const { record } = this;
    const { message, open } = record;
    if (!open || message.bytes !== this.scanner.input) return;
    const { start, end } = message;
    const length = record.textEnd - start;
    if (length > this.recordCopy.length) this.recordCopy = new Uint8Array(length);
    this.recordCopy.set(message.bytes.subarray(start, record.textEnd));
    message.bytes = this.recordCopy;
    message.start = 0;
    message.end = end - start;
    record.textEnd = length;
  }
}
