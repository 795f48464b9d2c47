import { describe, expect, it } from 'vitest';
import { bytesOf, corpus, fixture, missing } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { perfmon } from '../perfmon/format.ts';
import { esxtop } from './format.ts';

const read = async (path: string) => readAll(esxtop, await bytesOf(path));

describe('esxtop', () => {
  it('reads every kind of object, in UTC', async () => {
    const recorder = await read(fixture('esxtop/batch.csv'));
    expect(timesOf(recorder)).toEqual(['2026-11-21T04:00:00', '2026-11-21T04:00:05', '2026-11-21T04:00:10']);
    expect(recorder.lastClock).toMatchObject({ domain: 'local', zone: '+00:00', zoneFrom: 'stated' });
    const series = recorder.allSeries.values.map(({ object, instance, counter, unit }) =>
      [object, instance, counter, unit].join(' | '),
    );
    expect(series).toEqual([
      'Memory |  | Memory Overcommit (1 Minute Avg) | ',
      'Memory |  | Kernel MBytes | MB',
      'Physical Cpu Load |  | Cpu Load (1 Minute Avg) | ',
      'Physical Cpu | _Total | % Util Time | %',
      'Group Cpu | 2098037:vm-1 | % Ready | %',
      'Vcpu | 2098037:vm-1:2098038:vmx-vcpu-0:vm-1 | % Used | %',
      'Physical Disk Adapter | vmhba0 | Average Guest MilliSec/Command | ms',
      'Network Port | vSwitch0:33554434:vmnic0 | MBits Transmitted/sec | Mbit/s',
      'Virtual Disk | vm-1:scsi0:0 | Commands/sec | /s',
    ]);
    expect(valuesOf(recorder).get('Network Port vSwitch0:33554434:vmnic0 MBits Transmitted/sec')).toEqual([
      0.01, 0.02,
    ]);
  });

  it('leaves out an average over no commands', () => {
    const of = '\\\\esx\\Physical Disk Adapter(vmhba0)\\';
    const titles = [
      'Commands/sec',
      'Reads/sec',
      'Average Guest MilliSec/Command',
      'Average Guest MilliSec/Read',
    ];
    const recorder = readAll(
      esxtop,
      ascii(
        [
          ['(PDH-CSV 4.0) (UTC)(0)', ...titles.map(title => of + title)],
          ['11/21/2026 04:00:00', 0, 0, 0, 0],
          ['11/21/2026 04:00:05', 8, 0, 1.5, 0],
        ]
          .map(cells => cells.map(cell => `"${cell}"`).join(','))
          .join('\n'),
      ),
    );
    const values = valuesOf(recorder);
    expect(values.get('Physical Disk Adapter vmhba0 Average Guest MilliSec/Command')).toEqual([1.5]);
    expect(values.has('Physical Disk Adapter vmhba0 Average Guest MilliSec/Read')).toBe(false);
    expect(values.get('Physical Disk Adapter vmhba0 Reads/sec')).toEqual([0, 0]);
  });

  it('reads files saved by a spreadsheet, which lack seconds', async () => {
    const [batch, resaved] = [
      await read(fixture('esxtop/batch.csv')),
      await read(fixture('esxtop/resaved.csv')),
    ];
    expect(valuesOf(resaved)).toEqual(valuesOf(batch));
    expect(timesOf(resaved)).toEqual(['2026-11-21T04:00:00']);
    expect(resaved.lastClock).toMatchObject({ error: 60e9 });
    expect(resaved.problemCounts()).toEqual({ 'seconds-lost': 1 });
  });

  it('is not recognised as perfmon', async () => {
    for (const name of ['batch', 'resaved']) {
      const head = await bytesOf(fixture(`esxtop/${name}.csv`));
      expect([esxtop.sniff(head, 'x'), perfmon.sniff(head, 'x')]).toEqual(['yes', 'no']);
    }
  });

  const real = corpus('visualesxtop/server/upload/1000/origincsvfile.csv');
  it.skipIf(missing(real))('reads a capture of a host', async () => {
    const recorder = await read(real);
    expect(recorder.metrics).toHaveLength(514 * 11);
    expect(recorder.counts).toEqual({ used: 515, blank: 0, skipped: 0 });
    expect(valuesOf(recorder).get('Physical Cpu 0 % Processor Time')?.slice(0, 1)).toEqual([24.41]);
  });
});
