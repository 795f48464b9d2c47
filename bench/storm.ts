/**
 * Storms: everything that a window may ask of an engine, at once and cancelled at random moments, by seeds 1, 2, 3 …; fails
 * if anything acknowledged is lost, any answer is another than a quiet engine's, a call hangs, or a file is left open or half
 * written. See `storm/storm.ts`.
 *
 * `AFTERTRACE_STORM_SECONDS` (30), `AFTERTRACE_STORM_SEED` (1: the first), `AFTERTRACE_STORM_ACTIONS` (400 for each seed).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storm } from './storm/storm.ts';

const seconds = Number(process.env.AFTERTRACE_STORM_SECONDS ?? 30);
const firstSeed = Number(process.env.AFTERTRACE_STORM_SEED ?? 1);
const actions = Number(process.env.AFTERTRACE_STORM_ACTIONS ?? 400);
const fixtures = process.env.AFTERTRACE_FIXTURES ?? 'fixtures';

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const counts = new Map<string, number>();
  for (let seed = firstSeed; seed === firstSeed || performance.now() < end; seed++) {
    const folder = mkdtempSync(join(tmpdir(), 'aftertrace-storm-'));
    try {
      const shared = [join(fixtures, 'vmstat')];
      const captures = [[join(fixtures, 'samples', 'cpu-hog')], [join(fixtures, 'postgresql')]];
      const result = await storm({ seed, actions, folder, shared, captures });
      for (const [name, count] of result.counts) counts.set(name, (counts.get(name) ?? 0) + count);
      for (const fault of result.faults) console.log(`seed ${seed}: ${fault}`);
      if (result.faults.length > 0) process.exitCode = 1;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  for (const [name, count] of [...counts].sort()) console.log(`${name.padEnd(24)} ${count}`);
}
