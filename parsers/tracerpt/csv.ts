import type { BulkOutput } from '../bulk.ts';
import { type Clock, none, type Options } from '../contract.ts';
import { cellsOf } from '../kit/csv.ts';
import { epochOfFiletime } from '../kit/etw/filetime.ts';
import { internFrame } from '../kit/etw/frames.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';
import { fieldNames } from './kernel-events.ts';
import { idOf, levelOf, numberOf, orNone, TraceEvents } from './trace-events.ts';

/** Titles in their order, in small letters; versions of Windows differ. null if the line is none of tracerpt's. */
export function headerOf(line: string): readonly string[] | null {
  const titles = line.split(',').map(title => title.trim().toLowerCase());
  const isHeader = titles[0]?.replace(/^\ufeff/, '') === 'event name' && titles.includes('clock-time');
  return isHeader && titles.includes('user data') ? ['event name', ...titles.slice(1)] : null;
}

/** What every event has, and is worth a field where it is something. */
const systemFields: readonly (readonly [title: string, key: string])[] = [
  ['event id', 'Event ID'],
  ['opcode', 'Opcode'],
  ['task', 'Task'],
  ['keyword', 'Keyword'],
  ['activity id', 'Activity ID'],
  ['related activity id', 'Related Activity ID'],
];
const nothing = /^(?:0|0x0+|\{0*\}|\{[0-]+\})?$/;

export class TracerptCsvReader extends TextReader {
  private readonly events: TraceEvents;
  private at: ReadonlyMap<string, number> | null = null;
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
    if (this.at === null) return this.begin(line);
    const cells = cellsOf(line).map(cell => cell.trim());
    if (cells.length < this.data)
      return this.unknown('A row has fewer cells than there are titles; it was left out.');
    const cell = (title: string): string => cells[this.at!.get(title) ?? -1] ?? '';
    const name = cell('event name');
    const type = cell('type');
    const kind = type === '' ? name : `${name}/${type}`;
    const data = cells.slice(this.data);
    const ts = this.time(cell('clock-time'));
    const [pid, tid, cpu] = [idOf(cell('pid')), idOf(cell('tid')), idOf(cell('processor number'))].map(
      orNone,
    ) as [number, number, number];
    if (kind === 'EventTrace/Header') this.traceHeader(data);
    if (name === 'Process' && /^(?:Start|DCStart|DCEnd)$/.test(type)) this.process(data);
    const named = fieldNames(kind);
    if (/^PerfInfo\/Sample/.test(kind)) this.sample(ts, cpu, pid, data, kind);
    else {
      this.events.add({
        ts,
        kind,
        component: name,
        level: levelOf(Number(cell('level'))),
        pid,
        tid,
        cpu,
        message: data.join(', '),
        fields: [
          ...systemFields.flatMap(([title, key]) =>
            nothing.test(cell(title)) ? [] : [[key, cell(title)] as const],
          ),
          ...data.map((value, n) => [named[n] ?? `data ${n + 1}`, value] as const),
        ],
        line: this.lineNumber,
        lines: 1,
        offset: this.lineOffset,
      });
    }
    return 'used';
  }

  private begin(line: string): Verdict {
    const titles = headerOf(line);
    if (titles === null) return this.unknown('A line before the titles was left out.');
    this.at = new Map(titles.map((title, n) => [title, n]));
    // Older versions have titles after `user data` whose cells stand before it in the rows.
    this.data = Math.min(titles.indexOf('user data'), titles.length - 1);
    return 'used';
  }

  /** An address is all that is printed of where the CPU was. */
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
      weight > 0 ? weight : 1,
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
        `${lost} events were lost while the trace was taken: what is here is not all.`,
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
          'Times are raw ticks (tracerpt -rts), whose length the file does not tell: rows have none.',
        );
      }
      return Number.NaN;
    }
    const [high, low] = [Number(cell.slice(0, 9)), Number(cell.slice(9))];
    if (this.zero === null) {
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
    return ((high - this.zero[0]) * 1e9 + (low - this.zero[1])) * 100;
  }

  private giveClock(clock: Clock): void {
    this.hasClock = true;
    this.out.clock(clock);
  }
}
