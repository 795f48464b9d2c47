/** Reads lines of a dump: the header names columns, rows wait for their stacks, stacks find their rows. */
import type { BulkOutput } from '../bulk.ts';
import { none, type Options, type Reader, type Severity, type Slice } from '../contract.ts';
import { ascii, decode, equals, skipBlanks, startsWith, trimEnd } from '../kit/bytes.ts';
import { ByteTable } from '../kit/intern.ts';
import { type LineSink, LineSplitter } from '../kit/lines.ts';
import { nextComma } from './cells.ts';
import { columnsOf, isWellKnown, wellKnownColumns } from './columns.ts';
import { Layout } from './layout.ts';
import { maxRowLength, Pending } from './pending.ts';
import { Rows } from './rows.ts';
import { StackRows } from './stack-rows.ts';
import { clockOf, parseTraceHeader } from './trace-header.ts';

const comma = 0x2c;
const headerBegins = ascii('BeginHeader');
const headerEnds = ascii('EndHeader');
const timeStamp = ascii('TimeStamp');
const error = ascii('Error:');
/** Most lines of a dump are stacks. */
const stack = ascii('Stack');
const firstReliable = ascii('FirstReliable');
const osVersion = ascii('OS Version:');

/** Maximum number of event types, and maximum length of their names. */
const maxNames = 1 << 14;
const longestName = 256;

export class XperfDumperReader implements Reader, LineSink {
  private readonly splitter: LineSplitter;
  private readonly names = new ByteTable();
  /** Layouts by number of the name. */
  private readonly layouts: Layout[] = [];
  private readonly rows: Rows;
  private readonly pending: Pending;
  private readonly stacks: StackRows;
  private hasClock = false;
  private used = 0;
  private blank = 0;
  private skipped = 0;

  constructor(
    private readonly out: BulkOutput,
    private readonly options: Options,
  ) {
    this.splitter = new LineSplitter(this, options.offset === 0, maxRowLength);
    this.rows = new Rows(out);
    this.pending = new Pending(row => this.rows.give(row));
    this.stacks = new StackRows(out, this.pending, this.rows.frames, this.rows.texts);
  }

  push(chunk: Uint8Array): void {
    this.splitter.push(chunk);
  }

  end(): void {
    this.splitter.end();
    this.stacks.close();
    this.pending.flush();
    this.skipped += this.stacks.lost;
    this.used -= this.stacks.lost;
    this.out.ledger(this.used, this.blank, this.skipped);
  }

  tooLong(bytes: Uint8Array, start: number, end: number, length: number, line: number, offset: number): void {
    const message = `A line of ${length} bytes was skipped.`;
    this.skip('line-too-long', 'warning', message, { bytes, start, end }, line, offset);
  }

  line(bytes: Uint8Array, start: number, end: number, line: number, offset: number): void {
    const at = skipBlanks(bytes, start, end);
    if (at === end) {
      this.blank++;
      return;
    }
    const stop = nextComma(bytes, at, end);
    if (stop === end || stop - at > longestName) {
      this.other(bytes, at, end, line, offset);
      return;
    }
    const second = skipBlanks(bytes, stop + 1, end);
    let ts = 0;
    let next = second;
    for (; next < end; next++) {
      const digit = bytes[next]! - 0x30;
      if (digit < 0 || digit > 9) break;
      ts = ts * 10 + digit;
    }
    if (next === second || next - second > 15 || (next < end && bytes[next] !== comma)) {
      this.other(bytes, at, end, line, offset);
      return;
    }
    const rest = Math.min(next + 1, end);
    if (equals(bytes, at, stop, stack)) {
      this.used++;
      this.stacks.read(ts, bytes, rest, end, line, offset);
      return;
    }
    const name = this.names.intern(bytes, at, trimEnd(bytes, at, stop));
    const layout =
      name < this.layouts.length ? this.layouts[name]! : this.learn(name, bytes, at, stop, rest, end);
    if (startsWith(bytes, at, stop, firstReliable)) {
      this.used++;
      this.out.about({ other: { [decode(bytes, at, stop).trim()]: `${ts} µs` } });
      return;
    }
    if (name >= maxNames) {
      this.names.truncate(maxNames);
      this.layouts.length = maxNames;
      const message = `There are more than ${maxNames} types of events; those of further types were left out.`;
      this.skip('too-many-event-types', 'warning', message, { bytes, start, end }, line, offset);
      return;
    }
    this.used++;
    this.row(layout, ts, bytes, rest, end, line, offset);
  }

  private row(
    layout: Layout,
    ts: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    line: number,
    offset: number,
  ): void {
    if (!this.hasClock) this.giveClock(null);
    const { tid } = layout;
    this.pending.add(
      layout,
      ts,
      tid < 0 ? none : this.rows.cellAsId(layout, bytes, start, end),
      bytes,
      start,
      end,
      line,
      offset,
    );
  }

  /** Determines the columns of an event that no header has declared. */
  private learn(
    name: number,
    bytes: Uint8Array,
    at: number,
    stop: number,
    rest: number,
    end: number,
  ): Layout {
    const text = decode(bytes, at, trimEnd(bytes, at, stop));
    let columns = wellKnownColumns(text);
    // Most rows begin with their process.
    if (columns.length === 0 && !isWellKnown(text) && looksLikeProcess(bytes, rest, end))
      columns = columnsOf('Process Name ( PID), ThreadID');
    const layout = new Layout(this.out, text, columns);
    this.layouts[name] = layout;
    return layout;
  }

  /** Reads a line without a time. */
  private other(bytes: Uint8Array, start: number, end: number, line: number, offset: number): void {
    const example = { bytes, start, end };
    if (startsWith(bytes, start, end, headerBegins) || startsWith(bytes, start, end, headerEnds)) this.used++;
    else if (startsWith(bytes, start, end, osVersion) && this.traceHeader(bytes, start, end, line, offset))
      this.used++;
    else if (this.header(bytes, start, end)) this.used++;
    else if (startsWith(bytes, start, end, error))
      this.skip('xperf-error', 'notice', 'xperf printed an error among the rows.', example, line, offset);
    else {
      const message = 'A line without an event and a time was skipped.';
      this.skip('unknown-line', 'warning', message, example, line, offset);
    }
  }

  /** `CSwitch,  TimeStamp, New Process Name ( PID), …` */
  private header(bytes: Uint8Array, start: number, end: number): boolean {
    const stop = nextComma(bytes, start, end);
    if (stop === end || stop - start > longestName) return false;
    const second = skipBlanks(bytes, stop + 1, end);
    const after = nextComma(bytes, second, end);
    if (!equals(bytes, second, trimEnd(bytes, second, after), timeStamp)) return false;
    const text = decode(bytes, start, trimEnd(bytes, start, stop));
    const headings = decode(bytes, Math.min(after + 1, end), end);
    const columns = headings.trim() === '' ? [] : columnsOf(headings);
    if (text === 'Stack') {
      this.stacks.columns = columns;
      return true;
    }
    const name = this.names.intern(bytes, start, trimEnd(bytes, start, stop));
    if (name < maxNames) this.layouts[name] = new Layout(this.out, text, columns);
    else this.names.truncate(maxNames);
    return true;
  }

  private traceHeader(bytes: Uint8Array, start: number, end: number, line: number, offset: number): boolean {
    const header = parseTraceHeader(decode(bytes, start, end));
    if (header === null) return false;
    const { os, eventsLost, buffersLost, pointerSize, all } = header;
    this.out.about({ ...(os && { os: `Windows ${os}` }), other: all });
    this.stacks.pointerSize = pointerSize;
    this.giveClock(header.start);
    if (eventsLost + buffersLost > 0) {
      const message = `${eventsLost} events and ${buffersLost} buffers were lost while the trace was recorded, so it is incomplete.`;
      this.out.problem({ code: 'events-lost', severity: 'warning', line, offset, message });
    }
    return true;
  }

  private giveClock(start: bigint | null): void {
    this.hasClock = true;
    this.out.clock(clockOf(start, this.options));
  }

  private skip(
    code: string,
    severity: Severity,
    message: string,
    example: Slice,
    line: number,
    offset: number,
  ): void {
    this.skipped++;
    this.out.problem({ code, severity, line, offset, message, example });
  }
}

/** `svchost.exe (1100),` and a number. */
function looksLikeProcess(bytes: Uint8Array, start: number, end: number): boolean {
  return /^\s*\S[^(),]{0,200}\(\s*-?\d{1,10}\),\s*\d/.test(decode(bytes, start, Math.min(end, start + 300)));
}
