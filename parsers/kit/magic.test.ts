import { describe, expect, it } from 'vitest';
import { ascii } from './bytes.ts';
import { binaryHint } from './magic.ts';

describe('binaryHint', () => {
  it('recognises binary files that users open instead of text, and names the way to read them', () => {
    expect(binaryHint(Uint8Array.of(0x96, 0xd5, 0x75, 0x21))).toContain('sadf -d');
    expect(binaryHint(ascii('\0\0\0\0\0\0\0\0DUCK'))).toContain('workspace');
  });

  it('recognises a .blg log of counters by the file name in its first record', () => {
    const head = new Uint8Array(400);
    head.set([0, 0, 2, 0xc0, 0xf2, 0], 72);
    expect(binaryHint(head)).toBeNull();
    for (const [at, char] of Array.from('x.blg\0').entries()) head[200 + 2 * at] = char.charCodeAt(0);
    expect(binaryHint(head)).toContain('relog');
  });

  it('returns null for text, for no bytes, and for a truncated beginning', () => {
    for (const text of ['', 'P', 'PERFILE', 'app 1 5.0: cycles:\n'])
      expect(binaryHint(ascii(text)), text).toBeNull();
  });
});
