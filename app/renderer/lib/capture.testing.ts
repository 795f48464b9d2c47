/** Captures for tests. */
import type { CaptureInfo, ClockInfo } from '../../contract.ts';

const clock: ClockInfo = {
  domain: 'utc',
  zone: null,
  source: 'seconds since 1970',
  guess: false,
  by: null,
  aligned: true,
  error: null,
  lacksYear: false,
  numbered: false,
  isChanged: false,
  shifted: 0n,
  drift: 0,
  guessed: [],
  setByHand: [],
};

/** A profile of two lines, both used. */
export const capture = (
  changes: Partial<Omit<CaptureInfo, 'clock'>> & { readonly clock?: Partial<ClockInfo> } = {},
): CaptureInfo => ({
  id: 1,
  name: 'cpu.perf.txt',
  path: '/captures/db1/cpu.perf.txt',
  format: 'perf-script',
  formatTitle: 'perf script',
  confidence: 'certain',
  status: 'complete',
  reason: null,
  bytes: 2048,
  start: 1_700_000_000_000_000_000n,
  end: 1_700_000_001_500_000_000n,
  duration: 1.5e9,
  host: null,
  os: null,
  cpus: null,
  command: null,
  unit: 'lines',
  size: 2,
  used: 2,
  blank: 0,
  skipped: 0,
  rows: { sample: 1234 },
  problems: 0,
  table: null,
  ...changes,
  clock: { ...clock, ...changes.clock },
});
