import { describe, expect, it } from 'vitest';
import { fitting } from './fitting.ts';

describe('fitting', () => {
  it('shows all items if there is space', () => {
    expect(fitting([50, 60, 70], 180, 0)).toEqual([0, 1, 2]);
  });

  it('leaves out items from the end; a narrow item does not replace a wide one before it', () => {
    expect(fitting([50, 90, 70, 10], 130, 0)).toEqual([0]);
  });

  it('always shows the current item', () => {
    expect(fitting([50, 60, 70, 40], 150, 3)).toEqual([0, 1, 3]);
    expect(fitting([50, 60], 10, 1)).toEqual([1]);
  });
});
