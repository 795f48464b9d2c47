/**
 * PDH text, as perfmon, relog, typeperf and esxtop write it: one line of titles, then a line per sample.
 *
 *     "(PDH-CSV 4.0) (Eastern Daylight Time)(240)","\\HOST\Process(app#1)\Private Bytes","\\HOST\Memory\Pages/sec"
 *     "09/16/2021 07:58:50.574","111489024"," "
 *
 * A line may be tens of megabytes, so cells are read as they come and no line is ever held. Quotes are optional
 * (spreadsheets drop them), and a line feed ends a row even within quotes. A blank cell is a missing value, and so are
 * the cells that a truncated row lacks.
 */
import type { BulkOutput } from '../../bulk.ts';
import { type Options, ParseError, type Reader, type SeriesId, type Severity } from '../../contract.ts';
import { ascii, decode, indexOf, isBlank, parseDecimal } from '../bytes.ts';
import type { WallClock } from '../metrics/wall-clock.ts';
import { Daylight } from './daylight.ts';
import { cellsScanner } from './scanner/cells.ts';
import { PdhSeries, unseen, type Watched } from './series.ts';
import { PdhTime } from './time.ts';
import { Titles } from './titles.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const comma = 0x2c;

/** Length of the longest cell that is read, bytes. */
const maxCell = 64 << 10;

/** Beginning of the first title, after any text that was put before it. */
const firstTitle = ascii('(PDH-');

/**
 * State of the reader: before the titles, in them, at the first cell of a row, at its values, or in the rest
 * of a line that is not read.
 */
type RowState = 'preamble' | 'titles' | 'time' | 'values' | 'rest';

export interface PdhFacts {
  readonly os: string;
  /** Matches the first cell of message lines that the tool writes among the rows. */
  readonly message: RegExp;
}

export class PdhReader implements Reader {
  private state: RowState = 'preamble';
  private readonly separator: number;
  /** The beginning of a cell whose end has not been pushed yet. */
  private carry: Uint8Array = new Uint8Array(0);
  private titles = new Titles();
  private column = 0;
  private readonly time = new PdhTime();
  private readonly cells = cellsScanner();
  private readonly daylight = new Daylight();
  private readonly series: PdhSeries;
  private clock: WallClock | null = null;
  private ts = Number.NaN;
  private row = -1;
  /**
   * Index of the next of {@link PdhSeries.watched} in this row; `operations`: values of the earlier ones that
   * count operations.
   */
  private nextWatched = 0;
  private readonly operations = new Map<number, number>();
  /** Averages of 0 in this row, held until its end: the counts of their operations may come after them. */
  private readonly heldAverages: Watched[] = [];

  private line = 1;
  private lineOffset = 0;
  /** Offset of the first byte not yet consumed. */
  private consumed = 0;
  private verdict: 'used' | 'blank' | 'skipped' = 'blank';
  private counts = { used: 0, blank: 0, skipped: 0 };

  constructor(
    private readonly out: BulkOutput,
    private readonly options: Options,
    private readonly facts: PdhFacts,
  ) {
    this.separator = separatorOf(options.head);
    this.series = new PdhSeries(out, options, (code, message) =>
      this.problem(code, 'notice', message, new Uint8Array(0), 0, 0),
    );
  }

  push(chunk: Uint8Array): void {
    let bytes = chunk;
    if (this.carry.length > 0) {
      bytes = new Uint8Array(this.carry.length + chunk.length);
      bytes.set(this.carry);
      bytes.set(chunk, this.carry.length);
    }
    const end = this.read(bytes);
    this.consumed += end;
    this.carry = new Uint8Array(bytes.subarray(end));
    if (this.carry.length > maxCell) {
      this.tooLong(this.carry, 0, this.carry.length);
      this.consumed += this.carry.length;
      this.carry = new Uint8Array(0);
    }
    this.writeLedger();
  }

  end(): void {
    if (this.consumed + this.carry.length > this.lineOffset) {
      // The end of the file ends the last line like a line feed.
      const last = new Uint8Array(this.carry.length + 1);
      last.set(this.carry);
      last[this.carry.length] = lineFeed;
      this.dropCut(last);
      this.read(last);
    }
    this.clock?.finish();
    this.writeLedger();
  }

  /** A value at the very end may be a part of one, unless a quote ends it: it becomes a missing value. */
  private dropCut(last: Uint8Array): void {
    const end = last.length - 1;
    const isCut = this.state === 'values' && this.row >= 0 && end > 0 && last[end - 1] !== quote;
    if (!isCut || isBlank(last[end - 1])) return;
    const message =
      'The last row has no end: the capture was probably cut, and the value at its end was left out.';
    this.problem('cut-off', 'warning', message, last.slice(), 0, end);
    last.fill(0x20, 0, end);
  }

  /** Reads whole cells, and returns the position of the first cell that is not whole. */
  private read(bytes: Uint8Array): number {
    this.cells.load(bytes);
    let at = 0;
    while (at < bytes.length) {
      let stop: number;
      if (this.state === 'rest') {
        stop = bytes.indexOf(lineFeed, at);
        if (stop < 0) return bytes.length;
      } else if (this.state === 'values') {
        stop = this.values(bytes, at);
        // If the state is unchanged, the rest is the beginning of a cell.
        if (this.state === 'values') return stop;
        at = stop;
        continue;
      } else {
        stop = endOfCell(bytes, at, this.separator);
        if (stop < 0) return at;
        if (stop - at > maxCell) {
          this.tooLong(bytes, at, stop);
          continue;
        }
        this.cell(bytes, at, stop);
      }
      if (bytes[stop] === lineFeed) this.endLine(this.consumed + stop + 1);
      at = stop + 1;
    }
    return at;
  }

  /** Reads a cell that is not a value; the byte at `stop` ended it. */
  private cell(bytes: Uint8Array, from: number, stop: number): void {
    let [start, end] = [from, stop];
    if (bytes[stop] === lineFeed && end > start && bytes[end - 1] === carriageReturn) end--;
    while (start < end && isBlank(bytes[start])) start++;
    while (end > start && isBlank(bytes[end - 1])) end--;
    const titleStart = this.state === 'titles' ? -1 : indexOf(bytes, start, end, firstTitle);
    if (titleStart >= 0) {
      this.state = 'titles';
      this.titles = new Titles();
      start = titleStart;
    } else if (end - start > 1 && bytes[start] === quote) start++;
    if (end > start && bytes[end - 1] === quote) end--;
    if (this.state === 'titles') this.title(bytes, start, end);
    else if (this.state === 'time') this.begin(bytes, start, end, bytes[stop] === lineFeed);
    else if (end > start) this.verdict = 'skipped';
  }

  private title(bytes: Uint8Array, start: number, end: number): void {
    this.verdict = 'used';
    if (this.titles.add(bytes, start, end)) return;
    throw new ParseError(
      'too-many-columns',
      'The line of titles has more than a million columns: this is not a capture of counters.',
      this.lineOffset,
      this.line,
    );
  }

  /** Reads the first cell of a row: its time. */
  private begin(bytes: Uint8Array, start: number, end: number, last: boolean): void {
    if (start === end && last) return;
    this.state = 'rest';
    if (!this.time.read(bytes, start, end)) {
      const isMessage = this.facts.message.test(decode(bytes, start, Math.min(end, start + 80)));
      this.verdict = isMessage ? 'used' : 'skipped';
      if (!isMessage)
        this.problem(
          'row-without-time',
          'warning',
          'A row that does not begin with a time was skipped.',
          bytes,
          start,
          end,
        );
      return;
    }
    this.verdict = 'used';
    this.clock ??= this.series.clock(this.time);
    // If the user set a zone, its rules include daylight saving.
    const change = this.options.zone === null ? this.daylight.follow(this.time.seconds) : null;
    if (change !== null) {
      const message = `The rows ${change === 'ends' ? 'go back' : 'skip'} an hour here: daylight saving time ${change}, and their times are read accordingly.`;
      this.problem('daylight-saving', 'notice', message, bytes, start, end);
    }
    this.ts = this.clock.at(this.time.seconds + this.daylight.shift, this.time.nanos);
    this.row++;
    this.column = 0;
    this.nextWatched = 0;
    this.operations.clear();
    this.state = 'values';
  }

  /**
   * Reads values from `from` to the end of the row or of the whole cells in `bytes`; returns where it
   * stopped. A capture has tens of millions of values: plain numbers are read many at a time, other cells by
   * {@link otherCell}.
   */
  private values(bytes: Uint8Array, from: number): number {
    const { separator, cells } = this;
    const { ids } = this.series;
    for (let start = from; ; ) {
      const read = cells.read(start, separator, ids.length - this.column);
      this.write(cells.values.subarray(0, read));
      start = cells.stop;
      if (read > 0 && cells.ended) {
        this.endLine(this.consumed + start);
        return start;
      }
      if (start === bytes.length) return start;
      if (this.column === ids.length) return this.skipAfterLast(bytes, start);
      // The scanner's buffer is full; it has not met an odd cell.
      if (read === cells.values.length) continue;
      const at = endOfCell(bytes, start, separator);
      if (at < 0) return start;
      if (at - start > maxCell) {
        this.tooLong(bytes, start, at);
        return start;
      }
      this.write(Float64Array.of(this.otherCell(bytes, start, at)));
      start = at + 1;
      if (bytes[at] === lineFeed) {
        this.endLine(this.consumed + start);
        return start;
      }
    }
  }

  /** Writes the values of the next columns; NaN is no value. */
  private write(values: Float64Array): void {
    const { out, ts, row, series, column } = this;
    this.column += values.length;
    this.holdZeroAverages(values, column);
    const ids = series.ids.subarray(column, this.column);
    for (let from = 0; from < values.length; ) {
      let to = from;
      while (to < ids.length && ids[to]! >= 0 && !Number.isNaN(values[to])) to++;
      if (to > from) out.metricRow(ids.subarray(from, to), values.subarray(from, to), ts, row, false);
      else this.writeOne(column + to, values[to++]!);
      from = to;
    }
  }

  /** Writes the value of a column whose series may not be interned yet; NaN is no value. */
  private writeOne(column: number, value: number): void {
    if (Number.isNaN(value)) return;
    let id = this.series.ids[column]!;
    if (id === unseen) id = this.series.intern(column);
    if (id >= 0) this.out.metric(id as SeriesId, this.ts, value, this.row, false);
  }

  /** Replaces averages of 0 in the values from `column` on by NaN and holds them until the row has ended. */
  private holdZeroAverages(values: Float64Array, column: number): void {
    const { watched } = this.series;
    for (; this.nextWatched < watched.length; this.nextWatched++) {
      const next = watched[this.nextWatched]!;
      const at = next.column - column;
      if (at >= values.length) return;
      if (next.operations === null) this.operations.set(next.column, values[at]!);
      else if (values[at] === 0) {
        this.heldAverages.push(next);
        values[at] = Number.NaN;
      }
    }
  }

  /** Writes the held averages of 0, except those over no operations, which are no values. */
  private writeHeldAverages(): void {
    for (const { column, operations } of this.heldAverages)
      if (!operations!.every(counter => this.operations.get(counter) === 0)) this.writeOne(column, 0);
    this.heldAverages.length = 0;
  }

  /**
   * The value of a cell that is not a plain number: blank, or long, or with an exponent or a decimal comma.
   * NaN if it has no value.
   */
  private otherCell(bytes: Uint8Array, from: number, stop: number): number {
    let [start, end] = [from, stop];
    const surrounds = (byte: number): boolean => isBlank(byte) || byte === quote || byte === carriageReturn;
    while (start < end && surrounds(bytes[start]!)) start++;
    while (end > start && surrounds(bytes[end - 1]!)) end--;
    if (start === end) return Number.NaN;
    let value = parseDecimal(bytes, start, end);
    if (Number.isNaN(value)) value = parseDecimal(bytes, start, end, comma);
    if (Number.isFinite(value)) return value;
    this.problem('not-a-number', 'notice', 'A cell that is not a number was skipped.', bytes, start, end);
    return Number.NaN;
  }

  /** Skips the rest of a row after its last column. A separator at the end of a row is common. */
  private skipAfterLast(bytes: Uint8Array, at: number): number {
    this.state = 'rest';
    if (bytes[at] !== lineFeed && bytes[at] !== carriageReturn) {
      const message =
        'A row has more cells than there are titles; the cells after the last title were left out.';
      this.problem('cells-without-title', 'warning', message, bytes, at, at);
    }
    return at;
  }

  private endLine(next: number): void {
    if (this.state === 'titles') this.series.setTitles(this.titles, this.facts.os);
    else if (this.state === 'preamble' && this.verdict === 'skipped') {
      const message = 'A line before the titles was skipped.';
      this.problem('unknown-line', 'warning', message, new Uint8Array(0), 0, 0);
    }
    if (this.heldAverages.length > 0) this.writeHeldAverages();
    if (this.state !== 'preamble') this.state = 'time';
    this.counts[this.verdict]++;
    this.verdict = 'blank';
    this.line++;
    this.lineOffset = next;
  }

  /** A cell is too long wherever chunks end: it is found either whole or by what is carried over. */
  private tooLong(bytes: Uint8Array, start: number, end: number): void {
    const { state: place } = this;
    if (place === 'preamble' || place === 'titles')
      throw new ParseError(
        'title-too-long',
        `A title is longer than ${maxCell >> 10} KiB: this is not a capture of counters.`,
        this.lineOffset,
        this.line,
      );
    const message = 'A row has a cell of more than 64 KiB; the rest of the row was skipped.';
    this.problem('cell-too-long', 'warning', message, bytes, start, end);
    if (place === 'time') this.verdict = 'skipped';
    this.state = 'rest';
  }

  private problem(
    code: string,
    severity: Severity,
    message: string,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    const { line, lineOffset: offset } = this;
    this.out.problem({ code, severity, line, offset, message, example: { bytes, start, end } });
  }

  private writeLedger(): void {
    const { used, blank, skipped } = this.counts;
    this.out.ledger(used, blank, skipped);
    this.counts = { used: 0, blank: 0, skipped: 0 };
  }
}

/** End of the cell that begins at `start`: a separator outside quotes or a line feed; -1 if not in `bytes`. */
function endOfCell(bytes: Uint8Array, start: number, separator: number): number {
  let quoted = false;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === lineFeed || (byte === separator && !quoted)) return at;
    if (byte === quote) quoted = !quoted;
  }
  return -1;
}

/**
 * The separator: the character between the first two titles, else a tab or a comma according to the first
 * title.
 */
function separatorOf(head: Uint8Array): number {
  const text = decode(head, 0, Math.min(head.length, 8 << 10));
  const separator = /\(PDH-[^\n]*?([,;\t])"?\\\\/.exec(text)?.[1];
  return (separator ?? (text.includes('(PDH-TSV') ? '\t' : ',')).charCodeAt(0);
}
