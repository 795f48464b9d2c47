/** The lines of a picture of bars, from top to bottom. */
export interface BarLine {
  /** Row of the answer; null for a heading. */
  readonly row: number | null;
  /** Accessible name. */
  readonly name: string;
}

/** The line at `y` px from the top; null if none. */
export function lineAt(lines: readonly BarLine[], height: number, y: number): number | null {
  const line = Math.floor(y / height);
  return line >= 0 && line < lines.length ? line : null;
}

/** The next line with a bar from `from` on in a direction; `from` if there is none. */
export function nextBar(lines: readonly BarLine[], from: number, step: 1 | -1): number {
  for (let at = from + step; at >= 0 && at < lines.length; at += step) if (lines[at]!.row !== null) return at;
  return from;
}
