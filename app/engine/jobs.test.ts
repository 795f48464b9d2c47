import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Progress } from '../contract.ts';
import { Jobs, ProgressLimiter } from './jobs.ts';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('INTERRUPT')));
  });

describe('Jobs', () => {
  it('rejects a job that was cancelled by name as cancelled, whatever it threw', async () => {
    const jobs = new Jobs();
    const job = jobs.run('a', untilAborted);
    jobs.cancel('a');
    await expect(job).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('ignores the cancellation of a job that has ended', () => {
    expect(() => new Jobs().cancel('gone')).not.toThrow();
  });

  it('refuses a name in use and frees it at the end', async () => {
    const jobs = new Jobs();
    const first = jobs.run('a', untilAborted);
    await expect(jobs.run('a', async () => 1)).rejects.toMatchObject({ code: 'bad-request' });
    jobs.cancelAll();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    expect(await jobs.run('a', async () => 2)).toBe(2);
  });

  it('resolves when all have ended, and their ids are free', async () => {
    const jobs = new Jobs();
    const first = jobs.run('a', untilAborted).catch((error: unknown) => error);
    await jobs.endAll();
    expect(await jobs.run('a', async () => 2)).toBe(2);
    expect(await first).toMatchObject({ code: 'cancelled' });
  });
});

describe('ProgressLimiter', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const progress = (rows: number) => ({ rows }) as Progress;

  it('sends the first report at once, then the latest of each interval, then the last', () => {
    const seen: number[] = [];
    const limiter = new ProgressLimiter(({ rows }) => seen.push(rows), 100);
    for (let rows = 1; rows <= 5; rows++) limiter.push(progress(rows));
    expect(seen).toEqual([1]);
    vi.advanceTimersByTime(100);
    expect(seen).toEqual([1, 5]);
    limiter.push(progress(6));
    limiter.flush();
    expect(seen).toEqual([1, 5, 6]);
    vi.advanceTimersByTime(1000);
    expect(seen).toEqual([1, 5, 6]);
  });
});
