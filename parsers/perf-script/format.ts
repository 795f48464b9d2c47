/**
 * Text of `perf script`: samples with their stacks, tracepoints, and what else perf records.
 * https://man7.org/linux/man-pages/man1/perf-script.1.html, tools/perf/builtin-script.c
 */
import type { Format, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { looksLikeFrame, parseFrame } from './frame.ts';
import { parseUntimed, parseWhat, parseWho } from './header.ts';
import { PerfScriptReader } from './reader.ts';

export const perfScript: Format = {
  id: 'perf-script',
  title: 'perf script',
  unit: 'lines',
  version: 1,
  sniff,
  open: (out, options) => new PerfScriptReader(out, options),
  boundary,
};

/** How much of the head is looked at, lines and bytes. */
const sniffLines = 400;

type Line = 'header' | 'untimed' | 'frame' | 'comment' | 'blank' | 'other';

function sniff(head: Uint8Array): Sniff {
  if (head.includes(0) && head.subarray(0, 4096).includes(0)) return 'no';
  const lines = decode(head, 0, head.length)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/, sniffLines);
  if (lines.length > 1) lines.pop();
  const kinds = lines.map(classify);
  const count = (kind: Line) => kinds.filter(other => other === kind).length;
  if (/^# =+$/.test(lines[0] ?? '') && lines.some(line => /^# (captured on|perf version) *:/.test(line)))
    return 'yes';
  const headers = count('header') + count('untimed');
  if (headers === 0) return 'no';
  const understood = lines.length - count('other');
  const withFrames = kinds.some((kind, at) => /header|untimed/.test(kind) && kinds[at + 1] === 'frame');
  if (understood < lines.length * 0.8)
    return count('header') > 0 && understood > lines.length / 2 ? 'maybe' : 'no';
  if (withFrames) return 'yes';
  return count('header') > 0 ? 'likely' : 'no';
}

function classify(line: string): Line {
  if (/^\s*$/.test(line)) return 'blank';
  if (/^#(\s|$)/.test(line)) return 'comment';
  if (isTimedHeader(line)) return 'header';
  const text = line.trim();
  if (looksLikeFrame(text) || (/^\s/.test(line) && /\)$/.test(text) && parseFrame(text) !== null))
    return 'frame';
  return parseUntimed(line) === null ? 'other' : 'untimed';
}

/** Thread, time, and an event or a frame: what no other tool prints. */
function isTimedHeader(line: string): boolean {
  const time = /(?:^|[ \t])\d{1,15}\.\d+:(?=[ \t]|$)/.exec(line);
  if (line.startsWith('\t') || time === null) return false;
  const who = parseWho(line.slice(0, time.index));
  const what = parseWhat(line.slice(time.index + time[0].length).replace(/^[ \t]+(?:\d+[ \t]+)?/, ''));
  return who.tid >= 0 && what !== null;
}

/**
 * A header begins a record whatever came before it, so any of them is a place to cut. `bytes[0]` is taken for the
 * start of a line.
 */
function boundary(bytes: Uint8Array, from: number): number {
  let start = from;
  if (from > 0 && bytes[from - 1] !== 0x0a) start = afterNewline(bytes, from);
  while (start < bytes.length) {
    const next = afterNewline(bytes, start);
    // Frames are most lines, and begin with a tab.
    if (bytes[start] !== 0x09 && isHeader(decode(bytes, start, next).replace(/\r?\n$/, ''))) return start;
    start = next;
  }
  return -1;
}

function isHeader(line: string): boolean {
  if (/^#(\s|$)/.test(line)) return false;
  return isTimedHeader(line) || (!looksLikeFrame(line.trim()) && parseUntimed(line) !== null);
}

function afterNewline(bytes: Uint8Array, from: number): number {
  const newline = bytes.indexOf(0x0a, from);
  return newline < 0 ? bytes.length : newline + 1;
}
