import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { kubectlTop } from './format.ts';

const read = async (name: string) => readAll(kubectlTop, await bytesOf(fixture(`kubectl-top/${name}`)));

it('kubectl top pods, with a date before each list', async () => {
  const recorder = await read('pods.txt');
  const values = valuesOf(recorder);
  expect(values.get('pod default/web-5d4f8c7b9-abcde CPU')).toEqual([0.012, 1.904]);
  expect(values.get('pod default/web-5d4f8c7b9-abcde memory')).toEqual([123 * 1024 ** 2, 2 * 1024 ** 3]);
  expect([...new Set(timesOf(recorder))].map(time => time?.slice(0, 19))).toEqual([
    '2026-11-28T10:00:00',
    '2026-11-28T10:00:30',
  ]);
  expect(recorder.counts.skipped).toBe(0);
});

it('kubectl top nodes: a node without metrics has no value', async () => {
  const recorder = await read('nodes.txt');
  expect(Object.fromEntries(valuesOf(recorder))).toEqual({
    'node node-1 CPU': [0.25],
    'node node-1 CPU %': [12],
    'node node-1 memory': [1800 * 1024 ** 2],
    'node node-1 memory %': [47],
  });
});
