import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { nfsiostat } from './format.ts';

describe('nfsiostat', () => {
  it('reads a report per mount; the first covers the time since the mount', () => {
    const report = (ops: string) => [
      '',
      'server:/export mounted on /mnt/a b:',
      '',
      '           ops/s       rpc bklog',
      `          ${ops}           0.000`,
      '',
      'read:              ops/s            kB/s           kB/op         retrans    avg RTT (ms)    avg exe (ms)',
      '                   1.000           2.000           3.000        4 (5.0%)           6.000           7.000',
    ];
    const text = [...report('10.000'), ...report('20.000')].join('\n');
    expect(nfsiostat.sniff(ascii(text), '')).toBe('yes');
    const recorder = readAll(nfsiostat, ascii(text));
    const values = valuesOf(recorder);
    expect(values.get('nfs /mnt/a b ops/s')).toEqual([10, 20]);
    expect(values.get('nfs /mnt/a b read avg RTT')).toEqual([6, 6]);
    expect(values.get('nfs /mnt/a b read retrans')).toEqual([4, 4]);
    expect(recorder.allSeries.values.find(({ counter }) => counter === 'read avg exe')?.unit).toBe('ms');
    expect(recorder.metrics.every(({ row, sinceBoot }) => sinceBoot === (row === 0))).toBe(true);
  });
});
