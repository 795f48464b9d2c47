/** A row dated far from all others is left out of the span of its capture. */
import { afterAll, describe, expect, it } from 'vitest';
import { formats } from '../../parsers/formats.ts';
import { span } from '../store/captures.ts';
import { iso } from '../time.ts';
import type { Workspace } from '../workspace.ts';
import { imported, rowsOf, Scratch } from './import.testing.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());

const line = (at: number) =>
  `2026-11-21T04:${String(Math.floor(at / 60) % 60).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}Z worker did ${at}`;
const log = (count: number, ...others: string[]) =>
  `${[...Array.from({ length: count }, (_, at) => line(at)), ...others].join('\n')}\n`;

async function spanIn(workspace: Workspace) {
  const [capture] = await workspace.captures();
  const found = capture && span(capture);
  return found ? [iso(found.from).slice(0, 19), iso(found.to).slice(0, 19)] : null;
}
const read = (text: string, work: (workspace: Workspace) => Promise<void>) =>
  imported({ paths: [scratch.file('app.log', text)] }, work, { formats });

describe('a row dated far from all others', () => {
  it.each([
    ['1970-01-01T00:00:00Z clock not set', '1970-01-01', 20],
    ['2099-12-31T23:59:59Z certificate ends', '2099-12-31', 20],
    ['1970-01-01T00:00:00Z clock not set', '1970-01-01', 3000],
  ])('is stored and reported, and the span covers only the other rows: %s', async (other, day, count) => {
    await read(log(count, other), async workspace => {
      const last = line(Math.min(count, 3600) - 1).slice(0, 19);
      expect(await spanIn(workspace)).toEqual(['2026-11-21T04:00:00', last]);
      expect(await rowsOf(workspace, 'SELECT count(*) FROM event')).toEqual([[count + 1]]);
      expect(await workspace.problems()).toMatchObject([
        {
          code: 'far-away-times',
          severity: 'warning',
          line: count + 1,
          count: 1,
          message: `A row is dated ${day}, far from all others: stored, but left out of the span of the capture.`,
        },
      ]);
    });
  });

  it('is left out before and after the others', async () => {
    const others = ['1970-01-01T00:00:00Z worker did 7', '2099-12-31T23:59:59Z worker did 8'];
    await read(log(240, ...others), async workspace => {
      const [capture] = await workspace.captures();
      const found = capture && span(capture);
      expect(Number((found?.to ?? 0n) - (found?.from ?? 0n))).toBe(239e9);
      expect((await workspace.problems()).map(({ message }) => message)).toEqual([
        '2 rows are dated from 1970-01-01 to 2099-12-31, far from all others: stored, but left out of the span of the capture.',
      ]);
    });
  });

  it('is an outlier in another zone as well', async () => {
    await read(log(50, '1970-01-01T00:00:00Z x').replaceAll('Z ', ' '), async workspace => {
      await workspace.setClock(1, { zone: 'Europe/Vienna' });
      expect(await spanIn(workspace)).toEqual(['2026-11-21T03:00:00', '2026-11-21T03:00:49']);
    });
  });

  it('is not an outlier if all rows are far apart, or if several rows have such a date', async () => {
    const months = Array.from(
      { length: 24 },
      (_, at) => `20${20 + (at >> 2)}-0${1 + (at % 4) * 2}-01T00:00:00Z x`,
    );
    await read(`${months.join('\n')}\n`, async workspace => {
      expect(await spanIn(workspace)).toEqual(['2020-01-01T00:00:00', '2025-07-01T00:00:00']);
      expect(await workspace.problems()).toEqual([]);
    });
    const before = Array.from({ length: 40 }, (_, at) => `2019-01-01T00:00:${10 + (at % 50)}Z y`);
    await read(log(60, ...before), async workspace => {
      expect((await spanIn(workspace))?.[0]).toBe('2019-01-01T00:00:10');
      expect(await workspace.problems()).toEqual([]);
    });
  });
});
