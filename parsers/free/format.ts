import type { Format } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { meaningsOf, means, memoryIn, swapIn } from '../kit/metrics/meaning.ts';
import { type MemoryUnit, memoryUnitOf } from '../kit/metrics/memory-unit.ts';
import { type MetricTable, MetricTables } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { quantity } from '../kit/metrics/values.ts';
import { PacedClock } from '../kit/metrics/wall-clock.ts';
import { freeEntry, titles } from './entry.ts';

const objects: Readonly<Record<string, string>> = {
  Mem: 'memory',
  Low: 'low memory',
  High: 'high memory',
  Swap: 'swap',
  Total: 'memory and swap',
};

class FreeReader extends TextReader {
  private readonly clock = new PacedClock(this.out, this.options);
  private readonly tables = new MetricTables(this.out);
  private titles: readonly string[] = [];
  private row = -1;
  private unit: MemoryUnit | null = null;

  protected read(line: string): Verdict {
    if (titles.test(line)) {
      this.titles = words(line);
      this.row++;
      return 'used';
    }
    const match = /^(Mem|Low|High|Swap|Total|-\/\+ buffers\/cache):\s{1,64}(.*)$/.exec(line);
    if (match === null || this.row < 0) return this.unknown();
    // Used and free memory without buffers.
    const net = match[1]!.startsWith('-');
    const counters = net ? ['used -/+ buffers/cache', 'free -/+ buffers/cache'] : this.titles;
    const table = this.table(net ? 'memory' : objects[match[1]!]!, counters);
    const cells = words(match[2]!);
    const values = cells.map(cell => quantity(cell, 'kB'));
    // With `-h`, each cell has its own unit.
    const arePlain = cells.every(cell => /^\d+$/.test(cell));
    if (arePlain) this.unit ??= this.unitOf(values);
    const factor = arePlain ? (this.unit?.factor ?? 1) : 1;
    table.write(null, factor === 1 ? values : values.map(value => value * factor), {
      ts: this.clock.at(this.row),
      row: this.row,
      sinceBoot: false,
    });
    return 'used';
  }

  private unitOf(values: readonly number[]): MemoryUnit {
    // The swap stands below; without a line of it, its total is none.
    const swap = /^Swap:[ \t]{1,64}(\d{1,15})\b/m.exec(
      decode(this.options.head, 0, this.options.head.length),
    )?.[1];
    const total = this.titles.indexOf('total');
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
