/**
 * Calls of library functions, and with -S system calls, as ltrace prints them, with any of -f -t -tt -ttt -r -T -n -i, and its
 * -c summary. https://man7.org/linux/man-pages/man1/ltrace.1.html
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { bodyOf, isLtrace } from '../families/calls/dialect.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const ltraceEntry: FormatEntry = {
  id: 'ltrace',
  title: 'ltrace',
  unit: 'lines',
  version: 1,
  lost: 'instruction pointers of `-i`, shares and totals of `-c`, which follow from its rows',
  sniff,
  load: async () => (await import('./format.ts')).ltrace,
};

const summary = /^% time +seconds +usecs\/call +calls +function$/;
const call = /^[\w~][^"'=(]*\(.*(?:\) += .*|<unfinished \.\.\.>|<no return \.\.\.>)$/;
const other = /^(?:<\.\.\. \S+ resumed> |\+\+\+ (?:exited \(status|killed by SIG)|--- SIG[A-Z0-9]+ \()/;

function sniff(head: Uint8Array): Sniff {
  const lines = headLines(head, 200).filter(line => line.trim() !== '');
  if (lines.slice(0, 40).some(line => summary.test(line))) return 'yes';
  const bodies = lines.map(bodyOf);
  const known = bodies.filter(body => call.test(body) || other.test(body)).length;
  return known > 2 && known >= 0.5 * lines.length && isLtrace(bodies) ? 'yes' : 'no';
}
