import type { Output, Task } from '../contract.ts';
import { number } from '../kit/metrics/values.ts';

/** ` work.sh (18663), 323 events, 10.0%` */
const owner = /^ ?(.{1,64}) \((\d{1,9})\), (\d{1,15}) events, [\d.]+%(?:, [\d.]+ msec)?$/;
const row = /^ {1,8}([a-z_]\w*)((?: +[\d.]+%?)+)$/;

const counters: Readonly<Record<string, { readonly counter: string; readonly unit: string | null }>> = {
  calls: { counter: 'calls', unit: null },
  errors: { counter: 'errors', unit: null },
  total: { counter: 'time', unit: 'ms' },
  min: { counter: 'least time', unit: 'ms' },
  avg: { counter: 'time per call', unit: 'ms' },
  max: { counter: 'longest time', unit: 'ms' },
};

/** The tables of `-s`: sums per thread and call over the whole recording, without times. */
export class TraceSummary {
  private task: Task | null = null;
  private columns: readonly string[] = [];
  private tables = -1;

  constructor(private readonly out: Output) {}

  /** @returns true if the line belongs to a table */
  read(line: string): boolean {
    const task = owner.exec(line);
    if (task !== null) {
      this.task = { process: task[1]!.trim(), pid: -1, tid: Number(task[2]) };
      this.columns = [];
      this.tables++;
      return true;
    }
    if (this.task === null && !/^ *syscall +calls /.test(line)) return false;
    if (/^ *syscall +calls /.test(line)) {
      this.columns = line.trim().split(/ +/).slice(1);
      return true;
    }
    if (/^ *\(msec\)/.test(line) || /^ *---/.test(line)) return true;
    const match = this.columns.length === 0 ? null : row.exec(line);
    if (match === null) return false;
    const cells = match[2]!.trim().split(/ +/);
    this.columns.forEach((column, at) => {
      const counter = counters[column];
      const value = number(cells[at] ?? '');
      if (counter === undefined || Number.isNaN(value)) return;
      const key = { object: 'system call', instance: match[1]!, host: null, cumulative: false, ...counter };
      const series = this.out.series({ ...key, ...(this.task && { task: this.task }) });
      this.out.metric(series, Number.NaN, value, Math.max(0, this.tables), false);
    });
    return true;
  }
}
