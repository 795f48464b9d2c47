/** Objects, instances and units of dstat's groups of columns. */
import type { Counter } from '../kit/metrics/series.ts';

export interface DstatColumn {
  readonly object: string;
  readonly instance: string | null;
  readonly counter: Counter;
}

/** Patterns of groups, with the object and the unit of their values; a capturing group is the instance. */
const groups: readonly (readonly [RegExp, string, string | null])[] = [
  [/^(total)(?: cpu)? usage$/, 'cpu', '%'],
  [/^cpu(\d+) usage$/, 'cpu', '%'],
  [/^dsk\/(.+)$/, 'disk', 'B/s'],
  [/^io\/(.+)$/, 'disk requests', '/s'],
  [/^net\/(.+)$/, 'network', 'B/s'],
  [/^pkt\/(.+)$/, 'network packets', '/s'],
  [/^memory usage$/, 'memory', 'B'],
  [/^swap(?:\/(.+))?$/, 'swap', 'B'],
  [/^paging$/, 'paging', 'B/s'],
  [/^system$/, 'system', '/s'],
  [/^interrupts$/, 'interrupts', '/s'],
  [/^procs$/, 'scheduler', null],
  [/^load avg$/, 'load', null],
  [/^virtual memory$/, 'paging', '/s'],
];

const units: Readonly<Record<string, string>> = { new: '/s' };

/** @param group blank if the group before continues */
export function columnOf(group: string, title: string): DstatColumn {
  // A title repeats its group if a group occurs more than once: `dsk/vda:read`.
  const name = title.startsWith(`${group}:`) ? title.slice(group.length + 1) : title;
  for (const [pattern, object, unit] of groups) {
    const match = pattern.exec(group);
    if (match === null) continue;
    const instance = match[1] === 'total' && object === 'cpu' ? 'all' : (match[1] ?? null);
    return { object, instance, counter: { counter: name, unit: unit ?? units[name] ?? null } };
  }
  return { object: group, instance: null, counter: { counter: name, unit: null } };
}
