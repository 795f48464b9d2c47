/** Files damaged anywhere: nothing but a ParseError, and a ledger that closes. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { readAll } from '../kit/recorder.ts';
import { perfData } from './format.ts';

const files = readdirSync(fixture('perf-data')).filter(name => name.endsWith('.data'));
const rounds = 100;

/** The same numbers every time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

it.each(files)('%s damaged in a few places', async name => {
  const whole = await bytesOf(fixture(`perf-data/${name}`));
  const below = random(7);
  for (let round = 0; round < rounds; round++) {
    const bytes = Uint8Array.from(whole);
    for (let places = below(8); places >= 0; places--) {
      // Headers and attributes decide more than records do.
      const at = below(3) === 0 ? below(400) : below(bytes.length);
      bytes[at] = [below(256), 0, 0xff, bytes[at]! ^ (1 << below(8))][below(4)]!;
    }
    const { failed, counts } = readAll(perfData, bytes);
    if (failed === null) expect(counts.used + counts.blank + counts.skipped).toBe(bytes.length);
    else expect(failed.offset).toBeLessThanOrEqual(bytes.length);
  }
});

it.each(files.filter(name => !name.includes('pipe')))(
  '%s without its last bytes reports that the end is missing',
  async name => {
    const whole = await bytesOf(fixture(`perf-data/${name}`));
    for (const missing of [1, 40, 400]) {
      const { failed, problems } = readAll(perfData, whole.subarray(0, whole.length - missing));
      expect(failed).toBeNull();
      expect(problems.map(({ message }) => message)).toContainEqual(expect.stringMatching(/^The file ends/));
    }
  },
);

it('ids of events are limited, because each attribute may claim the whole file', async () => {
  const whole = await bytesOf(fixture('perf-data/cpu-clock.data'));
  const bytes = new Uint8Array(whole.length + 9 * 2 ** 20);
  bytes.set(whole);
  const view = new DataView(bytes.buffer);
  const [attrSize, attrs] = [Number(view.getBigUint64(16, true)), Number(view.getBigUint64(24, true))];
  view.setBigUint64(attrs + attrSize - 16, BigInt(whole.length), true);
  view.setBigUint64(attrs + attrSize - 8, BigInt(9 * 2 ** 20), true);
  const { failed, problems } = readAll(perfData, bytes);
  expect(failed).toBeNull();
  expect(problems.map(({ code }) => code)).toContain('too-many-ids');
});
