/**
 * System calls as strace prints them, with any of -f -t -tt -ttt -r -T -k -y -Y, and its -c summary.
 * https://man7.org/linux/man-pages/man1/strace.1.html
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { bodyOf, isLtrace } from '../families/calls/dialect.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const straceEntry: FormatEntry = {
  id: 'strace',
  title: 'strace',
  unit: 'lines',
  version: 1,
  lost: 'shares and totals of `-c`, which follow from its rows',
  sniff,
  load: async () => (await import('./format.ts')).strace,
};

const call = /^[a-z_][a-z0-9_]*\(.*(?:\) += (?:-?\d|0x[0-9a-f]|\?).*|<unfinished \.\.\.>)$/;
const other = /^(?:<\.\.\. [a-z0-9_]+ resumed>|\+\+\+ (?:exited with \d|killed by SIG)|--- SIG[A-Z0-9_]+ )/;
const attached = /^(?:strace: )?Process \d+ (?:attached|detached|resumed)/;
const summary = /^% time +seconds +usecs\/call +calls +errors syscall$/;

function sniff(head: Uint8Array): Sniff {
  const lines = headLines(head, 200).filter(line => line !== '' && !line.startsWith(' > '));
  if (lines.slice(0, 40).some(line => summary.test(line))) return 'yes';
  const bodies = lines.map(bodyOf);
  if (isLtrace(bodies)) return 'no';
  const calls = bodies.filter(body => call.test(body)).length;
  const others = bodies.filter(body => other.test(body) || attached.test(body)).length;
  if (calls + others < 0.5 * lines.length || calls + others === 0) return 'no';
  const surely =
    others > 0 || bodies.some(body => /^execve\("|\) += -1 E[A-Z0-9]+ \(|<unfinished \.\.\.>$/.test(body));
  return surely ? 'yes' : calls > 2 ? 'likely' : 'maybe';
}
