import { expect, it } from 'vitest';
import { representatives } from './alike.ts';
import type { Moving } from './movement.ts';
import { randomly } from './random.ts';
import { compressed, standardOf } from './series-math.ts';

const random = randomly(2);
const shape = Array.from({ length: 96 }, (_, i) => (i >= 44 && i < 75 ? 10 : 0));
const signal = (noise: number, facts: Partial<Moving> = {}, sign = 1): Moving => ({
  ...{
    id: '',
    what: 'series',
    name: '',
    unit: null,
    values: new Float64Array(0),
    perCount: null,
    shift: 0,
    fact: null,
    family: null,
  },
  standard: standardOf(compressed(Float64Array.from(shape, each => sign * each + noise * random())))!,
  ...facts,
});

it('makes the first of several equal signals their representative', () => {
  expect([...representatives([signal(0.5), signal(0.5), signal(0.5)])]).toEqual([0, 0, 0]);
});

it('separates signals that move in opposite directions, unless both state one fact (idle and busy)', () => {
  expect([...representatives([signal(0.5), signal(0.5, {}, -1)])]).toEqual([0, 1]);
  const fact = { fact: 'cpu of host' };
  expect([...representatives([signal(0.5, fact), signal(0.5, fact, -1)])]).toEqual([0, 0]);
});

it('accepts a lower correlation between instances of one counter (disks, threads)', () => {
  const loose = () => signal(6);
  expect([...representatives([loose(), loose()])]).toEqual([0, 1]);
  const family = { family: 'disk await' };
  expect([...representatives([signal(4, family), signal(4, family)])]).toEqual([0, 0]);
});
