/** Lines as strings, for `sniff` and readers. */
import { decode } from '../bytes.ts';

/** The blank-separated words of a line. */
export const words = (line: string): string[] => {
  const trimmed = line.trim();
  return trimmed === '' ? [] : trimmed.split(/\s+/);
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal escapes begin with a control character
const escapes = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|[()][0-9A-B]|[=>78])/g;

/** The line without the escape sequences that colour it on a terminal. */
export const withoutEscapes = (line: string): string =>
  line.includes('\u001b') ? line.replace(escapes, '') : line;

const linesOfHeads = new WeakMap<Uint8Array, readonly string[]>();

/**
 * The first lines of a file as text, for `sniff`: whole lines only, unless there is only one. Cached, because every
 * format asks for them.
 */
export function headLines(head: Uint8Array, maxLines = 40): string[] {
  let lines = linesOfHeads.get(head);
  if (!lines) {
    const split = decode(head, 0, Math.min(head.length, 16 << 10)).split(/\r?\n/);
    if (split.length > 1) split.pop();
    if (split[0]?.startsWith('\ufeff')) split[0] = split[0].slice(1);
    lines = split.map(withoutEscapes);
    linesOfHeads.set(head, lines);
  }
  return lines.slice(0, maxLines);
}
