/**
 * Traces of Event Tracing for Windows, recorded by the kernel, xperf, WPR, PerfView and others; read on any system, without the
 * libraries of Windows.
 *
 * A trace is a sequence of buffers, each from one CPU (`buffers.ts`), which contain records (`records.ts`). The first record
 * describes the trace (`trace-header.ts`).
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { isCounterLog } from '../kit/magic.ts';
import { headerSize, looksLikeBuffer } from './buffers.ts';
import { Block } from './bytes.ts';

export const etlEntry: FormatEntry = {
  id: 'etl',
  title: 'ETW trace',
  unit: 'bytes',
  version: 2,
  lost: 'values of performance counters at switches; processor times of records; activity ids; fields of events that neither the trace nor Aftertrace describes are kept as bytes',
  sniff,
  belongsTo,
  readsManifests: true,
  load: async () => (await import('./format.ts')).etl,
};

/** PerfView, WPR and others write separate files for the kernel, for programs, and for the lists at the end (rundown). */
function belongsTo(name: string): string | null {
  const main = /^(.+)\.(?:kernel|user|clr|clrRundown|kernelRundown|userRundown)\.etl$/i.exec(name)?.[1];
  return main === undefined ? null : `${main}.etl`;
}

const headerBuffer = 4;

function sniff(head: Uint8Array): Sniff {
  const block = new Block(head);
  if (head.length < headerSize + 8 || !looksLikeBuffer(block, 0)) return 'no';
  if (block.u16(0x36) !== headerBuffer) return 'no';
  // The first record is of the kernel's group 0, with a 32-bit or a 64-bit header.
  const type = block.u8(headerSize + 2);
  const isHeader = block.u8(headerSize + 3) === 0xc0 && (type === 1 || type === 2);
  return isHeader && block.u16(headerSize + 6) === 0 && !isCounterLog(head) ? 'yes' : 'no';
}
