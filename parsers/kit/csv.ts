/** Cells of a line of delimited text. */

/**
 * The cells of one line, unquoted. A quote that is never closed extends to the end of the line; text between
 * a closing quote and the separator belongs to the cell.
 */
export function cellsOf(line: string, separator = ','): string[] {
  if (!line.includes('"')) return line.split(separator);
  const cells: string[] = [];
  let quote = line.indexOf('"');
  for (let at = 0; ; ) {
    const end = line.indexOf(separator, at);
    if (quote < 0 || (end >= 0 && end < quote)) {
      if (end < 0) {
        cells.push(line.slice(at));
        return cells;
      }
      cells.push(line.slice(at, end));
      at = end + separator.length;
      continue;
    }
    let cell = line.slice(at, quote);
    // Alternates between quoted and unquoted text, until a separator comes in unquoted text.
    for (let isQuoted = true, from = quote + 1; ; isQuoted = !isQuoted) {
      quote = line.indexOf('"', from);
      const stop = isQuoted ? -1 : line.indexOf(separator, from);
      if (stop >= 0 && (quote < 0 || stop < quote)) {
        cells.push(cell + line.slice(from, stop));
        at = stop + separator.length;
        break;
      }
      if (quote < 0) {
        cells.push(cell + line.slice(from));
        return cells;
      }
      cell += line.slice(from, quote);
      // A doubled quote in quoted text is one quote.
      if (isQuoted && line[quote + 1] === '"') {
        cell += '"';
        from = quote + 2;
        isQuoted = false;
      } else from = quote + 1;
    }
  }
}
