import type { BulkOutput } from '../bulk.ts';
import { type Clock, none, type Options } from '../contract.ts';
import { epochOfFiletime, isFiletime } from '../families/windows/filetime.ts';
import { internFrame } from '../families/windows/frames.ts';
import { isCount } from '../kit/bounds.ts';
import { isInstant } from '../kit/civil.ts';
import { cellsOf } from '../kit/csv.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';
import { headerOf } from './entry.ts';
import { fieldNames } from './kernel-events.ts';
import { idOf, levelOf, numberOf, orNone, TraceEvents } from './trace-events.ts';

/** Columns of every event that become fields if they have a value. */
const systemFields: readonly (readonly [title: string, key: string])[] = [
  ['event id', 'Event ID'],
  ['opcode', 'Opcode'],
  ['task', 'Task'],
  ['keyword', 'Keyword'],
  ['activity id', 'Activity ID'],
  ['related activity id', 'Related Activity ID'],
];

const zeros = /^(?:0|0x0+|\{0*\}|\{[0-]+\})?$/;

const isNothing = (cell: string): boolean => {
  const first = cell.charCodeAt(0);
  return (cell === '' || first === 0x30 || first === 0x7b) && zeros.test(cell);
};

/** Indices of the cells that every event has. */
type Places = Readonly<Record<'name' | 'type' | 'time' | 'pid' | 'tid' | 'cpu' | 'level', number>>;

export class TracerptCsvReader extends TextReader {
  private readonly events: TraceEvents;
  private at: Places | null = null;
  /** Indices of {@link systemFields}. */
  private system: readonly (readonly [at: number, key: string])[] = [];
  private data = 0;
  /** FILETIME of the first row, in two halves of 9 digits. */
  private zero: readonly [high: number, low: number] | null = null;
  private hasClock = false;

  constructor(
    private readonly bulk: BulkOutput,
    options: Options,
  ) {
    super(bulk, options);
    this.events = new TraceEvents(bulk);
  }

  protected read(line: string): Verdict {
    const { at } = this;
    if (at === null) return this.begin(line);
    const cells = cellsOf(line).map(cell => cell.trim());
    if (cells.length < this.data)
      return this.unknown('A row has fewer cells than there are titles; it was skipped.');
    const name = cells[at.name] ?? '';
    const type = cells[at.type] ?? '';
    const kind = type === '' ? name : `${name}/${type}`;
    const data = cells.slice(this.data);
    const ts = this.time(cells[at.time] ?? '');
    const id = (place: number): number => orNone(idOf(cells[place] ?? ''));
    const [pid, tid, cpu] = [id(at.pid), id(at.tid), id(at.cpu)];
    if (kind === 'EventTrace/Header') this.traceHeader(data);
    if (name === 'Process' && /^(?:Start|DCStart|DCEnd)$/.test(type)) this.process(data);
    if (kind.startsWith('PerfInfo/Sample')) this.sample(ts, cpu, pid, data, kind);
    else {
      this.events.add({
        ts,
        kind,
        component: name,
        level: levelOf(Number(cells[at.level] ?? '')),
        pid,
        tid,
        cpu,
        message: data.join(', '),
        fields: this.fieldsOf(kind, cells, data),
        line: this.lineNumber,
        lines: 1,
        offset: this.lineOffset,
      });
    }
    return 'used';
  }

  private begin(line: string): Verdict {
    const titles = headerOf(line);
    if (titles === null) return this.unknown('A line before the titles was skipped.');
    const place = (title: string): number => titles.indexOf(title);
    this.at = {
      name: place('event name'),
      type: place('type'),
      time: place('clock-time'),
      pid: place('pid'),
      tid: place('tid'),
      cpu: place('processor number'),
      level: place('level'),
    };
    this.system = systemFields.map(([title, key]) => [place(title), key]);
    // Older versions have titles after `user data` whose cells come before it in the rows.
    this.data = Math.min(titles.indexOf('user data'), titles.length - 1);
    return 'used';
  }

  private fieldsOf(
    kind: string,
    cells: readonly string[],
    data: readonly string[],
  ): (readonly [key: string, value: string])[] {
    const fields: (readonly [string, string])[] = [];
    for (const [at, key] of this.system) {
      const cell = cells[at] ?? '';
      if (!isNothing(cell)) fields.push([key, cell]);
    }
    const named = fieldNames(kind);
    data.forEach((value, n) => {
      fields.push([named[n] ?? `data ${n + 1}`, value]);
    });
    return fields;
  }

  /** The printed address is the only frame of the sample. */
  private sample(
    ts: number,
    cpu: number,
    pid: number,
    [address = '', tid = '', count = '']: readonly string[],
    kind: string,
  ): void {
    const id = orNone(idOf(tid));
    const weight = numberOf(count);
    const stack = /^0x[0-9a-f]{1,16}$/i.test(address)
      ? this.bulk.stack(none, internFrame(this.bulk, address))
      : none;
    this.bulk.sample(
      ts,
      cpu,
      this.events.thread(pid, id),
      this.bulk.string(kind),
      weight > 0 && isCount(weight) ? weight : 1,
      Number.NaN,
      stack,
    );
  }

  /** The image's name follows the user's. */
  private process(data: readonly string[]): void {
    const user = data.findIndex(cell => cell.startsWith('\\\\'));
    const name = user >= 0 ? data[user + 1] : data.find(cell => /^[^\\/:]{1,200}\.exe$/i.test(cell));
    if (name !== undefined && name !== '') this.events.rename(orNone(idOf(data[1] ?? '')), name);
  }

  private traceHeader(data: readonly string[]): void {
    const names = fieldNames('EventTrace/Header');
    const value = (name: string) => numberOf(data[names.indexOf(name)] ?? '');
    const cpus = value('NumberOfProcessors');
    if (Number.isInteger(cpus) && cpus > 0) this.out.about({ cpus });
    const lost = value('EventsLost');
    if (lost > 0)
      this.problem(
        'events-lost',
        'warning',
        `${lost} events were lost while the trace was recorded, so it is incomplete.`,
      );
  }

  /** FILETIME, or ticks of an unknown clock (`-rts`). */
  private time(cell: string): number {
    if (!/^1\d{17}$/.test(cell)) {
      if (!this.hasClock) {
        this.giveClock(undated(this.options, 'none'));
        this.problem(
          'raw-times',
          'notice',
          'Times are raw ticks (tracerpt -rts), whose length the file does not state: rows have no time.',
        );
      } else if (this.zero !== null) this.checkedTime(Number.NaN);
      return Number.NaN;
    }
    const [high, low] = [Number(cell.slice(0, 9)), Number(cell.slice(9))];
    if (this.zero === null) {
      if (!isFiletime(BigInt(cell))) return this.checkedTime(Number.NaN);
      this.zero = [high, low];
      this.giveClock({
        domain: 'utc',
        zero: epochOfFiletime(BigInt(cell)),
        utcOffset: 0n,
        zone: null,
        source: 'row-times',
        error: 100,
      });
    }
    const ts = ((high - this.zero[0]) * 1e9 + (low - this.zero[1])) * 100;
    return this.checkedTime(isInstant(ts / 1e9) ? ts : Number.NaN);
  }

  private giveClock(clock: Clock): void {
    this.hasClock = true;
    this.out.clock(clock);
  }
}
