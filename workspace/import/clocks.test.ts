/** Clocks of captures, at import and when overruled later. */
import { afterAll, describe, expect, it } from 'vitest';
import type { Workspace } from '../workspace.ts';
import { imported, rowsOf, Scratch } from './import.testing.ts';

const scratch = new Scratch();
afterAll(() => scratch.remove());
const file = (name: string, content: string | Uint8Array) => scratch.file(name, content);

describe('clocks', () => {
  const wall = (iso: string) => BigInt(Date.parse(`${iso}Z`)) * 1_000_000n;
  // Daylight saving ends in Vienna on 2026-10-25 at 03:00.
  const text = [
    'Z 1',
    `S ${wall('2026-10-24T12:00:00')} k a x`,
    `M ${wall('2026-10-24T12:00:00')} load 1`,
    `S ${wall('2026-10-25T12:00:00')} k a y`,
    `M ${wall('2026-10-25T12:00:00')} load 2`,
    '',
  ].join('\n');
  const times = async (workspace: Workspace, of = 'samples') =>
    (await rowsOf(workspace, `SELECT "time" FROM ${of} ORDER BY ts`)).flat();

  it('a wall clock is read in the given zone, across its changes of offset', async () => {
    await imported(
      { paths: [file('vienna.txt', text)], zone: 'Europe/Vienna' },
      async (workspace, report) => {
        expect(await times(workspace)).toEqual([
          '2026-10-24T10:00:00.000000000Z',
          '2026-10-25T11:00:00.000000000Z',
        ]);
        expect(await times(workspace, 'metrics')).toEqual(await times(workspace));
        expect(report.captures[0]).toMatchObject({
          clock: { zone: 'Europe/Vienna', facts: { zoneFrom: 'set' } },
          clockGuess: false,
          lastTs: 90_000_000_000_000n,
        });
      },
    );
  });

  it('a wall clock can be read in another zone later, and back', async () => {
    await imported({ paths: [file('local.txt', text)] }, async (workspace, report) => {
      expect(report.captures[0]).toMatchObject({ clock: { domain: 'local', zone: 'UTC' }, clockGuess: true });
      const utc = await times(workspace);
      expect(utc).toEqual(['2026-10-24T12:00:00.000000000Z', '2026-10-25T12:00:00.000000000Z']);
      const revision = workspace.revision;
      await workspace.setClock(1, { zone: 'Europe/Vienna' });
      expect(workspace.revision).toBeGreaterThan(revision);
      expect(await times(workspace)).toEqual([
        '2026-10-24T10:00:00.000000000Z',
        '2026-10-25T11:00:00.000000000Z',
      ]);
      expect((await workspace.captures())[0]).toMatchObject({
        clock: { zone: 'Europe/Vienna', facts: { zoneFrom: 'set' } },
        clockGuess: false,
        lastTs: 90_000_000_000_000n,
      });
      await workspace.setClock(1, { shift: 1_000_000_000n });
      await workspace.setClock(1, { zone: '+01:00' });
      expect(await times(workspace)).toEqual([
        '2026-10-24T11:00:01.000000000Z',
        '2026-10-25T11:00:01.000000000Z',
      ]);
      expect(await times(workspace, 'metrics')).toEqual(await times(workspace));
      await workspace.setClock(1, { zone: 'America/New_York' });
      await workspace.setClock(1, { zone: 'UTC' });
      await workspace.setClock(1, { shift: -1_000_000_000n });
      expect(await times(workspace)).toEqual(utc);
      await expect(workspace.setClock(1, { zone: 'Mars/Base' })).rejects.toMatchObject({ code: 'bad-clock' });
    });
  });

  it('a capture without a start gets the start that the user set', async () => {
    await imported(
      { paths: [file('boot.txt', 'Z 2\nS 5000 k a x\nS 6000 k a y\n')] },
      async (workspace, report) => {
        expect(report.captures[0]).toMatchObject({ clock: { domain: 'boot', utcOffset: null } });
        expect(await times(workspace)).toEqual([null, null]);
        await expect(workspace.setClock(1, { shift: 5n })).rejects.toMatchObject({ code: 'bad-clock' });
        await expect(workspace.setClock(1, { zone: 'UTC' })).rejects.toMatchObject({ code: 'bad-clock' });
        await workspace.setClock(1, { start: wall('2026-01-01T00:00:00') });
        expect(await times(workspace)).toEqual([
          '2026-01-01T00:00:00.000000000Z',
          '2026-01-01T00:00:00.000001000Z',
        ]);
      },
    );
  });

  it('rows without times get times from a start and an interval', async () => {
    await imported(
      { paths: [file('order.txt', 'Z 4\nM 5 load 1\nM 6 load 2\nM 9 load 3\n')] },
      async workspace => {
        await expect(
          workspace.setClock(1, { start: wall('2026-01-01T00:00:00'), interval: 0 }),
        ).rejects.toMatchObject({
          code: 'bad-clock',
        });
        await workspace.setClock(1, { start: wall('2026-01-01T00:00:00'), interval: 1e9 });
        expect((await rowsOf(workspace, 'SELECT "time" FROM metrics ORDER BY ts')).flat()).toEqual(
          [1, 2, 3].map(s => `2026-01-01T00:00:0${s}.000000000Z`),
        );
        expect((await workspace.captures())[0]).toMatchObject({
          firstTs: 1_000_000_000n,
          lastTs: 3_000_000_000n,
        });
      },
    );
  });

  it('a shift moves all rows', async () => {
    await imported(
      { paths: [file('off.txt', 'Z 0\nS 1700000000000000000 k a x\n')], offset: 5_000_000_000n },
      async workspace => {
        expect(await times(workspace)).toEqual(['2023-11-14T22:13:25.000000000Z']);
      },
    );
  });
});
