/**
 * iperf3's and iperf 2's reports at intervals. A point is at the end of its interval; rows over a whole run, which
 * begin at 0 again, are facts.
 *
 *     [ ID] Interval           Transfer     Bitrate         Retr  Cwnd
 *     [  5]   0.00-1.00   sec  1.71 GBytes  14.6 Gbits/sec    0   1023 KBytes
 *     [  5]   0.00-4.00   sec  6.63 GBytes  14.2 Gbits/sec    1             sender
 */
import { RunClock } from '../kit/metrics/run-clock.ts';
import { MetricTables, type Moment } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { quantity } from '../kit/metrics/values.ts';
import { interval, titles } from './entry.ts';

const otherOutput =
  /^(?:-{4,}|(?:- ){4,}-?|Connecting to |Client connecting |Server listening |Accepted connection |Reverse mode|Starting Test|Test Complete|iperf|Time: |Cookie: |TCP |UDP |Control connection|Sending |Sent |Binding |Linux |Datagram size|IPG target|\[ {0,3}(?:\d{1,6}|SUM)\] (?:local |Sent |MSS |Server Report)|CPU Utilization|snd_tcp|rcv_tcp|\[ {0,3}ID\])/;

export class IperfReader extends TextReader {
  private readonly clock = new RunClock(this.out, this.options, (...problem) => this.problem(...problem));
  private readonly tables = new MetricTables(this.out);
  /** What stands behind the rate. */
  private columns: 'retransmits' | 'losses' | 'datagrams' | 'none' = 'none';
  /** Connections with a row of this run. */
  private readonly seen = new Set<string>();

  protected read(line: string): Verdict {
    const titled = titles.exec(line);
    if (titled !== null) {
      const rest = titled[1]!;
      if (rest.includes('Lost/Total')) this.columns = 'losses';
      else if (rest.includes('Total Datagrams')) this.columns = 'datagrams';
      else this.columns = rest.includes('Retr') ? 'retransmits' : 'none';
      return 'used';
    }
    const row = interval.exec(line);
    if (row !== null) return this.row(row);
    if (/^\[ {0,3}\d{1,6}\] local .* connected (?:to|with) /.test(line) && this.clock.samples > 0)
      this.anotherRun();
    return otherOutput.test(line) ? 'used' : this.unknown();
  }

  /** The connections of a run are listed before its first row. */
  private anotherRun(): void {
    if (this.seen.size === 0) return;
    this.seen.clear();
    this.clock.beginLaterRun();
  }

  private row(row: RegExpExecArray): Verdict {
    const [, id = '', role, begin, end, amount = '', prefix = '', rate = '', ratePrefix = '', of, rest = ''] =
      row;
    const name = role === undefined ? id : `${id} ${role}`;
    if (Number(begin) === 0 && (this.seen.has(name) || /(?:sender|receiver) *$/.test(rest))) {
      this.out.about({
        other: { [`total of ${name}${/(sender|receiver)/.exec(rest)?.[0] ?? ''}`]: row[0].trim() },
      });
      return 'used';
    }
    this.seen.add(name);
    const at = { ts: this.clock.at(Number(end)), row: this.clock.samples, sinceBoot: false };
    const instance = id === 'SUM' ? null : name;
    const bits = of === 'bits' ? quantity(rate + ratePrefix, 'bit/s') : 8 * quantity(rate + ratePrefix, 'B');
    this.write('transfer', 'B', quantity(amount + prefix, 'B'), instance, at);
    this.write('bitrate', 'bit/s', bits, instance, at);
    this.rest(rest, instance, at);
    return 'used';
  }

  private rest(rest: string, instance: string | null, at: Moment): void {
    if (this.columns === 'datagrams') {
      const [, datagrams] = /^ {1,20}(\d{1,12})\b/.exec(rest) ?? [];
      if (datagrams !== undefined) this.write('datagrams', 'count', Number(datagrams), instance, at);
    } else if (this.columns === 'losses') {
      const [, jitter, lost, total] =
        /^ {1,20}([\d.]{1,20}) ms {1,20}(\d{1,12})\/ {0,8}(\d{1,12})(?: |$)/.exec(rest) ?? [];
      if (total === undefined) return;
      this.write('jitter', 'ms', Number(jitter), instance, at);
      this.write('lost datagrams', 'count', Number(lost), instance, at);
      this.write('datagrams', 'count', Number(total), instance, at);
    } else if (this.columns === 'retransmits') {
      const [, retransmits, window, windowPrefix = ''] =
        /^ {1,20}(\d{1,12})(?: {1,20}([\d.]{1,12}) ([KMGTP]?)Bytes)?/.exec(rest) ?? [];
      if (retransmits !== undefined) this.write('retransmits', 'count', Number(retransmits), instance, at);
      if (window !== undefined)
        this.write('congestion window', 'B', quantity(window + windowPrefix, 'B'), instance, at);
    }
  }

  private write(counter: string, unit: string, value: number, instance: string | null, at: Moment): void {
    const object = instance === null ? 'iperf sum' : 'iperf';
    this.tables.of(`${object} ${counter}`, object, () => [{ counter, unit }]).write(instance, [value], at);
  }
}
