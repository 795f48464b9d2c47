/** mpstat of sysstat: tables of `CPU`, `NODE` and interrupts, a time on every line. */

import { SysstatTables, type TableLayout } from '../families/sysstat/tables.ts';
import { type Counter, counterOf } from '../kit/metrics/series.ts';

/** Position of a CPU, printed by -T: not a measurement, and empty in the row of all CPUs. */
const topology = ['CORE', 'SOCK', 'NODE'];

export class LinuxMpstat extends SysstatTables {
  protected layout(titles: readonly string[]): TableLayout | null {
    const [key, second] = titles;
    if ((key !== 'CPU' && key !== 'NODE') || second === undefined) return null;
    const places = titles.slice(1).filter(title => topology.includes(title)).length;
    const load = titles.some(title => title.startsWith('%'));
    const counters = titles.map((title, column): Counter | null => {
      if (column === 0 || topology.includes(title)) return null;
      // Old versions end the load of a CPU with its interrupts.
      return title === 'intr/s' ? { ...counterOf(title), object: 'interrupts' } : counterOf(title);
    });
    return {
      object: load ? (key === 'NODE' ? 'node' : 'cpu') : 'interrupts',
      counters,
      instance: cells => cells[0]!,
      optional: places,
    };
  }
}
