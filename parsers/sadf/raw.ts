/**
 * `sadf -r`: raw counters, with the values of the previous sample and of this one.
 *
 *     13:20:19 UTC; CPU; -1; %usr; 96005; 96538; %nice; 2578701; 2581805;
 *     13:20:19 UTC; runq-sz; 3; plist-sz; 956;
 *
 * A title with two numbers is a cumulative counter, whose second number is read; a title with one number is a state.
 */
import { noteEvent } from '../families/sysstat/events.ts';
import { nameOf, objectOf } from '../families/sysstat/objects.ts';
import { type MetricTable, MetricTables } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';
import { instanceOf } from './db.ts';

export class RawCounters extends TextReader {
  private readonly clock = new WallClock(this.out, this.options, {
    domain: 'local',
    zone: null,
    source: 'row-times',
    error: 1e9,
  });
  private readonly series = new MetricTables(this.out);
  private readonly rows = new Map<number, number>();

  protected read(line: string): Verdict {
    const header = /^#.*\bust_time; (\d+);/.exec(line);
    if (header !== null) {
      // Seconds since 1970 are in the headers of records; rows have only the time of day.
      this.clock.addFacts({ dateFrom: 'header-epoch' });
      this.clock.setDate(Math.floor(Number(header[1]) / 86400));
      return 'used';
    }
    if (line.startsWith('#')) return 'used';
    const [time, ...cells] = line.replace(/;$/, '').split(/; ?/);
    const clock = timeOfDay(time!);
    if (clock === null || cells.length === 0) return this.unknown();
    if (/ UTC$/.test(time!)) this.clock.addFacts({ zone: 'UTC' });
    const ts = this.clock.at(this.clock.nearestSeconds(clock.seconds));
    const special = /^(?:COM )?(.*)/.exec(cells[0]!)!;
    if (cells.length === 1 && /^(?:COM |LINUX-RESTART)/.test(cells[0]!)) {
      const kind = cells[0]!.startsWith('COM') ? 'comment' : 'restart';
      noteEvent(this.out, { ts, kind, text: special[1]!, line: this.lineNumber, offset: this.lineOffset });
      return 'used';
    }
    // A counter that decreased is marked.
    return this.row(
      ts,
      cells.map(cell => cell.replace(/ \[DEC\]$/, '')),
    );
  }

  private row(ts: number, cells: readonly string[]): Verdict {
    const object = objectOf(cells) ?? (cells[0] === 'CPU' ? 'cpu' : null);
    if (object === null) return this.unknown();
    const named = nameOf(cells.slice(0, 1)) === 0;
    const instance = named ? instanceOf(object, cells[1]!) : null;
    const row = this.rowOf(ts);
    let at = named ? 2 : 0;
    let frequency = '';
    while (at < cells.length) {
      const title = cells[at]!;
      let end = at + 1;
      while (end < cells.length && !Number.isNaN(number(cells[end]!))) end++;
      const cumulative = end - at > 2;
      const value = cells[end - 1]!;
      // Time spent at each frequency: the frequency comes first and becomes part of the name.
      if (title === 'freq') frequency = ` ${value}`;
      else if (end > at + 1) {
        const table = this.table(object, `${title}${frequency}`, cumulative);
        table.write(instance, [number(value)], { ts, row, sinceBoot: false });
      }
      at = end;
    }
    return 'used';
  }

  private table(object: string, title: string, cumulative: boolean): MetricTable {
    return this.series.of(`${object};${title};${cumulative}`, object, () => [
      { counter: title, unit: null, cumulative },
    ]);
  }

  private rowOf(ts: number): number {
    let row = this.rows.get(ts);
    if (row === undefined) {
      row = this.rows.size;
      this.rows.set(ts, row);
    }
    return row;
  }

  protected override finish(): void {
    this.clock.finish();
  }
}
