import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { dockerStats } from './format.ts';

it('docker stats: an instance per container, sizes in bytes, no value for a container that has stopped', async () => {
  const recorder = readAll(dockerStats, await bytesOf(fixture('docker-stats/docker-stats.txt')));
  expect(recorder.counts).toMatchObject({ used: 7, skipped: 0 });
  const values = valuesOf(recorder);
  expect(values.get('container web CPU %')).toEqual([12.34, 13]);
  expect(values.get('container db memory')).toEqual([1.5 * 1024 ** 3, 1.5 * 1024 ** 3]);
  expect(values.get('container db block written')).toEqual([1.07e9, 1.08e9]);
  expect(values.get('container web network sent')).toEqual([3400, 3500]);
  expect([...values.keys()].some(key => key.includes('init'))).toBe(false);
  expect(recorder.problems).toEqual([]);
});

it('docker stats as recorded from a terminal', () => {
  const row =
    'CONTAINER   CPU %   MEM USAGE / LIMIT   MEM %   NET I/O     BLOCK I/O   PIDS\n\u001b[Ka1b2c3   1.50%   10MiB / 1GiB        0.98%   0B / 0B     0B / 0B     3\n';
  const text = `\u001b[2J\u001b[H${row}\u001b[J\u001b[2J\u001b[H${row}`;
  expect(dockerStats.sniff(ascii(text), '')).toBe('yes');
  expect(valuesOf(readAll(dockerStats, ascii(text))).get('container a1b2c3 CPU %')).toEqual([1.5, 1.5]);
});
