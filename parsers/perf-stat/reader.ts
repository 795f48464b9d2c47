/** perf stat: counts of a whole run, or of each interval with `-I`; as text, separated values or JSON. */

import { type MetricTable, MetricTables, type Moment } from '../kit/metrics/series.ts';
import { StartClock } from '../kit/metrics/start-clock.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { PacedClock } from '../kit/metrics/wall-clock.ts';
import { type Count, readJson, readRunTime, readSeparated, readText } from './lines.ts';
import { plainEvent, ratiosOf } from './ratios.ts';

const object = 'perf';
const decoration =
  /^#|^\s*Performance counter stats for|^\s*\(\s*[\d.,]+%\s*\)$|^Some events weren't counted|^\s*\(.*\)$|^\s+echo |^\s+perf stat |^Try with|^\s+#\s/;

export class PerfStatReader extends TextReader {
  private readonly tables = new MetricTables(this.out);
  private readonly clock = new StartClock(this.out, this.options, (...problem) => this.problem(...problem));
  private paced: PacedClock | null = null;
  private interval: string | null = null;
  private at: Moment | null = null;
  /** Counts of the interval, by instance and event. */
  private counts = new Map<string | null, Map<string, number>>();
  private row = -1;

  protected read(line: string): Verdict {
    const started = /^# started on (.*)$/.exec(line);
    if (started !== null) return this.begin(started[1]!);
    const command = /^\s*Performance counter stats for '?(.*?)'?(?: \(\d+ runs\))?:$/.exec(line);
    if (command !== null) {
      this.close();
      this.interval = null;
      this.at = null;
      this.out.about({ command: command[1]! });
      return 'used';
    }
    const run = readRunTime(line);
    if (run !== null) return this.runTime(run.name, run.seconds);
    if (decoration.test(line)) return 'used';
    const count = readJson(line) ?? readSeparated(line) ?? readText(line);
    return count === null ? this.unknown() : this.counted(count);
  }

  private begin(text: string): Verdict {
    this.close();
    this.interval = null;
    this.at = null;
    if (this.clock.begin(text)) return 'used';
    return this.unknown('The date of the header could not be read; times count from the start.');
  }

  private runTime(name: string, seconds: number): Verdict {
    this.at ??= { ts: this.time(null), row: ++this.row, sinceBoot: false };
    this.table(name, 's').write(null, [seconds], this.at);
    return 'used';
  }

  private counted({ time, instance, event, unit, value, metric, share }: Count): Verdict {
    if (this.at === null || time !== this.interval) {
      this.close();
      this.interval = time;
      this.at = { ts: this.time(time), row: ++this.row, sinceBoot: false };
    }
    if (Number.isNaN(value)) return 'used';
    this.table(event, unit ?? 'count').write(instance, [value], this.at);
    if (share < 100) {
      this.table(`${event} time counted`, '%').write(instance, [share], this.at);
      this.problem(
        'scaled-count',
        'notice',
        'Events shared counters: this one was counted for a part of the time only, and perf scaled its count, which is an estimate. The series `… time counted` has the share.',
      );
    }
    if (metric !== null)
      this.table(`${event} ${metric.unit}`, metric.unit).write(instance, [metric.value], this.at);
    let counts = this.counts.get(instance);
    if (counts === undefined) {
      counts = new Map();
      this.counts.set(instance, counts);
    }
    counts.set(plainEvent(event), value);
    return 'used';
  }

  private time(text: string | null): number {
    if (text !== null || this.clock.isDated) return this.clock.at(Number(text ?? 0));
    this.paced ??= new PacedClock(this.out, this.options);
    return this.paced.at(this.row + 1);
  }

  /** Ends an interval, and writes the ratios of its counts. */
  private close(): void {
    if (this.at !== null) {
      for (const [instance, counts] of this.counts) {
        for (const { counter, unit, value } of ratiosOf(counts))
          this.table(counter, unit).write(instance, [value], this.at);
      }
    }
    this.counts = new Map();
  }

  private table(counter: string, unit: string): MetricTable {
    return this.tables.of(`${counter}\n${unit}`, object, () => [
      { counter, unit: unit === 'msec' ? 'ms' : unit },
    ]);
  }

  protected override finish(): void {
    this.close();
    this.clock.finish();
  }
}
