/**
 * Lines designed to be slow for regular expressions that match calls, packets and entries: the time to read each must
 * be proportional to its length.
 */
import { describe, expect, it } from 'vitest';
import type { Format } from './contract.ts';
import { ftrace } from './ftrace/format.ts';
import { ascii } from './kit/bytes.ts';
import { readAll } from './kit/recorder.ts';
import { ltrace } from './ltrace/format.ts';
import { snoop } from './snoop/format.ts';
import { strace } from './strace/format.ts';
import { tcpdump } from './tcpdump/format.ts';
import { truss } from './truss/format.ts';

const pieces = [
  ' ',
  '\t',
  '-',
  '1',
  '1.',
  'a -> ',
  'a > b: ',
  'f(',
  ') = ',
  ') {',
  '/* ',
  '[P.], ',
  'seq 1:2, ',
  'length ',
  '00:',
  '1 us | ',
  'a-1 [000] ',
  'a-1 => ',
  '1us ',
  ') (sleeping...)',
  ' Err#2',
  'f <-',
  '1: ',
  '1.0001 ',
  '10:00:00.000001 ',
];

/** Valid beginnings of lines, by format. */
const starts: readonly (readonly [Format, string])[] = [
  [tcpdump, '10:00:00.000001 IP a.1 > b.2: Flags [P.], '],
  [snoop, '  1 0.00000 a -> b TCP '],
  [strace, 'read(0, "'],
  [ltrace, 'puts("'],
  [truss, '1/1: 0.0001 read(0, "'],
  [ftrace, ' a-1 [000] d... 1.000001: '],
  [ftrace, ' 0)   1.000 us    |  '],
];

describe('hostile lines', () => {
  it.each(starts.map(([format, start]) => [format.id, start, format] as const))(
    'of %s that begin with %j',
    (_id, start, format) => {
      const lines = pieces.flatMap(piece => [piece, start + piece].map(text => text.padEnd(5e4, piece)));
      const bytes = ascii(`${lines.join('\n')}\n`);
      // 2.5 MB: a second on a busy machine. If time were quadratic, hours, but a test may take only seconds.
      const { counts } = readAll(format, bytes);
      for (const line of lines) format.sniff(ascii(line), '');
      expect(counts.used + counts.blank + counts.skipped).toBe(lines.length);
    },
  );
});
