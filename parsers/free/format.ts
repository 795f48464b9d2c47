import type { Format } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { meaningsOf, means, memoryIn, swapIn } from '../kit/metrics/meaning.ts';
import { type MemoryUnit, memoryUnitOf } from '../kit/metrics/memory-unit.ts';
import { ReportTimes } from '../kit/metrics/report-times.ts';
import { type MetricTable, MetricTables } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { quantity } from '../kit/metrics/values.ts';
import { freeEntry, mayBeTitles, row, titles, titlesOf } from './entry.ts';

const objects: ReadonlyMap<string, string> = new Map([
  ['Mem', 'memory'],
  ['Low', 'low memory'],
  ['High', 'high memory'],
  ['Swap', 'swap'],
  ['Total', 'memory and swap'],
]);

class FreeReader extends TextReader {
  private readonly times = new ReportTimes(this.out, this.options);
  private readonly tables = new MetricTables(this.out);
  private titles: readonly string[] | null = null;
  /** A line that the titles of a locale may be: the row below it says so. */
  private above: string | null = null;
  /** Objects of the rows below the titles of a locale, in their order. */
  private translated: string[] | null = null;
  private unit: MemoryUnit | null = null;

  protected read(line: string): Verdict {
    if (titles.test(line)) {
      this.leaveAbove();
      return this.begin(words(line));
    }
    if (this.times.read(line)) return 'used';
    const match = row.exec(line);
    const columns = this.above === null || match === null ? null : titlesOf(this.above, line);
    if (columns === null) this.leaveAbove();
    else {
      this.above = null;
      this.settle('used');
      this.begin(columns);
      this.translated = ['memory', 'swap', 'memory and swap'];
    }
    if (match === null) {
      if (!mayBeTitles(line)) return this.unknown();
      this.above = line;
      return 'held';
    }
    const name = match[1]!;
    const object = this.translated === null ? objects.get(name) : this.translated.shift();
    if (this.titles === null || (object === undefined && !name.startsWith('-'))) return this.unknown();
    // Used and free memory without buffers.
    const net = name.startsWith('-');
    const counters = net ? ['used -/+ buffers/cache', 'free -/+ buffers/cache'] : this.titles;
    const table = this.table(net ? 'memory' : object!, counters);
    const cells = words(match[2]!);
    const values = cells.map(cell => quantity(cell, 'kB'));
    // With `-h`, each cell has its own unit.
    const arePlain = cells.every(cell => /^\d+$/.test(cell));
    if (arePlain) this.unit ??= this.unitOf(values);
    const factor = arePlain ? (this.unit?.factor ?? 1) : 1;
    table.write(null, factor === 1 ? values : values.map(value => value * factor), this.times.moment);
    return 'used';
  }

  private begin(columns: readonly string[]): Verdict {
    this.titles = columns;
    this.translated = null;
    this.times.next();
    return 'used';
  }

  private leaveAbove(): void {
    if (this.above === null) return;
    this.above = null;
    this.translated = null;
    this.settle('skipped');
    this.problem(
      'unknown-line',
      'warning',
      'The line above, titles without a row of memory below them, was skipped.',
    );
  }

  protected override finish(): void {
    this.leaveAbove();
  }

  private unitOf(values: readonly number[]): MemoryUnit {
    // The swap stands below; without a line of it, its total is none.
    const swap = /^Swap:[ \t]{1,64}(\d{1,15})\b/m.exec(
      decode(this.options.head, 0, this.options.head.length),
    )?.[1];
    const total = this.titles!.indexOf('total');
    const unit = memoryUnitOf(values, { memory: values[total] ?? Number.NaN, swap: Number(swap ?? 0) });
    if (unit.guess !== null) this.problem('unit-guessed', 'notice', unit.guess);
    return unit;
  }

  private table(object: string, counters: readonly string[]): MetricTable {
    return this.tables.of(`${object} ${counters.join(' ')}`, object, () =>
      counters.map(counter => ({ counter, unit: 'kB' })),
    );
  }
}

const freeMeanings = meaningsOf({
  memory: {
    total: means('system.memory.limit'),
    used: memoryIn('used'),
    free: memoryIn('free'),
    available: means('system.memory.linux.available'),
  },
  swap: { total: means('aftertrace.paging.limit'), used: swapIn('used'), free: swapIn('free') },
});

export const free: Format = {
  ...freeEntry,
  meanings: freeMeanings,
  open: (out, options) => new FreeReader(out, options),
};
