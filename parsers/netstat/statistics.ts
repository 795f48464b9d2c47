/**
 * `netstat -s`: counts by protocol since boot.
 *
 * Linux and the BSDs write a heading and sentences with a number in them; Solaris writes `name = value` pairs.
 *
 *     Tcp:                                     TCP     tcpActiveOpens      =956686     tcpPassiveOpens     =711692
 *         120 active connection openings               tcpAttemptFails     =295985     tcpEstabResets      =    39
 */
import type { Output } from '../contract.ts';
import { MetricTables, type Moment } from '../kit/metrics/series.ts';

const pair = /([A-Za-z]\w{0,63})\s{0,64}=\s{0,64}(-?\d+)/g;

/** States and settings of Solaris; all other counters only grow. */
const states =
  /RtoAlgorithm|RtoM(?:in|ax)|MaxConn|CurrEstab|Forwarding$|DefaultTTL|DefaultHopLimit|IfIndex|ReasmTimeout|RouteIfs|AddrEntrySize|RouteEntrySize|EntrySize/;

export class Statistics {
  private readonly tables: MetricTables;
  private protocol = '';

  constructor(out: Output) {
    this.tables = new MetricTables(out);
  }

  /** Reads the name of a protocol; false if the line is not a heading. Pairs on its line are not read yet. */
  heading(line: string): boolean {
    const words = /^([A-Za-z][\w]*):$/.exec(line);
    if (words !== null) this.protocol = words[1]!.toLowerCase();
    return words !== null;
  }

  read(line: string, at: Moment): boolean {
    const solaris = /^([A-Z][A-Za-z0-9]*)?\s+[A-Za-z]\w*\s*=\s*\S/.exec(line);
    if (solaris !== null) return this.pairs(line, solaris[1], at);
    const named = /^\s+([A-Za-z]\w*):\s*(-?\d+)$/.exec(line);
    if (named !== null) return this.write(named[1]!, Number(named[2]), true, at);
    if (!/^\s/.test(line)) return false;
    const sentence = line.trim();
    const number = /(?<![\w.])(\d+)(?![\w.])/.exec(sentence);
    if (number === null) return this.protocol !== '';
    const name = sentence.replace(number[0], number.index === 0 ? '' : '#').trim();
    return this.write(name, Number(number[1]), !/established|^Forwarding|Default TTL/.test(name), at);
  }

  /** True if the line has the form of Solaris. */
  static isPairs(line: string): boolean {
    return /^(?:RAWIP|UDP|TCP|IPv4|IPv6|ICMPv4|ICMPv6|IGMP|SCTP|IP|ICMP)\s+[a-z]\w*\s*=\s*\S/.test(line);
  }

  private pairs(line: string, protocol: string | undefined, at: Moment): boolean {
    if (protocol !== undefined) this.protocol = protocol.toLowerCase();
    for (const [, name, value] of line.matchAll(pair))
      this.write(name!, Number(value), !states.test(name!), at);
    return true;
  }

  private write(counter: string, value: number, cumulative: boolean, at: Moment): boolean {
    const counters = () => [{ counter, unit: 'count', cumulative }];
    this.tables.of(`${this.protocol}\t${counter}`, this.protocol, counters).write(null, [value], at);
    return true;
  }
}
