import type { Output } from '../contract.ts';

const header = /^\s*syscall\s+seconds\s+calls\s+errors\s*$/;
const ruler = /^[-\s]+$/;

/**
 * The table of `-c`: sums over the whole run, without times. The totals of calls follow from the rows and are left
 * out; those of user time and elapsed time do not.
 */
export class TrussSummary {
  private isOpen = false;
  private tables = 0;

  constructor(private readonly out: Output) {}

  /** @returns true if the line belongs to the table */
  read(line: string): boolean {
    if (line.endsWith('errors') && header.test(line)) {
      this.isOpen = true;
      return true;
    }
    if (!this.isOpen) return false;
    if (ruler.test(line)) return true;
    const [, name = '', seconds = '', calls, errors] =
      /^\s{0,64}(sys totals:|usr time:|elapsed:|[\w$.]{1,256})?\s{1,64}(\d{0,16}\.\d+)(?:\s{1,64}(\d+)(?:\s{1,64}(\d+))?)?$/.exec(
        line,
      ) ?? [];
    if (seconds === '') {
      this.isOpen = false;
      return false;
    }
    if (name === 'usr time:' || name === 'elapsed:') {
      this.metric('process', null, name === 'elapsed:' ? 'elapsed' : 'user time', seconds, 's');
      if (name === 'elapsed:') this.end();
    } else if (name === '' || name === 'sys totals:') {
      // FreeBSD prints nothing after its totals.
      if (name === '') this.end();
    } else {
      this.metric('system call', name, 'time', seconds, 's');
      if (calls !== undefined) this.metric('system call', name, 'calls', calls, null);
      if (errors !== undefined) this.metric('system call', name, 'errors', errors, null);
    }
    return true;
  }

  private end(): void {
    this.isOpen = false;
    this.tables++;
  }

  private metric(
    object: string,
    instance: string | null,
    counter: string,
    value: string,
    unit: string | null,
  ): void {
    if (!Number.isFinite(Number(value))) return;
    const series = this.out.series({ object, instance, counter, unit, host: null, cumulative: false });
    this.out.metric(series, Number.NaN, Number(value), this.tables, false);
  }
}
