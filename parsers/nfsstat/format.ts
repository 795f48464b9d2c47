import type { Format } from '../contract.ts';
import { MetricTables } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { PacedClock } from '../kit/metrics/wall-clock.ts';
import { heading, nfsstatEntry } from './entry.ts';

class NfsstatReader extends TextReader {
  private readonly clock = new PacedClock(this.out, this.options);
  private readonly tables = new MetricTables(this.out);
  private readonly sectionsRead = new Set<string>();
  private side = '';
  private section = '';
  private titles: readonly string[] = [];
  private row = 0;

  protected read(line: string): Verdict {
    const head = heading.exec(line.trim());
    if (head !== null) return this.begin(head[1]!);
    if (this.section === '') return this.unknown();
    const cells = words(line).filter(cell => !/^\d+%$/.test(cell));
    if (cells.every(cell => /^\d+$/.test(cell))) return this.values(cells.map(Number));
    if (cells.some(cell => /^\d/.test(cell))) return this.unknown();
    this.titles = cells;
    return 'used';
  }

  private begin(name: string): Verdict {
    if (/^(?:Server|Client)/i.test(name)) this.side = name;
    this.section = this.side === name ? name : `${this.side}, ${name}`;
    if (this.sectionsRead.has(this.section)) {
      this.sectionsRead.clear();
      this.row++;
    }
    this.sectionsRead.add(this.section);
    return 'used';
  }

  private values(values: readonly number[]): Verdict {
    if (values.length !== this.titles.length) {
      return this.unknown('A row that does not fit the column titles was skipped.');
    }
    const table = this.tables.of(this.titles.join(' '), 'nfs', () =>
      this.titles.map(counter => ({ counter, unit: 'count', cumulative: true })),
    );
    table.write(this.section, values, { ts: this.clock.at(this.row), row: this.row, sinceBoot: false });
    return 'used';
  }
}

export const nfsstat: Format = {
  ...nfsstatEntry,
  open: (out, options) => new NfsstatReader(out, options),
};
