import type { Options, Output, SeriesId } from '../contract.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';

/** Lines without data: rules, legends, totals of printed rows. */
const furniture =
  /^(?:-+$|CPU Usage Summing|\s*usec\s+%,|Start \(ms\)|\s*DPC\/ISR Usage %,|Total(?::\s*)?,|All Module =|Distribution of number)/;

/** Kind of the rows under the titles of CPUs. */
type Table = 'modules' | 'intervals' | 'distribution';

const distributed = ['dpc', 'interrupt', 'dpc and interrupt'] as const;

export class XperfDpcIsrReader extends TextReader {
  private object: 'dpc' | 'interrupt' = 'dpc';
  private table: Table = 'modules';
  private cpus: string[] = [];
  /** End of the time that a table covers, ns. */
  private until = Number.NaN;
  private histogram: SeriesId | null = null;
  private row = 0;

  constructor(out: Output, options: Options) {
    super(out, options);
    out.clock(undated(options, 'run-seconds'));
  }

  protected read(line: string): Verdict {
    const title = /^(?:(DPC)|Interrupt) Info\s*$/.exec(line);
    if (title !== null) {
      this.object = title[1] === undefined ? 'interrupt' : 'dpc';
      return 'used';
    }
    const span = /^CPU Usage from \d{1,15} us to (\d{1,15}) us:/.exec(line);
    if (span !== null) return this.begin('modules', Number(span[1]) * 1000);
    const intervals = /^Usage From \d{1,12} ms to (\d{1,12}) ms, Summing/.exec(line);
    if (intervals !== null) return this.begin('intervals', Number(intervals[1]) * 1e6);
    if (line.startsWith('Distribution of number')) return this.begin('distribution', this.until);
    if (furniture.test(line)) return 'used';
    const cpus = [...line.matchAll(/CPU (\d{1,4})(?: Usage)?\s*(?:,|$)/g)];
    if (cpus.length > 0) {
      this.cpus = cpus.map(([, cpu = '']) => cpu);
      return 'used';
    }
    const total = /^Total =\s*\d{1,15}(?: for module (.{1,300}))?$/.exec(line);
    if (total !== null) {
      const instance = total[1]?.replace(/^"(.*)"$/, '$1') ?? null;
      this.histogram = this.series(this.object, instance, 'elapsed time', 'µs');
      return 'used';
    }
    if (line.startsWith('Elapsed Time,')) return this.bucket(line);
    return this.cells(line);
  }

  private begin(table: Table, end: number): Verdict {
    this.table = table;
    this.until = end;
    return 'used';
  }

  /** `Elapsed Time, >        8 usecs AND <=       16 usecs,   2990, or  99.67%`; the last one has no upper bound. */
  private bucket(line: string): Verdict {
    const match = /^Elapsed Time, >\s*(\d{1,12}) usecs(?: AND <=\s*(\d{1,12}) usecs)?,\s*(\d{1,15}),/.exec(
      line,
    );
    if (match === null || this.histogram === null) return this.unknown();
    const [, low, high, count] = match;
    this.out.row('histogram', {
      series: this.histogram,
      ts: this.until,
      low: Number(low),
      ...(high !== undefined && { high: Number(high) }),
      count: Number(count),
    });
    return 'used';
  }

  private cells(line: string): Verdict {
    const cells = line.split(',').map(cell => cell.trim());
    const { cpus } = this;
    if (cpus.length === 0) return this.unknown();
    if (this.table === 'modules')
      return this.usages(cells.slice(0, cpus.length), cells.slice(cpus.length).join(', '), this.until);
    const [label = '', ...rest] = cells;
    if (this.table === 'distribution') return this.distribution(label, rest);
    const interval = /^\d{1,12}-(\d{1,12})\s*:$/.exec(label);
    return interval === null ? this.unknown() : this.usages(rest, null, Number(interval[1]) * 1e6);
  }

  /** `120   0.00`: µs and percent of each CPU. */
  private usages(cells: readonly string[], name: string | null, ts: number): Verdict {
    const pairs = cells.map(cell => /^(\d{1,15})\s+(\d{1,6}(?:\.\d{1,6})?)$/.exec(cell));
    if (pairs.length !== this.cpus.length || name === '' || pairs.includes(null)) return this.unknown();
    const module = name?.replace(/^"(.*)"$/, '$1');
    pairs.forEach((pair, at) => {
      const cpu = `cpu${this.cpus[at]}`;
      const instance = module === undefined ? cpu : `${module} ${cpu}`;
      this.out.metric(
        this.series(this.object, instance, 'time', 'µs'),
        ts,
        Number(pair![1]),
        this.row,
        false,
      );
      this.out.metric(
        this.series(this.object, instance, 'usage', '%'),
        ts,
        Number(pair![2]),
        this.row,
        false,
      );
    });
    this.row++;
    return 'used';
  }

  /** `>   1 AND <=   5`: number of intervals with that usage, by DPCs, by interrupts and by both, for each CPU. */
  private distribution(label: string, cells: readonly string[]): Verdict {
    const bounds = /^>=?\s*(\d{1,3}) AND <=\s*(\d{1,3})$/.exec(label);
    if (bounds === null || cells.length !== this.cpus.length * 3) return this.unknown();
    cells.forEach((cell, at) => {
      if (!/^\d{1,12}$/.test(cell)) return;
      const object = distributed[at % 3] as string;
      const instance = `cpu${this.cpus[Math.floor(at / 3)]}`;
      const series = this.series(object, instance, 'usage in intervals of 2000 ms', '%');
      this.out.row('histogram', {
        series,
        ts: this.until,
        low: Number(bounds[1]),
        high: Number(bounds[2]),
        count: Number(cell),
      });
    });
    return 'used';
  }

  private series(object: string, instance: string | null, counter: string, unit: string): SeriesId {
    return this.out.series({ object, instance, counter, unit, host: null, cumulative: false });
  }
}
