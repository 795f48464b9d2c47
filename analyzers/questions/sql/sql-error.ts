/** Reads the position of an error in SQL from DuckDB's message, which draws a caret under a part of the line. */

export interface SqlError {
  /** Position in the SQL, UTF-16 units; null if DuckDB states none. */
  readonly from: number | null;
  readonly message: string;
}

/** @param message as DuckDB gives it: a sentence, and perhaps `LINE 1: …` with a caret under it */
export function errorIn(message: string, sql: string): SqlError {
  const found = /^([\s\S]*?)\n{1,4}LINE (\d+): (.*)\n( *)\^/.exec(message);
  if (!found) return { from: null, message: sentence(message) };
  const [, summary = '', line = '1', shown = '', blanks = ''] = found;
  const piece = shown.replace(/^\.\.\.|\.\.\.$/g, '');
  const lead = `LINE ${line}: `.length + (shown.startsWith('...') ? 3 : 0);
  const starts = sql.split('\n', Number(line) - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const at = sql.indexOf(piece, starts);
  const from = at < 0 ? null : Math.max(0, Math.min(sql.length, at + blanks.length - lead));
  return { from, message: sentence(summary) };
}

/** The error as one sentence with its position, because errors cross the process boundary as a sentence. */
export function wordsOfError(message: string, sql: string): string {
  const { from, message: summary } = errorIn(message, sql);
  return from === null ? summary : `Character ${from + 1} of the SQL: ${summary}`;
}

/** Reads the position back from {@link wordsOfError}. */
export function readSqlError(words: string): SqlError {
  const found = /^Character (\d+) of the SQL: ([\s\S]*)$/.exec(words);
  return found ? { from: Number(found[1]) - 1, message: found[2]! } : { from: null, message: words };
}

const sentence = (text: string): string => text.replace(/(?<!\s)\s*\n\s*/g, ' ').trim();
