/**
 * Traces as JSON of Jaeger's query service (`/api/traces`), which its page downloads and uploads: `data` is a list of
 * traces, each with its spans, and the processes that they name.
 * https://www.jaegertracing.io/docs/latest/architecture/apis/#internal-http-json
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';

export const jaegerEntry: FormatEntry = {
  id: 'jaeger',
  title: 'Jaeger traces (JSON)',
  unit: 'bytes',
  version: 1,
  lost: 'flags of spans, processes that no span names, the assignment of reference types to links',
  sniff,
  load: async () => (await import('./format.ts')).jaeger,
};

/** The first member of the first trace; counts and errors of the answer may stand before the list. */
const first =
  /^\ufeff?\s*\{(?:\s*"(?:total|limit|offset|errors)"\s*:\s*(?:\d{1,16}|null|\[[^[\]]{0,1000}\])\s*,){0,4}\s*"data"\s*:\s*\[\s*\{\s*"(?:traceID|spans|processes|warnings)"\s*:/;

function sniff(head: Uint8Array): Sniff {
  const text = decode(head, 0, head.length);
  const isTrace = first.test(text.slice(0, 4096)) && /"(?:spans"\s*:\s*\[|processes"\s*:\s*\{)/.test(text);
  return isTrace ? 'yes' : 'no';
}
