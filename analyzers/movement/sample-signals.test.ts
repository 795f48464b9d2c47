import { expect, it } from 'vitest';
import { askOf, workspaceOf } from '../../fixtures/samples.ts';
import { gridOf } from './grid.ts';
import { sampleSignals } from './sample-signals.ts';

/** Forty samples, 50 ms apart. */
const samples = Array.from({ length: 40 }, (_, n) => ({
  stack: 'main@app',
  process: 'app',
  pid: 1,
  period: 100,
  ts: n * 50e6,
}));

it.each([
  ['samples', true],
  ['period', false],
] as const)('of %s: whether one of them has a value', async (weight, isCounted) => {
  const workspace = await workspaceOf(samples);
  const ask = askOf(workspace);
  const { signals } = await sampleSignals(ask, await gridOf(ask, { kind: 'cycles', weight }));
  expect(signals.map(({ id, perCount }) => [id, perCount !== null])).toEqual([
    ['process/app', isCounted],
    ['module/app', isCounted],
    ['function/main', isCounted],
  ]);
  await workspace.close();
});
