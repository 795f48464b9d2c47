import type { Options, Output, ThreadId } from '../contract.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { BootClock } from './clock.ts';
import { mapLine } from './entry.ts';

interface Running {
  readonly thread: ThreadId | null;
  readonly since: number;
}

/**
 * `perf sched map`: one line per switch, one column per CPU; a star marks the task that begins to run, a dot is idle.
 */
export class MapReader extends TextReader {
  private readonly clock = new BootClock(this.out, this.options);
  private readonly threads = new Map<string, ThreadId>();
  private readonly running: (Running | undefined)[] = [];
  private last = 0;

  constructor(out: Output, options: Options) {
    super(out, options);
  }

  protected read(line: string): Verdict {
    const match = mapLine.exec(line);
    if (match === null) return this.unknown();
    const [, columns = '', time = '', letters, process = '', tid] = match;
    const ts = this.clock.at(time);
    this.last = ts;
    if (letters !== undefined && letters !== '.')
      this.threads.set(letters, this.out.thread(this.out.string(process), -1, Number(tid)));
    columns
      .trim()
      .split(/ +/)
      .forEach((column, cpu) => {
        if (!column.startsWith('*')) return;
        this.stop(cpu, ts);
        this.running[cpu] = { thread: this.threads.get(column.slice(1)) ?? null, since: ts };
      });
    return 'used';
  }

  private stop(cpu: number, ts: number): void {
    const before = this.running[cpu];
    if (before === undefined || before.thread === null || ts <= before.since) return;
    // A time that is wrong by years does not end an interval.
    if (!Number.isSafeInteger(ts - before.since)) return;
    const state = this.out.string('running');
    this.out.row('state', {
      thread: before.thread,
      cpu,
      ts: before.since,
      duration: ts - before.since,
      state,
    });
  }

  protected override finish(): void {
    for (const cpu of this.running.keys()) this.stop(cpu, this.last);
  }
}
