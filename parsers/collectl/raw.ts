/**
 * collectl's own files: the content of the kernel's files at each sample, nearly unchanged.
 *
 *     >>> 1795288095.001 <<<
 *     cpu0 376170 2 37636 266206 770 0 416 1601 0 0
 *     disk  254       0 vda 86411 12627 7399698 32452 …
 *     MemFree:        17971284 kB
 *     Net   eth0:     467    1659 …
 *
 * Counters grow since boot.
 */
import { type Counter, MetricTables } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { WallClock } from '../kit/metrics/wall-clock.ts';
import { sample } from './entry.ts';
import { readHeader } from './header.ts';

const growing = (unit: string, ...names: string[]): Counter[] =>
  names.map(counter => ({ counter, unit, cumulative: true }));

const cpu = growing('ticks', ...'user nice system idle iowait irq softirq steal guest guest_nice'.split(' '));

const disk: readonly Counter[] = [
  ...['reads', 'writes'].flatMap(kind => [
    ...growing('count', kind, `${kind} merged`),
    ...growing('sectors', `${kind} sectors`),
    ...growing('ms', `${kind} ms`),
  ]),
  { counter: 'in flight', unit: 'count' },
  ...growing('ms', 'busy ms', 'weighted ms'),
];

const net = ['rx', 'tx'].flatMap(way => [
  ...growing('B', `${way} bytes`),
  ...growing('count', ...['packets', 'errors', 'dropped', 'fifo'].map(name => `${way} ${name}`)),
  ...(way === 'rx'
    ? growing('count', 'rx frame', 'rx compressed', 'rx multicast')
    : growing('count', 'tx collisions', 'tx carrier', 'tx compressed')),
]);

const load: readonly Counter[] = ['1m', '5m', '15m'].map(counter => ({ counter, unit: null }));

export class RawReader extends TextReader {
  private host: string | null = null;
  private readonly tables = new MetricTables(this.out);
  private readonly clock = new WallClock(this.out, this.options, {
    domain: 'utc',
    zone: null,
    source: 'epoch-seconds',
    error: 1e6,
  });
  private at = { ts: Number.NaN, row: -1, sinceBoot: false };

  protected read(line: string): Verdict {
    const moment = sample.exec(line);
    if (moment !== null) {
      const ts = this.clock.at(Number(moment[1]), Number(moment[2]!.padEnd(9, '0')));
      this.at = { ts, row: this.at.row + 1, sinceBoot: false };
      return 'used';
    }
    if (line.startsWith('#')) {
      this.host = readHeader(line, this.out).host ?? this.host;
      return 'used';
    }
    if (this.at.row < 0) return this.unknown('A line before the first sample was skipped.');
    return this.values(words(line)) ? 'used' : this.unknown();
  }

  /** False if the line is unknown. */
  private values(cells: readonly string[]): boolean {
    const [name = '', ...rest] = cells;
    const numbers = rest.map(number);
    if (/^cpu\d*$/.test(name)) return this.write('cpu', name.slice(3) || 'all', cpu, numbers);
    if (name === 'disk') return this.write('disk', rest[2] ?? null, disk, numbers.slice(3, 14));
    if (name === 'Net' && rest[0]?.endsWith(':'))
      return this.write('network', rest[0].slice(0, -1), net, numbers.slice(1));
    if (name === 'load') return this.write('load', null, load, numbers.slice(0, 3));
    if (name.endsWith(':') && (rest.length === 1 || rest[1] === 'kB')) {
      const counter: Counter = { counter: name.slice(0, -1), unit: rest[1] ?? 'count' };
      return this.write('memory', null, [counter], numbers.slice(0, 1));
    }
    if (rest.length !== 1 || Number.isNaN(numbers[0])) return false;
    if (name.startsWith('procs_'))
      return this.write('scheduler', null, [{ counter: name, unit: 'count' }], numbers);
    const object = /^(?:intr|ctxt|processes)$/.test(name) ? 'system' : 'paging';
    const isState = /^nr_|_nodes$/.test(name);
    return this.write(
      object,
      null,
      isState ? [{ counter: name, unit: 'pages' }] : growing('count', name),
      numbers,
    );
  }

  private write(
    object: string,
    instance: string | null,
    counters: readonly Counter[],
    values: readonly number[],
  ): boolean {
    const table = this.tables.of(`${object} ${counters[0]!.counter}`, object, () => counters, this.host);
    table.write(instance, values, this.at);
    return true;
  }
}
