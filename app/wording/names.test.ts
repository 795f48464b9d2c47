import { describe, expect, it } from 'vitest';
import { baseName, words } from './names.ts';

describe('names', () => {
  it('shortens a module to its file', () => {
    expect(
      ['/usr/lib/libc.so.6', 'C:\\Windows\\ntdll.dll', '[kernel.kallsyms]', 'sh', '/tmp/', '[a/b]'].map(
        baseName,
      ),
    ).toEqual(['libc.so.6', 'ntdll.dll', '[kernel.kallsyms]', 'sh', '/tmp/', '[a/b]']);
  });

  it('turns the name of a column into words', () => {
    expect(words('total_percent')).toBe('total percent');
  });
});
