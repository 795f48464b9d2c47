import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { lockstat } from './format.ts';

describe('lockstat', () => {
  it('reads a table per kind of event', () => {
    const text = [
      'Adaptive mutex spin: 1337 events in 1.041 seconds (1284 events/sec)',
      '',
      'Count indv cuml rcnt     nsec Lock                   Caller                  ',
      '-------------------------------------------------------------------------------',
      '  134  13%  13% 0.00     1350 0xffffff01cd3d8000     vmem_alloc+0x3a         ',
      '      nsec ------ Time Distribution ------ count     Stack',
    ].join('\n');
    expect(lockstat.sniff(ascii(text), '')).toBe('yes');
    const recorder = readAll(lockstat, ascii(text));
    const values = valuesOf(recorder);
    expect(values.get('lock adaptive mutex spin events/sec')).toEqual([1284]);
    expect(values.get('adaptive mutex spin 0xffffff01cd3d8000 vmem_alloc+0x3a nsec')).toEqual([1350]);
    expect(recorder.counts).toEqual({ used: 4, blank: 1, skipped: 1 });
  });
});
