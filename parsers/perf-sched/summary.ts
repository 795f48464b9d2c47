import type { Output } from '../contract.ts';
import { task } from './entry.ts';

const units: Readonly<Record<string, string | null>> = { 'sched-in': null, migrations: null, stddev: '%' };
const idle = /^ *CPU +(\d{1,5}) idle for +([\d.]+) +msec/;
const total = /^ *(Total [a-z ]{1,40})(?: \(msec\))?: *([\d.]+)(?: +\(x \d+\))?$/;

/** `timehist -s`: sums per thread over the whole recording, without times. */
export class RuntimeSummary {
  private columns: readonly string[] = [];

  constructor(private readonly out: Output) {}

  /** @returns true if the line belongs to the summary */
  read(line: string): boolean {
    if (/^ *comm +parent +sched-in/.test(line)) {
      this.columns = line.trim().split(/ +/).slice(1);
      return true;
    }
    if (
      /^(?:Runtime summary|Terminated tasks:|Idle stats:| *\(count\) .*| *CPU +\d+ idle entire time window)$/.test(
        line,
      )
    )
      return true;
    const ofCpu = idle.exec(line);
    if (ofCpu !== null) {
      this.give('cpu', ofCpu[1]!, 'idle', 'ms', Number(ofCpu[2]));
      return true;
    }
    const sum = total.exec(line);
    if (sum !== null) {
      this.out.about({ other: { [sum[1]!.trim()]: `${sum[2]}${line.includes('(msec)') ? ' ms' : ''}` } });
      return true;
    }
    return this.columns.length > 0 && this.row(line);
  }

  private row(line: string): boolean {
    const words = line.trim().split(/ +/);
    const cells = words.splice(-this.columns.length);
    const name = words.join(' ');
    const who = task.exec(name);
    if (cells.length < this.columns.length || who === null) return false;
    const [, process = '', tid = '', pid = tid] = who;
    this.columns.forEach((column, at) => {
      const value = Number(cells[at]);
      if (column === 'parent') return;
      const unit = column in units ? units[column]! : 'ms';
      this.give('thread', name, column, unit, value, {
        process: process.trim(),
        pid: Number(pid),
        tid: Number(tid),
      });
    });
    return true;
  }

  private give(
    object: string,
    instance: string,
    counter: string,
    unit: string | null,
    value: number,
    task?: { readonly process: string; readonly pid: number; readonly tid: number },
  ): void {
    if (!Number.isFinite(value)) return;
    const key = { object, instance, counter, unit, host: null, cumulative: false, ...(task && { task }) };
    this.out.metric(this.out.series(key), Number.NaN, value, 0, false);
  }
}
