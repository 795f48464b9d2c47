import { expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { df } from './format.ts';

const read = async (name: string) => readAll(df, await bytesOf(fixture(`df/${name}`)));

it('df with a date before each report', async () => {
  const recorder = await read('df-date.txt');
  expect(new Set(timesOf(recorder)).size).toBeGreaterThan(0);
  expect(recorder.lastClock).toMatchObject({ domain: 'utc', source: 'report-times' });
  const values = valuesOf(recorder);
  expect(values.get('filesystem / size')).toEqual([264212084, 264212084]);
  expect(values.get('filesystem / used %')).toEqual([16, 16]);
  expect(recorder.counts.skipped).toBe(0);
});

it('df -hT and df -i', async () => {
  const sizes = valuesOf(await read('df-hT.txt'));
  expect(sizes.get('filesystem / available')).toEqual([77 * 1024 ** 2]);
  expect(sizes.get('filesystem /dev/shm used')).toEqual([48 * 1024]);
  const inodes = valuesOf(await read('df-i.txt'));
  expect(inodes.get('filesystem / inodes used')).toEqual([496075]);
  expect(inodes.get('filesystem / inodes used %')).toEqual([3]);
});

it('df of other systems: blocks of 512 bytes, blanks in names, a device on its own line', () => {
  const read = (text: string) => {
    const recorder = readAll(df, ascii(text));
    expect(recorder.counts.skipped).toBe(0);
    return valuesOf(recorder);
  };
  const mac = read(
    'Filesystem    512-blocks      Used Available Capacity iused      ifree %iused  Mounted on\n' +
      '/dev/disk1s1   976490568 500000000 476490568    52%  500000 2382452840    0%   /System/Volumes/My Data\n' +
      'map auto_home          0         0         0   100%       0          0  100%   /home\n',
  );
  expect(mac.get('filesystem /System/Volumes/My Data size')).toEqual([488245284]);
  expect(mac.get('filesystem /System/Volumes/My Data inodes used')).toEqual([500000]);
  expect(mac.get('filesystem /home used %')).toEqual([100]);
  const wrapped = read(
    'Filesystem           1M-blocks      Used Available Use% Mounted on\n' +
      '/dev/mapper/VolGroup00-LogVol00\n                         50269      6171     41504  13% /\n',
  );
  expect(wrapped.get('filesystem / used')).toEqual([6171 * 1024]);
});
