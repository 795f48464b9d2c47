import { expect, it } from 'vitest';
import { askOf, workspaceOf } from '../../fixtures/samples.ts';
import { pathOf, seriesFacts } from './series-facts.ts';

it('meanings of series have their attributes, also if several series share them', async () => {
  const idle = {
    name: 'system.cpu.utilization',
    attributes: { 'cpu.mode': 'idle' },
    factor: 0.01,
    addend: 0,
  } as const;
  const free = { name: 'system.memory.usage', attributes: {}, factor: 1024, addend: 0 } as const;
  const workspace = await workspaceOf(
    [],
    [{}],
    [
      { path: 'cpu/0/%idle', values: [1], meaning: idle },
      { path: 'cpu/1/%idle', values: [1], meaning: idle },
      { path: 'memory/free', values: [1], meaning: free },
      { path: 'memory/odd', values: [1] },
    ],
  );
  const series = await seriesFacts(askOf(workspace));
  expect(series.map(each => [pathOf(each), each.meaning])).toEqual([
    ['cpu/0/%idle', idle],
    ['cpu/1/%idle', idle],
    ['memory/free', free],
    ['memory/odd', null],
  ]);
  await workspace.close();
});
