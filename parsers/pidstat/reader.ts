/**
 * pidstat of sysstat: one table per group of options, or all of them side by side (`-h`), with one row per process or
 * thread.
 */

import { SysstatTables, type TableLayout } from '../families/sysstat/tables.ts';
import { type Counter, counterOf, idOf, processTask } from '../kit/metrics/series.ts';

/**
 * Columns that identify the row; the others are its measurements, except for the scheduling policy, which is a text.
 */
const identity = ['UID', 'USER', 'PID', 'TGID', 'TID', 'Command', 'policy'];

const kilobytes = ['VSZ', 'RSS', 'StkSize', 'StkRef'];

function counter(title: string): Counter | null {
  if (identity.includes(title)) return null;
  if (kilobytes.includes(title)) return { counter: title, unit: 'kB' };
  if (title === 'iodelay') return { counter: title, unit: 'ticks' };
  const known = counterOf(title);
  // With -T CHILD: totals since the process began, not rates.
  return /-(?:ms|nr)$/.test(title) && title !== 'fd-nr' ? { ...known, cumulative: true } : known;
}

export class PidstatReader extends SysstatTables {
  protected layout(titles: readonly string[]): TableLayout | null {
    const at = (title: string): number => titles.indexOf(title);
    const [pid, tgid, tid, command] = [at('PID'), at('TGID'), at('TID'), at('Command')];
    if (command !== titles.length - 1 || (pid < 0 && tid < 0)) return null;
    const withThreads = tid >= 0;
    let process = '';
    return {
      object: 'process',
      objectOf: cells => (withThreads && cells[tgid] === '-' ? 'thread' : 'process'),
      counters: titles.map(counter),
      instance: cells => {
        const name = cells[command]!.replace(/^\|__/, '');
        if (!withThreads) return processTask(name, cells[pid]!);
        if (cells[tgid] !== '-') {
          process = cells[tgid]!;
          return processTask(name, process);
        }
        return { process: name, pid: idOf(process), tid: idOf(cells[tid]) };
      },
      text: true,
      // -1.00 in the disk columns means that the kernel denied pidstat access.
      missing: (value, column) => value === -1 && titles[column]!.startsWith('kB_'),
    };
  }
}
