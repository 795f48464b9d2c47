import { describe, expect, it } from 'vitest';
import { askOf, noteTexts, workspaceOf } from '../../fixtures/samples.ts';
import type { CaptureFact } from '../kit/catalog.ts';
import { captureFacts } from '../kit/catalog.ts';
import { durationOf } from './duration.ts';
import { globMatches, selected, selectionOf } from './select.ts';
import { pathOf } from './series-facts.ts';

describe('globMatches', () => {
  it('matches any text with * and one character with ?', () => {
    const yes = [
      ['cpu/*/%idle', 'cpu/0/%idle'],
      ['*', ''],
      ['*/s', 'disk/vda/rkB/s'],
      ['a*b*c', 'a-b-b-c'],
      ['cpu/?/x', 'cpu/0/x'],
      ['same', 'same'],
    ] as const;
    const no = [
      ['cpu/*/%idle', 'cpu/%idle'],
      ['cpu/?/x', 'cpu/10/x'],
      ['a*b', 'a-b-c'],
      ['', 'a'],
      ['same', 'some'],
    ] as const;
    for (const [glob, text] of yes) expect(globMatches(glob, text), `${glob} ${text}`).toBe(true);
    for (const [glob, text] of no) expect(globMatches(glob, text), `${glob} ${text}`).toBe(false);
  });

  it('takes bounded time for a pattern with many asterisks', () => {
    expect(globMatches('*a*a*a*a*a*a*a*a*b', 'a'.repeat(5000))).toBe(false);
  });
});

describe('a selection', () => {
  const workspaceWith = () =>
    workspaceOf(
      [],
      [{ name: 'one' }, { name: 'two' }],
      [
        { path: 'cpu/0/%idle', values: [1] },
        { path: 'cpu/%Idle', values: [1] },
        { path: 'disk/vda/rkB/s', values: [1] },
        { path: 'group/1:vm, old*/% Ready', values: [1], capture: 2 },
        { path: 'cpu/0/%idle', values: [1], capture: 2 },
      ],
    );

  it('names series by path, by counter, by capture', async () => {
    const workspace = await workspaceWith();
    const ask = askOf(workspace);
    const captures = await captureFacts(ask);
    const pick = async (selection: string, among: readonly CaptureFact[] = captures) =>
      (await selected(ask, selection, among)).series.map(each => `${each.capture}:${pathOf(each)}`);
    expect(await pick('cpu/*')).toEqual(['1:cpu/0/%idle', '1:cpu/%Idle', '2:cpu/0/%idle']);
    expect(await pick('%Idle')).toEqual(['1:cpu/%Idle']);
    expect(await pick('%idle')).toHaveLength(3);
    expect(await pick('rkB/s, 2:cpu/*')).toEqual(['1:disk/vda/rkB/s', '2:cpu/0/%idle']);
    expect(await pick('cpu/0/%idle', captures.slice(1))).toEqual(['2:cpu/0/%idle']);
    const [odd] = (await selected(ask, '% Ready', captures)).series;
    expect(await pick(selectionOf(odd!))).toEqual(['2:group/1:vm, old*/% Ready']);
    await expect(pick('disk/vdb/rkB/s')).rejects.toThrow(/There is no series.*nearest: "disk\/vda\/rkB\/s"/);
    expect(noteTexts(await selected(ask, 'rkB/s', captures.slice(1)))).toEqual([
      'The series that match belong to captures outside the scope.',
    ]);
    await workspace.close();
  });
});

describe('durationOf', () => {
  it('reads durations as people type them', () => {
    expect(['10s', '500ms', '1.5h', '2'].map(each => durationOf('bucket', each))).toEqual([
      10_000_000_000n,
      500_000_000n,
      5_400_000_000_000n,
      2_000_000_000n,
    ]);
    for (const wrong of ['', '0', '-1s', '5 parsecs', '1e400'])
      expect(() => durationOf('bucket', wrong), wrong).toThrow('"bucket" takes a duration');
  });
});
