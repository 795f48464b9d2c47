/**
 * Which log format some first bytes are of, by evidence: how many of the lines begin a record with a time, weighed by
 * how much that proves.
 */
import type { Sniff } from '../contract.ts';
import { hasBom } from '../kit/lines.ts';
import { classesOfLine, clean, hasControl } from './clean.ts';
import type { LogFormat } from './definition.ts';
import { ignore } from './ignore.ts';
import { Match } from './pattern.ts';
import { Draft, type RecordReader } from './record.ts';

/** Lines looked at. */
const maxLines = 200;
/** Longer lines are not looked at: a format need not prove itself on them. */
const maxLine = 32768;

/** What a header of a table proves. */
const headerWeight = 30;

export interface Candidate {
  readonly format: LogFormat;
  readonly reader: RecordReader;
}

export interface Verdict {
  readonly format: LogFormat;
  readonly sniff: Sniff;
}

interface Line {
  readonly start: number;
  readonly end: number;
}

/** The format that explains `head` best, or null. */
export function detect(head: Uint8Array, candidates: readonly Candidate[]): Verdict | null {
  // Not slice: on a Buffer that is no copy.
  const bytes = new Uint8Array(head);
  const lines = firstLines(bytes);
  // Indented lines belong to the record above them; they speak neither for a format nor against it.
  const flush = lines.filter(({ start }) => bytes[start] !== 0x20 && bytes[start] !== 0x09);
  const asked = flush.length > 0 ? flush : lines;
  const match = new Match();
  const draft = new Draft(ignore);
  let best: Verdict | null = null;
  let bestScore = 0;
  for (const { format, reader } of candidates) {
    let proven = 0;
    let weight = 0;
    let headers = 0;
    for (const { start, end } of asked) {
      if (reader.proves(bytes, start, end, match)) {
        proven++;
        weight += reader.weight(match);
      } else if (reader.isDirective?.(bytes, start, end)) {
        headers++;
        reader.direct?.(bytes, start, end, draft);
      }
    }
    if (proven === 0 && headers < 2) continue;
    const specificity = proven > 0 ? weight / proven : headerWeight;
    const share = (proven + headers) / asked.length;
    const score = share * (1 + Math.min(specificity, 60) / 60);
    if (score <= bestScore) continue;
    const sniff = verdict(format, proven + headers, share, specificity);
    if (sniff === 'no') continue;
    bestScore = score;
    best = { format, sniff };
  }
  return best;
}

function verdict(format: LogFormat, proven: number, share: number, specificity: number): Sniff {
  // Records of many lines (statements, traces) leave few that begin one.
  if (share < 0.02 || (share < 0.2 && (proven < 3 || specificity < 12))) return 'no';
  if (format.lastResort) return share >= 0.5 ? 'maybe' : 'no';
  if (proven >= 2 && share >= 0.5) return 'likely';
  return proven >= 2 || specificity >= 16 ? 'likely' : 'maybe';
}

/** Whole lines that are not blank, without colours; `bytes` is cleaned in place. */
function firstLines(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  let start = hasBom(bytes, 0, bytes.length) ? 3 : 0;
  while (start < bytes.length && lines.length < maxLines) {
    let newline = bytes.indexOf(0x0a, start);
    // The last line may be cut; it counts only where it is all there is.
    if (newline < 0) {
      if (lines.length > 0) break;
      newline = bytes.length;
    }
    let end = newline;
    if ((classesOfLine(bytes, start, end) & hasControl) !== 0) end = clean(bytes, start, end);
    while (end > start && bytes[end - 1]! <= 0x20) end--;
    if (end > start && end - start <= maxLine) lines.push({ start, end });
    start = newline + 1;
  }
  return lines;
}
