/**
 * For a file that no format recognises: formats that recognise a part of it, such as the lines below a note or
 * behind the `> ` of a quotation. How many lines a reader accepts is no sign: readers of stacks, calls and tables
 * accept lines of nearly any text, so that they would be named for a third of all files.
 */
import type { FormatEntry, Sniff } from '../../parsers/contract.ts';

/** Enough for any header; every format is tried. */
const maxBytes = 8 << 10;
const maxSuggestions = 3;
/** Number of parts that begin further below. */
const maxParts = 12;
/** First lines that may be a note of somebody who pasted the rest. */
const maxNote = 4;

/** Share of the lines that must begin like records for a format of logs to be named. */
const minShare = 0.05;

/** A part of the head, and how it differs from the whole. */
interface Part {
  readonly text: string;
  readonly how: string;
}

/** A sentence for each of the nearest formats, nearest first. */
export function nearestTo(head: Uint8Array, formats: readonly FormatEntry[]): readonly string[] {
  const bytes = head.subarray(0, wholeLines(head));
  const text = new TextDecoder().decode(bytes);
  const found = new Map<string, string>();
  for (const { text: part, how } of partsOf(text)) {
    const encoded = new TextEncoder().encode(part);
    for (const { id, title, sniff, isBetterThanNothing, takesAnyTitles } of formats) {
      // A last resort recognises nearly anything.
      if (found.has(id) || isBetterThanNothing || takesAnyTitles) continue;
      if (isCertain(sniff(encoded, ''))) found.set(id, `${title}: ${how}.`);
    }
    if (found.size >= maxSuggestions) break;
  }
  const logs = formats.flatMap(({ title, nearness }) => {
    const near = nearness?.(bytes);
    // One line that begins with a time proves nothing.
    return near && near.lines >= Math.min(2, near.lookedAt) && near.lines >= minShare * near.lookedAt
      ? [{ ...near, title }]
      : [];
  });
  const ofLogs = logs
    .sort((a, b) => b.lines / b.lookedAt - a.lines / a.lookedAt)
    .map(
      ({ title, lines, lookedAt, why }) =>
        `${title}: ${lines} of the first ${lookedAt} lines match; ${why()}.`,
    );
  const tables = found.size + ofLogs.length > 0 ? [] : tableWithoutTimes(text);
  return [...found.values(), ...ofLogs, ...tables].slice(0, maxSuggestions);
}

const isCertain = (sniff: Sniff): boolean => sniff === 'likely' || sniff === 'yes';

function wholeLines(head: Uint8Array): number {
  const end = head.lastIndexOf(0x0a, maxBytes - 1);
  return end < 0 ? Math.min(head.length, maxBytes) : end + 1;
}

/** Marks that quotations, `grep -n`, `cat -n` and indented code put before lines. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/^> ?/, 'the > of a quotation'],
  [/^ {2,16}|^\t/, 'its indentation'],
  [/^\d{1,9}[:-]/, 'the numbers that grep puts before lines'],
  [/^ {0,8}\d{1,9}[ \t]{1,8}/, 'the numbers before its lines'],
  [/^[|│] ?/, 'the bars before its lines'],
];

function* partsOf(text: string): Generator<Part> {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length < 3) return;
  const filled = lines.filter(line => line.trim() !== '');
  for (const [mark, name] of marks) {
    if (filled.filter(line => mark.test(line)).length < 0.9 * filled.length) continue;
    const rest = lines.map(line => line.replace(mark, ''));
    yield {
      text: `${rest.join('\n')}\n`,
      how: `recognised without ${name}; remove them and import it again`,
    };
  }
  const mayStart = (at: number) => at <= maxNote || /^(?:\s*$|```)/.test(lines[at - 1]!);
  const starts = lines.flatMap((line, at) => (at > 0 && line.trim() !== '' && mayStart(at) ? [at] : []));
  for (const start of starts.slice(0, maxParts)) {
    const fence = lines.findIndex((line, at) => at > start && /^```/.test(line));
    const part = lines.slice(start, fence < 0 ? undefined : fence);
    if (part.length < 2) continue;
    yield {
      text: `${part.join('\n')}\n`,
      how: `recognised from line ${start + 1} on; remove the lines before it, or name the format`,
    };
  }
}

const separators = [
  [',', 'commas'],
  ['\t', 'tabs'],
  [';', 'semicolons'],
] as const;

/** A sentence for a table that no format recognises. */
function tableWithoutTimes(text: string): string[] {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  if (lines.length < 3) return [];
  for (const [separator, name] of separators) {
    const [columns = 0, ...others] = lines.map(line => line.split(separator).length);
    if (columns >= 3 && others.every(count => count === columns))
      return [
        `It looks like a table of ${columns} columns separated by ${name}: no column of times was found.`,
      ];
  }
  return [];
}
