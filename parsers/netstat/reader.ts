/**
 * netstat of Linux, macOS, the BSDs, Solaris and Windows: interfaces (`-i`), statistics (`-s`), and lists of sockets
 * and routes, which are counted: sockets by protocol and state, with the sum of their queues. It prints no time; some
 * scripts print a date before each run.
 */
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { readMoment } from '../kit/metrics/moments.ts';
import { MetricTable, type Moment } from '../kit/metrics/series.ts';
import { words } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { PacedClock } from '../kit/metrics/wall-clock.ts';
import { Interfaces } from './interfaces.ts';
import { Intervals } from './intervals.ts';
import { Sockets } from './sockets.ts';
import { Statistics } from './statistics.ts';

/** The table or list that lines belong to. */
interface Part {
  /** Returns true if the line is part of it: values are written at once, or when the sample ends. */
  read(line: string, at: Moment): boolean;
  /** Ends the sample. */
  close?(at: Moment): void;
}

export class NetstatReader extends TextReader {
  private readonly clock = new MomentClock(this.out, this.options, 'report-times');
  private paced: PacedClock | null = null;
  private ts: number | null = null;
  private row = 0;
  /** Titles that this sample already had. */
  private readonly titlesRead = new Set<string>();
  private readonly interfaces = new Interfaces(this.out);
  private readonly sockets = new Sockets(this.out);
  private readonly statistics = new Statistics(this.out);
  private readonly routes = new Routes(this.out);
  private part: Part | null = null;
  /** Set if the file has intervals; it then contains nothing else. */
  private intervals: Intervals | null = null;

  protected read(line: string): Verdict {
    const moment = readMoment(line.replace(/^Date:\s*/, ''), this.options.modified);
    if (moment !== null) {
      if (this.titlesRead.size > 0) this.next();
      this.ts = this.clock.at(moment);
      return 'used';
    }
    if (Intervals.isHeading(line)) {
      this.intervals ??= new Intervals(this.out);
      this.intervals.heading(line);
      return 'used';
    }
    if (this.intervals !== null) return this.interval(this.intervals, line);
    if (Statistics.isPairs(line)) return this.solaris(line);
    const part = this.partOf(line);
    if (part !== null) {
      this.begin(line, part);
      return 'used';
    }
    if (this.part === null) return this.unknown('A line before any title of netstat was skipped.');
    return this.part.read(line, this.moment()) ? 'used' : this.unknown();
  }

  private interval(intervals: Intervals, line: string): Verdict {
    this.paced ??= new PacedClock(this.out, this.options);
    return intervals.read(line, row => this.paced!.at(row)) ? 'used' : this.unknown();
  }

  private partOf(line: string): Part | null {
    const text = line.trim();
    if (/^(?:Active|Registered) .*(?:connections|sockets|modules)/i.test(text)) return this.sockets;
    if (
      /^(?:Kernel IP(?:v6)? routing table|Routing [Tt]ables?|Internet6?:|IPv4 Route Table|IPv6 Route Table)/.test(
        text,
      )
    )
      return this.routes;
    if (text === 'Kernel Interface table') return this.interfaces;
    const cells = words(text);
    if (this.interfaces.titles(cells)) return this.interfaces;
    return this.statistics.heading(line) ? this.statistics : null;
  }

  /** Solaris prints the protocol on the line of its first counts. */
  private solaris(line: string): Verdict {
    const protocol = words(line)[0]!;
    if (this.titlesRead.has(protocol)) this.next();
    this.titlesRead.add(protocol);
    this.part = this.statistics;
    return this.statistics.read(line, this.moment()) ? 'used' : this.unknown();
  }

  private begin(line: string, part: Part): void {
    const title = line.trim();
    // The titles of a table under a heading belong to the table.
    const heading = !/^(?:Iface|Name)\s/.test(title) || this.part !== this.interfaces;
    if (heading && this.titlesRead.has(title)) this.next();
    this.titlesRead.add(title);
    this.part = part;
    if (part === this.routes) this.routes.table(title.replace(/:$/, ''));
  }

  private next(): void {
    this.close();
    this.titlesRead.clear();
    this.part = null;
    this.row++;
  }

  private close(): void {
    const at = this.moment();
    this.sockets.close(at);
    this.routes.close(at);
  }

  private moment(): Moment {
    if (this.ts === null) this.paced ??= new PacedClock(this.out, this.options);
    return { ts: this.ts ?? this.paced!.at(this.row), row: this.row, sinceBoot: false };
  }

  protected override finish(): void {
    if (this.titlesRead.size > 0) this.close();
  }
}

/** Routing tables: the number of routes of each. */
class Routes implements Part {
  private readonly metrics: MetricTable;
  private readonly counts = new Map<string, number>();
  private name = '';

  constructor(out: ConstructorParameters<typeof MetricTable>[0]) {
    this.metrics = new MetricTable(out, null, 'routes', [{ counter: 'routes', unit: 'count' }]);
  }

  table(name: string): void {
    this.name = name;
  }

  read(line: string): boolean {
    if (/^Destination\s/.test(line)) return true;
    this.counts.set(this.name, (this.counts.get(this.name) ?? 0) + 1);
    return true;
  }

  close(at: Moment): void {
    for (const [name, count] of this.counts) this.metrics.write(name, [count], at);
    this.counts.clear();
  }
}
