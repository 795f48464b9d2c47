import type { Format } from '../contract.ts';
import { isInstant } from '../kit/civil.ts';
import { MetricTable } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { undated } from '../kit/undated.ts';
import { cpustatEntry, titles } from './entry.ts';

class CpustatReader extends TextReader {
  private metrics: MetricTable | null = null;
  private reported = false;
  private ts = Number.NaN;
  private row = -1;

  protected read(line: string): Verdict {
    const kind = titles.exec(line)?.[1];
    if (kind !== undefined) {
      const counters = words(line)
        .slice(3)
        .map(counter => ({ counter, unit: 'count' }));
      this.metrics = new MetricTable(this.out, null, kind === 'cpu' ? 'cpu' : 'thread', counters);
      return 'used';
    }
    const [time, instance, event, ...cells] = words(line);
    const seconds = number(time ?? '');
    if (this.metrics === null || event === undefined || Number.isNaN(seconds)) return this.unknown();
    // The sum over all CPUs at the end is not a sample; counts of threads that begin or end within an interval are.
    if (event === 'total') return 'used';
    if (cells.length !== this.metrics.counters.length) {
      return this.unknown('A row that does not fit the column titles was skipped.');
    }
    this.metrics.write(instance!, cells.map(number), {
      ts: this.at(seconds),
      row: this.row,
      sinceBoot: false,
    });
    return 'used';
  }

  private at(seconds: number): number {
    const ts = isInstant(seconds) ? Math.round(seconds * 1e9) : Number.NaN;
    if (!this.reported) this.report();
    // Rows of one interval differ by milliseconds.
    if (!(Math.abs(ts - this.ts) < 1e8)) this.row++;
    this.ts = ts;
    return ts;
  }

  private report(): void {
    this.reported = true;
    this.out.clock(undated(this.options, 'run-seconds'));
  }
}

export const cpustat: Format = {
  ...cpustatEntry,
  open: (out, options) => new CpustatReader(out, options),
};
