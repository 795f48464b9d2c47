/**
 * Year, zone, start and shift set by hand, one after the other in every order; and clocks that rest on a removed
 * capture.
 */
import { utimesSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { formats } from '../../parsers/formats.ts';
import { captureNames, clockSentence } from '../clocks/clock-words.ts';
import type { Workspace } from '../workspace.ts';
import { imported, rowsOf, Scratch } from './import.testing.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());
const options = { formats };

const path = scratch.file(
  'auth.log',
  ['Nov  3 10:00:00', 'Jan  1 00:00:01', 'Apr  2 12:00:00']
    .map((time, index) => `${time} web1 sshd[1]: line ${index}\n`)
    .join(''),
);
utimesSync(path, new Date('2023-05-01T00:00:00Z'), new Date('2023-05-01T00:00:00Z'));

const times = async (workspace: Workspace) =>
  (await rowsOf(workspace, 'SELECT "time" FROM events ORDER BY line')).flat();
const only = async (workspace: Workspace) => (await workspace.captures())[0]!;

describe('a year and a zone set by hand', () => {
  const year = { year: 2019 } as const;
  const zone = { zone: 'Europe/Vienna' } as const;
  const shift = { shift: 1_500_000_000n } as const;
  const expected = [
    '2019-11-03T09:00:01.500000000Z',
    '2019-12-31T23:00:02.500000000Z',
    '2020-04-02T10:00:01.500000000Z',
  ];

  it.each([
    [[year, zone, shift]],
    [[year, shift, zone]],
    [[zone, year, shift]],
    [[zone, shift, year]],
    [[shift, year, zone]],
    [[shift, zone, year]],
  ])('give the same result in any order, %#', async changes => {
    await imported(
      { paths: [path] },
      async workspace => {
        for (const change of changes) await workspace.setClock(1, change);
        expect(await times(workspace)).toEqual(expected);
        expect(await only(workspace)).toMatchObject({
          clockGuess: false,
          clockError: null,
          clock: { facts: { yearFrom: 'set', zoneFrom: 'set', startFrom: null, shifted: 1_500_000_000n } },
        });
      },
      options,
    );
  });

  it('do not make other guesses certain', async () => {
    await imported(
      { paths: [path] },
      async workspace => {
        await workspace.setClock(1, zone);
        expect(await only(workspace)).toMatchObject({
          clockGuess: true,
          clock: { facts: { yearFrom: 'file-time' } },
        });
        await workspace.setClock(1, { zone: '+03:00' });
        await workspace.setClock(1, year);
        await workspace.setClock(1, { year: 2018 });
        expect(await only(workspace)).toMatchObject({ clockGuess: false, clock: { zone: '+03:00' } });
        expect((await times(workspace))[0]).toBe('2018-11-03T07:00:00.000000000Z');
      },
      options,
    );
  });
});

describe('a shift by hand', () => {
  const dated = scratch.file('dated.log', '2024-05-06 07:08:09Z INFO one\n2024-05-06 07:08:10Z INFO two\n');

  it('adds up, and can be reverted', async () => {
    await imported(
      { paths: [dated] },
      async workspace => {
        const asRead = await only(workspace);
        await workspace.setClock(1, { shift: 5n });
        await workspace.setClock(1, { shift: 7n });
        expect((await only(workspace)).clock.facts.shifted).toBe(12n);
        await workspace.setClock(1, { shift: -12n });
        expect(await only(workspace)).toEqual(asRead);
      },
      options,
    );
  });

  it('is equal to setting the start of a file that has its own times', async () => {
    await imported(
      { paths: [dated] },
      async workspace => {
        const asRead = await only(workspace);
        const start = BigInt(Date.parse('2024-05-06T09:08:09Z')) * 1_000_000n;
        await workspace.setClock(1, { start });
        await workspace.setClock(1, { start: start + 3n });
        const shifted = 7_200_000_000_003n;
        expect((await only(workspace)).clock.facts).toMatchObject({ startFrom: 'set', shifted });
        await workspace.setClock(1, { shift: -shifted });
        expect(await only(workspace)).toEqual(asRead);
      },
      options,
    );
  });
});

describe('a zone by another capture', () => {
  const clockAt = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19);
  const mpstat = scratch.file(
    'mpstat.txt',
    `${[
      'Linux 6.1.0 (vm) \t2026-11-21 \t_x86_64_\t(2 CPU)',
      '',
      '09:30:00     CPU    %usr   %sys  %idle',
      ...Array.from({ length: 90 }, (_, i) => `${clockAt(34_201 + i)}     all    1.00   1.00  98.00`),
    ].join('\n')}\n`,
  );
  const log = scratch.file(
    'server.log',
    Array.from(
      { length: 95 },
      (_, i) => `2026-11-21 ${clockAt(14_400 + i)}.000 UTC [7] LOG:  checkpoint ${i}\n`,
    ).join(''),
  );
  const sentence = async (workspace: Workspace) => {
    const captures = await workspace.captures();
    return clockSentence(captures.find(({ name }) => name === 'mpstat.txt')!.clock, captureNames(captures));
  };

  it('stays readable when that capture is read again, and when it is removed', async () => {
    await imported(
      { paths: [mpstat, log] },
      async workspace => {
        expect(await sentence(workspace)).toContain('zone +05:30 by server.log, recorded at the same time');
        const server = (await workspace.captures()).find(({ name }) => name === 'server.log')!;
        await workspace.import({ paths: [log], replaces: server.id, workers: 0 }, options);
        expect(await sentence(workspace)).toContain('zone +05:30 by server.log, recorded at the same time');
        const again = (await workspace.captures()).find(({ name }) => name === 'server.log')!;
        await workspace.remove(again.id);
        expect(await sentence(workspace)).toContain('zone +05:30 by server.log (since removed)');
        // Ids are reused: another capture with this id has nothing to do with the zone.
        const other = scratch.file(
          'other.log',
          '2024-05-06 07:08:09Z INFO one\n2024-05-06 07:08:10Z INFO two\n',
        );
        await workspace.import({ paths: [other], workers: 0 }, options);
        expect(await sentence(workspace)).toContain('zone +05:30 by server.log (since removed)');
      },
      options,
    );
  });
});

describe('reverting a clock to the state after the import', () => {
  const all = async (workspace: Workspace) => {
    const { clock, clockGuess, clockError, firstTs, lastTs, clockAsRead } = await only(workspace);
    return { clock, clockGuess, clockError, firstTs, lastTs, clockAsRead, times: await times(workspace) };
  };

  it('undoes zone, year, shift and start, whatever the order in which they were set', async () => {
    const changes = [
      { zone: 'Europe/Vienna' },
      { year: 2019 },
      { shift: 1_500_000_000n },
      { start: 1_600_000_000_000_000_000n },
      { zone: 'America/New_York' },
    ];
    await imported(
      { paths: [path] },
      async workspace => {
        const before = await all(workspace);
        await expect(workspace.setClock(1, { asRead: true })).rejects.toMatchObject({ code: 'bad-clock' });
        for (let from = 0; from < changes.length; from++) {
          for (const change of [...changes.slice(from), ...changes.slice(0, from)])
            await workspace.setClock(1, change);
          await workspace.setClock(1, { asRead: true });
          expect(await all(workspace)).toEqual(before);
        }
      },
      options,
    );
  });

  it('removes times from rows that have none of their own, and restores the suggestion of another capture', async () => {
    const vmstat = scratch.file(
      'vmstat.txt',
      `procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 1  0      0 100000   1000  20000    0    0     1     2  100  200  5  2 93  0  0
 2  0      0 100000   1000  20000    0    0     1     2  100  200  6  2 92  0  0
`,
    );
    await imported(
      { paths: [vmstat] },
      async workspace => {
        const [before] = await workspace.captures();
        await workspace.setClock(1, { start: 1_600_000_000_000_000_000n, interval: 1e9 });
        expect((await only(workspace)).lastTs).toBe(1_000_000_000n);
        await workspace.setClock(1, { asRead: true });
        expect(await only(workspace)).toEqual(before);
        expect(await rowsOf(workspace, 'SELECT count(ts), count(*) > 0 FROM metric')).toEqual([[0, true]]);
      },
      options,
    );
  });
});
