import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { incident, missing } from '../../fixtures/shared.ts';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import { captureNames, clockSentence } from '../clocks/clock-words.ts';
import { Workspace } from '../workspace.ts';

const folder = temporaryFolder();

function write(path: string, lines: readonly string[]): string {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), `${lines.join('\n')}\n`);
  return join(folder, path);
}

const clock = (seconds: number): string =>
  new Date((((seconds % 86400) + 86400) % 86400) * 1000).toISOString().slice(11, 19);
const secondOfDay = (hours: number, minutes = 0): number => hours * 3600 + minutes * 60;

/** A wall clock without a zone, with a line per second; `start` is the second of the day. */
const mpstat = (start: number, seconds: number, host = 'vm', day = '2026-11-21'): string[] => [
  `Linux 6.1.0 (${host}) \t${day} \t_x86_64_\t(2 CPU)`,
  '',
  `${clock(start)}     CPU    %usr   %sys  %idle`,
  ...Array.from({ length: seconds }, (_, i) => `${clock(start + i + 1)}     all    1.00   1.00  98.00`),
];
const log = (start: number, seconds: number): string[] =>
  Array.from(
    { length: seconds },
    (_, i) => `2026-11-21 ${clock(start + i)}.000 UTC [7] LOG:  checkpoint ${i}`,
  );
/** A wall clock whose zone is stated. */
const vmstat = (start: number, seconds: number, zone: string): string[] => [
  'procs -----------memory---------- ---swap-- -----io---- -system-- -------cpu------- -----timestamp-----',
  ` r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st gu ${zone.padStart(19)}`,
  ...Array.from(
    { length: seconds },
    (_, i) =>
      ` 1  0      0 100000  10000 100000    0    0     0     0  100  100  1  1 98  0  0  0 2026-11-21 ${clock(start + i)}`,
  ),
];

async function imported(...imports: readonly (readonly string[])[]) {
  const workspace = await Workspace.open(null, { threads: 2 });
  for (const paths of imports) await workspace.import({ paths, workers: 0 });
  const captures = await workspace.captures();
  await workspace.close();
  return captures;
}

const clockOf = (captures: Awaited<ReturnType<typeof imported>>, name: string) => {
  const { clock, clockGuess, firstTs } = captures.find(each => each.name === name)!;
  const start = new Date(Number((clock.zero + clock.utcOffset! + firstTs!) / 1_000_000n)).toISOString();
  return { zone: clock.zone, clockGuess, sentence: clockSentence(clock, captureNames(captures)), start };
};
const banner = 'times of the rows, date of the banner';

describe('the zone of a wall clock', () => {
  it('is determined by a capture of the same minutes, whichever is imported first', async () => {
    const [wall, server] = [
      write('a/mpstat.txt', mpstat(secondOfDay(9, 30), 90)),
      write('a/server.log', log(secondOfDay(4), 95)),
    ];
    const expected = {
      zone: '+05:30',
      clockGuess: true,
      sentence: `${banner}, zone +05:30 by server.log, recorded at the same time`,
      start: '2026-11-21T04:00:01.000Z',
    };
    expect(clockOf(await imported([wall, server]), 'mpstat.txt')).toEqual(expected);
    expect(clockOf(await imported([wall], [server]), 'mpstat.txt')).toEqual(expected);
  });

  it('is confirmed as UTC by a capture of the same minutes', async () => {
    const paths = [
      write('b/mpstat.txt', mpstat(secondOfDay(4), 90)),
      write('b/server.log', log(secondOfDay(4), 95)),
    ];
    expect(clockOf(await imported(paths), 'mpstat.txt')).toMatchObject({
      zone: 'UTC',
      sentence: `${banner}, zone UTC by server.log, recorded at the same time`,
    });
  });

  it('is determined for captures of several hours that begin and end together', async () => {
    const hours = 8 * 3600;
    const paths = [
      write('c/mpstat.txt', mpstat(secondOfDay(6), hours)),
      write('c/server.log', log(secondOfDay(5), hours + 20)),
    ];
    expect(clockOf(await imported(paths), 'mpstat.txt').zone).toBe('+01:00');
  });

  it('is taken from a capture of the same machine that states its zone', async () => {
    const wall = write('d/mpstat.txt', mpstat(secondOfDay(9), 60));
    const named = write('d/vmstat.txt', vmstat(secondOfDay(20), 60, 'UTC'));
    expect(clockOf(await imported([wall, named]), 'mpstat.txt')).toMatchObject({
      zone: 'UTC',
      sentence: `${banner}, zone UTC by vmstat.txt, of the same machine`,
    });
  });

  it('stays assumed if other captures have other times or machines, or contradict each other', async () => {
    const wall = write('e/mpstat.txt', mpstat(secondOfDay(4), 90));
    const elsewhere = write('f/server.log', log(secondOfDay(5), 90));
    const later = write('e/server.log', log(secondOfDay(18, 7), 90));
    const [one, two] = [
      write('e/one.log', log(secondOfDay(5), 90)),
      write('e/two.log', log(secondOfDay(6), 90)),
    ];
    for (const others of [[], [elsewhere], [later], [one, two]]) {
      expect(clockOf(await imported([wall, ...others]), 'mpstat.txt')).toMatchObject({
        zone: 'UTC',
        clockGuess: true,
        sentence: `${banner}, zone unknown, read as UTC`,
      });
    }
  });

  it('is not determined if the user set it; the user can replace a determined one', async () => {
    const [wall, server] = [
      write('g/mpstat.txt', mpstat(secondOfDay(5), 90)),
      write('g/server.log', log(secondOfDay(4), 95)),
    ];
    const path = write('h/mpstat.txt', mpstat(secondOfDay(5), 90));
    const workspace = await Workspace.open(null, { threads: 2 });
    await workspace.import({ paths: [path], workers: 0, zone: 'UTC' });
    await workspace.import({ paths: [write('h/server.log', log(secondOfDay(4), 95))], workers: 0 });
    const [first] = await workspace.captures();
    expect(first).toMatchObject({ clock: { zone: 'UTC', facts: { zoneFrom: 'set' } }, clockGuess: false });
    await workspace.remove(1);
    await workspace.import({ paths: [wall, server], workers: 0, again: true });
    const found = (await workspace.captures()).find(({ path }) => path === wall)!;
    expect(found).toMatchObject({ clock: { zone: '+01:00' }, clockGuess: true });
    await workspace.setClock(found.id, { zone: 'Europe/Vienna' });
    const captures = await workspace.captures();
    expect(clockOf(captures, found.name)).toMatchObject({
      zone: 'Europe/Vienna',
      sentence: `${banner}, zone Europe/Vienna set by hand`,
      clockGuess: false,
    });
    await workspace.close();
  });

  it('applies to all captures of a machine if the user sets it for one', async () => {
    const paths = ['one', 'two'].map((name, i) =>
      write(`i/${name}.txt`, mpstat(secondOfDay(5 + i), 60, 'db1')),
    );
    const workspace = await Workspace.open(null, { threads: 2 });
    await workspace.import({
      paths: [...paths, write('i/three.txt', mpstat(secondOfDay(5), 60, 'web1'))],
      workers: 0,
    });
    await workspace.setClock(1, { zone: 'Europe/Vienna' });
    expect((await workspace.captures()).map(({ clock }) => clock.zone)).toEqual([
      'Europe/Vienna',
      'Europe/Vienna',
      'UTC',
    ]);
    await workspace.close();
  });

  const incidents = ['cpu-hog', 'disk-stall'].map(name => incident(name));
  it.skipIf(incidents.some(missing))('is determined in both incidents', async () => {
    for (const path of incidents) {
      const names = ['mpstat.txt', 'pidstat.txt', 'sar.txt', 'vmstat.txt', 'postgresql.log'];
      const captures = await imported(names.map(name => join(path, name)));
      for (const name of names.slice(0, 3)) {
        expect(clockOf(captures, name).sentence).toBe(
          `${banner}, zone UTC by vmstat.txt, of the same machine`,
        );
      }
    }
  });
});
