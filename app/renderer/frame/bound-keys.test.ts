import { describe, expect, it } from 'vitest';
import { acceleratorOf, commandKeys } from '../../commands.ts';
import { rowKeys } from '../meaning/row-keys.ts';
import type { Session } from '../state/session.ts';
import { timelineKeys } from '../timeline/timeline-keys.ts';
import { views } from '../views/views.ts';
import { boundKeys } from './bound-keys.ts';
import { commandsOf } from './commands.ts';

// The commands are made, none is run.
const commands = commandsOf({ history: {} } as Session);
const keys = commands.flatMap(({ keys, also }) => [...(keys ? [keys] : []), ...(also ?? [])]);

describe('keys', () => {
  it('mean one command each', () => {
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });

  it('that begin a pair have no action by themselves', () => {
    const firsts = new Set(keys.filter(key => key.includes(' ')).map(key => key.split(' ')[0]!));
    expect(keys.filter(key => firsts.has(key))).toEqual([]);
    expect(Object.keys(rowKeys).filter(key => firsts.has(key))).toEqual([]);
  });

  it('belong to views', () => {
    expect(views.map(({ key }) => key)).toEqual([...new Set(views.map(({ key }) => key))]);
    for (const { id, key } of views) {
      expect(key, id).toMatch(/^(?:\d|v [a-z])$/);
      expect(commands.find(command => command.id === `view-${id}`)?.keys).toBe(key);
    }
  });

  it('of rows are not used by commands, unless both do the same', () => {
    expect(Object.keys(rowKeys).filter(key => keys.includes(key))).toEqual(['b']);
    expect(commands.find(command => command.keys === 'b')?.id).toBe('butterfly');
  });

  it('of the timeline are not used by commands', () => {
    const letters = timelineKeys.flatMap(([each]) => each.match(/\b[a-z]\b/g) ?? []);
    expect(letters).toEqual(['w', 's', 'a', 'd', 't', 'x', 'k']);
    expect(letters.filter(key => keys.includes(key))).toEqual([]);
  });

  it('do not use reserved keys', () => {
    for (const kept of ['e', 'o']) expect([...keys, ...Object.keys(rowKeys)]).not.toContain(kept);
  });

  it('are all listed in the help', () => {
    const shown = boundKeys(commands).flatMap(list => list.keys.map(([key]) => key));
    for (const key of ['Ctrl+K', '1', 'f', '*', 'w s', '. ,']) expect(shown).toContain(key);
  });

  it('of the desktop menu are those of its commands', () => {
    const ids = new Set<string>(commands.map(({ id }) => id));
    expect(Object.keys(commandKeys).filter(id => !ids.has(id))).toEqual([]);
    expect(['Ctrl+Shift+O', 'Ctrl+=', 'z', 'F6', '?', 'v f'].map(acceleratorOf)).toEqual([
      'CmdOrCtrl+Shift+O',
      'CmdOrCtrl+=',
      'Z',
      'F6',
      '?',
      undefined,
    ]);
  });
});
