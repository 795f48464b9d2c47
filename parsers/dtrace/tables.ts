/**
 * Reads tables of DTrace's tools, with columns under titles. A table does not state whether its rows are events or
 * sums: rows of sums end with a number, or count something; rows of events end with a text.
 */
import type { BulkOutput } from '../bulk.ts';
import { none } from '../contract.ts';
import type { FieldRole } from '../event-meanings.ts';
import type { ColumnClock } from '../kit/columns/clock.ts';
import { Columns, numberIn } from '../kit/columns/columns.ts';
import { ColumnEvents } from '../kit/columns/events.ts';
import { type Column, type ColumnUse, mayBeTitles } from '../kit/columns/titles.ts';
import { idOf, MetricTable } from '../kit/metrics/series.ts';
import type { Flow, FlowRecord } from './flow.ts';
import { flowLine } from './lines.ts';
import type { Position } from './rows.ts';

/** Titles of counted or measured values. */
const measures =
  /^(?:[A-Z]*COUNT|CALLS|TOTAL|PCNT|PERCENT|NUM|%I\/O|DISKTIME|[A-Z]*TIME|XCALLS|MINFAULTS|PAGES|VALUE|LOADS|OBJS|FUNCS|SUBS|LINES|EXECS|MMAPS|INTERRUPTS|BYTES|KB|HIT|ELAPSED|CPU|SIZE|READS|WRITES)$/;
/** Titles of numbers that identify rather than measure. */
const names = /^(?:[UGEP]?[UGP]IDS?|SUID|MAJ|MIN|ERR|ERRNO|FD|FDNUM|SIG|[LRF]?PORT|LASTPID|BLOCK)$/;

/** Use of columns whose titles are not in the kit's word lists. */
const useByTitle: Readonly<Record<string, ColumnUse>> = {
  FUNCS: 'number',
  SUBS: 'number',
  LINES: 'number',
  EXECS: 'number',
};

interface Tool {
  readonly name: string;
  readonly titles: readonly string[];
  readonly roles?: Readonly<Record<string, FieldRole>>;
  readonly uses?: Readonly<Record<string, ColumnUse>>;
}

/** Tables of the DTraceToolkit that are recognised without their command. */
const tools: readonly Tool[] = [
  {
    name: 'iosnoop',
    titles: ['UID', 'PID', 'D', 'BLOCK', 'SIZE', 'COMM', 'PATHNAME'],
    roles: { D: 'disk-io.operation', SIZE: 'disk-io.bytes', PATHNAME: 'disk-io.file' },
    uses: { STIME: 'time', TIME: 'number', DELTA: 'duration' },
  },
  { name: 'opensnoop', titles: ['UID', 'PID', 'COMM', 'FD', 'PATH'] },
  { name: 'opensnoop', titles: ['UID', 'PID', 'PATH', 'FD', 'ARGS'] },
  { name: 'execsnoop', titles: ['UID', 'PID', 'PPID', 'ARGS'] },
  { name: 'rwsnoop', titles: ['UID', 'PID', 'CMD', 'D', 'BYTES', 'FILE'] },
  { name: 'tcpsnoop', titles: ['UID', 'PID', 'LADDR', 'LPORT', 'DR', 'RADDR', 'RPORT', 'SIZE', 'CMD'] },
  { name: 'errinfo', titles: ['EXEC', 'SYSCALL', 'ERR', 'DESC'] },
  { name: 'iotop', titles: ['UID', 'PID', 'PPID', 'CMD', 'DEVICE', 'MAJ', 'MIN', 'D'] },
  { name: 'rwtop', titles: ['UID', 'PID', 'PPID', 'CMD', 'D', 'BYTES'] },
  { name: 'hotkernel', titles: ['FUNCTION', 'COUNT', 'PCNT'] },
  { name: 'tcptop', titles: ['UID', 'PID', 'LADDR', 'LPORT', 'FADDR', 'FPORT', 'SIZE', 'NAME'] },
  { name: 'j_methodcalls', titles: ['PID', 'COUNT', 'CLASS.METHOD'] },
  { name: 'pfilestat', titles: ['STATE', 'FDNUM', 'Time', 'Filename'] },
];

/** Columns that options add in front. */
const optional =
  /^(?:STRTIME|TIMESTR|S?TIME|ETIME|DELTA|DTIME|ZONE|PROJ|MAJ|MIN|DEVICE|INS|MOUNT|%I\/O|DISKTIME|BYTES)$/;

const toolOf = (columns: readonly Column[]): Tool | undefined =>
  tools.find(({ titles }) => {
    let next = 0;
    for (const { title } of columns) {
      if (title === titles[next]) next++;
      else if (!optional.test(title)) return false;
    }
    return next === titles.length;
  });

/** `-- FUNC`: calls under arrows. */
const hasArrows = (titles: string): boolean => / -- [A-Z][\w:.]*$/.test(titles);

/** True if only a tool of DTrace has these titles. */
export const isToolTitles = (line: string): boolean =>
  mayBeTitles(line) && (hasArrows(line) || toolOf(Columns.of(line).columns) !== undefined);

type Row = (cells: readonly string[], place: Position) => void;

/** Maximum number of threads whose time is added up. */
const maxColumns = 64;
const maxThreads = 1 << 12;

export class Tables {
  private columns: Columns | null = null;
  private titles = '';
  private row: Row | null = null;
  /** Number of the report in the file. */
  private report = -1;
  private reportTs = Number.NaN;
  /** The command of the output that follows, if a transcript has it. */
  command = '';

  constructor(
    private readonly out: BulkOutput,
    private readonly clock: ColumnClock,
    private readonly flow: Flow,
  ) {}

  /** @returns true if the line is titles */
  begin(line: string): boolean {
    if (line !== this.titles) {
      if (!mayBeTitles(line)) return false;
      this.open(line);
    }
    this.report++;
    return true;
  }

  /** Titles with only numbers below them, which distinguish them from text. */
  beginNumbers(titles: string, row: string): boolean {
    const words = titles.trim().split(/\s+/, maxColumns);
    const cells = row.trim().split(/\s+/, maxColumns);
    if (words.length < 3 || cells.length !== words.length) return false;
    if (cells.some(cell => Number.isNaN(numberIn(cell))) || words.some(word => /[.,;:]$/.test(word)))
      return false;
    const columns = new Columns(
      words.map((title, at) => ({ title, unit: null, use: 'number', start: at, end: at })),
    );
    this.titles = titles;
    this.columns = columns;
    this.report++;
    const sums = this.sums(columns, this.command || 'dtrace');
    // Each row is a new moment.
    this.row = cells => {
      sums(cells);
      this.report++;
    };
    return true;
  }

  end(): void {
    this.columns = null;
    this.titles = '';
    this.row = null;
  }

  /** Begins a report at that time. */
  at(ts: number): void {
    this.reportTs = ts;
  }

  read(line: string, place: Position): boolean {
    if (this.columns === null || line === this.titles) return false;
    const cells = this.columns.cells(line);
    if (cells === null) return false;
    this.row!(cells, place);
    return true;
  }

  private open(line: string): void {
    const found = Columns.of(line, useByTitle);
    const tool = toolOf(found.columns);
    const columns = tool?.uses === undefined ? found : Columns.of(line, { ...useByTitle, ...tool.uses });
    const name = this.command || tool?.name || 'dtrace';
    this.titles = line;
    this.columns = columns;
    if (hasArrows(line)) this.row = this.calls(columns);
    else if (isSum(columns.columns)) this.row = this.sums(columns, name);
    else {
      const events = new ColumnEvents(this.out, columns, {
        kind: name,
        ...(tool?.roles && { roles: tool.roles }),
      });
      this.row = (cells, place) => events.write(cells, this.time(columns, cells), place);
    }
  }

  /** `C TIME(us) FILE -- FUNC`: entries and returns under arrows. */
  private calls({ columns }: Columns): Row {
    const at = (use: ColumnUse) => columns.findIndex(column => column.use === use);
    const [cpuAt, pidAt, bothAt] = [at('cpu'), at('pid'), at('pid/tid')];
    const last = columns.length - 1;
    const others = columns.flatMap(({ use }, column) =>
      column !== last && (use === 'text' || use === 'process') ? [column] : [],
    );
    // Time since the previous line of the same thread.
    const deltaAt = columns.findIndex(({ title, unit }) => title === 'DELTA' && unit === 'us');
    const passed = new Map<string, number>();
    return (cells, place) => {
      const found = flowLine(cells[last]!);
      const cpu = cpuAt < 0 ? -1 : idOf(cells[cpuAt]!);
      const [pid, tid] = bothAt < 0 ? [cells[pidAt] ?? '', ''] : cells[bothAt]!.split('/');
      const thread = pid ? this.out.thread(none, idOf(pid), tid ? idOf(tid) : -1) : none;
      const text = [found?.text ?? '', ...others.map(column => cells[column]!)].filter(Boolean).join(' ');
      const within = pid ? `${pid}/${tid ?? ''}` : `cpu ${cpu}`;
      const ts = this.time({ columns }, cells);
      if (passed.size >= maxThreads) passed.clear();
      if (deltaAt >= 0) passed.set(within, (passed.get(within) ?? 0) + numberIn(cells[deltaAt]!) * 1000);
      // Object spread here takes ten times as long as everything else.
      const record: FlowRecord = {
        line: place.line,
        offset: place.offset,
        within,
        name: found?.name ?? cells[last]!,
        text,
        ts,
        at: Number.isNaN(ts) ? (passed.get(within) ?? Number.NaN) : ts,
        cpu,
        thread,
      };
      if (found?.way === 'entry') this.flow.enter(record);
      else if (found?.way === 'return') this.flow.leave(record);
      else this.flow.probe(record);
    };
  }

  private sums({ columns }: Columns, object: string): (cells: readonly string[]) => void {
    const counters = columns.map(column =>
      isMeasure(column) ? { counter: column.title, unit: column.unit } : null,
    );
    const table = new MetricTable(this.out, null, object, counters);
    const named = columns.flatMap(({ use }, at) => (counters[at] === null && use !== 'time' ? [at] : []));
    return cells => {
      // Skipped, because it follows from the other rows.
      if (cells.some(cell => cell === 'TOTAL:')) return;
      const values = cells.map((cell, at) => (counters[at] ? numberIn(cell) : Number.NaN));
      const time = this.time({ columns }, cells);
      const ts = Number.isNaN(time) ? this.reportTs : time;
      const instance = named
        .map(at => cells[at]!)
        .filter(cell => cell !== '')
        .join(' ');
      table.write(instance || null, values, { ts, row: this.report, sinceBoot: false });
    };
  }

  private time({ columns }: Pick<Columns, 'columns'>, cells: readonly string[]): number {
    const at = columns.findIndex(({ use }) => use === 'time');
    if (at < 0 || cells[at] === '') return Number.NaN;
    return this.clock.at(cells[at]!, columns[at]!.unit ?? unitOf(cells[at]!));
  }
}

/**
 * Numbers without a unit are microseconds in most tools and nanoseconds in some: values from here on would be more
 * than 3 years in microseconds.
 */
const unitOf = (cell: string): string => (Number(cell) > 1e14 ? 'ns' : 'us');

const isMeasure = ({ title, use, unit }: Column): boolean =>
  use === 'number' || use === 'duration' || use === 'cpu'
    ? !names.test(title) && (use !== 'cpu' || unit !== null)
    : false;

function isSum(columns: readonly Column[]): boolean {
  const last = columns.at(-1)!;
  return (
    columns.some(
      ({ title, unit }) => /^(?:COUNT|CALLS|FUNCS|SUBS|LINES|PCNT|EXECS)$/.test(title) || unit === '/s',
    ) ||
    (last.use === 'number' && (measures.test(last.title) || last.unit !== null) && !names.test(last.title))
  );
}
