/**
 * pgbench with `-P`: a line per interval, and a summary at the end.
 *
 *     progress: 2.0 s, 3634.2 tps, lat 1.098 ms stddev 0.571, 0 failed
 *
 * Its times count from the start of the run (with `--progress-timestamp` from 1970).
 */
import { none } from '../contract.ts';
import { ascii } from '../kit/bytes.ts';
import { RunClock } from '../kit/metrics/run-clock.ts';
import { type Counter, type MetricTable, MetricTables } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { number } from '../kit/metrics/values.ts';
import { progress } from './entry.ts';

/** A statement's latency; from version 15 on with its failures, from 17 on with retries. */
const statement = /^\s+(\d+\.\d+)\s+(?:\d+\s+){0,2}(\S.*)$/;

const fact = /^(?: - )?([a-z][a-z -]*[a-z])(?: =|:) (.*)$/i;
const message = /^pgbench: (.*)$/;

/** Messages while it runs, and headings of the summary. */
const otherOutput =
  /^(?:pgbench \(|starting vacuum|vacuuming|dropping|creating|generating|done in|NOTICE|[\d,]+ of [\d,]+ tuples|tps = | - \d+ |SQL script \d+: |statement latencies)/;

const counters: Readonly<Record<string, Counter>> = {
  tps: { counter: 'tps', unit: '/s' },
  lat: { counter: 'lat', unit: 'ms' },
  stddev: { counter: 'stddev', unit: 'ms' },
  lag: { counter: 'lag', unit: 'ms' },
};

export class PgbenchReader extends TextReader {
  private readonly clock = new RunClock(this.out, this.options, (...problem) => this.problem(...problem));
  private readonly tables = new MetricTables(this.out);

  protected read(line: string): Verdict {
    const interval = progress.exec(line);
    if (interval !== null) return this.sample(Number(interval[1]), interval[2]!);
    const trouble = message.exec(line);
    if (trouble !== null) return this.trouble(trouble[1]!);
    const latency = statement.exec(line);
    if (latency !== null) return this.fact(`latency of ${latency[2]!}`, `${latency[1]} ms`);
    const stated = fact.exec(line);
    if (stated !== null) return this.fact(stated[1]!, stated[2]!);
    return otherOutput.test(line) ? 'used' : this.unknown();
  }

  private sample(seconds: number, text: string): Verdict {
    const at = { row: this.clock.samples, ts: this.clock.at(seconds), sinceBoot: false };
    // The latency of no transactions is printed as 0.
    const isStalled = /^0+(?:\.0+)? tps,/.test(text);
    for (const [, name, value, count, kind] of text.matchAll(
      /\b([a-z]+) ([\d.]+)|(?<![\d.])([\d.]+) ([a-z]+)/g,
    )) {
      const counter = name ?? kind!;
      if (isStalled && counters[counter]?.unit === 'ms') continue;
      this.table(counter).write(null, [number(value ?? count!)], at);
    }
    return 'used';
  }

  private table(counter: string): MetricTable {
    return this.tables.of(counter, 'pgbench', () => [counters[counter] ?? { counter, unit: 'transactions' }]);
  }

  private fact(name: string, value: string): Verdict {
    this.out.about({ other: { [name]: value } });
    return 'used';
  }

  private trouble(text: string): Verdict {
    const bytes = ascii(text);
    const level = /^(?:fatal|error|warning)/.exec(text)?.[0] as 'fatal' | 'error' | 'warning' | undefined;
    this.out.event({
      ts: Number.NaN,
      kind: this.out.string('log'),
      thread: none,
      cpu: -1,
      level: level ?? null,
      component: this.out.string('pgbench'),
      message: { bytes, start: 0, end: bytes.length },
      fieldSchema: none,
      fields: [],
      stack: none,
      line: this.lineNumber,
      lines: 1,
      offset: this.lineOffset,
    });
    return 'used';
  }
}
