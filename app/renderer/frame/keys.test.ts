import { describe, expect, it } from 'vitest';
import { type Command, KeyReader, writtenKeys } from './keys.ts';

const nothing = () => undefined;
const commands: Command[] = [
  { id: 'palette', title: '', keys: 'Ctrl+k', run: nothing },
  { id: 'copy-table', title: '', keys: 'Ctrl+Shift+C', run: nothing },
  { id: 'keys', title: '', keys: '?', run: nothing },
  { id: 'view-lower', title: '', keys: 'v f', run: nothing },
  { id: 'view-upper', title: '', keys: 'v F', run: nothing },
];
const event = (key: string, held: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
const press = (key: string, held: Partial<KeyboardEvent> = {}, reader = new KeyReader(commands)) => {
  const found = reader.press(event(key, held));
  return typeof found === 'object' ? found.id : found;
};

describe('keys', () => {
  it('finds the command of a key', () => {
    expect(press('k', { ctrlKey: true })).toBe('palette');
    expect(press('k', { metaKey: true })).toBe('palette');
    expect(press('C', { ctrlKey: true, shiftKey: true })).toBe('copy-table');
    expect(press('?', { shiftKey: true })).toBe('keys');
  });

  it('ignores other keys', () => {
    expect(press('k')).toBeUndefined();
    expect(press('?', { altKey: true })).toBeUndefined();
  });

  it('reads two keys one after the other', () => {
    const reader = new KeyReader(commands);
    expect(press('v', {}, reader)).toBe('waiting');
    expect(reader.isWaiting).toBe(true);
    expect(press('f', {}, reader)).toBe('view-lower');
    expect(reader.isWaiting).toBe(false);
  });

  it('waits while Shift is pressed for the second', () => {
    const reader = new KeyReader(commands);
    press('v', {}, reader);
    expect(press('Shift', { shiftKey: true }, reader)).toBe('waiting');
    expect(press('F', { shiftKey: true }, reader)).toBe('view-upper');
  });

  it('drops the first key if the second has no action', () => {
    const reader = new KeyReader(commands);
    press('v', {}, reader);
    expect(press('x', {}, reader)).toBeUndefined();
    expect(press('f', {}, reader)).toBeUndefined();
  });

  it('writes keys in the usual notation', () => {
    expect(['Ctrl+k', 'Ctrl+Shift+C', 'Escape', '?', 'v f'].map(writtenKeys)).toEqual([
      'Ctrl+K',
      'Ctrl+Shift+C',
      'Esc',
      '?',
      'v f',
    ]);
  });
});
