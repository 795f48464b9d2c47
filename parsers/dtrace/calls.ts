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
import { Events, type Place } from './rows.ts';

const titles = /^\s*(PID\/LWP\s+)?((?:(?:RELATIVE|ELAPSD|CPU)\s+){0,3})(SYSCALL|CALL)\(args\)\s+= return$/;
const row = /^\s*(?:(\d{1,9})\/(\d{1,9}):\s*)?((?:\d{1,15}\s+){0,3})([\w$.:~]{1,200}\(.*)$/s;
const flowRow = /^\s*(?:(\d{1,9})\/(\d{1,9}):\s*)?((?:\d{1,15}\s+){0,3})((?:->|<-) .*)$/;

const all = ['RELATIVE', 'ELAPSD', 'CPU'] as const;
type Column = (typeof all)[number];

/** Maximum lines of a call, because its strings may contain line ends. */
const mostLines = 16;

/** A call without its result yet. */
interface Begun extends Place {
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
  private begun: Begun | null = null;
  private readonly whole: FieldSchemaId;
  private readonly texts: FieldSchemaId;

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
    this.whole = out.fieldSchema([
      call,
      { key: 'result', type: 'number', role: 'syscall.result' },
      ...others,
    ]);
    this.texts = out.fieldSchema([call, { key: 'result', type: 'text', role: 'syscall.result' }, ...others]);
  }

  begin(line: string): boolean {
    const match = titles.exec(line);
    if (match === null) return false;
    this.columns = match[2]!.trim().split(/\s+/).filter(Boolean) as Column[];
    return true;
  }

  end(): void {
    this.columns = null;
    this.begun = null;
  }

  /** @returns true if the line is a call, or continues one */
  read(line: string, place: Place): boolean {
    if (this.columns === null && !isCall(line)) return false;
    const { begun } = this;
    if (begun !== null) {
      const joined: Begun = {
        line: begun.line,
        offset: begun.offset,
        text: `${begun.text}\n${line}`,
        lines: begun.lines + 1,
      };
      this.begun = null;
      if (this.call(joined.text, joined, joined.lines)) return true;
      if (row.test(line) && this.call(line, place, 1)) return true;
      if (joined.lines < mostLines) this.begun = joined;
      return joined.lines < mostLines;
    }
    return this.call(line, place, 1) || this.flowed(line, place) || this.opens(line, place);
  }

  private call(text: string, place: Place, lines: number): boolean {
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
      fieldSchema: isExact ? this.whole : this.texts,
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
  private flowed(line: string, place: Place): boolean {
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

  /** A call whose strings hold a line end. */
  private opens(line: string, place: Place): boolean {
    if (!/^\s*\d{1,9}\/\d{1,9}:/.test(line) || !row.test(line) || !line.includes('"')) return false;
    this.begun = { line: place.line, offset: place.offset, text: line, lines: 1 };
    return true;
  }

  /** Without titles, three numbers are all three columns. */
  private time(of: Column, numbers: string): number {
    const values = numbers === '' ? [] : numbers.trim().split(/\s+/);
    const columns = this.columns ?? (values.length === all.length ? all : []);
    const value = values[columns.indexOf(of)];
    return value === undefined ? Number.NaN : Number(value);
  }

  private thread(pid: string | undefined, tid: string | undefined): ThreadId | None {
    return pid === undefined ? none : this.out.thread(none, Number(pid), Number(tid));
  }
}
