import type { Format, Options, Output } from '../contract.ts';
import { bytesIn } from '../kit/metrics/byte-sizes.ts';
import { ReportTimes } from '../kit/metrics/report-times.ts';
import { type Counter, MetricTable } from '../kit/metrics/series.ts';
import { withoutEscapes } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { dockerStatsEntry, titles } from './entry.ts';

const total = { unit: 'B', cumulative: true };

/** Counters of a column, which may hold two values. */
const columns: Readonly<Record<string, readonly Counter[]>> = {
  'CPU %': [{ counter: 'CPU %', unit: '%' }],
  'MEM USAGE / LIMIT': [
    { counter: 'memory', unit: 'B' },
    { counter: 'memory limit', unit: 'B' },
  ],
  'MEM %': [{ counter: 'MEM %', unit: '%' }],
  'NET I/O': [
    { counter: 'network received', ...total },
    { counter: 'network sent', ...total },
  ],
  'BLOCK I/O': [
    { counter: 'block read', ...total },
    { counter: 'block written', ...total },
  ],
  PIDS: [{ counter: 'PIDs', unit: 'count' }],
};

const split = (line: string): string[] => line.trim().split(/\s{2,64}/);

class DockerStatsReader extends TextReader {
  private readonly times: ReportTimes;
  private readonly table: MetricTable;
  private titles: readonly string[] = [];

  constructor(out: Output, options: Options) {
    super(out, options);
    this.times = new ReportTimes(out, options);
    this.table = new MetricTable(out, null, 'container', Object.values(columns).flat());
  }

  protected read(printed: string): Verdict {
    const line = withoutEscapes(printed).trim();
    if (line === '') return 'used';
    if (titles.test(line)) {
      this.titles = split(line).map(title => title.replace(/ IO$/, ' I/O'));
      this.times.next();
      return 'used';
    }
    if (this.times.read(line)) return 'used';
    const cells = split(line);
    if (this.titles.length === 0 || cells.length !== this.titles.length)
      return this.unknown('A row that does not fit the titles was skipped.');
    const name = cells[this.titles.indexOf('NAME')];
    const values = Object.entries(columns).flatMap(([title, counters]) => {
      const cell = cells[this.titles.indexOf(title)] ?? '--';
      const parts = cell.split(' / ');
      return counters.map(({ unit }, at) => this.amount(parts[at] ?? '--', unit));
    });
    this.table.write(name === undefined || name === '--' ? cells[0]! : name, values, this.times.moment);
    return 'used';
  }

  private amount(text: string, unit: string | null): number {
    if (text === '--') return Number.NaN;
    return unit === 'B' ? bytesIn(text) : this.value(text, unit);
  }
}

export const dockerStats: Format = {
  ...dockerStatsEntry,
  open: (out, options) => new DockerStatsReader(out, options),
};
