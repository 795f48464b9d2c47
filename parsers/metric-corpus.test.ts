/**
 * Checks that every metric capture of the corpus is recognised by one format and that its ledger adds up;
 * exceptions are listed with their reason.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, missing } from '../fixtures/shared.ts';
import { formats } from './formats.ts';
import { countLines } from './kit/lines.ts';
import { ledgerTotal } from './kit/metrics/metrics.testing.ts';
import { readAll } from './kit/recorder.ts';

/** The format that must read a file, by its name in the corpus, if it is not the format's. */
const readers: Readonly<Record<string, string>> = {
  'vmstat-solaris': 'vmstat',
  'mpstat-solaris': 'mpstat',
  'iostat-solaris': 'iostat',
  'ps-solaris': 'ps',
  'netstat-s-solaris': 'netstat',
  'top-ansi': 'top',
  'sadf-xml': 'sysstat-xml',
  'mpstat-json': 'sysstat-json',
  'iostat-json': 'sysstat-json',
  'pidstat-json': 'sysstat-json',
  'cifsiostat-json': 'sysstat-json',
  'tapestat-json': 'sysstat-json',
  'perfmon-csv': 'perfmon',
  'esxtop-csv': 'esxtop',
  'dstat-csv': 'dstat',
  nmon: 'nmon',
  jstat: 'jstat',
};
const kinds =
  'vmstat mpstat iostat pidstat sar sadf cifsiostat tapestat prstat nicstat top ps netstat uptime'.split(' ');

/** Files that are not captures: versions, descriptions of a data file, pictures, an empty file. */
const noCapture = [
  /-V-env$/,
  /sadf-H(?:-hz)?$|12\.0\.0-H$|sadf-data-ukwn\d?$/,
  /sadf-(?:g.*|disc)$|sadf-(?:t-|T-)?tz$/,
  /sadf-s-epoch$/,
];

/** Number of skipped lines, by file. */
const stepped: Readonly<Record<string, number>> = {
  // In a row of a CPU an unknown cell is missing; USB devices are listed under the titles of another table.
  'sysstat/tests/expected.data-ini': 7,
  // Rows that repeat their columns for every instance, in two tables at once.
  'sysstat/tests/expected.sadf-dh': 7,
};

const index = corpus('INDEX.tsv');
const rows = missing(index)
  ? []
  : readFileSync(index, 'utf8')
      .split('\n')
      .slice(1)
      .map(line => line.split('\t') as [string, string]);
const ours = formats.filter(({ id }) => kinds.includes(id) || Object.values(readers).includes(id));

const idOf = (path: string, kind: string): string | null => {
  if (noCapture.some(pattern => pattern.test(path))) return null;
  if (kind === 'sadf' && /sadf-j$/.test(path)) return 'sysstat-json';
  if (kind === 'sadf' && /sadf-x$/.test(path)) return 'sysstat-xml';
  return readers[kind] ?? (kinds.includes(kind) ? kind : null);
};

/**
 * Captures that another format may also recognise: sar output of scripts around sar, and the output of another
 * system's uptime and free under another name.
 */
const alike = /expected\.sa[12]|uptime\.txt$|memfree\.txt$/;

describe.skipIf(rows.length === 0)('metric captures in the corpus', () => {
  const captures = rows.flatMap(([path, kind]) => {
    const id = idOf(path, kind);
    return id === null ? [] : [{ path, id }];
  });

  it.each(captures)('$id reads $path', async ({ path, id }) => {
    const bytes = await bytesOf(corpus(path));
    const head = bytes.subarray(0, 65536);
    const sure = formats.filter(format => format.sniff(head, 'unknown') === 'yes');
    expect(sure.map(format => format.id)).toEqual([id]);
    const recorder = readAll(await sure[0]!.load(), bytes);
    expect(ledgerTotal(recorder)).toBe(sure[0]!.unit === 'bytes' ? bytes.length : countLines(bytes));
    expect(recorder.counts.skipped).toBe(stepped[path] ?? 0);
    expect(recorder.failed).toBeNull();
  });

  it('recognises no other file as a metric capture', async () => {
    const wrong: string[] = [];
    for (const [path, kind] of rows) {
      if (kind === undefined || idOf(path, kind) !== null || alike.test(path)) continue;
      const bytes = await bytesOf(corpus(path)).catch(() => null);
      if (bytes === null) continue;
      const head = bytes.subarray(0, 65536);
      for (const format of ours)
        if (format.sniff(head, 'unknown') !== 'no') wrong.push(`${path}: ${format.id}`);
    }
    expect(wrong).toEqual([]);
  }, 60_000);
});
