/**
 * Reads logs that are tables: W3C extended and IIS under `#Fields:`, Zeek under `#fields`, CSV under a row of
 * names. A header with other columns may occur anywhere in the file.
 */
import { ascii, decode, indexOfByte, isDigit, startsWith } from '../kit/bytes.ts';
import { parseOffset } from '../kit/civil.ts';
import { KeyedColumns } from './columns.ts';
import type { LogFormat, TableMap } from './definition.ts';
import type { Key } from './keys.ts';
import { Levels } from './levels.ts';
import { type Match, maxColumns } from './match.ts';
import type { Draft, RecordReader } from './record.ts';
import { WholeTime } from './spellings.ts';
import { ReadTime } from './time.ts';
import { Unescaped } from './unescape.ts';

const hash = 0x23;
const quote = 0x22;
const maxValues = 256;
/** Least number of columns in a row of a layout without a header. */
const fewest = 20;
/** Header lines of W3C and Zeek. Below one of them, any other `#Name: …` is one, too. */
const anyDirective = /^#[\w -]{1,64}:/;
const directive =
  /^#(?:version|time format|fields|software|start-date|end-date|date|remark|gmt-offset|separator|set_separator|empty_field|unset_field|path|open|close|types)\b[:\s]/i;
const w3cTimes = ['date time', 'date-local time-local', 'time', 'time-local'];

export class TableReader implements RecordReader {
  readonly whole = true;
  private readonly map: TableMap;
  private readonly columns: KeyedColumns;
  readonly heaviest: number;
  private names: readonly string[] = [];
  private keys: readonly (Key | null)[] = [];
  /** Columns that hold the time: one, or a date and a time. */
  private timeColumns: readonly number[] = [];
  private readonly starts = new Int32Array(maxValues);
  private readonly ends = new Int32Array(maxValues);
  private readonly texts = new Unescaped();
  private readonly time = new ReadTime();
  private readonly times = new WholeTime();
  /** Facts about the time from the header: its date, and seconds east of UTC for the local columns. */
  private date = '';
  private localOffset = Number.NaN;
  /** The header says that the columns `date` and `time` are in local time. */
  private isLocal = false;
  private software = '';
  private hasHeader = false;
  fault: string | undefined;
  private path = '';
  /** Number of values in the first row under the header, which may name fewer; 0 before it. */
  private firstCount = 0;
  /** Column of `time-taken` while its unit is not known; -1 if it is. */
  private unitless = -1;
  /** True if a quoted value continues in the next line. */
  private quoteOpen = false;

  constructor(format: LogFormat) {
    this.map = format.table!;
    this.heaviest = format.specificity ?? 30;
    const { time: _time, ...map } = this.map.map;
    const { levels, statusLevels } = format;
    const status = statusLevels === undefined ? [] : [statusLevels];
    this.columns = new KeyedColumns({ time: [], ...map, status }, new Levels(levels), this.map.units);
  }

  weight(): number {
    return this.heaviest;
  }

  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    into.timed = false;
    const { layout } = this.map;
    if (layout !== 'csv') return this.names.length > 0 && bytes[start] !== hash;
    if (this.map.columns) return this.fixedColumns(bytes, start, end);
    if (this.names.length === 0) return false;
    const wasOpen = this.quoteOpen;
    let quotes = 0;
    for (let at = start; at < end; at++) if (bytes[at] === quote) quotes++;
    const isBalanced = quotes % 2 === 0;
    this.quoteOpen = wasOpen === isBalanced;
    if (wasOpen && isBalanced && this.isRow(bytes, start, end)) {
      // A whole row inside of a quoted value: the quote before it lacks its end.
      this.quoteOpen = false;
      return true;
    }
    return !wasOpen;
  }

  /** True if the line by itself has all values of a row, and its time. */
  private isRow(bytes: Uint8Array, start: number, end: number): boolean {
    const count = this.split(bytes, start, end);
    return count > 2 && Math.abs(count - this.names.length) <= 1 && this.readTime(bytes, count);
  }

  proves(bytes: Uint8Array, start: number, end: number, into: Match, draft: Draft): boolean {
    if (!this.map.columns && this.names.length === 0) return false;
    draft.clear();
    if (!this.read(bytes, start, end, into, draft) || draft.time === null) return false;
    // Without a header, the number of columns decides.
    return !this.map.columns || (draft.level !== null && this.split(bytes, start, end) >= fewest);
  }

  isDirective(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.map.layout !== 'csv') {
      if (bytes[start] !== hash) return false;
      const line = decode(bytes, start, Math.min(end, start + 80));
      return directive.test(line) || (this.hasHeader && anyDirective.test(line));
    }
    if (this.map.columns || this.names.length > 0) return false;
    return startsWith(bytes, start, end, typeLine) || this.isHeader(bytes, start, end);
  }

  direct(bytes: Uint8Array, start: number, end: number, draft: Draft): void {
    const line = decode(bytes, start, end);
    if (this.map.layout === 'csv') {
      if (bytes[start] !== hash) this.setNames(this.values(bytes, start, end));
      return;
    }
    this.hasHeader = true;
    const [, name, value] = /^#(time format|[\w-]+)(?::|\s)\s{0,64}(.*)$/i.exec(line) ?? [];
    if (name === undefined || value === undefined) return;
    switch (name.toLowerCase()) {
      case 'time format':
        this.isLocal = /local/i.test(value);
        break;
      case 'fields':
        this.setNames(value.trim().split(this.map.layout === 'zeek' ? '\t' : /\s+/));
        break;
      case 'date':
      case 'start-date':
        this.date = value.slice(0, 10);
        break;
      case 'gmt-offset':
        this.localOffset = parseOffset(value.trim()) ?? Number.NaN;
        break;
      case 'path':
        this.path = value;
        break;
      case 'software':
        this.software = value;
        draft.out.about({ other: { software: value } });
        break;
      case 'remark':
        draft.out.about({ other: { [name.toLowerCase()]: value } });
        break;
    }
  }

  read(bytes: Uint8Array, start: number, end: number, _match: Match, draft: Draft): boolean {
    this.texts.clear();
    this.columns.begin(draft);
    const count = this.split(bytes, start, end);
    if (this.firstCount === 0) this.firstCount = count;
    const fits = count === this.names.length || (count > this.names.length && count === this.firstCount);
    if (this.map.layout === 'w3c' && !fits) {
      // Which value is missing or has a blank in it, nobody knows; the time comes first.
      const fault =
        count < this.names.length ? 'which of them are missing' : 'which of them have a blank within';
      this.fault = `A row has ${count} values under ${this.names.length} names: ${fault} is unknown, so that only its time was read, and its text is its message.`;
      this.columns.finish(draft);
      if (this.timeColumns.every((column, index) => column === index) && this.readTime(bytes, count))
        draft.time = this.time;
      return false;
    }
    if (this.map.columns)
      this.setNames(this.map.columns.find(names => names.length >= count) ?? this.map.columns[0]!);
    for (let column = 0; column < count; column++) {
      if (this.timeColumns.includes(column)) continue;
      const key = this.keys[column] ?? this.extra(column);
      const from = this.starts[column]!;
      const to = this.ends[column]!;
      const absent = to === from || (to === from + 1 && bytes[from] === 0x2d);
      if (key === null || absent || this.isEmpty(bytes, from, to)) continue;
      if (column === this.unitless && isFraction(bytes, from, to)) this.setTimeTaken('s');
      const quoted = from > start && bytes[from - 1] === quote;
      if (quoted && hasDoubled(bytes, from, to)) {
        const at = this.texts.addDoubled(bytes, from, to);
        this.columns.value(key, this.texts.bytes, at, this.texts.length, true, draft);
      } else this.columns.value(key, bytes, from, to, quoted, draft);
    }
    this.columns.finish(draft);
    if (this.readTime(bytes, count)) draft.time = this.time;
    else draft.hasBadTime = this.statesTime(count);
    if (this.path !== '') draft.component = draft.out.string(this.path);
    if (this.map.layout === 'w3c') {
      this.request(bytes, count, draft);
      this.packet(bytes, count, draft);
    }
    draft.pairs = draft.hasMessage && this.map.layout === 'csv';
    return true;
  }

  private setNames(names: readonly string[]): void {
    if (names === this.names) return;
    this.firstCount = 0;
    this.names = names.slice(0, Math.min(maxValues, 4 * maxColumns));
    this.keys = this.names.map(name => {
      const bytes = ascii(name);
      return this.columns.keys.top.of(bytes, 0, bytes.length);
    });
    const wanted = this.map.layout === 'w3c' ? w3cTimes : (this.map.map.time ?? []);
    const has = (spec: string): number[] => {
      const whole = this.names.indexOf(spec);
      return whole >= 0 ? [whole] : spec.split(' ').map(name => this.names.indexOf(name));
    };
    this.timeColumns = wanted.map(has).find(columns => columns.every(column => column >= 0)) ?? [];
    if (this.map.columns) this.names = names;
    if (this.map.layout === 'w3c') this.setTimeTaken(timeTakenUnit(this.names, this.software));
  }

  /** Sets the unit of `time-taken`, or leaves it open until a value has a fraction. */
  private setTimeTaken(unit: string | null): void {
    const column = this.names.indexOf(timeTaken);
    this.unitless = unit === null ? column : -1;
    this.keys[column]?.measure(unit);
  }

  /** Key for a value beyond the header. Windows leaves out the name of the last column, the message. */
  private extra(column: number): Key | null {
    const name = ascii(
      column === this.names.length && this.map.layout === 'csv' ? 'Message' : `column ${column + 1}`,
    );
    return this.columns.keys.top.of(name, 0, name.length);
  }

  private isHeader(bytes: Uint8Array, start: number, end: number): boolean {
    const names = this.values(bytes, start, end);
    return (this.map.header ?? []).every(name => names.includes(name));
  }

  private values(bytes: Uint8Array, start: number, end: number): string[] {
    const count = this.split(bytes, start, end);
    return Array.from({ length: count }, (_, column) =>
      decode(bytes, this.starts[column]!, this.ends[column]!),
    );
  }

  /** True if the line begins with a time, as lines of a layout without a header do. */
  private fixedColumns(bytes: Uint8Array, start: number, end: number): boolean {
    if (!isDigit(bytes[start])) return false;
    let comma = start;
    while (comma < end && bytes[comma] !== 0x2c) comma++;
    return comma < end && this.times.read(bytes, start, comma, this.time);
  }

  /** Splits the record into values without their quotes; returns their number. */
  private split(bytes: Uint8Array, start: number, end: number): number {
    const { layout } = this.map;
    const byTabs = layout === 'w3c' && this.isTabbed(bytes, start, end);
    const separator = layout === 'zeek' || byTabs ? 0x09 : 0x2c;
    const byBlanks = layout === 'w3c' && !byTabs;
    let at = start;
    let count = 0;
    while (at <= end && count < maxValues) {
      if (byBlanks) {
        while (at < end && bytes[at]! <= 0x20) at++;
        if (at === end) break;
      }
      let from = at;
      let to: number;
      if (bytes[at] === quote && at < end && layout !== 'zeek') {
        from = at + 1;
        to = quotedEnd(bytes, from, end);
        at = to + 1;
        while (at < end && !(byBlanks ? bytes[at]! <= 0x20 : bytes[at] === separator)) at++;
      } else {
        while (at < end && !(byBlanks ? bytes[at]! <= 0x20 : bytes[at] === separator)) at++;
        to = at;
      }
      this.starts[count] = from;
      this.ends[count++] = Math.min(to, end);
      at++;
    }
    return count;
  }

  /** True if the row has a tab between any two values, which may then hold blanks. */
  private isTabbed(bytes: Uint8Array, start: number, end: number): boolean {
    let tabs = 0;
    for (let at = start; at < end; at++) if (bytes[at] === 0x09) tabs++;
    return tabs > 0 && tabs === this.names.length - 1;
  }

  private isEmpty(bytes: Uint8Array, start: number, end: number): boolean {
    return (
      this.map.layout === 'zeek' &&
      startsWith(bytes, start, end, emptyValue) &&
      end - start === emptyValue.length
    );
  }

  /** True if a column of the time has more than a mark for none, `-`. */
  private statesTime(count: number): boolean {
    return this.timeColumns.some(column => column < count && this.ends[column]! - this.starts[column]! > 1);
  }

  private readTime(bytes: Uint8Array, count: number): boolean {
    const { time, timeColumns, starts, ends } = this;
    const [first, second] = timeColumns;
    if (first === undefined || first >= count || (second ?? 0) >= count) return false;
    let text = decode(bytes, starts[first]!, ends[first]!);
    if (second !== undefined) text += ` ${decode(bytes, starts[second]!, ends[second]!)}`;
    else if (this.map.layout === 'w3c' && this.date !== '') text = `${this.date} ${text}`;
    const whole = ascii(text);
    if (!this.times.read(whole, 0, whole.length, time)) return false;
    // The columns `date` and `time` are UTC by definition, unless the header says otherwise.
    if (this.map.layout === 'w3c')
      time.offset = this.isLocal || this.names[first]!.endsWith('-local') ? this.localOffset : 0;
    return true;
  }

  /** Values of columns in the row that was split last; null where there is none. */
  private valuesOf(names: readonly string[], bytes: Uint8Array, count: number): (string | null)[] {
    return names.map(name => {
      const column = this.names.indexOf(name);
      if (column < 0 || column >= count) return null;
      const value = decode(bytes, this.starts[column]!, this.ends[column]!);
      return value === '' || value === '-' ? null : value;
    });
  }

  /** Message of a firewall's line: what it did with which packet. */
  private packet(bytes: Uint8Array, count: number, draft: Draft): void {
    const columns = ['action', 'protocol', 'src-ip', 'src-port', 'dst-ip', 'dst-port'];
    const [action, protocol, from, fromPort, to, toPort] = this.valuesOf(columns, bytes, count);
    if (!action || draft.hasMessage) return;
    const end = (address: string | null | undefined, port: string | null | undefined): string =>
      address ? ` ${address}${port ? `:${port}` : ''}` : '';
    const arrow = to ? ' ->' : '';
    const text = ascii(
      `${action}${protocol ? ` ${protocol}` : ''}${end(from, fromPort)}${arrow}${end(to, toPort)}`,
    );
    draft.message.set(text, 0, text.length);
    draft.hasMessage = true;
  }

  /** Message of a web server's line: the request. */
  private request(bytes: Uint8Array, count: number, draft: Draft): void {
    const columns = ['cs-method', 'cs-uri-stem', 'cs-uri', 'cs-uri-query'];
    const [method, stem, uri, query] = this.valuesOf(columns, bytes, count);
    const path = stem ?? uri;
    if (!path || draft.hasMessage) return;
    const text = ascii(`${method ? `${method} ` : ''}${path}${query ? `?${query}` : ''}`);
    draft.message.set(text, 0, text.length);
    draft.hasMessage = true;
  }
}

const timeTaken = 'time-taken';
/** Columns that only IIS, and only CloudFront, has. */
const iisColumns = ['sc-win32-status', 'sc-substatus', 's-sitename', 's-computername'];
const cloudFrontColumns = ['x-edge-location', 'x-edge-result-type'];

/**
 * Unit of `time-taken`: the specification says seconds, and CloudFront keeps to it; IIS and Blue Coat write
 * milliseconds. Null if the header does not tell.
 */
function timeTakenUnit(names: readonly string[], software: string): string | null {
  if (cloudFrontColumns.some(name => names.includes(name))) return 's';
  if (/Internet Information|IIS|SGOS|ProxySG/i.test(software)) return 'ms';
  return iisColumns.some(name => names.includes(name)) ? 'ms' : null;
}

function isFraction(bytes: Uint8Array, start: number, end: number): boolean {
  const point = indexOfByte(bytes, 0x2e, start, end);
  return point > start && point < end - 1;
}

/** PowerShell writes this before the header. */
const typeLine = ascii('#TYPE ');
const emptyValue = ascii('(empty)');

function quotedEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    if (bytes[at] !== quote) continue;
    if (bytes[at + 1] !== quote || at + 1 >= end) return at;
    at++;
  }
  return end;
}

function hasDoubled(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at + 1 < end; at++) if (bytes[at] === quote && bytes[at + 1] === quote) return true;
  return false;
}
