import type { Options, Output } from '../contract.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';
import { lockTitles } from './entry.ts';

const titles =
  /Name|acquired|contended|(?:avg|total|max|min) wait(?: \(ns\))?|type|caller|pid|comm|address|symbol|lock/g;

const duration = /^(\d[\d.]*) (ns|us|ms|s|m|h)$/;
const inNs: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };

/** A cell is a number, or a number with a unit; older versions print ns, with the unit in the title. */
const cells = /^ {0,256}((?:\d[\d.]{0,32}(?: (?:ns|us|ms|s|m|h)\b)? {1,64}){2,12})(.*)$/;

const named = /^ {0,256}(.{1,256}?) {2,256}(\d.*)$/;

/**
 * `perf lock report` and `perf lock contention`: sums per lock, caller or thread over the whole recording, without
 * times.
 */
export class LockReader extends TextReader {
  private columns: readonly string[] = [];
  /** True if the name comes first. */
  private isReport = false;
  private table = -1;

  constructor(out: Output, options: Options) {
    super(out, options);
    out.clock(undated(options, 'none'));
  }

  protected read(line: string): Verdict {
    if (lockTitles.test(line)) {
      this.columns = line.match(titles) ?? [];
      this.isReport = this.columns[0] === 'Name';
      this.table++;
      return 'used';
    }
    if (this.columns.length === 0) return this.unknown();
    if (/^\s+0x[0-9a-f]+ /.test(line)) {
      this.problem('stack-left-out', 'notice', 'A frame of a stack below a row was skipped.');
      return 'skipped';
    }
    if (/^ *(?:===|bad:|bad rate:|histogram of|acquire|acquired|contended|release)\b/.test(line)) {
      this.problem('perf-says', 'notice', `perf says: ${line.trim().slice(0, 200)}`);
      return 'used';
    }
    return this.isReport ? this.report(line) : this.contention(line);
  }

  /** perf truncates the name to 20 bytes, and it may contain blanks. */
  private report(line: string): Verdict {
    const match = named.exec(line);
    if (match === null) return this.unknown();
    return this.row(match[2]!, this.columns.slice(1), { object: 'lock', instance: match[1]! });
  }

  /** Numbers first; then `spinlock  irqentry_exit+0x110`, or `26773  gzip` of `-t`, or an address and a symbol of `-l`. */
  private contention(line: string): Verdict {
    const byThread = this.columns.includes('pid');
    const labels = this.columns.findIndex(title => /^(?:type|pid|caller|address)$/.test(title));
    const counters = this.columns.slice(0, labels < 0 ? undefined : labels);
    const match = cells.exec(line);
    if (match === null) return this.unknown();
    if (!byThread) {
      const [type = '', ...rest] = match[2]!.trim().split(/ +/);
      const [object, instance] = rest.length === 0 ? ['lock', type] : [type, rest.join(' ')];
      return this.row(match[1]!, counters, { object, instance });
    }
    const [, numbers = '', tid = ''] = /^(.*?)(\d{1,9}) *$/.exec(match[1]!) ?? [];
    const process = match[2]!.trim();
    const task = { process, pid: -1, tid: Number(tid) };
    return this.row(numbers, counters, { object: 'lock', instance: `${process} ${tid}`, task });
  }

  private row(
    text: string,
    columns: readonly string[],
    key: {
      readonly object: string;
      readonly instance: string;
      readonly task?: { process: string; pid: number; tid: number };
    },
  ): Verdict {
    const found = text.match(/\d[\d.]*(?: (?:ns|us|ms|s|m|h)\b)?/g) ?? [];
    if (found.length < columns.length) return this.unknown();
    const { object, instance, task } = key;
    columns.forEach((title, at) => {
      const cell = found[at]!;
      const isTime = title.includes('wait');
      const [, amount = cell, unit = 'ns'] = (isTime && duration.exec(cell)) || [];
      const value = isTime ? Number(amount) * inNs[unit]! : Number(cell);
      if (!Number.isFinite(value)) return;
      const end = title.indexOf(' (');
      const counter = end < 0 ? title : title.slice(0, end);
      const key = { object, instance, counter, unit: isTime ? 'ns' : null, host: null, cumulative: false };
      const series = this.out.series(task === undefined ? key : { ...key, task });
      this.out.metric(series, Number.NaN, value, this.table, false);
    });
    return 'used';
  }
}
