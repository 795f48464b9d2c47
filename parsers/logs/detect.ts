/**
 * Recognises the log format of the first bytes of a file: counts the lines that begin a record with a time,
 * weighted by how much such a line proves.
 */
import type { Nearness, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';
import { hasBom } from '../kit/lines.ts';
import { classesOfLine, clean, hasControl } from './clean.ts';
import type { LogFormat } from './definition.ts';
import { whereItStops } from './explain.ts';
import { ceiling, Openings } from './glance.ts';
import { ignore } from './ignore.ts';
import { Match } from './match.ts';
import { Draft, type RecordReader } from './record.ts';

/** Number of lines examined. */
const maxLines = 200;
/** Longer lines are ignored, bytes. */
const maxLine = 32768;

export interface Candidate {
  readonly format: LogFormat;
  /**
   * Compiles the format's patterns. Doing that for all formats takes longer than the rest of the detection.
   */
  open(): RecordReader;
}

export interface Verdict {
  readonly format: LogFormat;
  readonly sniff: Sniff;
}

interface Line {
  readonly start: number;
  readonly end: number;
  /** End of the line before colours were removed. */
  readonly rawEnd: number;
}

interface Evidence {
  /** Number of records that prove the format, and the sum of their weights. */
  proven: number;
  weight: number;
  /** Number of lines before the first proving record. */
  before: number;
  /** Number of lines that these records explain, and number of header lines. */
  lines: number;
  headers: number;
}

/** The format that explains `head` best, or null. */
export function detect(head: Uint8Array, candidates: readonly Candidate[]): Verdict | null {
  // Not `head.slice()`: on a Buffer, that does not copy.
  const bytes = new Uint8Array(head);
  const lines = firstLines(bytes);
  // Indented lines belong to the record above them; they count neither for a format nor against it.
  const flush = lines.filter(({ start }) => bytes[start] !== 0x20 && bytes[start] !== 0x09);
  const asked = flush.length > 0 ? flush : lines;
  const draft = new Draft(ignore);
  const match = new Match();
  let decoded: string | null = null;
  const text = (): string => {
    decoded ??= decode(bytes, 0, bytes.length);
    return decoded;
  };
  let best: Verdict | null = null;
  let bestScore = 0;
  let bestRank = 0;
  for (const rank of inOrder(candidates, new Openings(bytes, asked))) {
    const { format, open } = candidates[rank]!;
    // If two scores are equal, the format that is listed first wins.
    const isBetter = (score: number): boolean =>
      score > bestScore || (score === bestScore && score > 0 && rank < bestRank);
    // Even if every line matched, it could not win.
    if (format.patterns && !isBetter(strength(ceiling(format)))) continue;
    const marks = format.marks ?? format.evidence;
    if (marks && !marks.some(mark => text().includes(mark))) continue;
    const reader = open();
    const most = strength(reader.heaviest);
    if (!isBetter(most)) continue;
    const least = bestScore / most;
    const evidence = reader.whole
      ? ofRecords(reader.raw ? head : bytes, lines, reader, match, draft, least * lines.length)
      : ofLines(bytes, asked, reader, match, draft, least * asked.length);
    const { proven, weight, headers } = evidence;
    // Headers alone are an empty table.
    if (proven === 0 && (headers < 2 || headers < lines.length)) continue;
    const specificity = weight / Math.max(1, proven);
    const share = (evidence.lines + headers) / (reader.whole ? lines : asked).length;
    const score = share * strength(specificity) * (format.between && share < nearlyAll ? 0.5 : 1);
    if (!isBetter(score)) continue;
    // A text that quotes a log somewhere is not a log.
    if (share < 0.2 && evidence.before > asked.length / 10) continue;
    const sniff = verdict(format, proven + headers, share, specificity);
    if (sniff === 'no' || (share === 1 && holdsOnlyTimes(bytes, asked, reader, match, draft))) continue;
    bestScore = score;
    bestRank = rank;
    best = { format, sniff };
  }
  return best;
}

/** A file with fewer lines of a format that may stand between others is rather of another one. */
const nearlyAll = 0.8;

/** With a smaller share of lines with a time, the text only mentions times. */
const minShare = 0.1;

/** True if `format` finds a time at the beginning of at least a tenth of the lines, and of at least two. */
export function isBetterThanNothing(head: Uint8Array, { open }: Candidate): boolean {
  const bytes = new Uint8Array(head);
  const lines = firstLines(bytes);
  const reader = open();
  const draft = new Draft(ignore);
  const least = Math.max(2, Math.ceil(minShare * lines.length));
  const match = new Match();
  const { proven } = ofLines(bytes, lines, reader, match, draft, least);
  return proven >= least && !holdsOnlyTimes(bytes, lines, reader, match, draft);
}

/** Number of lines examined for {@link nearness}. */
const nearLines = 40;

/** Number of lines that begin a record of the format; null if none does. */
export function nearness(head: Uint8Array, { format, open }: Candidate): Nearness | null {
  const bytes = new Uint8Array(head);
  const lines = firstLines(bytes).slice(0, nearLines);
  if (!format.patterns || new Openings(bytes, lines).of(format) === 'no') return null;
  const reader = open();
  const match = new Match();
  const isOwn = ({ start, end }: Line): boolean => reader.begins(bytes, start, end, match);
  const count = lines.filter(isOwn).length;
  if (count === 0) return null;
  const why = (): string => {
    const at = lines.findIndex(line => !isOwn(line));
    const line = lines[at];
    if (!line) return 'its lines match, but are not specific enough to be certain';
    return `line ${lineAt(bytes, line.start)} is not: ${whereItStops(format, bytes.subarray(line.start, line.end)).replace(/ of patterns\[\d+\]/, '')}`;
  };
  return { lines: count, lookedAt: lines.length, why };
}

/** Line number in the file, from 1. */
function lineAt(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(0x0a); at >= 0 && at < offset; at = bytes.indexOf(0x0a, at + 1)) line++;
  return line;
}

/**
 * Indexes of candidates that may explain the lines, the likely ones first: after an early good match, most others need
 * not be tried.
 */
function inOrder(candidates: readonly Candidate[], openings: Openings): readonly number[] {
  const likely: number[] = [];
  const maybe: number[] = [];
  candidates.forEach(({ format }, rank) => {
    const outlook = openings.of(format);
    if (outlook !== 'no') (outlook === 'likely' ? likely : maybe).push(rank);
  });
  return [...likely, ...maybe];
}

/** Score of a line whose match has this weight: 1 to 2. */
const strength = (weight: number): number => 1 + Math.min(weight, 60) / 60;

/**
 * Evidence for formats whose records are recognised by their first line. Gives up once fewer than `least`
 * lines can be proven.
 */
function ofLines(
  bytes: Uint8Array,
  lines: readonly Line[],
  reader: RecordReader,
  match: Match,
  draft: Draft,
  least: number,
): Evidence {
  let proven = 0;
  let weight = 0;
  let before = 0;
  for (let index = 0; index < lines.length; index++) {
    const { start, end } = lines[index]!;
    if (proven + lines.length - index < least) break;
    if (!reader.proves(bytes, start, end, match, draft)) continue;
    if (proven === 0) before = index;
    proven++;
    weight += reader.weight(match);
  }
  return { proven, weight, before, lines: proven, headers: 0 };
}

/** True if the lines hold nothing but times. */
function holdsOnlyTimes(
  bytes: Uint8Array,
  lines: readonly Line[],
  reader: RecordReader,
  match: Match,
  draft: Draft,
): boolean {
  if (reader.whole) return false;
  return lines.every(({ start, end }) => {
    draft.clear();
    if (!reader.begins(bytes, start, end, match)) return false;
    reader.read(bytes, start, end, match, draft);
    return draft.hasMessage && draft.message.length === 0 && draft.schemas.length === 0;
  });
}

/**
 * Evidence for formats whose records are only recognised as a whole. Gives up once fewer than `least` lines
 * can be explained.
 */
function ofRecords(
  bytes: Uint8Array,
  lines: readonly Line[],
  reader: RecordReader,
  match: Match,
  draft: Draft,
  least: number,
): Evidence {
  const evidence: Evidence = { proven: 0, weight: 0, before: 0, lines: 0, headers: 0 };
  let start = -1;
  let end = 0;
  let count = 0;
  let unexplained = 0;
  const close = (cut: boolean): void => {
    const proves = start >= 0 && reader.proves(bytes, start, end, match, draft);
    // The last record may be cut off; a failure then proves nothing.
    if (proves || (cut && evidence.proven > 0)) evidence.lines += count;
    else unexplained += count;
    start = -1;
    count = 0;
    if (!proves) return;
    evidence.proven++;
    evidence.weight += reader.weight(match);
  };
  for (const line of lines) {
    const lost = evidence.proven > 0 ? unexplained : unexplained + (start < 0 ? count : 0);
    if (lines.length - lost < least) return evidence;
    const lineEnd = reader.raw === true ? line.rawEnd : line.end;
    if (reader.begins(bytes, line.start, lineEnd, match)) {
      close(false);
      start = line.start;
    } else if (reader.isDirective?.(bytes, line.start, lineEnd)) {
      close(false);
      evidence.headers++;
      reader.direct?.(bytes, line.start, lineEnd, draft);
      continue;
    }
    end = lineEnd;
    count++;
  }
  close(true);
  return evidence;
}

function verdict(format: LogFormat, proven: number, share: number, specificity: number): Sniff {
  // If records have many lines (statements, traces), few lines begin one.
  if (share < 0.02 || (share < 0.2 && (proven < 3 || specificity < 12))) return 'no';
  if (share < 0.2) return 'maybe';
  if (format.lastResort) return share >= (specificity < 2 ? 0.9 : 0.5) ? 'maybe' : 'no';
  if (proven >= 2 && share >= 0.5) return 'likely';
  return proven >= 2 || specificity >= 16 ? 'likely' : 'maybe';
}

/** Whole lines that are not blank; removes colours from `bytes` in place. */
function firstLines(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  let start = hasBom(bytes, 0, bytes.length) ? 3 : 0;
  while (start < bytes.length && lines.length < maxLines) {
    let newline = bytes.indexOf(0x0a, start);
    // The last line may be cut off; it only counts if there is no other.
    if (newline < 0) {
      if (lines.length > 0) break;
      newline = bytes.length;
    }
    let end = newline;
    if ((classesOfLine(bytes, start, end) & hasControl) !== 0) {
      end = clean(bytes, start, end);
      bytes.fill(0x20, end, newline);
    }
    while (end > start && bytes[end - 1]! <= 0x20) end--;
    if (end > start && end - start <= maxLine) lines.push({ start, end, rawEnd: newline });
    start = newline + 1;
  }
  // A single endless line: only its beginning can be examined.
  if (lines.length === 0 && bytes.length > maxLine) lines.push({ start: 0, end: maxLine, rawEnd: maxLine });
  return lines;
}
