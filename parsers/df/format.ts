import type { Format, Options, Output } from '../contract.ts';
import { meaningsOf, means } from '../kit/metrics/meaning.ts';
import { ReportTimes } from '../kit/metrics/report-times.ts';
import { type Counter, type MetricTable, MetricTables } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { quantity } from '../kit/metrics/values.ts';
import { dfEntry, titles } from './entry.ts';

/** The tools name the same columns differently. */
const names: readonly (readonly [title: RegExp, counter: Counter | null])[] = [
  [/^Type$/i, null],
  [/^Inodes$/i, { counter: 'inodes', unit: 'count' }],
  [/^IUsed$/i, { counter: 'inodes used', unit: 'count' }],
  [/^IFree$/i, { counter: 'inodes free', unit: 'count' }],
  [/^(?:IUse%|%iused)$/i, { counter: 'inodes used %', unit: '%' }],
  [/^Used$/i, { counter: 'used', unit: 'kB' }],
  [/^(?:Avail|Available|Free)$/i, { counter: 'available', unit: 'kB' }],
  [/^(?:Use%|%Used|Capacity)$/i, { counter: 'used %', unit: '%' }],
  [/^(?:\S{1,12}-blocks|Size|[kK]bytes|[kK]B(?:ytes)?|blocks)$/, { counter: 'size', unit: 'kB' }],
];

class DfReader extends TextReader {
  private readonly times: ReportTimes;
  private readonly tables = new MetricTables(this.out);
  private table: MetricTable | null = null;
  /** kB in a plain number. */
  private block = 1;
  /** A device whose name is too long for the row stands on a line of its own. */
  private device: string | null = null;

  constructor(out: Output, options: Options) {
    super(out, options);
    this.times = new ReportTimes(out, options);
  }

  protected read(line: string): Verdict {
    const header = titles.exec(line)?.[1];
    if (header !== undefined) return this.begin(words(header));
    if (this.times.read(line)) return 'used';
    if (this.table === null) return this.unknown();
    const cells = words(line);
    if (cells.length === 1 && this.device === null) {
      this.device = cells[0]!;
      return 'held';
    }
    const { counters } = this.table;
    // A device may hold blanks: its end is where all columns fit.
    const first = this.device === null ? 1 : 0;
    for (let at = first; at + counters.length < cells.length && at < first + 8; at++) {
      const given = cells.slice(at, at + counters.length);
      if (!given.every((cell, column) => counters[column] === null || isCell(cell))) continue;
      const values = given.map((cell, column) => this.amount(cell, counters[column]?.unit ?? null));
      this.table.write(cells.slice(at + counters.length).join(' '), values, this.times.moment);
      this.device = null;
      this.settle('used');
      return 'used';
    }
    this.device = null;
    this.settle('skipped');
    return this.unknown('A row that does not fit the titles was skipped.');
  }

  private begin(columns: readonly string[]): Verdict {
    this.device = null;
    this.settle('skipped');
    this.times.next();
    const blocks = columns.find(title => /-blocks$/i.test(title)) ?? '1K';
    const size = /^(\d{1,12})([kKMGTP]?)i?B?-/.exec(blocks);
    this.block = size === null ? 1 : (quantity(`${size[1]}${size[2]}`, 'B') || 1024) / 1024;
    this.table = this.tables.of(columns.join(' '), 'filesystem', () =>
      columns.map(title => names.find(([name]) => name.test(title))?.[1] ?? null),
    );
    return 'used';
  }

  private amount(cell: string, unit: string | null): number {
    if (unit === null) return Number.NaN;
    if (unit === 'kB' && /^\d+$/.test(cell)) return Number(cell) * this.block;
    return this.value(cell, unit);
  }
}

const isCell = (cell: string): boolean => /^(?:[\d.,]{1,24}(?:[kKMGTPE]i?B?|B)?%?|-)$/.test(cell);

export const df: Format = {
  ...dfEntry,
  meanings: meaningsOf({
    filesystem: { 'used %': means('system.filesystem.utilization', { 'system.filesystem.state': 'used' }) },
  }),
  open: (out, options) => new DfReader(out, options),
};
