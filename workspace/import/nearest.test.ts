import { afterAll, describe, expect, it } from 'vitest';
import { formats } from '../../parsers/formats.ts';
import { nearestTo } from './nearest.ts';
import { imported, rowsOf, Scratch } from './testing.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const prose = 'What we see here is another session, and nobody knows what it is for.';

describe('a log in an unknown format', () => {
  const time = (second: number) => `2024-05-06 07:08:${10 + second}`;
  it.each([
    ['plain', (n: number) => `${time(n)} something ${n}`],
    ['behind a label in brackets', (n: number) => `[web-3] ${time(n)} something ${n}`],
    ['behind the name of a container', (n: number) => `web | ${time(n)} something ${n}`],
    ['behind a name and its process', (n: number) => `web[${n}]: ${time(n)} something ${n}`],
    ['behind a number', (n: number) => `${n} ${time(n)} something ${n}`],
  ])('is read as lines with a time if a tenth of them begin with one: %s', async (name, line) => {
    const lines = Array.from({ length: 20 }, (_, n) => (n % 10 === 3 ? line(n) : `${prose} ${n}`));
    const path = scratch.file(`${name}.txt`, `${lines.join('\n')}\n`);
    await imported(
      { paths: [path] },
      async (workspace, report) => {
        expect(report.failures).toEqual([]);
        expect(report.captures).toMatchObject([{ format: 'timed-lines', confidence: 'maybe', skipped: 0 }]);
        expect(await rowsOf(workspace, 'SELECT count(*) FROM event WHERE ts IS NOT NULL')).toEqual([[2]]);
      },
      { formats },
    );
  });

  it('is refused if fewer lines begin with one, with the nearest formats and the lines where they fail', async () => {
    const few = Array.from({ length: 40 }, (_, n) =>
      n % 20 === 3 ? `${time(n % 50)} x ${n}` : `${prose} ${n}`,
    );
    const path = scratch.file('few.txt', `${few.join('\n')}\n`);
    await imported(
      { paths: [path] },
      async (_, report) => {
        expect(report.captures).toEqual([]);
        expect(report.failures).toMatchObject([{ path, code: 'not-recognised' }]);
        expect(report.failures[0]?.nearest?.join('\n')).toMatch(
          /^lines with a time: 2 of the first 40 lines match; line 1 is not: after "What we " what follows, .*, is not the \{time\}\.$/m,
        );
      },
      { formats },
    );
  });
});

it('the nearest formats are found among formats of any kind', async () => {
  const bytes = Buffer.from(
    'procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n' +
      ' r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n' +
      ' 1  0      0 100000  20000 300000    0    0     1     2    3    4  5  6 89  0  0\n' +
      ' 1  0      0 100000  20000 300000    0    0     1     2    3    4  5  6 89  0  0\n' +
      'and then something else\n',
  );
  expect((await nearestTo(bytes, formats)).join('\n')).toMatch(
    /^vmstat: 4 of the first 5 lines match; line 5: /m,
  );
  expect(await nearestTo(Buffer.from(''), formats)).toEqual([]);
});
