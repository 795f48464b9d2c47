/**
 * Every file of the corpus that DTrace wrote, or a text about it: it is read with a ledger that closes, or no format
 * reads it for a stated reason.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { corpus, missing } from '../../fixtures/shared.ts';
import { countLines } from '../kit/lines.ts';
import { ledgerTotal } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { dtrace } from './format.ts';

const index = corpus('INDEX.tsv');
const paths = missing(index)
  ? []
  : readFileSync(index, 'utf8')
      .split('\n')
      .slice(1)
      .map(line => line.split('\t') as [string, string])
      .filter(([, label]) => /^dtrace-|^dtruss$/.test(label ?? ''))
      .map(([path]) => path);

/** Marks of DTrace, independent of the format's own: a file that has one must be read. */
const marks =
  /^ *(?:CPU +ID +)?FUNCTION:NAME *$|- Distribution -|^ {14}[^ `]+`|^ {2}\S.{49} {1,16}-?\d+$|matched \d+ probes?$|^ *# (?:\.\/)?[\w-]+\.d\b/m;

function reasonOf(path: string, text: string): string {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  if (/\/woof_example\.txt$/.test(path)) return 'documentation: how to make a sound';
  if (lines.length === 0) return 'empty';
  if (lines.every(line => /^(?:dtrace: |-- @@stderr --)/.test(line))) return 'errors of the compiler';
  if (lines.length === 1 && /^tst\.[\w.-]+\.r$/.test(lines[0]!)) return 'the name of another file';
  return marks.test(text) ? 'unread' : 'printed by a script in its own way';
}

describe.skipIf(paths.length === 0)('DTrace in the corpus', () => {
  const files = paths.map(path => {
    const bytes = readFileSync(corpus(path));
    return { path, bytes, isRead: dtrace.sniff(bytes.subarray(0, 64 << 10), 'unknown') !== 'no' };
  });

  it('is read, with a ledger that closes', () => {
    const left = { used: 0, blank: 0, skipped: 0 };
    for (const { path, bytes } of files.filter(({ isRead }) => isRead)) {
      const recorder = readAll(dtrace, bytes);
      expect(recorder.failed, path).toBeNull();
      expect(ledgerTotal(recorder), path).toBe(countLines(bytes));
      // Only prose is skipped.
      const prose = recorder.problems.filter(({ code }) => code === 'documentation').length;
      expect(recorder.counts.skipped, path).toBe(prose);
      left.used += recorder.counts.used;
      left.skipped += recorder.counts.skipped;
    }
    expect(left.used).toBeGreaterThan(4 * left.skipped);
  });

  it('has, for each file that no format reads, a stated reason', () => {
    const reasons: Record<string, number> = {};
    for (const { path, bytes } of files.filter(({ isRead }) => !isRead)) {
      const reason = reasonOf(path, bytes.toString('utf8'));
      expect(reason, path).not.toBe('unread');
      reasons[reason] = (reasons[reason] ?? 0) + 1;
    }
    expect(reasons).toEqual({
      'documentation: how to make a sound': 1,
      empty: 12,
      'errors of the compiler': 158,
      'printed by a script in its own way': 310,
      'the name of another file': 6,
    });
  });

  it('adds up: tables have one event per row, aggregations have the printed values', () => {
    const read = (path: string) => readAll(dtrace, readFileSync(corpus(path)));
    const rows = (path: string, row: RegExp) =>
      readFileSync(corpus(path), 'utf8')
        .split('\n')
        .filter(line => row.test(line)).length;
    const examples = 'dtracetoolkit/Examples';
    const iosnoop = `${examples}/iosnoop_example.txt`;
    expect(read(iosnoop).events).toHaveLength(rows(iosnoop, /^ +\d+ +\d+ [RW] /));
    const tcpsnoop = `${examples}/tcpsnoop_example.txt`;
    expect(read(tcpsnoop).events).toHaveLength(rows(tcpsnoop, / (?:->|<-) \d+\./));
    const truncated = read('dtrace-utils/test/unittest/aggs/tst.trunc.r').metrics;
    expect(truncated.map(({ series, value }) => [Number(series.instance), value])).toEqual(
      [90, 91, 92, 93, 94, 95, 96, 97, 98, 99].map(value => [value, value]),
    );
    const quantized = read('dtrace-utils/test/unittest/aggs/tst.quantize.r');
    const counted = readFileSync(corpus('dtrace-utils/test/unittest/aggs/tst.quantize.r'), 'utf8')
      .split('\n')
      .map(line => /\|[@ ]+ (\d+) *$/.exec(line)?.[1] ?? '0')
      .reduce((sum, count) => sum + Number(count), 0);
    expect((quantized.rows.get('histogram') ?? []).reduce((sum, { count }) => sum + Number(count), 0)).toBe(
      counted,
    );
  });
});
