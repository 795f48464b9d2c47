import type { Format } from '../contract.ts';
import { type Counter, MetricTable } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { quantity } from '../kit/metrics/values.ts';
import { PacedClock } from '../kit/metrics/wall-clock.ts';
import { events, heading, lockstatEntry, titles } from './entry.ts';

function counterOf(title: string): Counter | null {
  if (title === 'indv' || title === 'cuml') return { counter: title, unit: '%' };
  if (title === 'nsec') return { counter: title, unit: 'ns' };
  if (title === 'Count' || title === 'spin') return { counter: title, unit: 'count' };
  if (title === 'rcnt' || title === 'ops/s' || title === 'genr') return { counter: title, unit: null };
  return null;
}

class LockstatReader extends TextReader {
  private readonly clock = new PacedClock(this.out, this.options);
  private kind: string | null = null;
  private metrics: MetricTable | null = null;

  protected read(line: string): Verdict {
    const head = heading.exec(line);
    if (head !== null) {
      this.kind = head[1]!.toLowerCase();
      const table = new MetricTable(this.out, null, 'lock', events);
      table.write(this.kind, [Number(head[2]), Number(head[4])], this.moment());
      return 'used';
    }
    if (/^-+$/.test(line)) return 'used';
    if (this.kind === null) return this.unknown();
    if (titles.test(line)) {
      this.metrics = new MetricTable(this.out, null, this.kind, words(line).map(counterOf));
      return 'used';
    }
    return this.row(words(line));
  }

  private row(cells: readonly string[]): Verdict {
    const { metrics } = this;
    const width = metrics?.counters.length ?? 0;
    if (metrics === null || cells.length < width - 1 || !/%$/.test(cells[1] ?? '')) {
      return this.unknown('A stack or distribution of lockstat was skipped.');
    }
    const measured = metrics.counters.filter(counter => counter !== null).length;
    const values = cells
      .slice(0, measured)
      .map((cell, at) => quantity(cell, metrics.counters[at]?.unit ?? null));
    metrics.write(cells.slice(measured).join(' '), values, this.moment());
    return 'used';
  }

  private moment() {
    return { ts: this.clock.at(0), row: 0, sinceBoot: false };
  }
}

export const lockstat: Format = {
  ...lockstatEntry,
  open: (out, options) => new LockstatReader(out, options),
};
