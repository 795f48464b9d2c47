import type { Format, Options, Output } from '../contract.ts';
import { type Counter, MetricTable } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { PacedClock, WallClock } from '../kit/metrics/wall-clock.ts';
import { isTitles, places, turbostatEntry } from './entry.ts';

class TurbostatReader extends TextReader {
  private titles: readonly string[] = [];
  private header = '';
  private table: MetricTable | null = null;
  private wall: WallClock | null = null;
  private paced: PacedClock | null = null;
  private row = -1;
  private readonly seen = new Set<string>();

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  protected read(line: string): Verdict {
    if (isTitles(line)) return this.begin(line);
    // What turbostat knows of the processor, before its first interval.
    if (this.table === null) return 'used';
    const cells = line.includes('\t') ? line.split('\t').map(cell => cell.trim()) : words(line);
    if (cells.length > this.titles.length || cells.length < 2)
      return this.unknown('A row that does not fit the titles was skipped.');
    const cell = (title: string) => cells[this.titles.indexOf(title)] ?? '';
    const cpu = cell('CPU');
    const instance = cpu === '-' || cpu === '' ? 'all' : cpu;
    if (this.seen.has(instance) || this.seen.size === 0) {
      this.row++;
      this.seen.clear();
    }
    this.seen.add(instance);
    const values = this.titles.map((title, at) =>
      places.has(title) || cells[at] === undefined ? Number.NaN : this.value(cells[at], null),
    );
    const ts = this.time(Number(cell('Time_Of_Day_Seconds') || Number.NaN));
    this.table.write(instance, values, { ts, row: this.row, sinceBoot: false });
    return 'used';
  }

  private begin(line: string): Verdict {
    if (line === this.header) return 'used';
    this.header = line;
    this.titles = words(line);
    this.table = new MetricTable(this.out, null, 'cpu', this.titles.map(counterOf));
    return 'used';
  }

  private time(seconds: number): number {
    if (Number.isNaN(seconds)) {
      if (this.wall === null) this.paced ??= new PacedClock(this.out, this.options);
      return this.paced?.at(this.row) ?? Number.NaN;
    }
    this.wall ??= new WallClock(this.out, this.options, {
      domain: 'utc',
      zone: null,
      source: 'epoch-seconds',
      error: 1e3,
    });
    return this.wall.at(Math.floor(seconds), Math.round((seconds % 1) * 1e6) * 1000);
  }

  protected override finish(): void {
    this.wall?.finish();
  }
}

/** The counter of a column; its unit is in its name. */
function counterOf(title: string): Counter | null {
  if (places.has(title)) return null;
  const unit = /%/.test(title)
    ? '%'
    : /MHz$/.test(title)
      ? 'MHz'
      : /Tmp$/.test(title)
        ? '°C'
        : /Watt$/.test(title)
          ? 'W'
          : /_J$/.test(title)
            ? 'J'
            : null;
  return { counter: title, unit };
}

export const turbostat: Format = {
  ...turbostatEntry,
  open: (out, options) => new TurbostatReader(out, options),
};
