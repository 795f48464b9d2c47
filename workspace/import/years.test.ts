/** Years that times leave out, set after the import: the rows are the same as if the year had been given at import. */
import { utimesSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { formats } from '../../parsers/formats.ts';
import { imported, rowsOf, Scratch } from './import.testing.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

/** Written in 2023, which is not a leap year, over New Year, the end of February and the beginning of summer time. */
const lines = ['Nov  3 10:00:00', 'Dec 31 23:59:59', 'Jan  1 00:00:01', 'Feb 28 12:00:00', 'Mar  1 12:00:00']
  .concat('Apr  2 12:00:00')
  .map((time, index) => `${time} web1 sshd[1]: line ${index}\n`);
const path = scratch.file('auth.log', lines.join(''));
utimesSync(path, new Date('2023-05-01T00:00:00Z'), new Date('2023-05-01T00:00:00Z'));
const times = 'SELECT "time" FROM events ORDER BY line';

describe('a year set after the import', () => {
  it.each([
    ['with the zone unknown', {}],
    ['in a zone', { zone: 'Europe/Vienna' }],
    ['in UTC', { zone: 'UTC' }],
  ])('moves rows to the same times as a year set for the import, %s', async (_what, wishes) => {
    let wanted: unknown;
    await imported(
      { paths: [path], year: 2019, ...wishes },
      async workspace => {
        wanted = await rowsOf(workspace, times);
      },
      { formats },
    );
    await imported(
      { paths: [path], ...wishes },
      async (workspace, report) => {
        expect(report.captures[0]).toMatchObject({ clockGuess: true });
        const before = await rowsOf(workspace, times);
        expect(String(before[0])).toMatch(/^2022-11-03T/);
        await workspace.setClock(1, { year: 2019 });
        expect(await rowsOf(workspace, times)).toEqual(wanted);
        const [capture] = await workspace.captures();
        expect(capture?.clock.facts.yearFrom).toBe('set');
        expect(capture?.clockGuess).toBe(!('zone' in wishes));
        await workspace.setClock(1, { year: 2022 });
        expect(await rowsOf(workspace, times)).toEqual(before);
      },
      { formats },
    );
  });

  it('stays a guess if only the zone is set', async () => {
    await imported(
      { paths: [path] },
      async workspace => {
        await workspace.setClock(1, { zone: 'Europe/Vienna' });
        expect((await workspace.captures())[0]?.clockGuess).toBe(true);
        await workspace.setClock(1, { year: 2019 });
        expect((await workspace.captures())[0]?.clockGuess).toBe(false);
        expect((await rowsOf(workspace, times)).flat().at(-1)).toBe('2020-04-02T10:00:00.000000000Z');
      },
      { formats },
    );
  });

  it('is refused if times state their year', async () => {
    const dated = scratch.file('dated.log', '2024-05-06 07:08:09 INFO one\n2024-05-06 07:08:10 INFO two\n');
    await imported(
      { paths: [dated] },
      async workspace => {
        await expect(workspace.setClock(1, { year: 2019 })).rejects.toMatchObject({ code: 'bad-clock' });
      },
      { formats },
    );
    await imported(
      { paths: [path] },
      async workspace => {
        await expect(workspace.setClock(1, { year: 19 })).rejects.toMatchObject({ code: 'bad-clock' });
      },
      { formats },
    );
  });
});
