/** Logs exported from log services: each line in its own format, with the service's time and labels. */
import type { FormatEntry, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { cloudwatch } from './cloudwatch.ts';
import type { Envelope } from './envelope.ts';
import { googleCloud } from './google-cloud.ts';
import { lokiLines, lokiQuery } from './loki.ts';

const envelopes: readonly Envelope[] = [cloudwatch, googleCloud, lokiQuery, lokiLines];

export const entryOf = (envelope: Envelope): FormatEntry => ({
  id: envelope.record.id,
  title: envelope.record.title,
  unit: 'bytes',
  version: 1,
  ...(envelope.lost !== undefined && { lost: envelope.lost }),
  sniff: head => sniff(envelope, head),
  load: async () => (await import('./format.ts')).envelopeFormat(envelope),
});

export const envelopeEntries: readonly FormatEntry[] = envelopes.map(entryOf);

function sniff({ marks }: Envelope, head: Uint8Array): Sniff {
  let at = head[0] === 0xef ? 3 : 0;
  while (head[at] === 0x20 || head[at] === 0x0a || head[at] === 0x0d || head[at] === 0x09) at++;
  if (head[at] !== 0x7b && head[at] !== 0x5b) return 'no';
  const text = decode(head, at, head.length);
  const isMarked = marks.some(({ begins, holds }) => begins.test(text) && holds?.test(text) !== false);
  return isMarked ? 'yes' : 'no';
}
