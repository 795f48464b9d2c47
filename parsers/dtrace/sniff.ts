/** Recognises DTrace's output. */
import type { Sniff } from '../contract.ts';
import { TextHistogram } from '../kit/histogram-text.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { isCall, isCallTitles } from './calls.ts';
import {
  complaintIn,
  defaultScalars,
  flowLine,
  isFlowTitles,
  isMessage,
  isProbeTitles,
  numberAlone,
} from './lines.ts';
import { isToolTitles } from './tables.ts';

const most = 2000;

/**
 * `# ./iosnoop -v`, `$ dtrace -n …`, `# foo.d`, `[root@db1 ~]# dtrace …`, `bash-3.2$ …`: a prompt and a command. `%` ends
 * no prompt with a name: `idle% of` is text.
 */
const prompt =
  /^ {0,8}(?:%|(?:\[?[A-Za-z][\w.-]{0,40}(?:@[\w.-]{1,60})?(?:[: ][\w~./-]{0,100})?\]?)?[#$]) (?:\.\/|\/[\w/]{1,60}\/)?([a-z][\w-]{0,40})(?:\.[dk]?sh|\.d)?(?: .*)?$/;

/** The command after a prompt. */
export const promptIn = (line: string): string | null => prompt.exec(line)?.[1] ?? null;

export const isTranscript = (head: Uint8Array): boolean =>
  headLines(head, most).some(line => promptIn(line) !== null);

/** True if values of stacks descend rather than ascend. */
export function isDescending(head: Uint8Array): boolean {
  const values = headLines(head, most)
    .map(numberAlone)
    .filter(value => !Number.isNaN(value));
  let falls = 0;
  let rises = 0;
  for (let at = 1; at < values.length; at++) {
    if (values[at]! < values[at - 1]!) falls++;
    else if (values[at]! > values[at - 1]!) rises++;
  }
  return falls > rises;
}

const frame = /^ {12,40}[^\s`]{1,200}`\S|^ {12,40}0x[0-9a-f]{1,16}$/;
const matched = /^\s*dtrace: (?:description|script) '.{0,2000}' matched \d+ probes?$/;
const scripts = /^ {0,8}# (?:\.\/)?(?:dtrace|[\w-]+\.d)\b/;
/** Tools of the DTraceToolkit with distinctive names that do not end in `.d`, for texts about them. */
const known = new Set(
  `connections cputimes dappprof dapptrace dexplorer dnlcstat dvmstat errinfo hotkernel hotuser iopattern kstat_types lastwords
   pfilestat procsystime rwsnoop rwtop sampleproc shellsnoop topsyscall topsysproc vopstat woof xvmstat zvmstat`.split(
    /\s+/,
  ),
);
const isTitle = (line: string) => isProbeTitles(line) || isFlowTitles(line) || isCallTitles(line);

export function sniffDtrace(head: Uint8Array): Sniff {
  if (head.includes(0)) return 'no';
  const lines = headLines(head, most)
    .map(line => line.trimEnd())
    .filter(line => line !== '');
  // Examples of tools rewritten for Linux name it.
  if (/^Demonstrations of .{0,200}\bLinux\b/.test(lines[0] ?? '')) return 'no';
  // Compiler errors alone are not output.
  if (lines.every(line => complaintIn(line) !== null && !matched.test(line))) return 'no';
  if (lines.some(line => isTitle(line) || matched.test(line) || isDistribution(line))) return 'yes';
  const frames = lines.filter(line => frame.test(line)).length;
  if (frames > 0 && frames >= lines.length / 4) return 'yes';
  if (lines.filter(isCall).length >= Math.max(1, lines.length / 2)) return 'yes';
  if (lines.some(isToolTitles) || lines.some(isEndOfStack)) return 'likely';
  const prompts = lines.filter(line => scripts.test(line) || known.has(promptIn(line) ?? '')).length;
  if (prompts > 0) return 'likely';
  const nearlyAll = (candidates: readonly string[], holds: (line: string) => boolean) =>
    candidates.length > 0 && candidates.filter(holds).length >= 0.9 * candidates.length;
  if (lines.length > 2 && nearlyAll(lines, line => flowLine(line) !== null)) return 'likely';
  // Titles of scripts, and messages of DTrace, may occur among values.
  const values = lines.filter(line => !line.endsWith(':') && !isMessage(line) && complaintIn(line) === null);
  return nearlyAll(values, line => defaultScalars(line) !== null) ? 'maybe' : 'no';
}

/** A frame with the value of its stack below it, whatever stands around them. */
const isEndOfStack = (line: string, at: number, lines: readonly string[]): boolean =>
  / {12}\d+$/.test(line) && !Number.isNaN(numberAlone(line)) && frame.test(lines[at - 1] ?? '');

function isDistribution(line: string): boolean {
  return line.includes('- Distribution -') && TextHistogram.begin(line) !== null;
}
