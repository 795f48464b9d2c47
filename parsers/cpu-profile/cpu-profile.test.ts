import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { readAll } from '../kit/recorder.ts';
import { cpuProfile } from './format.ts';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly hitCount: number;
    readonly callFrame: { readonly functionName: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

it('has every sample, at its time and in its function', async () => {
  const bytes = await bytesOf(fixture('cpu-profile/fib.cpuprofile'));
  const profile = JSON.parse(new TextDecoder().decode(bytes)) as Profile;
  const { samples, problems } = readAll(cpuProfile, bytes);
  expect(problems).toEqual([]);
  let time = 0;
  expect(samples.map(({ ts }) => ts)).toEqual(
    profile.timeDeltas.map(delta => {
      time += delta;
      return time * 1000;
    }),
  );
  const leafs = (name: string) => samples.filter(({ stack }) => stack?.split(';').at(-1) === name).length;
  const hits = (name: string) =>
    profile.nodes
      .filter(({ callFrame }) => callFrame.functionName === name)
      .reduce((sum, { hitCount }) => sum + hitCount, 0);
  expect(hits('fib')).toBeGreaterThan(5);
  expect(leafs('fib')).toBe(hits('fib'));
  expect(leafs('(garbage collector)')).toBe(hits('(garbage collector)'));
});
