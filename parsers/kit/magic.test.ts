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

  it('recognises a log of BPerf by its name and the lengths of its first block', () => {
    const head = Uint8Array.of(0x00, 0x40, 0, 0, 0x00, 0x00, 0x10, 0, 0xe0, 1);
    expect(binaryHint(head, 'cpu.btl')).toMatch(/BPerf.*PerfView/);
    expect(binaryHint(head, 'cpu.bin')).toBeNull();
    expect(binaryHint(ascii('map of a game'), 'level.btl')).toBeNull();
    expect(binaryHint(head.subarray(0, 7), 'cpu.btl')).toBeNull();
  });

  it('returns null for text, for no bytes, and for a truncated beginning', () => {
    for (const text of ['', 'P', 'PERFILE', 'app 1 5.0: cycles:\n'])
      expect(binaryHint(ascii(text)), text).toBeNull();
  });
});
