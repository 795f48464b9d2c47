import { describe, expect, it } from 'vitest';
import { baseName, isModule, nearest, notFound } from './names.ts';

describe('base name', () => {
  it('is the part after the last slash or backslash; names in brackets stay', () => {
    expect(baseName('/usr/lib/x86_64-linux-gnu/libc.so.6')).toBe('libc.so.6');
    expect(baseName('C:\\Windows\\System32\\ntdll.dll')).toBe('ntdll.dll');
    expect(baseName('/memfd:sealed-1 (deleted)')).toBe('memfd:sealed-1 (deleted)');
    expect(baseName('[kernel.kallsyms]')).toBe('[kernel.kallsyms]');
    expect(isModule('/usr/lib/libc.so.6', 'libc.so')).toBe(false);
  });
});

describe('nearest', () => {
  it('is a name that contains the text, else the one with the fewest edits', () => {
    const known = ['malloc', '__libc_malloc', 'free', 'calloc', 'main'];
    expect(nearest('malloc', known)[0]).toBe('malloc');
    expect(nearest('libc_malloc', known)[0]).toBe('__libc_malloc');
    expect(nearest('mlaloc', known)[0]).toBe('malloc');
    expect(nearest('MAIN', known)[0]).toBe('main');
  });

  it('is suggested in the error for an unknown name', () => {
    expect(notFound('module', 'x', []).message).toBe(
      'There is no module "x" in this workspace; the captures in this workspace name none.',
    );
  });
});
