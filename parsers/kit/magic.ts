/**
 * Recognises binary files that users open instead of the text made from them, and says what to do. For the message
 * when no format recognises a file.
 */

import { commands } from './commands.ts';

interface Magic {
  readonly at: number;
  readonly bytes: readonly number[];
  readonly hint: string;
}

const codes = (text: string): readonly number[] => Array.from(text, char => char.charCodeAt(0));
const magic = (start: string | readonly number[], hint: string, at = 0): Magic => ({
  at,
  bytes: typeof start === 'string' ? codes(start) : start,
  hint,
});

const sysstat = `This is the binary data of sar. Open its text instead: ${commands.sadf.command}, or ${commands.sar.command}.`;
const packets = `This is a packet capture. Print it as text first: ${commands.tcpdump.command}.`;
const ctf = `of a CTF trace, such as LTTng's. Print the trace as text first: ${commands.babeltrace.command}.`;
const serialized = '!FastSerialization.1';

const magics: readonly Magic[] = [
  magic([0x96, 0xd5], sysstat),
  magic([0xd5, 0x96], sysstat),
  magic('ElfFile\0', `This is a Windows event log. Export it as text: ${commands.wevtutil.command}.`),
  magic('Nettrace', `This is a .NET trace. Convert it first: ${commands.dotnetTrace.command}.`),
  magic(
    serialized,
    `This is a trace of .NET or PerfView (.netperf, .etlx). Save its stacks as XML: ${commands.perfView.command}; or import the .etl it was made from.`,
    4,
  ),
  magic('FLR\0', `This is a Java flight recording. Print it as text first: ${commands.jfr.command}.`),
  magic('JAVA PROFILE', 'This is a Java heap dump, which is not a trace.'),
  magic([0xc1, 0x1f, 0xfc, 0xc1], `This is a stream ${ctf}`),
  magic('/* CTF ', `This is the description ${ctf}`),
  magic([0xd4, 0xc3, 0xb2, 0xa1], packets),
  magic([0x0a, 0x0d, 0x0d, 0x0a], packets),
  magic('MDMP', 'This is a Windows crash dump, which is not a trace.'),
  magic('\x7fELF', 'This is a program or a library, which is not a trace.'),
  magic('MZ', 'This is a program or a library, which is not a trace.'),
  magic('SQLite format 3\0', 'This is an SQLite database, which cannot be read.'),
  magic('DUCK', 'This is a DuckDB database. If it is a workspace, open it as one.', 8),
  magic('PAR1', 'This is a Parquet file, which cannot be read.'),
  magic([0x04, 0x22, 0x4d, 0x18], 'This is compressed with lz4. Decompress it first: lz4 -d FILE.'),
  magic('\x89PNG', 'This is a picture, which is not a trace.'),
  magic('%PDF', 'This is a PDF document, which is not a trace.'),
];

/** One or two sentences that name the type of a binary file and the way to read it; null if its beginning is unknown. */
export function binaryHint(head: Uint8Array, name = ''): string | null {
  if (isCounterLog(head)) return counterLog;
  if (isBPerfLog(head, name)) return bperfLog;
  const match = magics.find(({ at, bytes }) => bytes.every((byte, index) => head[at + index] === byte));
  return match?.hint ?? null;
}

const counterLog = `This is a log of performance counters. Convert it first: ${commands.relog.command} (on Windows).`;
const firstRecord = 72;
const bperfLog = `This is a trace log of BPerf (.btl), which PerfView opens. Save its stacks as XML: ${commands.perfView.command}.`;
const maxBPerfBlock = 2 << 20;

/**
 * True for a log of BPerf: blocks of compressed ETW records, each after its two lengths. The lengths are no mark by
 * which to know it, so the name decides.
 */
function isBPerfLog(head: Uint8Array, name: string): boolean {
  if (!/\.btl$/i.test(name) || head.length < 8) return false;
  const view = new DataView(head.buffer, head.byteOffset);
  return [0, 4].map(at => view.getUint32(at, true)).every(length => length > 0 && length <= maxBPerfBlock);
}

/**
 * True if the file is a `.blg` of perfmon or logman: an ETW trace by its structure, but its events are counters that
 * only the libraries of Windows can interpret. The trace's first record names the file.
 */
export function isCounterLog(head: Uint8Array): boolean {
  if (head.length < firstRecord + 8 || head[firstRecord + 3] !== 0xc0) return false;
  const size = head[firstRecord + 4]! | (head[firstRecord + 5]! << 8);
  const record = head.subarray(firstRecord, firstRecord + size);
  return new TextDecoder('utf-16le').decode(record.subarray(0, size & ~1)).includes('.blg\0');
}
