/**
 * Traces of Event Tracing for Windows, as the kernel, xperf, WPR, PerfView and others record them: read anywhere, without the
 * libraries of Windows.
 *
 * A run of buffers, each of one CPU (`buffers.ts`), of records (`records.ts`); the first record of all describes the trace
 * (`trace-header.ts`).
 */
import type { Format, Sniff } from '../contract.ts';
import { isCounterLog } from '../kit/magic.ts';
import { headerSize, looksLikeBuffer } from './buffers.ts';
import { Block } from './bytes.ts';
import { EtlSurvey } from './survey.ts';

export const etl: Format = {
  id: 'etl',
  title: 'ETW trace',
  unit: 'bytes',
  version: 1,
  lost: 'values of performance counters at switches; processor times of records; activity ids; fields of events that neither the trace nor Aftertrace describes are kept as bytes',
  sniff,
  belongsTo,
  survey: () => new EtlSurvey(),
  open(out, options) {
    const survey = new EtlSurvey();
    survey.end();
    return survey.open(out, options);
  },
};

/** PerfView, WPR and others record the kernel, programs and what is there at the end each in a file of its own. */
function belongsTo(name: string): string | null {
  const main = /^(.+)\.(?:kernel|user|clr|clrRundown|kernelRundown|userRundown)\.etl$/i.exec(name)?.[1];
  return main === undefined ? null : `${main}.etl`;
}

const headerBuffer = 4;

function sniff(head: Uint8Array): Sniff {
  const block = new Block(head);
  if (head.length < headerSize + 8 || !looksLikeBuffer(block, 0)) return 'no';
  if (block.u16(0x36) !== headerBuffer) return 'no';
  // The first record of the kernel's group 0, with a header of 32 or of 64 bits.
  const type = block.u8(headerSize + 2);
  const isHeader = block.u8(headerSize + 3) === 0xc0 && (type === 1 || type === 2);
  return isHeader && block.u16(headerSize + 6) === 0 && !isCounterLog(head) ? 'yes' : 'no';
}
