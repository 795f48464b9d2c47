import type { Format } from '../contract.ts';
import { cpuIn, meaningsOf } from '../kit/metrics/meaning.ts';
import { exampleFormatEntry } from './entry.ts';
import { ExampleReader } from './reader.ts';

export const exampleFormat: Format = {
  ...exampleFormatEntry,
  // EXAMPLE: meanings of its counters (`meanings.ts`), whatever the tool calls them: verdicts and tracks select
  // series by them.
  meanings: meaningsOf({ cpu: { user: cpuIn('user'), idle: cpuIn('idle') } }),
  open: (out, options) => new ExampleReader(out, options),
  // EXAMPLE: with `boundary`, large files are read by several workers; see `perf-script/format.ts`.
};
