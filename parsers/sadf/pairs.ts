/**
 * `sadf -p`: one value per line, for pattern processors.
 *
 *     web1	600	2026-11-21 13:20:19 UTC	all	%usr	2.15
 *     web1	600	2026-11-21 13:20:19 UTC	-	proc/s	3.56
 */
import { noteEvent } from '../families/sysstat/events.ts';
import { counterOf, objectOf } from '../families/sysstat/objects.ts';
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { operationsOf } from '../kit/metrics/operations.ts';
import { MetricTable } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { quantity } from '../kit/metrics/values.ts';

/** Values that are texts. */
const texts = ['DEVICE', 'status', 'manufact', 'product', 'idvendor', 'idprod'];

export class SadfPairs extends TextReader {
  private readonly clock = new MomentClock(this.out, this.options, 'row-times');
  private readonly rows = new Map<number, number>();
  private readonly series = new Map<string, MetricTable>();
  /** Counters of one instance at one moment that were 0. */
  private zeros: { readonly key: string; readonly titles: string[] } = { key: '', titles: [] };

  protected read(line: string): Verdict {
    const [host, interval, time, instance, title, value] = line.split('\t');
    const ts = time === undefined ? null : this.clock.read(time);
    if (ts === null || instance === undefined) return this.unknown();
    const special = interval === '-1' ? /^(LINUX-RESTART|COM )(.*)/.exec(instance) : null;
    if (special !== null) {
      const kind = special[1] === 'COM ' ? 'comment' : 'restart';
      const text = kind === 'comment' ? special[2]! : line.slice(line.indexOf('LINUX-RESTART'));
      noteEvent(this.out, { ts, kind, text, line: this.lineNumber, offset: this.lineOffset });
      return 'used';
    }
    if (title !== undefined && texts.includes(title)) return 'used';
    if (title === undefined || value === undefined) return this.unknown();
    return this.pair(host!, ts, instance, title, value);
  }

  private pair(host: string, ts: number, instance: string, title: string, value: string): Verdict {
    const key = `${host}\t${title}`;
    let table = this.series.get(key);
    if (table === undefined) {
      const made = this.table(host, title);
      if (made === null) return this.unknown(`sar has no column “${title}”; the line was skipped.`);
      table = made;
      this.series.set(key, table);
    }
    const number = quantity(value, table.counters[0]?.unit ?? null);
    if (Number.isNaN(number)) return this.unknown('A value that is not a number was skipped.');
    if (number === 0 && this.isOverNone(`${host}\t${ts}\t${instance}`, title)) return 'used';
    table.write(instanceOf(table.object, instance), [number], { ts, row: this.rowOf(ts), sinceBoot: false });
    return 'used';
  }

  /** True if a value of 0 is an average over no operations, whose count comes before it. */
  private isOverNone(key: string, title: string): boolean {
    if (this.zeros.key !== key) this.zeros = { key, titles: [] };
    this.zeros.titles.push(title);
    return operationsOf(title).some(each => this.zeros.titles.includes(each));
  }

  private table(host: string, title: string): MetricTable | null {
    // Interrupts by CPU have the CPU as a title.
    const cpu = /^(?:all|cpu(\d+))$/.exec(title);
    const object = cpu === null ? objectOf([title]) : 'interrupts';
    if (object === null) return null;
    const counter = cpu === null ? title : cpu[1] === undefined ? 'all' : `CPU${cpu[1]}`;
    return new MetricTable(this.out, host, object, [counterOf(counter, object)]);
  }

  private rowOf(ts: number): number {
    let row = this.rows.get(ts);
    if (row === undefined) {
      row = this.rows.size;
      this.rows.set(ts, row);
    }
    return row;
  }
}

/** sadf writes `-` if there is no instance, and names what sar numbers: `cpu0`, `fan1`, `ttyS0`. */
function instanceOf(object: string, name: string): string | null {
  if (name === '-') return null;
  const numbered = /^(cpu|fan|temp|in|BAT|bus|ttyS)(\d+)$/.exec(name);
  const numbers = ['cpu', 'softnet', 'fan', 'temperature', 'voltage', 'battery', 'usb', 'tty'];
  return numbered !== null && numbers.includes(object) ? numbered[2]! : name;
}
