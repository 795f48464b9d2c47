/**
 * prstat of Solaris: a list of processes (or, with -L, of threads), followed by a line of totals; without times
 * unless `-d` is given.
 *
 *        PID USERNAME  SIZE   RSS STATE  PRI NICE      TIME  CPU PROCESS/NLWP
 *      15409 claudio   171M  120M sleep   59    0   4:22:25 6.6% java/29
 *     Total: 1 processes, 29 lwps, load averages: 0.25, 0.27, 0.29
 */
import type { Options, Output, Task } from '../contract.ts';
import { processCounter, processTable, processValue } from '../kit/metrics/process-table.ts';
import { type Counter, idOf, MetricTable, processTask } from '../kit/metrics/series.ts';
import type { Verdict } from '../kit/metrics/text-reader.ts';
import { type TitledFormat, TitledReader, type TitledTable } from '../kit/metrics/titled-tables.ts';

const totals: readonly Counter[] = [
  { counter: 'processes', unit: 'count', object: 'process' },
  { counter: 'lwps', unit: 'count', object: 'thread' },
  ...['1', '5', '15'].map(minutes => ({ counter: `load average ${minutes}`, unit: null })),
];

const isOfThreads = (titles: readonly string[]): boolean => titles.at(-1) === 'PROCESS/LWPID';

const processes = processTable(
  titles => (titles[0] === 'PID' && titles.at(-1)!.startsWith('PROCESS/') ? titles : null),
  titles => (isOfThreads(titles) ? 'thread' : 'process'),
  taskOf,
);

const owners: Readonly<Record<string, string>> = { USERNAME: 'user', PROJECT: 'project', ZONE: 'zone' };
const ownerIn = (titles: readonly string[]): string | undefined => titles.find(title => title in owners);

/** Sums by user, project or zone (`-a`, `-t`, `-J`, `-Z`), under the processes. */
const sums: TitledTable = {
  titles: titles => (titles.slice(0, 2).includes('NPROC') && ownerIn(titles) !== undefined ? titles : null),
  object: titles => owners[ownerIn(titles)!]!,
  counter: processCounter,
  value: processValue,
  owner: row => row.cell(ownerIn(row.titles)!),
};

const format: TitledFormat = { tables: [processes, sums], ignored: /^\s*Please wait\.\.\.$/ };

export class PrstatReader extends TitledReader {
  private readonly system = new MetricTable(this.out, null, 'scheduler', totals);

  constructor(out: Output, options: Options) {
    super(out, options, format);
  }

  protected override other(line: string): Verdict {
    const total = /^\s*Total: (\d+) processes, (\d+) lwps, load averages: (\S+), (\S+), (\S+)$/.exec(line);
    if (total === null) return super.other(line);
    this.system.write(null, total.slice(1).map(Number), this.moment);
    return 'used';
  }
}

/** `java/29` is a process and its number of threads, or, with -L, a process and one of its threads. */
function taskOf(command: string, pid: string, titles: readonly string[]): Task {
  const slash = command.lastIndexOf('/');
  const process = slash < 0 ? command : command.slice(0, slash);
  const tid = isOfThreads(titles) && slash >= 0 ? idOf(command.slice(slash + 1)) : -1;
  return { ...processTask(process, pid), tid };
}
