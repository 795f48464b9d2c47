/**
 * Rows that are sums over an interval or the whole run become series: one counter per number, one instance
 * per row name.
 */
import type { BulkOutput } from '../bulk.ts';
import type { SeriesId, Task } from '../contract.ts';
import { Columns } from '../kit/columns/columns.ts';
import { type Column, type ColumnUse, columnsOf, expandTabs } from '../kit/columns/titles.ts';
import { idOf, taskName } from '../kit/metrics/series.ts';
import { quantity } from '../kit/metrics/values.ts';
import type { BpfClock } from './clock.ts';
import type { Tool } from './tools.ts';

/** Columns that name the row, whatever their cells hold. */
const texts =
  /^(?:COMM|PCOMM|NAME|CMD|CMDLINE|FUNC|ADDR|SYSCALL|HARDIRQ|SOFTIRQ|EVENT|METHOD|TYPE|FILE|PATH|DISK|T|D|UID|CPU|PPC|HCALL|DEVICE|KVM_EXIT_REASON|Caller|QueueID|[LRSD]Addr\w*|[LRSD]ADDR6?|TIDS|IP|CACHE|Driver|Device|VQ-Name)$/;

/** Columns of such a table: each holds numbers unless it is known to hold texts, times or ids. */
export function sumColumns(header: string, given: Readonly<Record<string, ColumnUse>> = {}): Columns {
  const columns = columnsOf(expandTabs(header), given).map((column): Column => {
    const { title, use } = column;
    const unit = column.unit ?? unitIn(title);
    if (given[title] !== undefined || use === 'time' || use === 'pid' || use === 'tid' || use === 'process')
      return { ...column, unit };
    return { ...column, unit, use: texts.test(title) ? 'text' : 'number' };
  });
  return new Columns(columns);
}

const units: readonly (readonly [RegExp, string])[] = [
  [/%|RATIO/, '%'],
  [/(?:_|AVG)(ms|us|ns)$/, '$1'],
  [/_(u|m|n)secs$/, '$1s'],
  [/_([KM])[Bb]$/, '$1B'],
  [/^K(?:BYTES|bytes)$/, 'kB'],
  [/[sS]pin|[hH]old/, 'ns'],
  [/-BW$|^avg_size$/, 'B'],
  [/\/s$/, '/s'],
];

/** The unit stated in a title: `TOTAL_usecs`, `R_Kb`, `HIT%`. */
function unitIn(title: string): string | null {
  for (const [pattern, unit] of units) {
    const match = pattern.exec(title);
    if (match !== null) return unit.replace('$1', match[1] ?? '').replace('KB', 'kB');
  }
  return null;
}

export class Sums {
  private readonly counters: readonly number[];
  private readonly names: readonly number[];
  /** Columns that name the process of a row; -1 if there is none. */
  private readonly owner: { readonly process: number; readonly pid: number; readonly tid: number };
  private readonly series = new Map<string, SeriesId[]>();

  constructor(
    private readonly out: BulkOutput,
    private readonly table: Columns,
    private readonly tool: Tool,
    private readonly caption: string,
    private readonly clock: BpfClock,
  ) {
    const { columns } = table;
    this.counters = columns.flatMap(({ use }, at) => (use === 'number' || use === 'duration' ? [at] : []));
    const first = (use: ColumnUse) => columns.findIndex(column => column.use === use);
    this.owner = { process: first('process'), pid: first('pid'), tid: first('tid') };
    const isTask = this.owner.process >= 0;
    this.names = columns.flatMap(({ use }, at) =>
      use === 'text' || (!isTask && (use === 'pid' || use === 'tid')) ? [at] : [],
    );
  }

  /** @param ts time of the row itself; null if it has none */
  write(cells: readonly string[], ts: number | null): void {
    const task = this.task(cells);
    let instance = join(this.caption, task === null ? '' : taskName(task));
    for (const at of this.names) instance = join(instance, cells[at]!);
    const ids = this.idsOf(instance, task);
    // `clock.now` starts the next interval when a series comes a second time: these tools print no interval
    // separator.
    const when = ts ?? this.clock.now(ids[0] ?? instance);
    for (let counter = 0; counter < ids.length; counter++) {
      const at = this.counters[counter]!;
      const value = quantity(cells[at]!, this.table.columns[at]!.unit);
      if (!Number.isNaN(value)) this.out.metric(ids[counter]!, when, value, this.clock.row, false);
    }
  }

  private idsOf(instance: string, task: Task | null): SeriesId[] {
    let ids = this.series.get(instance);
    if (ids === undefined) {
      const { columns } = this.table;
      const { kind: object, counters } = this.tool;
      ids = this.counters.map(at => {
        const { title, unit } = columns[at]!;
        return this.out.series({
          object,
          instance: instance === '' ? null : instance,
          counter: counters?.[title] ?? title,
          unit,
          host: null,
          cumulative: false,
          ...(task !== null && { task }),
        });
      });
      this.series.set(instance, ids);
    }
    return ids;
  }

  private task(cells: readonly string[]): Task | null {
    const { process, pid, tid } = this.owner;
    const name = process < 0 ? '' : cells[process]!;
    return name === '' ? null : { process: name, pid: idOf(cells[pid]), tid: idOf(cells[tid]) };
  }
}

const join = (one: string, other: string): string =>
  one === '' || other === '' ? one + other : `${one} ${other}`;
