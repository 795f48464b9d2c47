/** Where SQL is wrong, out of the words of DuckDB, which draws a caret under a piece of the line. */

export interface SqlError {
  /** UTF-16 units into the SQL; null where DuckDB does not say. */
  readonly from: number | null;
  readonly message: string;
}

/** @param message as DuckDB gives it: a sentence, and perhaps `LINE 1: …` with a caret under it */
export function errorIn(message: string, sql: string): SqlError {
  const found = /^([\s\S]*?)\n{1,4}LINE (\d+): (.*)\n( *)\^/.exec(message);
  if (!found) return { from: null, message: sentence(message) };
  const [, said = '', line = '1', shown = '', blanks = ''] = found;
  const piece = shown.replace(/^\.\.\.|\.\.\.$/g, '');
  const lead = `LINE ${line}: `.length + (shown.startsWith('...') ? 3 : 0);
  const starts = sql.split('\n', Number(line) - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const at = sql.indexOf(piece, starts);
  const from = at < 0 ? null : Math.max(0, Math.min(sql.length, at + blanks.length - lead));
  return { from, message: sentence(said) };
}

/** One sentence with its place, as errors reach whoever asked. */
export function wordsOfError(message: string, sql: string): string {
  const { from, message: said } = errorIn(message, sql);
  return from === null ? said : `Character ${from + 1} of the SQL: ${said}`;
}

/** The place out of {@link wordsOfError} again. */
export function readSqlError(words: string): SqlError {
  const found = /^Character (\d+) of the SQL: ([\s\S]*)$/.exec(words);
  return found ? { from: Number(found[1]) - 1, message: found[2]! } : { from: null, message: words };
}

const sentence = (text: string): string => text.replace(/(?<!\s)\s*\n\s*/g, ' ').trim();
