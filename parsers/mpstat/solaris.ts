/**
 * mpstat of Solaris: a line per CPU, titles before each sample, no time. The first sample covers the time since boot.
 */
import { type Counter, MetricTable } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { PacedClock } from '../kit/metrics/wall-clock.ts';

const percents = ['usr', 'sys', 'wt', 'st', 'idl'];

export class SolarisMpstat extends TextReader {
  private readonly clock = new PacedClock(this.out, this.options);
  private metrics: MetricTable | null = null;
  private row = -1;

  protected read(line: string): Verdict {
    const cells = words(line);
    if (cells[0] === 'CPU' || cells[0] === 'SET') return this.titles(cells);
    const values = cells.map(number);
    if (this.metrics?.counters.length !== cells.length || values.some(Number.isNaN)) return this.unknown();
    const at = { ts: this.clock.at(this.row), row: this.row, sinceBoot: this.row === 0 };
    this.metrics.write(cells[0]!, values, at);
    return 'used';
  }

  private titles(titles: readonly string[]): Verdict {
    this.row++;
    if (this.metrics?.counters.length === titles.length) return 'used';
    const object = titles[0] === 'SET' ? 'processor set' : 'cpu';
    const counters = titles.map((title, column): Counter | null => {
      if (column === 0 || title === 'sze' || title === 'set') return null;
      return { counter: title, unit: percents.includes(title) ? '%' : '/s' };
    });
    this.metrics = new MetricTable(this.out, null, object, counters);
    return 'used';
  }
}
