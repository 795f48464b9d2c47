/**
 * prstat of Solaris: a list of processes (or, with -L, of threads), followed by a line of totals; without times
 * unless `-d` is given.
 *
 *        PID USERNAME  SIZE   RSS STATE  PRI NICE      TIME  CPU PROCESS/NLWP
 *      15409 claudio   171M  120M sleep   59    0   4:22:25 6.6% java/29
 *     Total: 1 processes, 29 lwps, load averages: 0.25, 0.27, 0.29
 */
import type { Task } from '../contract.ts';
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { readMoment } from '../kit/metrics/moments.ts';
import { type ProcessRow, ProcessTable, processCounter, processValue } from '../kit/metrics/process-table.ts';
import { type Counter, idOf, MetricTable, type Moment, processTask } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { PacedClock } from '../kit/metrics/wall-clock.ts';

const totals: readonly Counter[] = [
  { counter: 'processes', unit: 'count', object: 'process' },
  { counter: 'lwps', unit: 'count', object: 'thread' },
  ...['1', '5', '15'].map(minutes => ({ counter: `load average ${minutes}`, unit: null })),
];

/** Sums by user, project or zone (`-a`, `-t`, `-J`, `-Z`), under the processes. */
interface Owners {
  readonly metrics: MetricTable;
  readonly width: number;
  /** The column of their name. */
  readonly name: number;
}

export class PrstatReader extends TextReader {
  private readonly clock = new MomentClock(this.out, this.options, 'report-times');
  private paced: PacedClock | null = null;
  private ts: number | null = null;
  private row = -1;
  private titles = '';
  private processes: ProcessTable | null = null;
  private owners: Owners | null = null;
  private readonly system = new MetricTable(this.out, null, 'scheduler', totals);

  protected read(line: string): Verdict {
    if (/^Please wait\.\.\.$/.test(line.trim())) return 'used';
    const moment = readMoment(line, this.options.modified);
    if (moment !== null) {
      this.ts = this.clock.at(moment);
      return 'used';
    }
    const total = /^\s*Total: (\d+) processes, (\d+) lwps, load averages: (\S+), (\S+), (\S+)$/.exec(line);
    if (total !== null) {
      if (this.row < 0) this.row = 0;
      this.system.write(null, total.slice(1).map(Number), this.moment());
      return 'used';
    }
    const cells = words(line);
    if (cells[0] === 'PID' && cells.at(-1)!.startsWith('PROCESS/')) return this.processTitles(cells);
    if (cells[0] === 'NPROC' || cells[1] === 'NPROC') return this.ownerTitles(cells);
    if (this.owners !== null) return this.owner(this.owners, cells);
    return this.processes?.write(line, this.moment()) ? 'used' : this.unknown();
  }

  private processTitles(titles: readonly string[]): Verdict {
    this.row++;
    this.owners = null;
    const key = titles.join(' ');
    if (this.titles === key) return 'used';
    this.titles = key;
    const threads = titles.at(-1) === 'PROCESS/LWPID';
    this.processes = ProcessTable.of(this.out, titles, threads ? 'thread' : 'process', row =>
      taskOf(row, threads),
    );
    return 'used';
  }

  private ownerTitles(titles: readonly string[]): Verdict {
    const name = titles.findIndex(title => /^(?:USERNAME|PROJECT|ZONE)$/.test(title));
    if (name < 0) return this.unknown();
    const object = { USERNAME: 'user', PROJECT: 'project' }[titles[name]!] ?? 'zone';
    const metrics = new MetricTable(this.out, null, object, titles.map(processCounter));
    this.owners = { metrics, width: titles.length, name };
    return 'used';
  }

  private owner({ metrics, width, name }: Owners, cells: readonly string[]): Verdict {
    if (cells.length !== width) return this.unknown();
    const values = metrics.counters.map((counter, at) =>
      counter === null ? Number.NaN : processValue(cells[at]!, counter),
    );
    metrics.write(cells[name]!, values, this.moment());
    return 'used';
  }

  private moment(): Moment {
    const row = Math.max(this.row, 0);
    if (this.ts !== null) return { ts: this.ts, row, sinceBoot: false };
    this.paced ??= new PacedClock(this.out, this.options);
    return { ts: this.paced.at(row), row, sinceBoot: false };
  }
}

/** `java/29` is a process and its number of threads, or, with -L, a process and one of its threads. */
function taskOf({ pid, command }: ProcessRow, threads: boolean): Task {
  const slash = command.lastIndexOf('/');
  const process = slash < 0 ? command : command.slice(0, slash);
  const tid = threads && slash >= 0 ? idOf(command.slice(slash + 1)) : -1;
  return { ...processTask(process, pid), tid };
}
