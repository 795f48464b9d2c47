/**
 * Output of `tracerpt trace.etl`: `-of CSV`, or XML. Every event of an ETW trace, with the values of its fields and,
 * in CSV, without their names. https://learn.microsoft.com/windows-server/administration/windows-commands/tracerpt_1
 *
 *     Event Name,       Type,   Event ID, …, PID, TID, Processor Number, …, Clock-Time, Kernel(ms), User(ms), User Data
 *        Process,      Start,          0, …, 0x00000390, 0x000012F0, 2, …, 133000000001234567, 15, 0, 0xFFFF8A0B12345080, 0x1A2C, …
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const tracerptCsvEntry: FormatEntry = {
  id: 'tracerpt-csv',
  title: 'tracerpt (CSV)',
  unit: 'lines',
  version: 2,
  lost: 'the link of `StackWalk` rows to their events (they are events of their own)',
  sniff(head): Sniff {
    const first = headLines(head).find(line => line.trim() !== '');
    return first !== undefined && headerOf(first) !== null ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).tracerptCsv,
};

export const tracerptXmlEntry: FormatEntry = {
  id: 'tracerpt-xml',
  title: 'tracerpt (XML)',
  unit: 'lines',
  version: 2,
  lost: 'the link of `StackWalk` rows to their events (they are events of their own)',
  sniff(head): Sniff {
    const text = decode(head, 0, head.length);
    if (!/^\ufeff?\s*(?:<\?xml[^<>]{0,200}>\s*)?<Events[\s>]/.test(text)) return 'no';
    // An event log has neither the processor nor the extended information that a trace has for events without a
    // manifest.
    return /<Execution\s[^<>]{0,300}ProcessorID=|<ExtendedTracingInfo[\s>]/.test(text) ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).tracerptXml,
};

/**
 * Titles in their order, in lower case; they differ between versions of Windows. null if the line is not tracerpt's.
 */
export function headerOf(line: string): readonly string[] | null {
  const titles = line.split(',').map(title => title.trim().toLowerCase());
  const isHeader = titles[0]?.replace(/^\ufeff/, '') === 'event name' && titles.includes('clock-time');
  return isHeader && titles.includes('user data') ? ['event name', ...titles.slice(1)] : null;
}
