/**
 * Packets as snoop of Solaris and illumos prints them: one line per packet, with -V one per layer, with -v one per
 * field. https://illumos.org/man/8/snoop
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { begins, isBanner, layerOf, summaryOf } from './line.ts';

export const snoopEntry: FormatEntry = {
  id: 'snoop',
  title: 'snoop',
  unit: 'lines',
  version: 1,
  lost: "hex dumps (the packet's position in the file is kept), text of a packet beyond 64 KiB",
  sniff,
  load: async () => (await import('./format.ts')).snoop,
};

/** Names of protocols that only packets have, with the text after them. */
const certain =
  /^(?:TCP D=\d+ S=\d+|UDP D=\d+ S=\d+ LEN=|NFS [CR] |RPC [CR] |TELNET [CR] |DNS [CR] |ETHER Type=|ARP [CR] |IP {1,2}D=|ICMP |ICMPv6 |HTTP )/;

function sniff(head: Uint8Array): Sniff {
  const lines = headLines(head, 60).filter(line => line.trim() !== '' && !isBanner(line));
  const detailed = lines.filter(line => layerOf(line) !== null).length;
  if (lines.some(begins) && detailed > 0.6 * lines.length) return 'yes';
  const summaries = lines.map(line => summaryOf(line)).filter(each => each !== null);
  if (summaries.length === 0 || summaries.length < 0.6 * lines.length) return 'no';
  return summaries.some(({ text }) => certain.test(text)) ? 'yes' : 'no';
}
