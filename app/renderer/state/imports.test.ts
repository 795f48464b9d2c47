import { describe, expect, it } from 'vitest';
import type { Progress } from '../../contract.ts';
import { pace, timeLeft } from './imports.ts';

const progress = (bytes: number, totalBytes: number | null, elapsed: number): Progress => ({
  what: 'reading',
  bytes,
  totalBytes,
  rows: 0,
  files: 0,
  totalFiles: 1,
  elapsed,
});

describe('time left', () => {
  it('goes by the pace so far', () => {
    expect(timeLeft(progress(25e6, 100e6, 1e9))).toBe(3e9);
    expect(pace(progress(25e6, 100e6, 1e9))).toBe(25e6);
  });

  it('says nothing before it can know', () => {
    expect(timeLeft(progress(1e6, 100e6, 1e6))).toBeNull();
    expect(timeLeft(progress(25e6, null, 1e9))).toBeNull();
    expect(timeLeft(progress(0, 100e6, 1e9))).toBeNull();
    expect(pace(progress(0, null, 0))).toBeNull();
  });
});
