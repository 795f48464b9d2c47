/** Cells of a line of separated values. */

/**
 * The cells of one line, unquoted. A quote that is never closed holds the rest of the line; what stands behind a closing
 * quote up to the separator belongs to the cell.
 */
export function cellsOf(line: string, separator = ','): string[] {
  if (!line.includes('"')) return line.split(separator);
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!;
    if (char === '"') {
      if (quoted && line[at + 1] === '"') cell += line[++at];
      else quoted = !quoted;
    } else if (char === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  cells.push(cell);
  return cells;
}
