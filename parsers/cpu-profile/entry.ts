/**
 * `.cpuprofile`, as written by `node --cpu-prof`, DevTools and the inspector's `Profiler.stop`.
 * https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile
 */
import type { FormatEntry, Sniff } from '../contract.ts';
import { decode } from '../kit/bytes.ts';

export const cpuProfileEntry: FormatEntry = {
  id: 'cpu-profile',
  title: 'V8 CPU profile',
  unit: 'bytes',
  version: 1,
  lost: 'hit counts (redundant to samples), lines within functions (positionTicks), why functions were not optimised',
  sniff,
  load: async () => (await import('./format.ts')).cpuProfile,
};

const first =
  /^\ufeff?\s{0,64}\{\s{0,64}"(?:head|nodes)"\s{0,64}:\s{0,64}\[?\s{0,64}\{[^[\]]{0,2000}"functionName"\s*:/;

const sniffed = 4096;

function sniff(head: Uint8Array): Sniff {
  return first.test(decode(head, 0, Math.min(head.length, sniffed))) ? 'yes' : 'no';
}
