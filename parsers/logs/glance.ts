/**
 * What a pattern shows at a glance, before it is compiled: recognition asks all formats, and compiling the patterns of
 * all takes longer than everything else it does.
 */
import type { LogFormat } from './definition.ts';
import { Levels } from './levels.ts';
import { Match } from './match.ts';
import { Pattern } from './pattern.ts';

/** Where a line stands in bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How a format's lines begin: plain text and times that are spelled, up to whatever else there is. */
const plainOpening = /^(?:[^{(|~\\ ]|\\.|\{time:[^}]*\})*/;

const openingsKnown = new WeakMap<LogFormat, readonly string[]>();

/** Of each of its patterns; none where a format has no patterns and begins with anything. */
function openingsOf(format: LogFormat): readonly string[] | undefined {
  const { json, patterns } = format;
  const openings =
    openingsKnown.get(format) ?? (json ? ['\\{'] : patterns?.map(pattern => plainOpening.exec(pattern)![0]));
  if (openings) openingsKnown.set(format, openings);
  return openings;
}

const levels = new Levels();
const compiled = new Map<string, Pattern>();

/** A pattern of what lines begin with. */
function patternOf(opening: string): Pattern {
  const pattern = compiled.get(opening) ?? new Pattern(`${opening}{_}`, levels);
  compiled.set(opening, pattern);
  return pattern;
}

/** Some lines, and which formats one of them may be of. */
export class Openings {
  private readonly found = new Map<string, boolean>();
  private readonly match = new Match();

  constructor(
    private readonly bytes: Uint8Array,
    private readonly lines: readonly Span[],
  ) {}

  /** `no`: none of the lines is of the format. `likely`: one begins with a time or a text as the format does. */
  of(format: LogFormat): 'no' | 'maybe' | 'likely' {
    const openings = openingsOf(format);
    if (!openings) return 'maybe';
    const found = openings.filter(opening => opening === '' || this.has(opening));
    if (found.length === 0) return 'no';
    return found.includes('') ? 'maybe' : 'likely';
  }

  private has(opening: string): boolean {
    let found = this.found.get(opening);
    if (found === undefined) {
      const pattern = patternOf(opening);
      found = this.lines.some(({ start, end }) => {
        if (pattern.opening[this.bytes[start]!] === 0) return false;
        this.match.newLine();
        return pattern.match(this.bytes, start, end, this.match);
      });
      this.found.set(opening, found);
    }
    return found;
  }
}

/** A column; the end of a group; a byte of text, or what else stands for itself. */
const piece = /\{([^:<>}]{1,256})(?:[<>]|(:)(?:\[.[^\]]*\][^}]*|[^}]*))?\}|\)\??|\\?./gs;

const ceilings = new WeakMap<LogFormat, number>();

/** At most so much does a line prove that is of the format: see `weigh` in `steps.ts`. */
export function ceiling(format: LogFormat): number {
  const { specificity, patterns = [] } = format;
  const known = ceilings.get(format) ?? specificity ?? Math.max(1, ...patterns.map(ceilingOf));
  ceilings.set(format, known);
  return known;
}

/** The same of a pattern; what may be missing proves nothing. */
export function ceilingOf(pattern: string): number {
  const sums = [0];
  const add = (weight: number): void => {
    sums.push(sums.pop()! + weight);
  };
  for (const [text, column, typed] of pattern.matchAll(piece)) {
    if (column !== undefined) add(column === 'time' || column === 'level' ? 6 : typed ? 2 : 0);
    else if (text === '(') sums.push(0);
    else if (text === ')') add(sums.pop()!);
    else if (text === ')?') sums.pop();
    else if (text !== ' ' && text !== '~') add(2 * (text.charCodeAt(text.length - 1) < 0x80 ? 1 : 3));
  }
  return sums.reduce((sum, each) => sum + each, 0);
}
