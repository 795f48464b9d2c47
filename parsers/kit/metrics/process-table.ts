/** Tables with one row per process, as top, ps and prstat print them. */
import type { Output, Task } from '../../contract.ts';
import { type Counter, MetricTable, type Moment, processTask } from './series.ts';
import { words } from './text-lines.ts';
import { quantity } from './values.ts';

/**
 * `unit title title …`; a leading `+` means cumulative since the process began. Columns with other titles are
 * words or identity.
 */
const titlesByUnit = [
  '% %CPU %MEM %CUC %CUU C CPU USR SYS TRP TFL DFL LCK SLP LAT MEMORY',
  'kB VIRT RES SHR SWAP CODE DATA USED VSZ RSS SZ SIZE RSan RSfd RSlk RSsh',
  'count nTH NLWP THCNT NPROC nsIPC VCX ICX SCL SIG nFD nDRT vMj vMn',
  '+count nMaj nMin MAJFL MINFL',
  '- PR PRI NI NICE',
  '+s TIME TIME+ CPUTIME',
];

const counters = new Map<string, Counter>(
  titlesByUnit.flatMap(group => {
    const [kind, ...titles] = group.split(' ') as [string, ...string[]];
    const cumulative = kind.startsWith('+');
    const unit = cumulative ? kind.slice(1) : kind === '-' ? null : kind;
    return titles.map(counter => [counter, { counter, unit, cumulative }] as const);
  }),
);

/** The counter of a title; null for a word or an identity. */
export const processCounter = (title: string): Counter | null => counters.get(title) ?? null;

/** The value of a cell of that counter. */
export const processValue = (text: string, counter: Counter): number =>
  counter.unit === 's' ? seconds(text) : quantity(text, counter.unit);

/** Titles of the column that names the process. If a table has two, the last one is used: it has the longer names. */
const commands = ['COMMAND', 'CMD', 'ARGS', 'COMM', 'PROCESS/NLWP', 'PROCESS/LWPID', 'PROCESS/LWP'];

/** `lstart` of ps is a date of five words in one column. */
const started = /\b[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}\b/;

/** The process that a row is about. */
export interface ProcessRow {
  readonly pid: string;
  readonly command: string;
}

export class ProcessTable {
  readonly counters: readonly (Counter | null)[];
  private readonly metrics: MetricTable;
  private readonly pid: number;
  private readonly command: number;

  private constructor(
    out: Output,
    private readonly titles: readonly string[],
    object: string,
    private readonly task: (row: ProcessRow) => Task,
  ) {
    this.counters = titles.map(processCounter);
    this.metrics = new MetricTable(out, null, object, this.counters);
    this.pid = titles.indexOf('PID');
    this.command = titles.findLastIndex(title => commands.includes(title));
  }

  /** The table with these titles; null if no column names the process. `task` makes the task of a row. */
  static of(
    out: Output,
    titles: readonly string[],
    object = 'process',
    task = ({ pid, command }: ProcessRow): Task => processTask(command, pid),
  ): ProcessTable | null {
    const table = new ProcessTable(out, titles, object, task);
    return table.pid < 0 || table.command < 0 ? null : table;
  }

  /** True if the table has these titles. */
  has(titles: readonly string[]): boolean {
    return titles.length === this.titles.length && titles.every((title, at) => title === this.titles[at]);
  }

  /**
   * Writes a row; false if the line does not fit the titles. Words beyond the number of columns belong to the
   * command.
   */
  write(line: string, at: Moment): boolean {
    const cells = words(line.replace(started, date => date.replace(/ +/g, '_')));
    const columnsAfter = this.titles.length - 1 - this.command;
    if (cells.length < this.titles.length - 1) return false;
    const command = cells.slice(this.command, cells.length - columnsAfter).join(' ');
    const fittedCells = [
      ...cells.slice(0, this.command),
      command,
      ...cells.slice(cells.length - columnsAfter),
    ];
    const pid = fittedCells[this.pid]!;
    if (!/^\d+$/.test(pid)) return false;
    const values = this.counters.map((counter, column) =>
      counter === null ? Number.NaN : processValue(fittedCells[column]!, counter),
    );
    this.metrics.write(this.task({ pid, command }), values, at);
    return true;
  }
}

/** Parses processor time (`1:06.40`, `00:11`, `07:15:34`, `1-07:43:46`) to seconds; `NaN` for other texts. */
export function seconds(text: string): number {
  const match = /^(?:(\d+)-)?(?:(\d+):)?(\d+):(\d+(?:[.,]\d+)?)$/.exec(text);
  if (match === null) return Number.NaN;
  const [, days = '0', hours = '0', minutes, rest] = match;
  const whole = (Number(days) * 24 + Number(hours)) * 3600 + Number(minutes) * 60;
  // Rounded to ms, so that 66.40 s is not 66.39999.
  return Math.round((whole + Number(rest!.replace(',', '.'))) * 1000) / 1000;
}
