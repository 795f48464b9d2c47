import type { Format, Options, Output } from '../contract.ts';
import { bytesIn } from '../kit/metrics/byte-sizes.ts';
import { ReportTimes } from '../kit/metrics/report-times.ts';
import { MetricTables } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { kubectlTopEntry, titles } from './entry.ts';

const counters = [
  { counter: 'CPU', unit: 'cores' },
  { counter: 'CPU %', unit: '%' },
  { counter: 'memory', unit: 'B' },
  { counter: 'memory %', unit: '%' },
];

class KubectlTopReader extends TextReader {
  private readonly times: ReportTimes;
  private readonly tables = new MetricTables(this.out);
  private titles: readonly string[] = [];

  constructor(out: Output, options: Options) {
    super(out, options);
    this.times = new ReportTimes(out, options);
  }

  protected read(line: string): Verdict {
    if (titles.test(line)) {
      this.titles = words(line);
      this.times.next();
      return 'used';
    }
    if (this.times.read(line)) return 'used';
    const cells = words(line);
    if (this.titles.length === 0 || cells.length !== this.titles.length)
      return this.unknown('A row that does not fit the titles was skipped.');
    const cell = (title: RegExp) => cells[this.titles.findIndex(each => title.test(each))] ?? '';
    const at = this.titles.findIndex(title => title.startsWith('CPU'));
    const isNode = this.titles.some(title => title.includes('%'));
    const values = [
      cores(cell(/^CPU\(cores\)$/)),
      percent(cell(/^CPU(?:%|\(%\))$/)),
      bytesIn(cell(/^MEMORY\(bytes\)$/)),
      percent(cell(/^MEMORY(?:%|\(%\))$/)),
    ];
    const object = isNode ? 'node' : this.titles.includes('POD') ? 'container' : 'pod';
    this.tables
      .of(object, object, () => counters)
      .write(cells.slice(0, at).join('/'), values, this.times.moment);
    return 'used';
  }
}

/** `12m` is 0.012 cores. */
function cores(text: string): number {
  const [, digits, milli] = /^(\d{1,12}(?:\.\d{1,6})?)(m?)$/.exec(text) ?? [];
  return digits === undefined ? Number.NaN : Number(digits) / (milli === 'm' ? 1000 : 1);
}

/** `<unknown>` has no value. */
const percent = (text: string): number => Number(/^(\d{1,6}(?:\.\d{1,3})?)%$/.exec(text)?.[1] ?? Number.NaN);

export const kubectlTop: Format = {
  ...kubectlTopEntry,
  open: (out, options) => new KubectlTopReader(out, options),
};
