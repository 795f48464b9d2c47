import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/testing.ts';
import { readAll } from '../kit/recorder.ts';
import { free } from './format.ts';

describe('free', () => {
  it('reads one sample after the other', async () => {
    const recorder = readAll(free, await bytesOf(fixture('free/free.txt')));
    expect(valuesOf(recorder).get('memory free')).toEqual([16913348, 16835792]);
    expect(valuesOf(recorder).get('swap used')).toEqual([0, 0]);
    expect(recorder.counts.skipped).toBe(0);
  });

  it('reads sizes with a suffix in kB', async () => {
    const values = valuesOf(readAll(free, await bytesOf(fixture('free/free-wh.txt'))));
    expect(values.get('memory total')).toEqual([23 * 1024 * 1024]);
    expect(values.get('memory buffers')).toEqual([51 * 1024]);
    expect(values.get('swap total')).toEqual([0]);
  });

  it('reads the second line of older versions', () => {
    const text =
      '             total       used       free     shared    buffers     cached\n' +
      'Mem:       7875684    4182140    3693544      32884     964828    1432812\n' +
      '-/+ buffers/cache:    1784500    6091184\n';
    expect(valuesOf(readAll(free, ascii(text))).get('memory free -/+ buffers/cache')).toEqual([6091184]);
  });
});
