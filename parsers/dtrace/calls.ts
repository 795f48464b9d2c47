/**
 * dtruss and dapptrace: calls with their results, after columns of times that depend on options.
 *
 *     PID/LWP    ELAPSD    CPU SYSCALL(args)           = return
 *      3911/1:       41     26 write(0x2, "l\0", 0x1)          = 1 0
 *      3911/1:  1001579     43 read(0x0, "s\0", 0x1)           = -1 Err#4
 *
 * RELATIVE is the thread's own CPU time (vtimestamp in dtruss), which is unrelated to the capture's clock: it is a
 * field.
 */
import type { BulkOutput } from '../bulk.ts';
import { type FieldSchemaId, type None, none, type ThreadId } from '../contract.ts';
import type { Flow } from './flow.ts';
import { flowLine } from './lines.ts';
import { Events, type Position } from './rows.ts';

const titles = /^\s*(PID\/LWP\s+)?((?:(?:RELATIVE|ELAPSD|CPU)\s+){0,3})(SYSCALL|CALL)\(args\)\s+= return$/;
const row = /^\s*(?:(\d{1,9})\/(\d{1,9}):\s*)?((?:\d{1,15}\s+){0,3})([\w$.:~]{1,200}\(.*)$/s;
const flowRow = /^\s*(?:(\d{1,9})\/(\d{1,9}):\s*)?((?:\d{1,15}\s+){0,3})((?:->|<-) .*)$/;

const all = ['RELATIVE', 'ELAPSD', 'CPU'] as const;
type Column = (typeof all)[number];

/** Maximum number of lines of one call. A call spans several lines if its strings contain line ends. */
const maxLines = 16;

/** The beginning of a call whose result has not been read yet. */
interface PartialCall extends Position {
  readonly text: string;
  readonly lines: number;
}

export const isCallTitles = (line: string): boolean => titles.test(line);
/** A call of dtruss without titles: only dtruss has numbers after the thread and an error number after the result. */
export const isCall = (line: string): boolean =>
  /^\s*\d{1,9}\/\d{1,9}:\s+(?:\d{1,15}\s+){0,3}\w{1,40}\(.*\)\s+= (?:-?\d+|0x[0-9A-F]+) (?:-?\d+|Err#\d+)$/.test(
    line,
  );

export class Calls {
  private readonly events: Events;
  private columns: readonly Column[] | null = null;
  private partial: PartialCall | null = null;
  /** Results beyond 2^53 are stored as text, which keeps all digits. */
  private readonly numberResults: FieldSchemaId;
  private readonly textResults: FieldSchemaId;

  constructor(
    private readonly out: BulkOutput,
    private readonly flow: Flow,
  ) {
    this.events = new Events(out);
    const call = { key: 'call', type: 'text', role: 'syscall.name' } as const;
    const others = [
      { key: 'error', type: 'number', role: 'syscall.error' },
      { key: 'relative', type: 'number', unit: 'us' },
      { key: 'cpu', type: 'number', unit: 'us' },
    ] as const;
    this.numberResults = out.fieldSchema([
      call,
      { key: 'result', type: 'number', role: 'syscall.result' },
      ...others,
    ]);
    this.textResults = out.fieldSchema([
      call,
      { key: 'result', type: 'text', role: 'syscall.result' },
      ...others,
    ]);
  }

  readTitles(line: string): boolean {
    const match = titles.exec(line);
    if (match === null) return false;
    this.columns = match[2]!.trim().split(/\s+/).filter(Boolean) as Column[];
    return true;
  }

  end(): void {
    this.columns = null;
    this.partial = null;
  }

  /** @returns true if the line is a call, or continues one */
  read(line: string, place: Position): boolean {
    if (this.columns === null && !isCall(line)) return false;
    const { partial } = this;
    if (partial !== null) {
      const joined: PartialCall = {
        line: partial.line,
        offset: partial.offset,
        text: `${partial.text}\n${line}`,
        lines: partial.lines + 1,
      };
      this.partial = null;
      if (this.call(joined.text, joined, joined.lines)) return true;
      if (row.test(line) && this.call(line, place, 1)) return true;
      if (joined.lines < maxLines) this.partial = joined;
      return joined.lines < maxLines;
    }
    return this.call(line, place, 1) || this.readFlow(line, place) || this.beginPartial(line, place);
  }

  private call(text: string, place: Position, lines: number): boolean {
    const end = text.lastIndexOf('= ');
    const match = row.exec(text);
    if (end < 0 || match === null || text.slice(0, end).trimEnd().at(-1) !== ')') return false;
    const [value = '', error = ''] = text.slice(end + 2).split(/\s+/);
    const errno = /^(?:Err#)?(\d{1,5})$/.exec(error);
    if (!/^(?:-?\d+|0x[0-9A-Fa-f]+)$/.test(value) || (error !== '' && errno === null)) return false;
    const [, pid, tid, numbers = '', rest = ''] = match;
    const name = rest.slice(0, rest.indexOf('('));
    const result = Number(value);
    const isExact = Number.isSafeInteger(result);
    this.events.write(name, rest, place, {
      duration: this.time('ELAPSD', numbers) * 1000,
      thread: this.thread(pid, tid),
      fieldSchema: isExact ? this.numberResults : this.textResults,
      fields: [
        this.out.string(name),
        isExact ? result : this.out.string(value),
        errno === null || errno[1] === '0' ? Number.NaN : Number(errno[1]),
        this.time('RELATIVE', numbers),
        this.time('CPU', numbers),
      ],
      lines,
    });
    return true;
  }

  /** dapptrace: an entry, or a return with its times. */
  private readFlow(line: string, place: Position): boolean {
    const match = flowRow.exec(line);
    const found = match && flowLine(match[4]!);
    if (!found) return false;
    const [, pid, tid, numbers = ''] = match;
    const name = /^[^(]+/.exec(found.name)?.[0] ?? found.name;
    const text = `${found.name.slice(name.length)} ${found.text}`.trim();
    const elapsed = this.time('ELAPSD', numbers);
    const record = {
      line: place.line,
      offset: place.offset,
      within: `${pid ?? ''}/${tid ?? ''}`,
      name,
      text,
      ts: Number.NaN,
      at: Number.NaN,
      ...(!Number.isNaN(elapsed) && { elapsed: elapsed * 1000 }),
      cpu: -1,
      thread: this.thread(pid, tid),
    };
    if (found.way === 'entry') this.flow.enter(record);
    else this.flow.leave(record);
    return true;
  }

  /** Begins a call whose strings contain a line end. */
  private beginPartial(line: string, place: Position): boolean {
    if (!/^\s*\d{1,9}\/\d{1,9}:/.test(line) || !row.test(line) || !line.includes('"')) return false;
    this.partial = { line: place.line, offset: place.offset, text: line, lines: 1 };
    return true;
  }

  /** Without titles the columns are known only in a row that has all three numbers. */
  private time(column: Column, numbers: string): number {
    const values = numbers === '' ? [] : numbers.trim().split(/\s+/);
    const columns = this.columns ?? (values.length === all.length ? all : []);
    const value = values[columns.indexOf(column)];
    return value === undefined ? Number.NaN : Number(value);
  }

  private thread(pid: string | undefined, tid: string | undefined): ThreadId | None {
    return pid === undefined ? none : this.out.thread(none, Number(pid), Number(tid));
  }
}
