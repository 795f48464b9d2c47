import type { Format } from '../contract.ts';
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { readMoment } from '../kit/metrics/moments.ts';
import { type MetricTable, MetricTables } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { PacedClock } from '../kit/metrics/wall-clock.ts';
import { entry, kstatEntry } from './entry.ts';
import { kstatMeanings } from './meanings.ts';

/** Modules whose whole numbers are counts since boot, except times and sizes among them. */
const counting =
  /^(?:cpu|cpu_stat|sd|ssd|cmdk|blkdev|nfs|nfs_acl|rpc|unix|link|e1000g|igb|ixgbe|bnxe|vnet|mac|ip|tcp|udp|vopstats\w*)$/;

/** Integrals over time, in seconds, of the number of busy, waiting or queued requests. */
const durations = /^[rw](?:len)?time$/;

const states =
  /^(?:crtime|snaptime|class|.*_time_max|ifspeed|link_\w+|r?cnt|wcnt|.*mtu|pagesize|physmem|.*free.*|.*avail.*)$/;

class KstatReader extends TextReader {
  private readonly clock = new MomentClock(this.out, this.options, 'report-times');
  private paced: PacedClock | null = null;
  private ts: number | null = null;
  private readonly tables = new MetricTables(this.out);
  /** The first entry. When it comes again, the next sample begins. */
  private first: string | null = null;
  private row = 0;

  protected read(line: string): Verdict {
    const moment = readMoment(line, this.options.modified);
    if (moment !== null) {
      if (this.first !== null) this.row++;
      this.first = null;
      this.ts = this.clock.at(moment);
      return 'used';
    }
    const match = entry.exec(line);
    if (match === null) return this.unknown();
    const [, module, instance, name, statistic, text] = match as unknown as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const id = line.slice(0, line.indexOf('\t'));
    if (id === this.first) this.row++;
    this.first ??= id;
    const value = number(text);
    // States and descriptions are texts.
    if (Number.isNaN(value)) return 'used';
    const isDuration = durations.test(statistic);
    const isCount = !states.test(statistic) && Number.isInteger(value);
    const cumulative = counting.test(module) && (isDuration || isCount);
    this.table(module, statistic, isDuration ? 's' : null, cumulative).write(`${instance}:${name}`, [value], {
      ts: this.time(),
      row: this.row,
      sinceBoot: false,
    });
    return 'used';
  }

  private table(object: string, counter: string, unit: string | null, cumulative: boolean): MetricTable {
    return this.tables.of(`${object}:${counter}`, object, () => [{ counter, unit, cumulative }]);
  }

  private time(): number {
    if (this.ts !== null) return this.ts;
    this.paced ??= new PacedClock(this.out, this.options);
    return this.paced.at(this.row);
  }
}

export const kstat: Format = {
  ...kstatEntry,
  meanings: kstatMeanings,
  open: (out, options) => new KstatReader(out, options),
};
