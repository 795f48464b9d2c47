import type { Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

/** Properties of all lines of a file. They are determined from its head, so that all parts are read alike. */
export interface Dialect {
  /** Counts at the end of a line: two in a comparison (difffolded.pl). */
  readonly counts: 1 | 2;
  /** True if counts have decimals: they are times or shares, not counts of samples. */
  readonly fractions: boolean;
  /** True if the first frame is `process-PID` or `process-PID/TID`. */
  readonly threads: boolean;
}

const count = /^(?:.*[^\s;])?\s+(\d+(?:\.\d*)?)$/;
export const threadName = /^(.+)-(\d{1,9}|\?)(?:\/(\d{1,9}))?$/;

/** Maximum lines examined: a head of short lines has thousands. */
const most = 1000;

const isComment = (line: string) => line.startsWith('#');
const linesOf = (head: Uint8Array) =>
  headLines(head, most).filter(line => line.trim() !== '' && !isComment(line));

const stackOf = (line: string) => line.slice(0, line.trimEnd().search(/\s\S*$/)).trimEnd();

export function dialectOf(head: Uint8Array): Dialect {
  const lines = linesOf(head).filter(line => count.test(line));
  const all = (holds: (line: string) => boolean) => lines.length > 0 && lines.every(holds);
  const counts = all(line => count.test(stackOf(line))) ? 2 : 1;
  return {
    counts,
    fractions: lines.some(line => /\.\d*$/.test(line)),
    threads: all(line => threadName.test(line.split(';', 1)[0]!.replace(/(?<!\s)\s+\S+$/, ''))),
  };
}

/** Signs that a line is a record of a log, which may have a semicolon and end with a number, too. */
const logSigns: readonly (readonly [RegExp, number])[] = [
  // A time of day.
  [/\d\d:\d\d:\d\d/, 3],
  // A semicolon of prose or of a user agent.
  [/; /, 1],
  [/"[^"]{0,400}"/, 1],
  [/ = |\b\w{1,40}=\S/, 1],
  [/\bhttps?:\/\//, 1],
  [/\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/, 1],
];
const enoughSigns = 3;

const isLogLine = (line: string): boolean =>
  logSigns.reduce((sum, [sign, weight]) => sum + (sign.test(line) ? weight : 0), 0) >= enoughSigns;

/** Other formats separate frames by other characters, and few of their lines end with a count. */
export function sniffFolded(head: Uint8Array): Sniff {
  const lines = linesOf(head);
  const stacks = lines.filter(line => count.test(line) && isStack(line));
  if (stacks.length === 0 || stacks.length < 0.9 * lines.length) return 'no';
  if (stacks.filter(isLogLine).length > 0.5 * stacks.length) return 'no';
  const deep = stacks.filter(line => line.split(';').length > 2).length;
  if (stacks.length === lines.length && deep > 0.5 * lines.length) return 'likely';
  return deep > 0 || stacks.some(line => line.includes(';')) ? 'maybe' : 'no';
}

/** True if it consists of frames, not of cells: numbers separated by `;` are a table. */
function isStack(line: string): boolean {
  const frames = stackOf(line).split(';');
  return (
    !/^\s/.test(line) &&
    frames.some(frame => /\p{L}/u.test(frame)) &&
    !frames.some(frame => /^\s*-?[\d.,]+$/.test(frame))
  );
}
