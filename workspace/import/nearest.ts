/** For a file that no format recognises: the formats that read most of its beginning, and where each of them failed. */
import type { Format, FormatEntry, Nearness, Problem } from '../../parsers/contract.ts';
import { KnownRanges } from '../../parsers/kit/ranges.ts';
import { ignore } from '../../parsers/logs/ignore.ts';

/** Enough for any header; every format is tried. */
const maxBytes = 8 << 10;
const maxSuggestions = 3;
/** One line proves nothing: readers also accept titles and blank lines of other formats. */
const minLines = 2;

/** A sentence for each of the nearest formats, nearest first. */
export async function nearestTo(
  head: Uint8Array,
  formats: readonly FormatEntry[],
): Promise<readonly string[]> {
  const bytes = head.subarray(0, wholeLines(head));
  const near: (Nearness & { readonly format: FormatEntry })[] = [];
  for (const format of formats) {
    const found = format.nearness ? format.nearness(bytes) : await tryEntry(format, bytes);
    if (found) near.push({ ...found, format });
  }
  return near
    .sort((a, b) => b.lines / b.lookedAt - a.lines / a.lookedAt)
    .slice(0, maxSuggestions)
    .map(
      ({ format, lines, lookedAt, why }) =>
        `${format.title}: ${lines} of the first ${lookedAt} lines match; ${why()}.`,
    );
}

function wholeLines(head: Uint8Array): number {
  const end = head.lastIndexOf(0x0a, maxBytes - 1);
  return end < 0 ? Math.min(head.length, maxBytes) : end + 1;
}

const tryEntry = async (entry: FormatEntry, bytes: Uint8Array): Promise<Nearness | null> =>
  entry.unit === 'lines' ? tryFormat(await entry.load(), bytes) : null;

/** Null if the reader accepts fewer than `minLines` lines, gives no rows, or accepts every line. */
function tryFormat(format: Format, bytes: Uint8Array): Nearness | null {
  let used = 0;
  let lineCount = 0;
  let first: Problem | null = null;
  let rows = 0;
  const counted = () => {
    rows++;
  };
  const out = {
    ...ignore,
    sample: counted,
    event: counted,
    metric: counted,
    metricRow: counted,
    row: counted,
    problem: (problem: Problem) => {
      if (problem.severity !== 'notice') first ??= problem;
    },
    ledger: (some: number, _blank: number, skipped: number) => {
      used += some;
      lineCount += some + skipped;
    },
  };
  let failure: string | null = null;
  try {
    const reader = format.open(out, {
      name: '',
      head: bytes,
      offset: 0,
      file: new KnownRanges(bytes),
      modified: null,
      zone: null,
      year: null,
      start: null,
      interval: null,
    });
    reader.push(bytes.slice());
    reader.end();
  } catch (error) {
    // Readers normally get only files that their `sniff` accepted, so on this one they may throw anything.
    failure = error instanceof Error ? error.message : String(error);
  }
  const problem = first as Problem | null;
  // A reader that accepts every line although `sniff` refused the file accepts any text, which is no evidence.
  const takesAny = used === lineCount && failure === null && problem === null;
  if (used < minLines || rows === 0 || takesAny) return null;
  const why = () =>
    failure ??
    (problem
      ? `line ${problem.line}: ${problem.message.replace(/[.]$/, '')}`
      : 'the other lines do not match');
  return { lines: used, lookedAt: lineCount, why };
}
