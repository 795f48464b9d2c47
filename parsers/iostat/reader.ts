/** iostat of Linux (sysstat), Solaris and AIX: defines the columns; the base class reads reports. */
import { type ReportLayout, ReportReader } from '../families/sysstat/report-reader.ts';
import { type Counter, counterOf } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';

/** Units of Solaris and AIX columns whose titles state none. */
const units: Readonly<Record<string, string>> = {
  'kr/s': 'kB/s',
  'kw/s': 'kB/s',
  'Mr/s': 'MB/s',
  'Mw/s': 'MB/s',
  svc_t: 'ms',
  wsvc_t: 'ms',
  asvc_t: 'ms',
  Kbps: 'kB/s',
  tps: '/s',
  Kb_read: 'kB',
  Kb_wrtn: 'kB',
  tin: 'characters/s',
  tout: 'characters/s',
  us: '%',
  sy: '%',
  wt: '%',
  id: '%',
  physc: 'CPUs',
};

const isCpu = (title: string): boolean =>
  /^(?:us|sy|wt|id|physc|%(?:user|nice|system|sys|iowait|steal|idle|entc))$/.test(title);

/** Errors since boot: soft, hard, transport, all. */
const isError = (title: string): boolean => /^(?:s\/w|h\/w|trn|tot)$/.test(title);

function counter(title: string): Counter {
  if (isError(title)) return { counter: title, unit: 'count', cumulative: true };
  const unit = units[title];
  return unit === undefined ? counterOf(title) : { counter: title, unit };
}

export class IostatReader extends ReportReader {
  protected decoration(line: string): boolean {
    return /^\s*(?:extended device statistics(?:\s+tty)?(?:\s+cpu)?|---- errors ---)|^System configuration:|^\s*tty\s+\S.*\bcpu\s*$/.test(
      line,
    );
  }

  /** sysstat's iostat prints one; that of Solaris does not. */
  protected override hasBanner(titles: readonly string[]): boolean {
    return titles.some(title => /^(?:avg-cpu:|Device:?|%(?:iowait|steal)|[rw]rqm\/s)$/.test(title));
  }

  /** AIX writes a blank after the percent sign. */
  protected override titles(line: string): string[] {
    return words(line.replace(/% (?=[a-z])/g, '%'));
  }

  protected layout(titles: readonly string[]): ReportLayout | null {
    const [first] = titles;
    const last = titles.at(-1);
    const device = /^(?:[Dd]evices?|Disks|Drive):?$/;
    if (first !== undefined && device.test(first)) return this.devices(titles, 'first');
    if (last !== undefined && device.test(last)) return this.devices(titles, 'last');
    const plain = titles.filter(title => !title.endsWith(':'));
    if (plain.length === 0 || !plain.every(title => isCpu(title) || /^t(?:in|out)$/.test(title))) return null;
    const counters = plain.map(title => ({ ...counter(title), object: isCpu(title) ? 'cpu' : 'tty' }));
    return { object: 'cpu', counters, name: 'none' };
  }

  private devices(titles: readonly string[], name: 'first' | 'last'): ReportLayout {
    // With -t and -c, Solaris prints the terminal and the CPUs to the right of the first device.
    const beside = name === 'first' ? titles.findIndex(title => /^(?:tin|us)$/.test(title)) : -1;
    if (beside > 0) {
      const counters = titles.slice(beside).map(counter);
      const tables = ['tty', 'cpu'].map(object => ({
        object,
        counters: counters.filter(each => (object === 'cpu') === isCpu(each.counter)),
        name: 'none' as const,
      }));
      return {
        ...this.devices(titles.slice(0, beside), name),
        beside: tables.filter(each => each.counters.length > 0),
      };
    }
    const at = name === 'first' ? 0 : titles.length - 1;
    return {
      object: 'disk',
      counters: titles.map((title, column) => (column === at ? null : counter(title))),
      name,
    };
  }
}
