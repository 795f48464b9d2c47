/** Logs in which some lines state their zone and others do not. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary.ts';
import { Workspace } from './workspace.ts';

const folder = temporaryFolder();
const wall = '2022-01-02 01:20:03.171 first without zone';
const stated = [
  '2022-01-02 01:20:04.171 +0000 second states UTC',
  '2022-01-02 11:20:05.171 +1000 third states +10',
];
const last = '2022-07-02 01:20:06.171 fourth without zone';
/** Enough lines for the scanner. */
const many = (month: string) =>
  Array.from(
    { length: 1500 },
    (_, i) => `2022-${month}-02 01:20:0${i % 2 ? '6.172 +0000' : '6.171'} line of many`,
  );

const orders = {
  'wall first': [wall, ...stated, ...many('01'), ...many('07'), last],
  'stated first': [...stated, wall, ...many('01'), ...many('07'), last],
};

async function withLog(
  name: keyof typeof orders,
  zone: string | undefined,
  work: (workspace: Workspace, times: () => Promise<string[]>) => Promise<void>,
): Promise<void> {
  const path = join(folder, `${name}.log`);
  writeFileSync(path, `${orders[name].join('\n')}\n`);
  const workspace = await Workspace.open(null, { threads: 1 });
  try {
    await workspace.import({ paths: [path], workers: 0, ...(zone !== undefined && { zone }) });
    await work(workspace, async () => {
      const { rows } = await workspace.table(
        "SELECT DISTINCT message || ' ' || strftime(\"time\", '%m-%d %H:%M:%S.%g') FROM events ORDER BY 1",
      );
      return rows.map(([text]) => String(text).replace(/ without zone| states \S+/, ''));
    });
  } finally {
    await workspace.close();
  }
}

/** UTC of the lines if wall clocks were in a zone `winter` and `summer` hours ahead. */
function expected(winter: number, summer: number): string[] {
  const at = (hours: number, from: string) =>
    new Date(Date.parse(`${from}Z`) - hours * 3600e3).toISOString().slice(5, 23).replace('T', ' ');
  const times = [
    `first ${at(winter, '2022-01-02T01:20:03.171')}`,
    'second 01-02 01:20:04.171',
    'third 01-02 01:20:05.171',
    `fourth ${at(summer, '2022-07-02T01:20:06.171')}`,
  ];
  const ofMany = [
    `line of many ${at(winter, '2022-01-02T01:20:06.171')}`,
    `line of many ${at(summer, '2022-07-02T01:20:06.171')}`,
    'line of many 01-02 01:20:06.172',
    'line of many 07-02 01:20:06.172',
  ];
  return [...times, ...ofMany].sort();
}

it.each(Object.keys(orders) as (keyof typeof orders)[])(
  'a zone moves only the lines that state none, at import and later: %s',
  async name => {
    await withLog(name, 'Europe/Vienna', async (workspace, times) => {
      expect(await times()).toEqual(expected(1, 2));
      await workspace.setClock(1, { zone: 'America/New_York' });
      expect(await times()).toEqual(expected(-5, -4));
    });
    await withLog(name, undefined, async (workspace, times) => {
      expect(await times()).toEqual(expected(0, 0));
      await workspace.setClock(1, { drift: 1_000_000 });
      await workspace.setClock(1, { zone: 'Europe/Vienna' });
      await workspace.setClock(1, { drift: 0 });
      expect(await times()).toEqual(expected(1, 2));
      expect((await workspace.captures())[0]).toMatchObject({ clock: { zone: 'Europe/Vienna' } });
      await workspace.setClock(1, { zone: '-03:30' });
      expect(await times()).toEqual(expected(-3.5, -3.5));
      await workspace.undoClock();
      expect(await times()).toEqual(expected(1, 2));
      await workspace.setClock(1, { asRead: true });
      expect(await times()).toEqual(expected(0, 0));
    });
  },
);

it('a capture whose times all state their zone is not moved by one', async () => {
  const path = join(folder, 'all-stated.log');
  writeFileSync(path, `${stated.join('\n')}\n`);
  const workspace = await Workspace.open(null, { threads: 1 });
  await workspace.import({ paths: [path], workers: 0 });
  await expect(workspace.setClock(1, { zone: 'Europe/Vienna' })).rejects.toMatchObject({ code: 'bad-clock' });
  await workspace.close();
});
