/**
 * Text of `perf script`: samples with their stacks, tracepoints, and other records of perf.
 * https://man7.org/linux/man-pages/man1/perf-script.1.html, tools/perf/builtin-script.c
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { isSourceLine, looksLikeFrame, parseFrame, unknown } from './frame.ts';
import { findTime, isTracepoint, parseEvent, parseTask, parseUntimed } from './header.ts';
import { isBareNumber, isDetailLine, withoutDetails } from './record-text.ts';

export const perfScriptEntry: FormatEntry = {
  id: 'perf-script',
  title: 'perf script',
  unit: 'lines',
  version: 2,
  lost: 'fields after a stack: source lines, registers, instructions, branches, sizes of pages (each with a notice); dumped stacks',
  sniff,
  load: async () => (await import('./format.ts')).perfScript,
};

/** Number of lines of the head that are examined. */
const sniffLines = 400;

/** `weak`: a header without a time, or without a thread's id. Other text may look like it. */
export type Line = 'certain' | 'header' | 'weak' | 'frame' | 'detail' | 'comment' | 'blank' | 'other';

function sniff(head: Uint8Array): Sniff {
  const lines = decode(head, 0, head.length)
    .replace(/^\ufeff/, '')
    .split(/\r?\n/, sniffLines);
  // The last line may be incomplete.
  if (lines.length > 1) lines.pop();
  // A row of dots under column titles marks `perf report` output, which has the same banner.
  if (lines.some(line => /^# ?\.{2}[. ]+$/.test(line))) return 'no';
  if (/^# =+$/.test(lines[0] ?? '') && lines.some(line => /^# (?:captured on|perf version) *:/.test(line)))
    return 'yes';
  const kinds = lines.map(kindOf);
  const count = (kind: Line) => kinds.filter(other => other === kind).length;
  const headers = count('certain') + count('header');
  if (headers === 0 && !standsAlone(kinds)) return 'no';
  const other = count('other') / lines.length;
  if (headers + count('weak') === 0 || other > 0.5) return 'no';
  if (other > 0.2) return headers > 0 ? 'maybe' : 'no';
  if (count('certain') > 0 || kinds.some((kind, at) => kind === 'frame' && begins(kinds[at - 1])))
    return 'yes';
  return headers > 0 ? 'likely' : 'maybe';
}

export function kindOf(line: string): Line {
  if (/^\s*$/.test(line)) return 'blank';
  if (/^#(?:\s|$)/.test(line)) return 'comment';
  const timed = line.startsWith('\t') ? null : timedHeader(line);
  if (timed !== null) return timed;
  const text = line.trim();
  if (isSourceLine(withoutDetails(text)) || isDetailLine(text)) return 'detail';
  if (!line.startsWith('\t') && isBareNumber(text)) return 'detail';
  if (looksLikeFrame(text) || (/^\s/.test(line) && parseFrame(text) !== null)) return 'frame';
  return isBareHeader(line) ? 'weak' : 'other';
}

/**
 * A header without a time. To exclude prose, which also has numbers and colons, it must end with the event name or be
 * a tracepoint.
 */
function isBareHeader(line: string): boolean {
  const header = parseUntimed(line);
  if (header === null) return false;
  const { event, payload, frame } = header.event;
  return payload === '' || frame !== null || (isTracepoint(event) && /^[\w-]+:[\w-]+$/.test(event));
}

/** Untimed records are distinguished from other text by position: each must be at the top, or below a blank line. */
function standsAlone(kinds: readonly Line[]): boolean {
  return kinds.every((kind, at) => {
    const before = kinds[at - 1] ?? 'blank';
    const apart = before === 'blank' || before === 'comment';
    return kind === 'weak' ? apart || before === 'weak' || before === 'detail' : kind !== 'frame' || !apart;
  });
}

/** Thread, time, and an event or a frame. Certain with a CPU or a tracepoint name, which no other tool prints. */
function timedHeader(line: string): Line | null {
  const time = findTime(line);
  const event = time === null ? null : parseEvent(time.after);
  if (time === null || event === null) return null;
  const { tid, cpu } = parseTask(time.before);
  const known = event.event !== unknown || event.frame !== null;
  if (tid >= 0) return known && (cpu >= 0 || isTracepoint(event.event)) ? 'certain' : 'header';
  return known ? 'weak' : null;
}

export const begins = (kind: Line | undefined): boolean =>
  kind === 'certain' || kind === 'header' || kind === 'weak';
