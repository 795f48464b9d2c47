import type { Output } from '../../contract.ts';
import { quantity } from '../../kit/metrics/values.ts';

const counters: Readonly<Record<string, { readonly counter: string; readonly unit: string | null }>> = {
  seconds: { counter: 'time', unit: 's' },
  'usecs/call': { counter: 'time per call', unit: 'us' },
  calls: { counter: 'calls', unit: null },
  errors: { counter: 'errors', unit: null },
};

/**
 * The table of `-c`: sums over the whole run, without times. Each call is an instance; the share and the
 * total follow from the rows and are left out.
 */
export class Summary {
  private columns: readonly string[] = [];
  /**
   * Ends of the columns, from the ruler: a call without errors has a blank cell, so cells cannot be counted.
   */
  private ends: readonly number[] = [];
  private tables = 0;

  constructor(private readonly out: Output) {}

  /** @returns true if the line belongs to the table */
  read(line: string): boolean {
    if (line.startsWith('% time')) {
      this.columns = line.replace('% time', '%time').trim().split(/\s+/);
      this.ends = [];
      return true;
    }
    if (this.columns.length === 0) return false;
    if (/^-[- ]*$/.test(line)) {
      if (this.ends.length === 0)
        this.ends = [...line.matchAll(/-+/g)].map(dashes => dashes.index + dashes[0].length);
      return true;
    }
    const cells = this.cells(line);
    const call = cells.at(-1) ?? '';
    if (this.ends.length === 0 || call === '' || !/^[\w.:~@<>$*&,-]+$/.test(call)) return false;
    if (call === 'total') {
      this.columns = [];
      this.tables++;
    } else this.row(call, cells);
    return true;
  }

  private row(call: string, cells: readonly string[]): void {
    const measured =
      this.columns.at(-1) === 'function' ? functionOf(call) : { object: 'system call', instance: call };
    this.columns.forEach((column, at) => {
      const counter = counters[column];
      const value = quantity(cells[at] ?? '', null);
      if (counter === undefined || Number.isNaN(value)) return;
      const key = { ...measured, host: null, cumulative: false, ...counter };
      this.out.metric(this.out.series(key), Number.NaN, value, this.tables, false);
    });
  }

  private cells(line: string): string[] {
    const last = this.ends.length - 1;
    return this.ends.map((end, at) =>
      line.slice(this.ends[at - 1] ?? 0, at === last ? undefined : end).trim(),
    );
  }
}

/** ltrace counts system calls among functions: `SYS_read`. */
const functionOf = (name: string): { readonly object: string; readonly instance: string } =>
  name.startsWith('SYS_')
    ? { object: 'system call', instance: name.slice(4) }
    : { object: 'function', instance: name };
