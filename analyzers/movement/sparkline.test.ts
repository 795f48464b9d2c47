import { describe, expect, it } from 'vitest';
import { sparkline } from './sparkline.ts';

describe('sparkline', () => {
  it('draws the minimum lowest and the maximum highest, and a blank for a missing value', () => {
    expect(sparkline(Float64Array.of(0, 1, 2, 3, 4, 5, 6, 7, Number.NaN, 7))).toBe('▁▂▃▄▅▆▇█ █');
    expect(sparkline(Float64Array.of(-5, -5))).toBe('▁▁');
    expect(sparkline(new Float64Array(0))).toBe('');
    expect(sparkline(new Float64Array(3).fill(Number.NaN))).toBe('   ');
  });

  it('averages values if there are more than fit on the line', () => {
    const step = Float64Array.from({ length: 1440 }, (_, i) => (i < 720 ? 1 : i % 2 === 0 ? 4 : 6));
    expect(sparkline(step)).toBe('▁'.repeat(30) + '█'.repeat(30));
  });
});
