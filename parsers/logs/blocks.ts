/** Reads records that are blocks of lines with a structure of their own. */
import { ascii, decode, indexOfByte, startsWith } from '../kit/bytes.ts';
import { unescaped } from '../kit/xml.ts';
import { KeyedColumns } from './columns.ts';
import type { LogFormat } from './definition.ts';
import { Levels } from './levels.ts';
import type { Match } from './match.ts';
import type { Draft, RecordReader } from './record.ts';

const lineFeed = 0x0a;

abstract class BlockReader implements RecordReader {
  readonly whole = true;
  readonly heaviest: number;
  protected readonly columns: KeyedColumns;

  constructor(format: LogFormat) {
    this.heaviest = format.specificity ?? 40;
    const wraps = format.nested !== undefined;
    this.columns = new KeyedColumns(format.blocks!.map, new Levels(format.levels), format.units, wraps);
  }

  abstract begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean;
  abstract read(bytes: Uint8Array, start: number, end: number, match: Match, draft: Draft): boolean;

  weight(): number {
    return this.heaviest;
  }

  proves(bytes: Uint8Array, start: number, end: number, into: Match, draft: Draft): boolean {
    draft.clear();
    return this.starts(bytes, start, end) && this.read(bytes, start, end, into, draft) && draft.time !== null;
  }

  /** True if the bytes begin like a record, regardless of what came before. */
  protected abstract starts(bytes: Uint8Array, start: number, end: number): boolean;

  /** Adds a value given as strings. */
  protected add(name: string, value: string, draft: Draft): void {
    const path = ascii(name);
    const key = this.columns.keys.top.of(path, 0, path.length);
    const bytes = ascii(value);
    if (key !== null) this.columns.value(key, bytes, 0, bytes.length, false, draft);
  }
}

const cursor = ascii('__CURSOR=');

/**
 * `journalctl -o export`: `KEY=value` lines, or `KEY`, a length of eight bytes, and as many bytes.
 * https://systemd.io/JOURNAL_EXPORT_FORMATS/
 */
export class JournalExportReader extends BlockReader {
  /** Records are binary: their lengths contain zero bytes. */
  readonly raw = true;

  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    into.timed = false;
    return this.starts(bytes, start, end);
  }

  protected starts(bytes: Uint8Array, start: number, end: number): boolean {
    return startsWith(bytes, start, end, cursor);
  }

  read(bytes: Uint8Array, start: number, end: number, _match: Match, draft: Draft): boolean {
    const { columns } = this;
    columns.begin(draft);
    let at = start;
    while (at < end) {
      let stop = indexOfByte(bytes, lineFeed, at, end);
      if (stop < 0) stop = end;
      const equals = indexOfByte(bytes, 0x3d, at, stop);
      const key = columns.keys.top.of(bytes, at, equals < 0 ? stop : equals);
      if (equals >= 0) {
        if (key !== null) columns.value(key, bytes, equals + 1, stop, false, draft);
        at = stop + 1;
        continue;
      }
      if (stop === at || stop + 9 > end) {
        at = stop + 1;
        continue;
      }
      let length = 0;
      for (let byte = 5; byte >= 0; byte--) length = length * 256 + bytes[stop + 1 + byte]!;
      const from = stop + 9;
      if (from + length > end) return false;
      if (key !== null) columns.value(key, bytes, from, from + length, true, draft);
      at = from + length + 1;
    }
    columns.finish(draft);
    return true;
  }
}

const slowTime = ascii('# Time: ');
const slowUser = ascii('# User@Host: ');

/**
 * MySQL's and MariaDB's slow query log. A `# Time:` line is only written when the time has changed; each
 * statement also sets its time.
 */
export class MysqlSlowReader extends BlockReader {
  /** The previous line was a time; the `User@Host` line after it belongs to the same record. */
  private afterTime = false;

  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    into.timed = false;
    if (startsWith(bytes, start, end, slowTime)) {
      this.afterTime = true;
      return true;
    }
    const begins = !this.afterTime && startsWith(bytes, start, end, slowUser);
    this.afterTime = false;
    return begins;
  }

  protected starts(bytes: Uint8Array, start: number, end: number): boolean {
    return startsWith(bytes, start, end, slowTime) || startsWith(bytes, start, end, slowUser);
  }

  read(bytes: Uint8Array, start: number, end: number, _match: Match, draft: Draft): boolean {
    const text = decode(bytes, start, end);
    this.columns.begin(draft);
    const time = /^# Time: {1,64}(.{1,256}?)\s{0,64}$/m.exec(text)?.[1];
    const set = /^SET timestamp=(\d+(?:\.\d+)?);/m.exec(text)?.[1];
    // Before MySQL 5.7 and in MariaDB, the line has local time without its zone; the statement's is in UTC.
    const stated = time !== undefined && /(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : (set ?? time);
    if (stated !== undefined) this.add('time', stated, draft);
    const user =
      /^# User@Host: {0,64}(\S{0,256}?)(?:\[[^\]]{0,256}\])? @ {0,64}(\S{0,256}) {0,64}(?:\[([^\]]{0,256})\])?(?: {0,64}Id: {0,64}(\d+))?/m.exec(
        text,
      );
    if (user?.[1]) this.add('user', user[1], draft);
    if (user?.[2] || user?.[3]) this.add('host', (user[2] || user[3])!, draft);
    if (user?.[4]) this.add('id', user[4], draft);
    for (const [, key, value] of (text.match(/^# .*$/gm) ?? []).flatMap(line => [
      ...line.matchAll(/\b(\w+): +(\S+)/g),
    ])) {
      if (key !== 'Time' && key !== 'Id' && key !== 'Host') this.add(key!, value!, draft);
    }
    const database = /^use (\S+?);/m.exec(text)?.[1];
    if (database !== undefined) this.add('database', database, draft);
    const statement = text.replace(/^(?:#.*|use \S+;|SET timestamp=.*)\r?(?:\n|$)/gm, '').trim();
    if (statement !== '') this.add('statement', statement, draft);
    this.columns.finish(draft);
    draft.pairs = false;
    return true;
  }
}

/**
 * Windows events as XML (`wevtutil qe /f:xml`, the event viewer's export): one or more events per line, or
 * one event over several lines.
 */
export class WindowsXmlReader extends BlockReader {
  private text = '';
  private at = 0;

  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    into.timed = false;
    return this.starts(bytes, start, end);
  }

  protected starts(bytes: Uint8Array, start: number, end: number): boolean {
    let at = start;
    while (at < end && bytes[at]! <= 0x20) at++;
    const head = decode(bytes, at, Math.min(end, at + 400));
    return /^(?:<\?xml[^>]*>\s*)?(?:<Events[^>]*>\s*)?<Event[ >]/.test(head);
  }

  read(bytes: Uint8Array, start: number, end: number, _match: Match, draft: Draft): boolean {
    this.text = decode(bytes, start, end);
    this.at = 0;
    return this.next(draft);
  }

  /** Reads the next event of the record; false when there is none. */
  next(draft: Draft): boolean {
    const begin = this.text.slice(this.at).search(/<Event[ >]/);
    if (begin < 0) return false;
    const from = this.at + begin;
    const close = this.text.indexOf('</Event>', from);
    this.at = close < 0 ? this.text.length : close + 8;
    this.event(this.text.slice(from, this.at), draft);
    return true;
  }

  private event(xml: string, draft: Draft): void {
    this.columns.begin(draft);
    const attribute = (element: string, name: string): string | undefined =>
      new RegExp(`<${element}\\b[^>]*?\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(xml)?.slice(1).find(Boolean);
    const content = (element: string): string | undefined =>
      new RegExp(`<${element}(?:\\s[^>]*)?>([\\s\\S]*?)</${element}>`).exec(xml)?.[1];
    const put = (name: string, value: string | undefined): void => {
      if (value !== undefined && value !== '') this.add(name, unescaped(value), draft);
    };
    put('time', attribute('TimeCreated', 'SystemTime'));
    put('provider', attribute('Provider', 'Name'));
    put('pid', attribute('Execution', 'ProcessID'));
    put('tid', attribute('Execution', 'ThreadID'));
    for (const name of ['EventID', 'Level', 'Task', 'Opcode', 'EventRecordID', 'Channel', 'Computer']) {
      put(name, content(name));
    }
    const data: string[] = [];
    for (const [, name, value] of xml.matchAll(
      /<Data(?:\s+Name=["']([^"']*)["'])?[^>]*>([\s\S]*?)<\/Data>/g,
    )) {
      const plain = unescaped(value!);
      data.push(name ? `${name}=${plain}` : plain);
      if (name) this.add(name, plain, draft);
    }
    put('message', content('Message') ?? (data.length > 0 ? data.join(' ') : undefined));
    this.columns.finish(draft);
    draft.pairs = false;
  }
}

const textEvent = /^Event\[\d{1,12}\]:?\s*$/;

/** Windows events as text (`wevtutil qe /f:text`): a line `Event[0]`, lines `  Name: value`, and a description. */
export class WindowsTextReader extends BlockReader {
  begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean {
    into.timed = false;
    return this.starts(bytes, start, end);
  }

  protected starts(bytes: Uint8Array, start: number, end: number): boolean {
    if (bytes[start] !== 0x45) return false;
    let stop = indexOfByte(bytes, lineFeed, start, Math.min(end, start + 40));
    if (stop < 0) stop = Math.min(end, start + 40);
    return textEvent.test(decode(bytes, start, stop));
  }

  read(bytes: Uint8Array, start: number, end: number, _match: Match, draft: Draft): boolean {
    const text = decode(bytes, start, end).replaceAll('\r\n', '\n');
    this.columns.begin(draft);
    const described = text.search(/^ {2}Description:/m);
    const head = described < 0 ? text : text.slice(0, described);
    for (const [, name, value] of head.matchAll(/^ {2}([A-Z][A-Za-z ]{0,40}): (\S.*)$/gm))
      if (value!.trim() !== 'N/A') this.add(name!, value!.trim(), draft);
    const description = described < 0 ? '' : text.slice(described + '  Description:'.length).trim();
    // Without a description, the message names the event's id.
    const message =
      description === '' || description === 'N/A'
        ? `Event ID ${/^ {2}Event ID: (\d+)/m.exec(head)?.[1] ?? 'unknown'}`
        : description;
    this.add('message', message, draft);
    this.columns.finish(draft);
    draft.pairs = false;
    return true;
  }
}
