/**
 * Averages over operations. For an interval in which none completed, tools print 0 as the average duration.
 * Such a 0 is dropped: it is not a value, and would make the worst part of a stall look like the best.
 */

import type { Counter } from './series.ts';

/**
 * Counters that are averages over operations, each with the counters of the same row that count its
 * operations. A row may lack some of these.
 */
const averages: readonly (readonly [average: RegExp, ...operations: string[]])[] = [
  // iostat and sar of Linux.
  [/^([rwdf])_await$/, '$1/s'],
  [/^([rwd])areq-sz$/, '$1/s'],
  [/^(?:await|areq-sz|avgrq-sz|svctm)$/, 'tps', 'r/s', 'w/s', 'd/s'],
  // iostat and sar of Solaris, HP-UX and AIX.
  [/^(?:[wa]?svc_t|avwait|avserv)$/, 'r+w/s', 'r/s', 'w/s'],
  // nfsiostat.
  [/^(|read |write )(?:kB\/op|avg RTT|avg exe|avg queue)$/, '$1ops/s'],
  // collectl.
  [/^(?:Wait|SvcTim|RWSize)$/, 'Reads', 'Writes'],
  [/^averages (?:Wait|SvcTim|RWSize)$/, 'reads IOs', 'writes IOs'],
  [/^(?:RWait|WaitR)$/, 'Reads'],
  [/^(?:WWait|WaitW)$/, 'Writes'],
  [/^Request$/, 'Reads', 'Writes'],
  // Windows.
  [/^Avg\. Disk (?:sec|Bytes)\/(Read|Write|Transfer)$/, 'Disk $1s/sec'],
  [/^Avg\. sec\/(Read|Write)$/, '$1 Requests/sec'],
  [/^Avg\. sec\/Data Request$/, 'Data Requests/sec'],
  [/^Average Wait Time \(ms\)$/, 'Lock Waits/sec'],
  [/^Average Latch Wait Time \(ms\)$/, 'Latch Waits/sec'],
  // esxtop.
  [/^Average (?:Driver|Kernel|Guest|Queue) MilliSec\/(Command|Read|Write)$/, '$1s/sec'],
];

/** Names of the counters that count the operations of an average; empty for other counters. */
export function operationsOf(counter: string): readonly string[] {
  for (const [average, ...operations] of averages) {
    const match = average.exec(counter);
    if (match !== null) return operations.map(name => name.replace('$1', match[1] ?? ''));
  }
  return [];
}

/** Maps each column that is an average over operations to the columns that count the operations. */
export function operationColumns(
  counters: readonly (Counter | null)[],
): ReadonlyMap<number, readonly number[]> {
  const columnsOf = new Map<string, number[]>();
  for (const [column, counter] of counters.entries()) {
    if (counter === null) continue;
    const columns = columnsOf.get(counter.counter);
    if (columns === undefined) columnsOf.set(counter.counter, [column]);
    else columns.push(column);
  }
  const operations = new Map<number, readonly number[]>();
  for (const [column, counter] of counters.entries()) {
    const names = counter === null ? [] : operationsOf(counter.counter);
    const columns = names.flatMap(name => columnsOf.get(name) ?? []);
    if (columns.length > 0) operations.set(column, columns);
  }
  return operations;
}
