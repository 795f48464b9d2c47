/**
 * Cancels of SELECTs, questions, searches, tracks and exports at random moments, five at once, on one engine; fails if an
 * answer is another than a quiet engine's, a call hangs, or a connection, file or timer is left. See `storm/cancels.ts`.
 *
 * `AFTERTRACE_CANCELS` (2000; 20000 take ten times as long), `AFTERTRACE_CANCELS_SEED` (1).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shapes } from './names/shapes.ts';
import { cancels } from './storm/cancels.ts';

const wanted = Number(process.env.AFTERTRACE_CANCELS ?? 2000);
const seed = Number(process.env.AFTERTRACE_CANCELS_SEED ?? 1);
const fixtures = process.env.AFTERTRACE_FIXTURES ?? 'fixtures';

/** Captures of 40,000 samples, log lines and points, for questions that take long enough to be cancelled. */
function written(folder: string): string[] {
  return shapes
    .filter(({ of }) => ['functions', 'templates', 'hosts'].includes(of))
    .map(({ of, ending, few, pieces }) => {
      const path = join(folder, `${of}.${ending}`);
      const enough = 4;
      let text = '';
      let count = 0;
      for (const piece of pieces(few)) {
        if (count++ > enough) break;
        text += piece;
      }
      writeFileSync(path, text);
      return path;
    });
}

async function main(): Promise<void> {
  const [folder, sources] = ['aftertrace-cancels-', 'aftertrace-captures-'].map(name =>
    mkdtempSync(join(tmpdir(), name)),
  ) as [string, string];
  try {
    const captures = [...written(sources), join(fixtures, 'perf-script', 'sched.txt')];
    const begin = performance.now();
    const { counts, faults } = await cancels({ seed, cancels: wanted, folder, captures });
    for (const [what, count] of [...counts].sort()) console.log(`${what.padEnd(40)} ${count}`);
    for (const fault of faults) console.log(fault);
    console.log(
      `${wanted} cancels, seed ${seed}, in ${Math.round((performance.now() - begin) / 1000)} s (${Math.round(process.cpuUsage().user / 1e6)} s of processor time): ${faults.length} faults`,
    );
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    for (const each of [folder, sources]) rmSync(each, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
