/** Clocks that a reader learns better at the end of a file: all rows so far count from the better zero. */
import { copyFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { formats } from '../../parsers/formats.ts';
import { imported, rowsOf, Scratch } from './testing.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

function writtenAt(path: string, iso: string): string {
  utimesSync(path, new Date(iso), new Date(iso));
  return path;
}

const times = async (workspace: Parameters<typeof rowsOf>[0], table: string) =>
  (await rowsOf(workspace, `SELECT DISTINCT "time" FROM ${table} ORDER BY ALL`)).flat();

describe('a file of times of day', () => {
  it('stands on the day on which it was written', async () => {
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

describe('a log over New Year whose first year is a guess', () => {
  // From May over two New Years to March: that its first year was 2021 shows at its end only.
  const months = ['May', 'Aug', 'Nov', 'Jan', 'Apr', 'Aug', 'Nov', 'Jan', 'Mar'];
  const each = 1500;
  const lines = months.flatMap(month =>
    Array.from({ length: each }, (_, i) => `${month}  2 10:00:00 web1 sshd[1]: line ${i}\n`),
  );
  const path = scratch.file('auth.log', lines.join(''));
  writtenAt(path, '2023-03-05T00:00:00Z');
  const years = `SELECT DISTINCT strftime("time"::TIMESTAMP, '%Y-%m') FROM events ORDER BY ALL`;
  const expected = ['2021-05', '2021-08', '2021-11', '2022-01', '2022-04', '2022-08', '2022-11', '2023-01'];

  it.each([1 << 20, 64 << 10])('moves back as a whole, blocks of %i', async blockSize => {
    await imported(
      { paths: [path] },
      async workspace => {
        expect((await rowsOf(workspace, years)).flat()).toEqual([...expected, '2023-03']);
      },
      { formats, blockSize },
    );
  });
});
