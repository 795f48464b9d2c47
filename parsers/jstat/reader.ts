/**
 * jstat: a line of titles, then a line per sample, without times except for `-t`: seconds since the JVM began.
 *
 *       S0     S1     E      O      M     CCS    YGC     YGCT     FGC    FGCT     CGC    CGCT       GCT
 *       0.00 100.00   0.00  42.97  97.74  92.98     16     0.053     0     0.000     6     0.007     0.060
 *
 * A known script adds date, time and process in front, and prints bytes and ns; its output has no units.
 */
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { RunClock } from '../kit/metrics/run-clock.ts';
import { MetricTable } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { PacedClock } from '../kit/metrics/wall-clock.ts';
import { counterOf, titlesOf } from './columns.ts';

export class JstatReader extends TextReader {
  private titles: readonly string[] = [];
  private table: MetricTable | null = null;
  private readonly run = new RunClock(this.out, this.options, (...problem) => this.problem(...problem));
  private readonly dated = new MomentClock(this.out, this.options, 'row-times');
  private paced: PacedClock | null = null;
  private row = -1;
  private lastTime: string | null = null;

  protected read(line: string): Verdict {
    const cells = words(line);
    const titles = titlesOf(cells);
    if (titles !== null) {
      if (titles.join(' ') === this.titles.join(' ')) return 'used';
      this.titles = titles;
      const isDate = titles[0] === 'Date';
      const counters = titles.map(title => {
        const counter = counterOf(title, isDate);
        return counter !== null && isDate ? { ...counter, unit: null } : counter;
      });
      this.table = new MetricTable(this.out, null, 'jvm', counters);
      return 'used';
    }
    // Causes contain blanks; they come last.
    const least = this.titles.filter(
      title => !/^(?:LGCC|GCC|FailedType|FailedMethod|Method)$/.test(title),
    ).length;
    const ts = this.table === null || cells.length < least ? null : this.time(cells);
    if (ts === null) return this.unknown('A row that does not fit the column titles was skipped.');
    const instance = cells[this.titles.indexOf('VMID')] ?? null;
    this.table?.write(instance, cells.slice(0, this.titles.length).map(number), {
      ts,
      row: this.row,
      sinceBoot: false,
    });
    return 'used';
  }

  private time(cells: readonly string[]): number | null {
    if (this.titles[0] === 'Date') {
      const text = `${cells[0]} ${cells[1]}`;
      const ts = this.dated.read(text);
      // Processes of one sample share its time.
      if (ts !== null && text !== this.lastTime) this.row++;
      this.lastTime = text;
      return ts;
    }
    if (Number.isNaN(number(cells[0]!)) && cells[0] !== '-') return null;
    this.row++;
    if (this.titles[0] === 'Timestamp') return this.run.at(number(cells[0]!));
    this.paced ??= new PacedClock(this.out, this.options);
    return this.paced.at(this.row);
  }
}
