import type { Format } from '../contract.ts';
import type { Counter } from '../kit/metrics/series.ts';
import type { Verdict } from '../kit/metrics/text-reader.ts';
import { type TitledFormat, TitledReader, type TitledTable } from '../kit/metrics/titled-tables.ts';
import { WallClock } from '../kit/metrics/wall-clock.ts';
import { isTitles, places, turbostatEntry } from './entry.ts';

const time = 'Time_Of_Day_Seconds';

const table: TitledTable<WallClock> = {
  titles: words => (isTitles(words) ? words : null),
  object: 'cpu',
  counter: counterOf,
  cells(words, titles, line) {
    const cells = line.includes('\t') ? line.split('\t').map(cell => cell.trim()) : words;
    return cells.length > titles.length || cells.length < 2 ? null : cells;
  },
  owner(row) {
    const cpu = row.cell('CPU');
    return cpu === '-' || cpu === '' ? 'all' : cpu;
  },
  sample: 'owner',
};

const format: TitledFormat<WallClock> = {
  clock: (out, options) =>
    new WallClock(out, options, { domain: 'utc', zone: null, source: 'epoch-seconds', error: 1e3 }),
  tables: [
    {
      ...table,
      titles: words => (words.includes(time) && isTitles(words) ? words : null),
      time(clock, row) {
        const seconds = Number(row.cell(time) || Number.NaN);
        return clock.at(Math.floor(seconds), Math.round((seconds % 1) * 1e6) * 1000);
      },
    },
    table,
  ],
};

class TurbostatReader extends TitledReader<WallClock> {
  /** What turbostat knows of the processor is printed before its first interval. */
  protected override other(line: string): Verdict {
    return this.hasTitles ? super.other(line) : 'used';
  }
}

/** The units that names of columns contain. */
const units: readonly (readonly [name: RegExp, unit: string])[] = [
  [/%/, '%'],
  [/MHz$/, 'MHz'],
  [/Tmp$/, '°C'],
  [/Watt$/, 'W'],
  [/_J$/, 'J'],
];

function counterOf(title: string): Counter | null {
  return places.has(title)
    ? null
    : { counter: title, unit: units.find(([name]) => name.test(title))?.[1] ?? null };
}

export const turbostat: Format = {
  ...turbostatEntry,
  open: (out, options) => new TurbostatReader(out, options, format),
};
