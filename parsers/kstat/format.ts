import type { Format } from '../contract.ts';
import { ReportTimes } from '../kit/metrics/report-times.ts';
import { type MetricTable, MetricTables } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
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
  private readonly times = new ReportTimes(this.out, this.options);
  private readonly tables = new MetricTables(this.out);
  /** The first entry. When it comes again, the next sample begins. */
  private first: string | null = null;

  protected read(line: string): Verdict {
    if (this.times.read(line)) {
      if (this.first !== null) this.times.next();
      this.first = null;
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
    if (id === this.first) this.times.next();
    this.first ??= id;
    const value = number(text);
    // States and descriptions are texts.
    if (Number.isNaN(value)) return 'used';
    const isDuration = durations.test(statistic);
    const isCount = !states.test(statistic) && Number.isInteger(value);
    const cumulative = counting.test(module) && (isDuration || isCount);
    const table = this.table(module, statistic, isDuration ? 's' : null, cumulative);
    table.write(`${instance}:${name}`, [value], this.times.moment);
    return 'used';
  }

  private table(object: string, counter: string, unit: string | null, cumulative: boolean): MetricTable {
    return this.tables.of(`${object}:${counter}`, object, () => [{ counter, unit, cumulative }]);
  }
}

export const kstat: Format = {
  ...kstatEntry,
  meanings: kstatMeanings,
  open: (out, options) => new KstatReader(out, options),
};
