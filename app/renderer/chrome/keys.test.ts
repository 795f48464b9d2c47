import { describe, expect, it } from 'vitest';
import { type Command, commandFor, writtenKeys } from './keys.ts';

const nothing = () => undefined;
const commands: Command[] = [
  { id: 'palette', title: '', keys: 'Ctrl+k', run: nothing },
  { id: 'copy', title: '', keys: 'Ctrl+Shift+C', run: nothing },
  { id: 'keys', title: '', keys: '?', run: nothing },
];
const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  commandFor(
    { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held } as KeyboardEvent,
    commands,
  )?.id;

describe('keys', () => {
  it('finds the command a key means', () => {
    expect(press('k', { ctrlKey: true })).toBe('palette');
    expect(press('k', { metaKey: true })).toBe('palette');
    expect(press('C', { ctrlKey: true, shiftKey: true })).toBe('copy');
    expect(press('?', { shiftKey: true })).toBe('keys');
  });

  it('leaves other keys alone', () => {
    expect(press('k')).toBeUndefined();
    expect(press('?', { altKey: true })).toBeUndefined();
  });

  it('writes keys as people do', () => {
    expect(['Ctrl+k', 'Ctrl+Shift+C', 'Escape', '?'].map(writtenKeys)).toEqual([
      'Ctrl+K',
      'Ctrl+Shift+C',
      'Esc',
      '?',
    ]);
  });
});
