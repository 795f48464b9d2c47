import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpus, missing } from '../../fixtures/shared.ts';
import { bracketBucket, TextHistogram, unitNamed } from './histogram-text.ts';

/** Reads all lines, which must be one histogram. */
function read(text: string) {
  const [title = '', ...lines] = text.split('\n').filter(line => line.trim() !== '');
  const histogram = TextHistogram.begin(title);
  if (histogram === null) return null;
  expect(lines.filter(line => !histogram.add(line))).toEqual([]);
  return {
    unit: histogram.unit,
    measured: histogram.measured,
    buckets: histogram.buckets().map(({ low, high, count }) => [low, high, count]),
  };
}

const boundsAndCount = (line: string) => {
  const bucket = bracketBucket(line);
  return bucket && [bucket.low, bucket.high, bucket.count];
};

describe('histograms drawn with characters', () => {
  it.each([
    ['[0]                 2266 |@@@@|', [0, 1, 2266]],
    ['[1]                    3 |    |', [1, 2, 3]],
    ['[2, 4)                 1 |    |', [2, 4, 1]],
    ['[0, 1]                 8 |@   |', [0, 2, 8]],
    ['[512, 1K)             10 |@   |', [512, 1024, 10]],
    ['[64K, 128K)            1 |    |', [65_536, 131_072, 1]],
    ['[1M, 2M)               1 |    |', [1_048_576, 2_097_152, 1]],
    ['(..., 0)               4 |@@@@|', [null, 0, 4]],
    ['[100, ...)             9 |@@@@|', [100, null, 9]],
    ['[-4, -2)               5 |@@@ |', [-4, -2, 5]],
  ])('reads the bucket %s of bpftrace', (line, expected) => {
    expect(boundsAndCount(line)).toEqual(expected);
  });

  it.each(['[12:00:01] 5 |@|', '[a, b) 5 |@|', '[1, 2) |@|', '[1, 2) 5', '[1, 2) 5 |x|', '[1] 2 3 |@|'])(
    'does not take %s for a bucket',
    line => expect(boundsAndCount(line)).toBeNull(),
  );

  it('reads bounds of bcc, which are inclusive', () => {
    expect(
      read(`     usecs               : count     distribution
         0 -> 1          : 3        |**                  |
         2 -> 3          : 0        |                    |
         4 -> 7          : 104      |*******************+|`),
    ).toEqual({
      measured: 'usecs',
      unit: 'us',
      buckets: [
        [0, 2, 3],
        [2, 4, 0],
        [4, 8, 104],
      ],
    });
    expect(
      read(
        '     runqlen       : count     distribution\n        0          : 1776     |****|\n        1          : 6    |    |',
      ),
    ).toMatchObject({
      unit: null,
      measured: 'runqlen',
      buckets: [
        [0, 1, 1776],
        [1, 2, 6],
      ],
    });
  });

  it('reads the three formats of perf-tools', () => {
    expect(
      read(`  >=(ms) .. <(ms)   : I/O      |Distribution     |
       0 -> 1       : 4381     |#####|
       1 -> 2       : 9        |#    |`),
    ).toMatchObject({
      unit: 'ms',
      buckets: [
        [0, 1, 4381],
        [1, 2, 9],
      ],
    });
    expect(
      read(`            Kbytes         : I/O      Distribution
              -> 0.9       : 0        |      |
          1.0 -> 7.9       : 38       |#     |
          8.0 ->           : 1        |#     |`),
    ).toMatchObject({
      unit: 'kB',
      buckets: [
        [null, 1, 0],
        [1, 8, 38],
        [8, null, 1],
      ],
    });
    expect(
      read(
        '   Range          : Count    Distribution\n   0       : 5   |# |\n   1 -> 3  : 2  | |\n   4 ->    : 0   |  |',
      ),
    ).toMatchObject({
      unit: null,
      measured: '',
      buckets: [
        [0, 1, 5],
        [1, 4, 2],
        [4, null, 0],
      ],
    });
  });

  const dtraceBuckets = (rows: string) =>
    read(`           value  ------------- Distribution ------------- count    \n${rows}`)?.buckets ?? [];

  it('reads quantize of DTrace, whose buckets below 0 mirror those above', () => {
    expect(
      dtraceBuckets(`
              -8 |                                         0
              -4 |@@@@                                     4
              -2 |@@@@                                     2
              -1 |@                                        1
               0 |                                         0
               1 |@                                        3
               2 |@@@                                      5
               4 |                                         0`),
    ).toEqual([
      [-7, -3, 4],
      [-3, -1, 2],
      [-1, 0, 1],
      [0, 1, 0],
      [1, 2, 3],
      [2, 4, 5],
    ]);
    expect(dtraceBuckets('4611686018427387904 |@@@@      3')).toEqual([[2 ** 62, 2 ** 63, 3]]);
  });

  it('reads lquantize of DTrace, whose labels are lower bounds, and counts below 0', () => {
    expect(
      dtraceBuckets('  < -10 |@@ 25\n -10 |   0\n   0 |@@@@@  7\n 10 |   0\n').concat(
        dtraceBuckets(' 9            | 0\n   >= 10 @@@@@@| -100\n'),
      ),
    ).toEqual([
      [null, -10, 25],
      [-10, 0, 0],
      [0, 10, 7],
      [9, 10, 0],
      [10, null, -100],
    ]);
  });

  it('reads llquantize of DTrace, with open buckets at both ends and one around 0', () => {
    expect(
      dtraceBuckets(' <= -16 |@ 164\n -8 |@ 180\n -4 |@ 285\n 0 |@ 100\n 4 |@ 3\n >= 16 |@ 236'),
    ).toEqual([
      [null, -15, 164],
      [-15, -7, 180],
      [-7, -3, 285],
      [0, 4, 100],
      [4, 16, 3],
      [16, null, 236],
    ]);
    expect(dtraceBuckets(' -27 |  0\n abs() < 27 |@ 27\n 27 |@ 3\n 30 | 0')).toEqual([
      [-26, 27, 27],
      [27, 30, 3],
    ]);
  });

  it('begins no histogram at a line that only resembles a title', () => {
    for (const line of [
      'This traces latency as a distribution',
      'usecs : count',
      ' value : 3',
      '0 -> 1 : 3 |**|',
    ]) {
      expect(TextHistogram.begin(line)).toBeNull();
    }
  });

  it('derives units from titles', () => {
    expect(
      ['usecs', 'query latency (ms)', 'Kbytes', 'run_us', 'len', 'ns per byte', 'constructor'].map(unitNamed),
    ).toEqual(['us', 'ms', 'kB', 'us', null, null, null]);
  });

  // If time grew with the square of the length, this would take longer than a test may.
  it('parses hostile lines in bounded time', () => {
    for (const line of [
      '|'.repeat(4e5),
      `1 ${'@ '.repeat(4e5)}`,
      `[1${' '.repeat(4e5)}|`,
      `${'a:'.repeat(4e5)} distribution`,
    ]) {
      expect(TextHistogram.begin(line)).toBeNull();
      TextHistogram.begin('   value  ------------- Distribution ------------- count')?.add(line);
      TextHistogram.begin('  usecs  : count     distribution')?.add(line);
    }
  });
});

const folders = ['bcc', 'bpftrace', 'perf-tools', 'dtrace-utils/test/unittest', 'dtracetoolkit'];

describe.skipIf(missing(corpus('bcc')))('histograms in the corpus', () => {
  it.each(folders)('%s: each bar is a bucket', folder => {
    let histograms = 0;
    let open = TextHistogram.begin('');
    for (const path of readdirSync(corpus(folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:txt|r)$/.test(path)) continue;
      for (const line of readFileSync(join(corpus(folder), path), 'latin1').split('\n')) {
        if (open?.add(line) !== true) {
          open = TextHistogram.begin(line);
          if (open !== null) histograms++;
        }
        // Only histograms have bars of one character.
        if (/\d\s*\|(?:@+|\*+|#+) *\|/.test(line) || /\d +\|@+ +\d+ *$/.test(line)) {
          expect(open, line).not.toBeNull();
        }
      }
    }
    expect(histograms).toBeGreaterThanOrEqual(20);
  });
});
