import { describe, expect, it, vi } from 'vitest';
import { distinctKeys } from './event-fields.ts';

describe('distinctKeys', () => {
  it('numbers repeated titles, past those that have such a name already', () => {
    expect(distinctKeys(['a', 'b', 'a', 'a 3', 'a', 'a 2', 'b'])).toEqual([
      'a',
      'b',
      'a 2',
      'a 3',
      'a 4',
      'a 2 2',
      'b 2',
    ]);
  });

  it('tries each name once, however often a title is repeated', () => {
    const tried = vi.spyOn(Set.prototype, 'has');
    distinctKeys(Array.from({ length: 1000 }, () => 'a'));
    const count = tried.mock.calls.length;
    tried.mockRestore();
    expect(count).toBeLessThan(3000);
  });
});
