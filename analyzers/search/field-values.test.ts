import { expect, it } from 'vitest';
import { durationOf } from './field-values.ts';

it('a duration has a unit of time, or is in ms', () => {
  expect(['2d', '1.5h', '3min', '20', '7us'].map(durationOf)).toEqual([172_800e9, 5_400e9, 180e9, 20e6, 7e3]);
  expect(['2w', 'd', '-1s', ''].map(durationOf)).toEqual([null, null, null, null]);
});
