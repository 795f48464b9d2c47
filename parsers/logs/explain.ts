/** Explains where a line stops matching a pattern, for people who write patterns. */
import { decode } from '../kit/bytes.ts';
import type { LogFormat } from './definition.ts';
import { Levels } from './levels.ts';
import { Match } from './match.ts';
import { Pattern } from './pattern.ts';

/** Bytes of the line quoted on either side. */
const quoted = 30;

interface Reach {
  /** Position in the line. */
  readonly at: number;
  /** The text or class of characters that the pattern expects there. */
  readonly wants: string;
  readonly pattern: number;
}

/**
 * A clause that says how far the line matches the pattern that fits it best, and what the pattern expects
 * next.
 */
export function whereItStops({ patterns = [], levels: words }: LogFormat, line: Uint8Array): string {
  const levels = new Levels(words);
  const reaches = patterns.map((text, index) => ({ ...reachOf(text, line, levels), pattern: index }));
  const [first, ...more] = reaches;
  if (first === undefined) return 'there is no pattern';
  const { at, wants, pattern } = more.reduce<Reach>((best, each) => (each.at > best.at ? each : best), first);
  const which = patterns.length > 1 ? ` of patterns[${pattern}]` : '';
  const rest = JSON.stringify(decode(line, at, Math.min(line.length, at + quoted)));
  const where =
    at === 0
      ? `not even its beginning, ${rest}`
      : `after ${JSON.stringify(decode(line, Math.max(0, at - quoted), at))} what follows, ${at < line.length ? rest : 'its end'},`;
  const hint = wants === '{level}' ? '; "levels" may name more words for levels' : '';
  return `${where} is not the ${wants}${which}${hint}`;
}

function reachOf(text: string, line: Uint8Array, levels: Levels): Omit<Reach, 'pattern'> {
  const pieces = piecesOf(text);
  const match = new Match();
  let reach = { at: 0, wants: wantedAt(pieces, 0) };
  for (let count = 1; count <= pieces.length; count++) {
    const pattern = begun(pieces.slice(0, count).join(''), levels);
    if (pattern === null || !pattern.match(line, 0, line.length, match)) continue;
    const at = match.spans[2 * pattern.column('rest')]!;
    reach = { at, wants: wantedAt(pieces, count) };
  }
  return reach;
}

/** The next piece; for a text column also the piece that must follow it. */
function wantedAt(pieces: readonly string[], count: number): string {
  const last = pieces.findIndex((piece, at) => at >= count && !/^(?: |~|\{\w+(?::lazy)?\})$/.test(piece));
  const text = /^\{(?!time|level)/.test(pieces[count] ?? '');
  return pieces.slice(count, text && last >= 0 ? last + 1 : count + 1).join('') || 'end of the pattern';
}

/**
 * The beginning of a pattern, followed by anything; null if the pattern cannot be cut here because its last
 * text would have no end.
 */
function begun(text: string, levels: Levels): Pattern | null {
  try {
    return new Pattern(`${text}{rest<}{_}{rest>}`, levels);
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

/** Splits a pattern into columns, groups, blanks and plain text. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = pieceEnd(text, at);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

const column = /\{[^:{}]*(?::(?:\[[^\]]*\]\*?|[^}]*))?\}/y;
const plain = /(?:\\.|[^\\{( ~])+/sy;

function pieceEnd(text: string, at: number): number {
  for (const piece of [column, plain]) {
    piece.lastIndex = at;
    if (piece.test(text)) return piece.lastIndex;
  }
  if (text[at] !== '(') return at + 1;
  let depth = 0;
  for (let end = at; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === '(') depth++;
    else if (text[end] === ')' && --depth === 0) return text[end + 1] === '?' ? end + 2 : end + 1;
  }
  return text.length;
}
