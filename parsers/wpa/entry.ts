/**
 * Tables of Windows Performance Analyzer: CSV files that wpaexporter writes, and rows copied in WPA and pasted into a file.
 * https://learn.microsoft.com/windows-hardware/test/wpt/exporter
 *
 *     Disk,Process,Thread ID,Path Name,IO Type,Priority,Disk Service Time (µs),IO Time (µs),Size (B),Complete Time (s),…
 *     0,System (4),33868,C:\$Mft,Write,Normal,18.974,18.974,"4,096",1.629490947,…
 *
 *     Line #, Process, Stack, Count
 *     1, server.exe (34020), , 1581
 *     2, , [Root], 1579
 *     3, ,   |- kernel32.dll!BaseThreadInitThunk, 1576
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { parseHeader } from './header.ts';

export const wpaEntry: FormatEntry = {
  id: 'wpa',
  title: 'Windows Performance Analyzer',
  unit: 'lines',
  version: 1,
  lost: '`% Weight`; columns between stack and count of copied trees',
  sniff(head): Sniff {
    const first = headLines(head).find(line => line.trim() !== '');
    return first !== undefined && parseHeader(first) !== null ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).wpa,
};
