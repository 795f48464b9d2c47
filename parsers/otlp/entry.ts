/**
 * OTLP as JSON: traces, logs and metrics of services, as written by the file exporter of OpenTelemetry's collector,
 * printed by SDKs, and returned by Tempo. One document or many, each on one line or not.
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';

export const otlpEntry: FormatEntry = {
  id: 'otlp',
  title: 'OTLP (JSON)',
  unit: 'bytes',
  version: 1,
  lost: 'exemplars (with a notice), flags, descriptions, the assignment of attributes to links, startTimeUnixNano of points',
  sniff,
  load: async () => (await import('./format.ts')).otlp,
};

/** The list with which a document begins; other documents may have a member of that name, but not as the first. */
const first = /^\ufeff?\s*\{\s*"(?:resource(?:Spans|Logs|Metrics)|batches)"\s*:\s*(?:\[|null)/;

function sniff(head: Uint8Array): Sniff {
  const text = decode(head, 0, Math.min(head.length, 1024));
  const match = first.exec(text);
  if (match === null) return 'no';
  if (!match[0].includes('batches')) return 'yes';
  return /"(?:scopeSpans|instrumentationLibrarySpans)"/.test(decode(head, 0, head.length)) ? 'yes' : 'no';
}
