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
import type { Format, Sniff } from '../contract.ts';
import { cpuIn, meaningsOf } from '../kit/metrics/meaning.ts';
import { headLines } from '../kit/metrics/text-reader.ts';
import { banner, ExampleReader } from './reader.ts';

export const exampleFormat: Format = {
  id: 'example-format',
  title: 'Example',
  // EXAMPLE: bytes if the format is binary.
  unit: 'lines',
  version: 1,
  // EXAMPLE: `yes` only for text that no other format has; the conformance suite tries the fixtures of all formats.
  sniff(head): Sniff {
    return headLines(head, 1)[0] === banner ? 'yes' : 'no';
  },
  // EXAMPLE: meanings of its counters (`meanings.ts`), whatever the tool calls them: verdicts and tracks select
  // series by them.
  meanings: meaningsOf({ cpu: { user: cpuIn('user'), idle: cpuIn('idle') } }),
  open: (out, options) => new ExampleReader(out, options),
  // EXAMPLE: with `boundary`, large files are read by several workers; see `perf-script/format.ts`.
};
