import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii, decode } from '../kit/bytes.ts';
import { differences, timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { nmon } from './format.ts';

const read = async (path: string) => readAll(nmon, await bytesOf(path));

describe('nmon', () => {
  it('reads every section of a Linux system', async () => {
    const recorder = await read(fixture('nmon/web1.nmon'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T19:07:47', '2026-11-21T19:07:48', '2026-11-21T19:07:49']);
    expect(recorder.facts).toMatchObject({ host: 'vm', cpus: 2, os: 'Linux 6.18.44-fc-v669' });
    expect(recorder.counts.skipped).toBe(0);
    const values = valuesOf(recorder);
    expect(values.get('cpu 1 User%')?.slice(0, 2)).toEqual([92.6, 91]);
    expect(values.get('cpu all Idle%')?.slice(0, 2)).toEqual([0, 0.5]);
    expect(values.get('disk vda DISKBUSY')?.slice(0, 2)).toEqual([1.6, 0]);
    expect(values.get('network lo read-KB/s')?.slice(0, 2)).toEqual([197.9, 405.8]);
    expect(values.get('network lo packets read/s')?.slice(0, 2)).toEqual([72.8, 237.4]);
    expect(values.get('filesystem / JFSFILE')?.slice(0, 2)).toEqual([6.8, 6.8]);
    expect(values.get('process electron (13808) %CPU')).toEqual([26.94, 33.93]);
    // -1 means that the system does not provide the value.
    expect(values.has('scheduler syscall')).toBe(false);
  });

  it('reads a sorted file, whose times come last, and reports that', async () => {
    const bytes = await bytesOf(fixture('nmon/web1.nmon'));
    const lines = decode(bytes, 0, bytes.length).trimEnd().split('\n');
    const sorted = readAll(nmon, ascii(lines.sort().join('\n')));
    expect(sorted.problemCounts()).toEqual({ 'times-behind': 1 });
    expect(sorted.metrics).toHaveLength(readAll(nmon, bytes).metrics.length);
    expect(differences(sorted, readAll(nmon, bytes), { by: 'row' })).toEqual([]);
  });

  it('leaves out an average over no operations, in a sorted file as well', () => {
    const lines = [
      'AAA,date,01-JAN-2026',
      'AAA,interval,1',
      'AAA,time,10:00:00',
      'DISKREADSERV,Disk Read Service Time msec/xfer aix,hdisk0,hdisk1',
      'DISKRIO,Disk IO Reads per second aix,hdisk0,hdisk1',
      'ZZZZ,T0001,10:00:00,01-JAN-2026',
      'DISKRIO,T0001,0.0,5.0',
      'DISKREADSERV,T0001,0.0,0.0',
      'ZZZZ,T0002,10:00:01,01-JAN-2026',
      'DISKRIO,T0002,3.0,0.0',
      'DISKREADSERV,T0002,2.5,0.0',
    ];
    const sorted = [...lines].sort();
    for (const each of [lines, sorted, sorted.filter(line => !line.startsWith('DISKRIO'))]) {
      const values = valuesOf(readAll(nmon, ascii(each.join('\n'))));
      const isCounted = values.has('disk hdisk0 DISKRIO');
      expect(values.get('disk hdisk0 DISKREADSERV')).toEqual(isCounted ? [2.5] : [0, 2.5]);
      expect(values.get('disk hdisk1 DISKREADSERV')).toEqual(isCounted ? [0] : [0, 0]);
    }
  });

  it('skips rows of unnamed sections', () => {
    const recorder = readAll(
      nmon,
      ascii('AAA,progname,nmon\nZZZZ,T0001,10:00:00,01-JAN-2026\nXYZ,T0001,1\n'),
    );
    expect(recorder.counts).toEqual({ used: 2, blank: 0, skipped: 1 });
  });

  const aix = corpus('getperf/lib/test/AIX/aix01/nmon_base.csv');
  it.skipIf(missing(aix))('reads AIX', async () => {
    const recorder = await read(aix);
    expect(recorder.counts.skipped).toBe(0);
    expect(recorder.facts).toMatchObject({ host: 'aix01', os: 'AIX 7.2.5.105', cpus: 72 });
    expect(timesOf(recorder)).toHaveLength(29);
    const values = valuesOf(recorder);
    expect(values.get('cpu 1 User%')?.[0]).toBe(44.9);
    expect(values.get('lpar PhysicalCPU')?.[0]).toBe(7.323);
    const [reads, size] = ['DISKRIO', 'DISKAVGRIO'].map(counter => values.get(`disk hdisk92 ${counter}`)!);
    expect(reads!.filter(count => count > 0).length).toBeLessThan(reads!.length);
    expect(size ?? []).toHaveLength(reads!.filter(count => count > 0).length);
  });
});
