/** A planted fault, stored by the text around it, so that it can be set again in a later tree. */
import type { Site } from './sites.ts';

export interface Plant {
  readonly id: string;
  readonly room: string;
  readonly file: string;
  /** The first changed line, in the tree that the plant was drawn from. */
  readonly line: number;
  readonly operator: string;
  /** The lines before, at most three. */
  readonly before: readonly string[];
  /** The lines that the fault changes. */
  readonly original: readonly string[];
  /** The same lines with the fault. */
  readonly planted: readonly string[];
  readonly after: readonly string[];
  /** Formats whose captures execute the line. */
  readonly formats: readonly string[];
  /** Tests that execute the line, in the tree that the plant was drawn from. */
  readonly tests: readonly string[];
}

const contextLines = 3;

/** The lines of a change of `source` at `site`. */
export function linesOf(source: string, { start, end, text }: Pick<Site, 'start' | 'end' | 'text'>) {
  const lines = source.split('\n');
  const first = source.slice(0, start).split('\n').length - 1;
  const last = source.slice(0, end).split('\n').length - 1;
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const to = end + `${source.slice(end)}\n`.indexOf('\n');
  return {
    line: first + 1,
    before: lines.slice(Math.max(0, first - contextLines), first),
    original: lines.slice(first, last + 1),
    planted: `${source.slice(from, start)}${text}${source.slice(end, to)}`.split('\n'),
    after: lines.slice(last + 1, last + 1 + contextLines),
  };
}

/**
 * The source with the fault; null if its lines are not there, or are there more than once with the same
 * surroundings.
 */
export function withPlant(source: string, { before, original, planted, after }: Plant): string | null {
  const lines = source.split('\n');
  const found: { at: number; same: number }[] = [];
  for (let at = 0; at + original.length <= lines.length; at++) {
    if (!original.every((line, i) => lines[at + i] === line)) continue;
    const above = before.filter((line, i) => lines[at - before.length + i] === line).length;
    const below = after.filter((line, i) => lines[at + original.length + i] === line).length;
    found.push({ at, same: above + below });
  }
  found.sort((a, b) => b.same - a.same);
  const [best, next] = found;
  if (!best || best.same === next?.same) return null;
  return [...lines.slice(0, best.at), ...planted, ...lines.slice(best.at + original.length)].join('\n');
}
