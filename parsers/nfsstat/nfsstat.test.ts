import { describe, expect, it } from 'vitest';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { nfsstat } from './format.ts';

describe('nfsstat', () => {
  it('reads titles and numbers under their headings', () => {
    const text = [
      'Server rpc stats:',
      'calls      badcalls   badfmt     badauth    badclnt',
      '12         1          0          0          0       ',
      '',
      'Client nfs v3:',
      'null             getattr          setattr          ',
      '0         0%     10        5%     0         0%     ',
    ].join('\n');
    const recorder = readAll(nfsstat, ascii(text));
    expect(nfsstat.sniff(ascii(text), '')).toBe('yes');
    const values = valuesOf(recorder);
    expect(values.get('nfs Server rpc stats badcalls')).toEqual([1]);
    expect(values.get('nfs Client nfs v3 getattr')).toEqual([10]);
    expect(recorder.counts).toEqual({ used: 6, blank: 1, skipped: 0 });
  });

  it('reads Solaris, where client or server is in a heading above', () => {
    const text =
      'Server rpc:\nConnection oriented:\ncalls badcalls\n5 0\nConnectionless:\ncalls badcalls\n7 0\n';
    const values = valuesOf(readAll(nfsstat, ascii(text)));
    expect(values.get('nfs Server rpc, Connection oriented calls')).toEqual([5]);
    expect(values.get('nfs Server rpc, Connectionless calls')).toEqual([7]);
  });
});
