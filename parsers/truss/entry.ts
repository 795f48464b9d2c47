/**
 * System calls as truss of Solaris and illumos, and of FreeBSD, prints them, with any of -f -d -D -E -H -a -u, and its -c summary.
 * https://illumos.org/man/1/truss, https://man.freebsd.org/cgi/man.cgi?query=truss
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { baseTime, isExit, isNote, readCall, readFunction, readLine, readSignal } from './line.ts';

export const trussEntry: FormatEntry = {
  id: 'truss',
  title: 'truss',
  unit: 'lines',
  version: 1,
  lost: 'totals of `-c`, which follow from its rows; second return values (only in the message)',
  sniff,
  load: async () => (await import('./format.ts')).truss,
};

const summary = /^\s*syscall\s+seconds\s+calls\s+errors\s*$/;

/** Lines that only truss prints. */
const certain =
  /\)\s+Err#\d+ [A-Z0-9]+$|\)\s+ERR#\d+ '|\(sleeping\.\.\.\)$|^(?:Received signal|Incurred fault) #\d|^SIGNAL \d+ \(SIG|\)\s*= -?\d+ \(0x[0-9a-f]+\)$|^process exit, rval = |\) {2,}argc = \d+$|^Base time stamp: |\)\s+EJUSTRETURN$|^(?:->|<-) [\w.$+-]+:\S+\(/;

function sniff(head: Uint8Array): Sniff {
  const lines = headLines(head, 200).filter(line => line.trim() !== '');
  if (lines.slice(0, 60).some(line => summary.test(line))) return 'yes';
  const texts = lines.map(line => readLine(line).text);
  const known = texts.filter(
    text =>
      (readCall(text)?.end ?? 'none') !== 'none' ||
      readSignal(text) !== null ||
      readFunction(text) !== null ||
      isExit(text) ||
      isNote(text) ||
      baseTime(text) !== null,
  ).length;
  if (known === 0 || known < 0.5 * lines.length) return 'no';
  const surely = texts.some(text => certain.test(text)) || lines.some(line => /^\d*\/\d+:\s/.test(line));
  return surely ? 'yes' : 'no';
}
