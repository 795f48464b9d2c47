/**
 * Packets as tcpdump prints them, with any of -t … -ttttt -# -e -v -q -x -X -A.
 * https://www.tcpdump.org/manpages/tcpdump.1.html
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { styleOf } from './start.ts';

export const tcpdumpEntry: FormatEntry = {
  id: 'tcpdump',
  title: 'tcpdump',
  unit: 'lines',
  version: 1,
  lost: "hex dumps (the packet's position in the file is kept), text of a packet beyond 64 KiB",
  sniff,
  load: async () => (await import('./format.ts')).tcpdump,
};

/** Maximum number of lines before the first packet: messages of the tool, and a prompt. */
const maxLinesBefore = 8;

function sniff(head: Uint8Array): Sniff {
  const lines = headLines(head, 100).filter(line => line !== '');
  const style = styleOf(lines.slice(0, maxLinesBefore));
  if (style === null) return 'no';
  if (style.likeness === 'strong') return 'yes';
  const likely = lines.filter(line => styleOf([line]) !== null).length;
  return likely > lines.length / 2 ? 'likely' : 'no';
}
