import { describe, expect, it } from 'vitest';
import { fitting } from './fitting.ts';

describe('fitting', () => {
  it('shows all where there is room', () => {
    expect(fitting([50, 60, 70], 180, 0)).toEqual([0, 1, 2]);
  });

  it('leaves out items from the end; a narrow item does not replace a wide one before it', () => {
    expect(fitting([50, 90, 70, 10], 130, 0)).toEqual([0]);
  });

  it('keeps the current one at any position', () => {
    expect(fitting([50, 60, 70, 40], 150, 3)).toEqual([0, 1, 3]);
    expect(fitting([50, 60], 10, 1)).toEqual([1]);
  });
});
