/**
 * sysbench with `--report-interval`: a line per interval, and sections of totals at the end.
 *
 *     [ 10s ] thds: 4 tps: 100.00 qps: 2000.00 (r/w/o: 1400.00/400.00/200.00) lat (ms,95%): 50.11 err/s: 0.00 reconn/s: 0.00
 *     [ 1s ] reads: 89.36 MiB/s writes: 59.57 MiB/s fsyncs: 378.28/s latency (ms,95%): 0.026
 *     [   1s] threads: 4, tps: 100.00, reads: 1400.00, writes: 400.00, response time: 50.1ms (95%), errors: 0.00
 */
import { RunClock } from '../kit/metrics/run-clock.ts';
import { MetricTables } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { interval } from './entry.ts';

const item =
  /([a-z][a-z ]{0,63}(?:\/s)?(?: \([^)]{0,64}\))?): ([\d.]{1,32}) ?(ms|MiB\/s|\/s)?( \([\d%a-z]+\))?/gi;

const kinds = /\((r\/w\/o): ([\d./]+)\)/;

/** Messages before the run, and the bars of its histogram. */
const otherOutput =
  /^(?:sysbench |Running the test|Report intermediate|Initializ|Threads started|Extra file|\d+ files, |[\d.]{1,32}\w{1,8} total file size|Block size|Using |Doing |Periodic |Calling |Creating|Latency histogram|\s{1,64}value {1,64}-|\s{1,64}[\d.]{1,32} \||Number of |WARNING: |Random number|Running memory|\s{1,64}[a-z ]{1,64}: )/;

export class SysbenchReader extends TextReader {
  private readonly clock = new RunClock(this.out, this.options, (...problem) => this.problem(...problem));
  private readonly tables = new MetricTables(this.out);
  private section = '';

  protected read(line: string): Verdict {
    const found = interval.exec(line);
    if (found !== null) return this.sample(Number(found[1]), found[2]!);
    const stated = /^(\s{0,64})([^:|]{1,256}): {0,64}(.*)$/.exec(line);
    if (stated !== null && stated[3] === '' && stated[1] === '') {
      this.section = `${stated[2]}: `;
      return 'used';
    }
    if (stated !== null && stated[3] !== '') {
      const section = stated[1] === '' ? '' : this.section;
      this.out.about({ other: { [`${section}${stated[2]!}`]: stated[3]! } });
      return 'used';
    }
    if (/^[\d.]+ MiB transferred/.test(line)) return 'used';
    return otherOutput.test(line) ? 'used' : this.unknown();
  }

  private sample(seconds: number, text: string): Verdict {
    const at = { row: this.clock.samples, ts: this.clock.at(seconds), sinceBoot: false };
    const speed = /^([\d.]+) (MiB\/s)ec$/.exec(text);
    if (speed !== null) this.write('speed', 'MiB/s', speed[1]!, at);
    const [, letters = '', rates = ''] = kinds.exec(text) ?? [];
    const values = rates.split('/');
    for (const [index, kind] of letters.split('/').entries()) {
      if (kind !== '') this.write(`qps ${kind}`, '/s', values[index] ?? '', at);
    }
    const items = [...text.replace(kinds, '').matchAll(item)];
    // The latency of no events is printed as 0.
    const isStalled = hasNone(items);
    for (const [, name, value, unit, percentile] of items) {
      if (isStalled && (unit ?? unitOf(name!)) === 'ms') continue;
      this.write(`${name!.trim()}${percentile ?? ''}`, unit ?? unitOf(name!), value!, at);
    }
    return 'used';
  }

  private write(
    counter: string,
    unit: string | null,
    value: string,
    at: { readonly ts: number; readonly row: number; readonly sinceBoot: boolean },
  ): void {
    const table = this.tables.of(counter, 'sysbench', () => [{ counter, unit }]);
    table.write(null, [Number.parseFloat(value)], at);
  }
}

/** True if no event completed: by transactions or events if they are printed, else by reads, writes and syncs. */
function hasNone(items: readonly RegExpMatchArray[]): boolean {
  const itemsNamed = (names: RegExp) => items.filter(([, name]) => names.test(name!));
  const events = itemsNamed(/^[te]ps$/);
  const completed = events.length > 0 ? events : itemsNamed(/^(?:reads|writes|fsyncs)$/);
  return completed.length > 0 && completed.every(([, , value]) => Number(value) === 0);
}

function unitOf(name: string): string | null {
  if (/\(ms,/.test(name)) return 'ms';
  if (/^(?:thds|threads)$/.test(name)) return 'threads';
  return /\/s$|^[tqe]ps$|^(?:reads|writes|errors|reconnects)$/.test(name.trim()) ? '/s' : null;
}
