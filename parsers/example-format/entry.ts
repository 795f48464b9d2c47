/**
 * EXAMPLE: copy this folder, rename everything called example, and add its import and its entry to `formats.ts`.
 * Begin with what the format is, which tool writes it, and a link to where it is defined. A record of each kind:
 *
 *     example-capture 1
 *     started 2026-11-21T04:22:04Z
 *     0.015 sample 718 postgres cpu-clock main@postgres;heap_update@postgres
 *     0.020 metric cpu 0 user 12.5 %
 *     0.030 state 718 postgres waiting 4000000
 *     0.040 stack 718 postgres cpu-clock
 *         heap_update@postgres
 *         main@postgres
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { headLines } from '../kit/metrics/text-lines.ts';

export const exampleFormatEntry: FormatEntry = {
  id: 'example-format',
  title: 'Example',
  // EXAMPLE: bytes if the format is binary.
  unit: 'lines',
  version: 1,
  // EXAMPLE: `yes` only for text that no other format has; the conformance suite tries the fixtures of all formats.
  sniff(head): Sniff {
    return headLines(head, 1)[0] === banner ? 'yes' : 'no';
  },
  load: async () => (await import('./format.ts')).exampleFormat,
};

export const banner = 'example-capture 1';
