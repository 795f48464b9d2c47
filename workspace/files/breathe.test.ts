import { afterEach, expect, it, vi } from 'vitest';
import { unhurried } from './breathe.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Each look at the clock is a minute after the one before. */
function slowClock(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 60_000;
    return now;
  });
}

it('work that yields ends soon after a cancel that arrives meanwhile', async () => {
  slowClock();
  const cancel = { aborted: false };
  let steps = 0;
  function* work() {
    for (;;) {
      if (++steps === 3) setImmediate(() => Object.assign(cancel, { aborted: true }));
      yield;
    }
  }
  await expect(unhurried(work(), cancel)).rejects.toMatchObject({ code: 'cancelled' });
  expect(steps).toBeLessThanOrEqual(4);
});

it('work that is not cancelled gives its result', async () => {
  slowClock();
  function* work() {
    yield;
    return 7;
  }
  await expect(unhurried(work(), { aborted: false })).resolves.toBe(7);
});
