import type { Format, Options, Output } from '../contract.ts';
import { epochSeconds } from '../kit/civil.ts';
import { MetricTable } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { PacedClock, timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';
import { nvidiaDmonEntry, titles, units } from './entry.ts';

/** Names of units that are no units: a count, and a flag. */
const notUnits: ReadonlySet<string> = new Set(['errs', 'bool', '-']);

class NvidiaDmonReader extends TextReader {
  private titles: readonly string[] = [];
  private table: MetricTable | null = null;
  private wall: WallClock | null = null;
  private paced: PacedClock | null = null;
  private row = -1;
  private lastGpu = Number.POSITIVE_INFINITY;

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  protected read(line: string): Verdict {
    // The titles are repeated after some rows, and may change with the options of a run.
    if (titles.test(line)) {
      this.titles = words(line.replace('#', ' '));
      return 'used';
    }
    if (units.test(line)) return this.begin(words(line.replace('#', ' ')));
    const cells = words(line);
    const at = this.titles.indexOf('gpu');
    const gpu = Number(cells[at] ?? Number.NaN);
    if (this.table === null || cells.length !== this.titles.length || !Number.isInteger(gpu))
      return this.unknown('A row that does not fit the titles was skipped.');
    if (gpu <= this.lastGpu) this.row++;
    this.lastGpu = gpu;
    const values = cells.slice(at + 1).map(cell => this.value(cell, null));
    this.table.write(String(gpu), values, { ts: this.time(cells), row: this.row, sinceBoot: false });
    return 'used';
  }

  private begin(given: readonly string[]): Verdict {
    const at = this.titles.indexOf('gpu');
    if (given.length !== this.titles.length) return this.unknown();
    this.table = new MetricTable(
      this.out,
      null,
      'gpu',
      this.titles.slice(at + 1).map((counter, index) => {
        const unit = given[at + 1 + index]!;
        return { counter, unit: notUnits.has(unit) ? null : unit };
      }),
    );
    return 'used';
  }

  private time(cells: readonly string[]): number {
    const text = cells[this.titles.indexOf('Time')];
    const clock = timeOfDay(text ?? '');
    if (clock === null) {
      if (text !== undefined) this.checkedTime(Number.NaN);
      this.paced ??= new PacedClock(this.out, this.options);
      return this.paced.at(this.row);
    }
    this.wall ??= new WallClock(this.out, this.options, {
      domain: 'local',
      zone: null,
      source: 'row-times',
      error: 1e9,
    });
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(cells[this.titles.indexOf('Date')] ?? '') ?? [];
    const midnight = year === undefined ? Number.NaN : epochSeconds(Number(year), Number(month), Number(day));
    if (Number.isNaN(midnight)) return this.wall.at(this.wall.nearestSeconds(clock.seconds), clock.nanos);
    this.wall.setDate(midnight / 86_400);
    return this.wall.at(midnight + clock.seconds, clock.nanos);
  }

  protected override finish(): void {
    this.wall?.finish();
  }
}

export const nvidiaDmon: Format = {
  ...nvidiaDmonEntry,
  open: (out, options) => new NvidiaDmonReader(out, options),
};
