import { expect, it } from 'vitest';
import { flameChart } from '../../analyzers/questions/flame-chart/flame-chart.ts';
import { Args } from './command.ts';
import { paramsOf } from './params.ts';

it('times of parameters are spelt as those of the scope, or as epoch ns', () => {
  const begin = (text: string) => paramsOf(new Args([], { begin: [text] }), flameChart.params, {}).begin;
  expect(begin('2026-05-01T12:00:00Z')).toBe('1777636800000000000');
  expect(begin('1777636800.5')).toBe('1777636800500000000');
  expect(begin('1777636800000000000')).toBe('1777636800000000000');
  expect(() => begin('noon')).toThrow('--begin takes a time such as');
});
