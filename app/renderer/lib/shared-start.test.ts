import { describe, expect, it } from 'vitest';
import { sharedStart } from './shared-start.ts';

describe('sharedStart', () => {
  const names = ['kworker/u8:1-events', 'kworker/u8:2-events', 'kworker/0:1H', 'postgres', 'pgbench'];

  it('is the longest start, up to a separator, that a name shares with another', () => {
    expect(names.map(name => name.slice(sharedStart(name, names)))).toEqual([
      '1-events',
      '2-events',
      '0:1H',
      'postgres',
      'pgbench',
    ]);
  });

  it('does not end within a number', () => {
    expect(sharedStart('worker-10', ['worker-10', 'worker-11'])).toBe('worker-'.length);
  });

  it('is 0 without another name', () => {
    expect(sharedStart('kworker/0:1', ['kworker/0:1'])).toBe(0);
  });
});
