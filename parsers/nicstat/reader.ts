/**
 * nicstat: one line per interface, each with the time of day; with `-t` and `-u` a line of TCP and UDP; with `-p`
 * fields between colons and seconds since 1970. The first sample covers the time since boot.
 *
 *         Time      Int   rKB/s   wKB/s   rPk/s   wPk/s    rAvs    wAvs %Util    Sat
 *     13:04:10       lo   161.1   161.1   489.2   489.2   337.3   337.3  0.00   0.00
 *
 *     13:09:40    InKB   OutKB   InSeg  OutSeg Reset  AttF %ReTX InConn OutCon Drops
 *     TCP        0.00    0.00  2123.7  2251.7  1.84  0.79 0.000   7.16   2.95  0.00
 */
import { type Counter, type MetricTable, MetricTables } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number, unitOf } from '../kit/metrics/values.ts';
import { timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';

const units: Readonly<Record<string, string>> = {
  'rKB/s': 'kB/s',
  'wKB/s': 'kB/s',
  RdKB: 'kB/s',
  WrKB: 'kB/s',
  rMbps: 'Mbit/s',
  wMbps: 'Mbit/s',
  RdMbps: 'Mbit/s',
  WrMbps: 'Mbit/s',
  InKB: 'kB/s',
  OutKB: 'kB/s',
  rAvs: 'B',
  wAvs: 'B',
};
const perSecond =
  /^(?:RdPkt|WrPkt|InSeg|OutSeg|Reset|AttF|InConn|OutCon|Drops|InDG|OutDG|InErr|OutErr|IErr|OErr|Coll|NoCP|Defer)$/;

const counter = (title: string): Counter => ({
  counter: title,
  unit: units[title] ?? (perSecond.test(title) ? '/s' : unitOf(title)),
});

/** Fields of `-p`: they have no titles. */
const parseable = ['rKB/s', 'wKB/s', 'rPk/s', 'wPk/s', 'rAvs', 'wAvs', '%Util', 'Sat'];

export class NicstatReader extends TextReader {
  private readonly clock = new WallClock(this.out, this.options, {
    domain: 'local',
    zone: null,
    source: 'row-times',
    error: 1e9,
  });
  private readonly tables = new MetricTables(this.out);
  private interfaces: MetricTable | null = null;
  private totals: MetricTable | null = null;
  private ts = Number.NaN;
  private row = -1;

  protected read(line: string): Verdict {
    const cells = words(line);
    if (cells[0] === 'Time' && cells[1]?.startsWith('Int')) {
      this.interfaces = this.table('network', cells.slice(2));
      return 'used';
    }
    const fields = line.split(':');
    if (/^\d{9,11}$/.test(fields[0]!)) return this.parseable(fields);
    const time = timeOfDay(line);
    if (time !== null) {
      this.begin(this.clock.at(this.clock.nearestSeconds(time.seconds)));
      return this.timed(words(line.slice(time.end)));
    }
    if (cells[0] === 'TCP' || cells[0] === 'UDP') {
      // The titles were on the line before, and do not name the protocol.
      const titles = this.totals?.counters.map(known => known?.counter ?? '') ?? [];
      return this.values(this.table(cells[0].toLowerCase(), titles), null, cells.slice(1));
    }
    return this.unknown();
  }

  private timed(cells: readonly string[]): Verdict {
    if (cells.slice(1).every(cell => Number.isNaN(number(cell)))) {
      this.totals = this.table('totals', cells);
      return 'used';
    }
    return this.values(this.interfaces, cells[0]!, cells.slice(1));
  }

  private parseable([time, name, ...cells]: readonly string[]): Verdict {
    this.clock.countFromEpoch();
    this.begin(this.clock.at(Number(time)));
    return this.values(this.table('network', parseable), name!, cells);
  }

  private begin(ts: number): void {
    if (ts !== this.ts) this.row++;
    this.ts = ts;
  }

  private values(table: MetricTable | null, instance: string | null, cells: readonly string[]): Verdict {
    if (table === null || cells.length !== table.counters.length) {
      return this.unknown('A row that does not fit the column titles was skipped.');
    }
    table.write(instance, cells.map(number), { ts: this.ts, row: this.row, sinceBoot: this.row === 0 });
    return 'used';
  }

  private table(object: string, titles: readonly string[]): MetricTable {
    return this.tables.of(`${object} ${titles.join(' ')}`, object, () => titles.map(counter));
  }

  protected override finish(): void {
    this.clock.finish();
  }
}
