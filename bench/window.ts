/**
 * Measures the script time per animation frame of the window while it is used, in a real Electron: the
 * time that the renderer's main thread spends in JavaScript from one frame to the next, from Chromium's own
 * trace. To measure another picture, add its list of uses. Then times the pictures of new ranges: see `timeline/ranges.ts`.
 *
 * The goal is a p95 of 8 ms: half of a frame at 60 Hz.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '../analyzers/contract.ts';
import { flame } from '../analyzers/questions/flame/flame.ts';
import { Workspace } from '../workspace/workspace.ts';
import { generate, type Size } from './questions/generate.ts';
import { withLargest } from './timeline/generate.ts';
import { measurePictures } from './timeline/ranges.ts';
import { BenchWindow } from './window/bench-window.ts';
import { flameUses } from './window/flame.ts';
import { heatUses } from './window/heat.ts';
import { printTimes, timeWholeFlameGraph } from './window/held-whole.ts';
import { pictureUses } from './window/pictures.ts';
import { quantile, scriptTimes, type Trace } from './window/script-times.ts';
import { tableUses } from './window/table.ts';
import { timelineUses } from './window/timeline.ts';
import type { Use } from './window/use.ts';

/** The call trees of its eight processes have about 200,000 nodes. */
const size: Size = { samples: 2_000_000, leaves: 9_500, depth: 40, functions: 20_000 };
const goal = 8;
/** All uses, or those whose names begin with AFTERTRACE_BENCH_USES. */
const isSelected = ({ name }: Use) => name.startsWith(process.env.AFTERTRACE_BENCH_USES ?? '');

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aftertrace-bench-window-'));
  try {
    const path = join(folder, 'window.aftertrace');
    await generate(path, size);
    const frames = await flameGraphOf(path);
    console.log(`${size.samples} samples; a flame graph of ${frames.rows} frames\n`);
    timeWholeFlameGraph(frames);
    await measureUses(folder, path, flameUses);
    await withLargest(async largest => {
      console.log('\n10 M samples, 10 M states and 10 M events\n');
      await measureUses(folder, largest, [...timelineUses, ...tableUses, ...heatUses, ...pictureUses]);
      console.log();
      if (!(await measurePictures(largest))) process.exitCode = 1;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureUses(folder: string, path: string, uses: readonly Use[]): Promise<void> {
  const selected = uses.filter(isSelected);
  if (selected.length === 0) return;
  const window = await BenchWindow.open(join(folder, 'settings'), path);
  try {
    console.log(`${'in the window'.padEnd(46)} frames   p50 ms   p95 ms   max ms`);
    for (const use of selected) if ((await measure(window, use)) > goal) process.exitCode = 1;
  } finally {
    await window.close();
  }
}

async function measure(window: BenchWindow, { name, prepare, use }: Use): Promise<number> {
  await prepare?.(window);
  const path = await window.traced(() => use(window));
  const trace = JSON.parse(readFileSync(path, 'utf8')) as Trace;
  rmSync(path);
  const times = scriptTimes(trace, window.pid);
  printTimes(name, times);
  return quantile(times, 0.95);
}

/** All frames of the flame graph, however small. */
async function flameGraphOf(path: string): Promise<Answer> {
  const workspace = await Workspace.open(path);
  try {
    const ask = {
      query: workspace,
      cancel: new AbortController().signal,
      memo: async <T>(_key: string, make: () => Promise<{ value: T }>) => (await make()).value,
    };
    const params = { tree: 'call', root: 'process', under: undefined, 'min-percent': 0 };
    return await flame.answer(ask, params, {});
  } finally {
    await workspace.close();
  }
}
