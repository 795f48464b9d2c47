/** Clocks that a reader determines better at the end of a file: all earlier rows count from the better zero. */
import { copyFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { corpus, fixture, missing } from '../../fixtures/shared.ts';
import { formats } from '../../parsers/formats.ts';
import { type CaptureRecord, span } from '../store/captures.ts';
import { iso } from '../time.ts';
import { imported, rowsOf, Scratch } from './import.testing.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

function writtenAt(path: string, iso: string): string {
  utimesSync(path, new Date(iso), new Date(iso));
  return path;
}

const times = async (workspace: Parameters<typeof rowsOf>[0], table: string) =>
  (await rowsOf(workspace, `SELECT DISTINCT "time" FROM ${table} ORDER BY ALL`)).flat();

describe('a file of times of day', () => {
  it('is dated on the day on which it was written', async () => {
    const path = join(scratch.folder, 'top.txt');
    copyFileSync(fixture('top/top-b.txt'), path);
    await imported(
      { paths: [writtenAt(path, '2026-11-21T18:23:20Z')] },
      async (workspace, report) => {
        expect(await times(workspace, 'metrics')).toEqual([
          '2026-11-21T18:22:36.000000000Z',
          '2026-11-21T18:22:37.000000000Z',
        ]);
        expect(report.captures[0]).toMatchObject({
          clock: { domain: 'local', facts: { dateFrom: 'file-time' } },
          clockGuess: true,
          clockError: null,
          firstTs: 0n,
        });
      },
      { formats },
    );
  });

  it('that was written after midnight began the day before', async () => {
    const path = scratch.file('load.csv', 'time,load\n23:59:50,1\n23:59:55,2\n00:00:00,3\n');
    await imported(
      { paths: [writtenAt(path, '2026-03-01T00:00:01Z')] },
      async workspace => {
        expect(await times(workspace, 'metrics')).toEqual(
          ['2026-02-28T23:59:50', '2026-02-28T23:59:55', '2026-03-01T00:00:00'].map(
            time => `${time}.000000000Z`,
          ),
        );
      },
      { formats },
    );
  });
});

/** Files with times of day and no date, by the tool that made them. */
const timesOfDay = [
  ...['centos-7.7/top-b-n1-gib-allfields-w', 'centos-7.7/top-b-n1-gib', 'centos-7.7/top-b-n3'],
  ...['ubuntu-20.10/top-b-allfields', 'ubuntu-20.10/top-b-n1'],
  ...['centos-7.7/uptime', 'osx-10.11.6/uptime', 'osx-10.14.6/uptime', 'ubuntu-18.04/uptime'],
].map(name => `jc/tests/fixtures/${name}.out`);
const ofSadf = ['data-11.6.5-sadf-r', 'data-wghfreq-sadf-r', 'sadf-r-T-tz', 'sadf-r-t-tz', 'sadf-r-tz'];
const files = [
  ...timesOfDay,
  ...ofSadf.map(name => `sysstat/tests/expected.${name}`),
  'top-misc/coderrohan14.top-ansi-escapes.txt',
];

describe('files of times of day from many machines', () => {
  it.skipIf(missing(corpus('INDEX.tsv'))).each(files)(
    '%s is on the day on which it was written',
    async name => {
      const path = join(scratch.folder, name.replaceAll('/', '-'));
      writeFileSync(path, readFileSync(corpus(name)));
      await imported(
        { paths: [writtenAt(path, '2026-11-21T12:00:00Z')] },
        async (workspace, report) => {
          const found = span(report.captures[0] as CaptureRecord);
          for (const time of [found?.from, found?.to])
            expect(iso(time ?? 0n).slice(0, 10)).toBe('2026-11-21');
          for (const time of await times(workspace, 'metrics')) expect(String(time)).toMatch(/^2026-11-21T/);
        },
        { formats },
      );
    },
  );
});

describe('a profile whose clock is derived from its last sample', () => {
  const sample = (at: number) =>
    `app 7 [000] ${100 + at}.000000: 1 cycles:\n\t4005d0 f${at % 97} (/bin/app)\n\n`;
  const profile = [
    '# ========\n# captured on: Sat Nov 21 04:00:00 2026\n# ========\n#\n',
    ...Array.from({ length: 4000 }, (_, at) => sample(at)),
  ];
  const path = scratch.file('cpu.perf.txt', profile.join(''));

  it.each([1 << 20, 1 << 10])(
    'has the same times in one part and in several, blocks of %i',
    async blockSize => {
      await imported(
        { paths: [path] },
        async (workspace, report) => {
          const found = span(report.captures[0] as CaptureRecord);
          expect([iso(found?.from ?? 0n), iso(found?.to ?? 0n)]).toEqual([
            '2026-11-21T02:53:21.000000000Z',
            '2026-11-21T04:00:00.000000000Z',
          ]);
          expect(await rowsOf(workspace, 'SELECT count(DISTINCT ts) FROM sample')).toEqual([[4000]]);
        },
        { formats, blockSize },
      );
    },
  );
});

describe('a log over New Year whose first year is a guess', () => {
  // From May over two New Years to March: only the end shows that the first year was 2021.
  const months = ['May', 'Aug', 'Nov', 'Jan', 'Apr', 'Aug', 'Nov', 'Jan', 'Mar'];
  const each = 1500;
  const lines = months.flatMap(month =>
    Array.from({ length: each }, (_, i) => `${month}  2 10:00:00 web1 sshd[1]: line ${i}\n`),
  );
  const path = scratch.file('auth.log', lines.join(''));
  writtenAt(path, '2023-03-05T00:00:00Z');
  const years = `SELECT DISTINCT strftime("time"::TIMESTAMP, '%Y-%m') FROM events ORDER BY ALL`;
  const expected = ['2021-05', '2021-08', '2021-11', '2022-01', '2022-04', '2022-08', '2022-11', '2023-01'];

  it.each([1 << 20, 64 << 10, 2 << 10])(
    'moves to an earlier year as a whole, blocks of %i',
    async blockSize => {
      await imported(
        { paths: [path] },
        async workspace => {
          expect((await rowsOf(workspace, years)).flat()).toEqual([...expected, '2023-03']);
        },
        { formats, blockSize },
      );
    },
  );
});
