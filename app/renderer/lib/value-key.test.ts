import { expect, it } from 'vitest';
import { valueKey } from './value-key.ts';

it('distinguishes values, and a bigint from the string of its digits', () => {
  const scope = { from: 1_714_537_324_015_123_456n, cpus: [1] };
  expect(valueKey(scope)).toBe(valueKey({ ...scope }));
  expect(valueKey(scope)).not.toBe(valueKey({ ...scope, from: scope.from + 1n }));
  expect(valueKey({ from: 5n })).not.toBe(valueKey({ from: '5' }));
});
