/**
 * Facts about a pattern that need no compilation. Recognition asks all formats, and compiling all patterns
 * takes longer than the rest of it.
 */
import type { LogFormat } from './definition.ts';
import { Levels } from './levels.ts';
import { Match } from './match.ts';
import { Pattern } from './pattern.ts';

/** Range of a line in bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a pattern that lines must begin with: plain text and spelled times, up to the first other
 * element.
 */
const plainOpening = /^(?:[^{(|~\\ ]|\\.|\{time:[^}]*\})*/;

const openingsKnown = new WeakMap<LogFormat, readonly string[]>();

/** Openings of the format's patterns; undefined if it has none and its records may begin with anything. */
function openingsOf(format: LogFormat): readonly string[] | undefined {
  const { json, patterns } = format;
  const openings =
    openingsKnown.get(format) ?? (json ? ['\\{'] : patterns?.map(pattern => plainOpening.exec(pattern)![0]));
  if (openings) openingsKnown.set(format, openings);
  return openings;
}

const levels = new Levels();
const compiled = new Map<string, Pattern>();

/** A pattern that matches any line with this opening. */
function patternOf(opening: string): Pattern {
  const pattern = compiled.get(opening) ?? new Pattern(`${opening}{_}`, levels);
  compiled.set(opening, pattern);
  return pattern;
}

/** Determines which formats some of the given lines may be of. */
export class Openings {
  private readonly hasOpening = new Map<string, boolean>();
  private readonly match = new Match();

  constructor(
    private readonly bytes: Uint8Array,
    private readonly lines: readonly Span[],
  ) {}

  /** `no`: none of the lines is of the format. `likely`: one begins with a time or text of the format. */
  of(format: LogFormat): 'no' | 'maybe' | 'likely' {
    const openings = openingsOf(format);
    if (!openings) return 'maybe';
    const found = openings.filter(opening => opening === '' || this.has(opening));
    if (found.length === 0) return 'no';
    return found.includes('') ? 'maybe' : 'likely';
  }

  private has(opening: string): boolean {
    let found = this.hasOpening.get(opening);
    if (found === undefined) {
      const pattern = patternOf(opening);
      found = this.lines.some(({ start, end }) => {
        if (pattern.opening[this.bytes[start]!] === 0) return false;
        this.match.newLine();
        return pattern.match(this.bytes, start, end, this.match);
      });
      this.hasOpening.set(opening, found);
    }
    return found;
  }
}

/** A column, the end of a group, or a literal byte of text. */
const piece = /\{([^:<>}]{1,256})(?:[<>]|(:)(?:\[.[^\]]*\][^}]*|[^}]*))?\}|\)\??|\\?./gs;

const ceilings = new WeakMap<LogFormat, number>();

/** Upper bound of what a line of the format proves: see `weigh` in `steps.ts`. */
export function ceiling(format: LogFormat): number {
  const { specificity, patterns = [] } = format;
  const known = ceilings.get(format) ?? specificity ?? Math.max(1, ...patterns.map(ceilingOf));
  ceilings.set(format, known);
  return known;
}

/** Upper bound for one column: bytes of a class, or any that are not blank, prove less than a type. */
function ceilingOfColumn(text: string, column: string, isTyped: boolean): number {
  if (column === 'time' || column === 'time+' || column === 'level') return 6;
  if (!isTyped) return 0;
  return /:(?:\[|word\}|token\})/.test(text) ? 1 : 2;
}

/** Upper bound for one pattern; optional groups prove nothing, and of alternatives the one that proves most counts. */
export function ceilingOf(pattern: string): number {
  // Of each open group, the alternative so far and the highest of those before it.
  const groups = [{ sum: 0, highest: 0 }];
  const add = (weight: number): void => {
    groups.at(-1)!.sum += weight;
  };
  const ended = (): number => {
    const { sum, highest } = groups.pop()!;
    return Math.max(sum, highest);
  };
  for (const [text, column, typed] of pattern.matchAll(piece)) {
    if (column !== undefined) add(ceilingOfColumn(text, column, typed !== undefined));
    else if (text === '(') groups.push({ sum: 0, highest: 0 });
    else if (text === ')') add(ended());
    else if (text === ')?') ended();
    else if (text === '|' && groups.length > 1) groups.push({ sum: 0, highest: ended() });
    else if (text !== ' ' && text !== '~') add(2 * (text.charCodeAt(text.length - 1) < 0x80 ? 1 : 3));
  }
  return groups.reduce((sum, { sum: own, highest }) => sum + Math.max(own, highest), 0);
}
