import type { BulkOutput } from '../bulk.ts';
import type { Options, Severity } from '../contract.ts';
import { ColumnClock } from '../kit/columns/clock.ts';
import { timeOfDay } from '../kit/metrics/wall-clock.ts';
import { undated } from '../kit/undated.ts';

type Report = (code: string, severity: Severity, message: string) => void;

/**
 * Clock of outputs that print times on lines of their own, in a column, or not at all. An item printed again
 * without a time in between begins the next sample. Samples are numbered, and placed in time where the
 * interval is known.
 */
export class BpfClock {
  /** Number of the sample in the file, from 0. */
  row = 0;
  /** `ts` of the last line of time; NaN before the first. */
  last = Number.NaN;
  private columns: ColumnClock | null = null;
  private interval: number;
  /** Items printed in this sample so far. */
  private readonly printed = new Set<string | number>();
  private isFirst = true;

  constructor(
    private readonly out: BulkOutput,
    private readonly options: Options,
    private readonly report: Report,
  ) {
    this.interval = options.interval ?? Number.NaN;
    out.clock(undated(options, 'none'));
  }

  /** `ts` of the time in a column. */
  column(cell: string, unit: string | null, title: string): number {
    return this.clockCounting(/^(?:TIMEs|STARTs|ENDs)$/.test(title) ? 'boot' : 'run').at(cell, unit);
  }

  /** Returns the text after the time at the start of the line; null if the line begins with no time. */
  line(text: string): string | null {
    const found = timeIn(text);
    if (found === null) return null;
    this.last = this.clockCounting('run').at(found.time, null);
    this.next();
    return found.rest;
  }

  /** `ts` of a printed item. An item that this sample has already begins the next sample. */
  now(what: string | number): number {
    if (this.printed.has(what)) {
      this.next();
      this.last = Number.NaN;
    }
    this.printed.add(what);
    this.isFirst = false;
    return this.columns === null ? this.row * this.interval : this.last;
  }

  /** `Output every 5 secs` */
  setInterval(text: string): void {
    const seconds = Number(/every (\d+) sec/.exec(text)?.[1]);
    if (this.options.interval === null && seconds > 0) this.interval = seconds * 1e9;
  }

  /** Begins a sample without a known time. */
  leave(): void {
    this.last = Number.NaN;
    this.next();
  }

  nextRun(): void {
    this.leave();
    this.columns?.nextRun();
  }

  finish(): void {
    if (this.columns !== null) this.columns.finish();
    else if (this.row > 0) this.out.clock(undated(this.options, 'row-numbers'));
  }

  private next(): void {
    if (!this.isFirst) this.row++;
    this.isFirst = true;
    this.printed.clear();
  }

  private clockCounting(counts: 'boot' | 'run'): ColumnClock {
    this.columns ??= new ColumnClock(this.out, this.options, this.report, counts);
    return this.columns;
  }
}

/**
 * Finds `06:20:16`, `[21:45:09]`, `2026-11-22 21:38:31`, `[03/05/18 22:32:47]` or `Thu Sep 10 11:28:39 2020`
 * at the start of a line, and the text after it.
 */
function timeIn(text: string): { readonly time: string; readonly rest: string } | null {
  const line = text.trimStart();
  const first = line.charCodeAt(0);
  const inBrackets = first === 0x5b;
  if (inBrackets) {
    const close = line.indexOf(']');
    if (close < 6 || close > 40) return null;
    const time = line.slice(1, close);
    return isTime(time) ? { time, rest: line.slice(close + 1).trim() } : null;
  }
  if (first >= 0x30 && first <= 0x39) {
    // `18:33:06: PIDs/sec: 4`
    const hasColon = line[8] === ':';
    const time = timeOfDay(hasColon ? line.slice(0, 8) : line);
    if (time !== null && line[time.end] !== ',')
      return { time: line.slice(0, time.end).trim(), rest: line.slice(time.end + (hasColon ? 1 : 0)).trim() };
    const dated = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d{1,9})?/.exec(line)?.[0];
    return dated === undefined ? null : { time: dated, rest: line.slice(dated.length).trim() };
  }
  return /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d /.test(line) && line.length < 40
    ? { time: line.trim(), rest: '' }
    : null;
}

const isTime = (text: string): boolean => /^(?:\d\S* )?\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?$/.test(text);
