/** Rules that formats must keep together. */
import { expect, it } from 'vitest';
import { capturesOf, formats } from '../../fixtures/captures.ts';

it('has ids that are unique, and fixtures for each', () => {
  const ids = formats.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(formats.filter(format => capturesOf(format).length === 0).map(({ id }) => id)).toEqual([]);
});

it.each([
  ['nothing', new Uint8Array(0)],
  ['NUL bytes', new Uint8Array(4096)],
  ['every byte', Uint8Array.from({ length: 65536 }, (_, at) => (at * 167 + (at >> 8)) & 255)],
  [
    'prose',
    new TextEncoder().encode('It was a dark and stormy night.\nThe rain fell in torrents.\n'.repeat(40)),
  ],
])('has no format that recognises %s with certainty', (_what, bytes) => {
  const sure = formats.filter(format => !['no', 'maybe'].includes(format.sniff(bytes, 'file')));
  expect(sure.map(({ id }) => id)).toEqual([]);
});
