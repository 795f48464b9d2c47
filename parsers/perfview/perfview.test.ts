import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { readAll } from '../kit/recorder.ts';
import { perfview } from './format.ts';

describe('PerfView', () => {
  it('gives samples with their process, thread, stack and metric', async () => {
    const recorder = readAll(perfview, await bytesOf(fixture('perfview/stacks.perfView.xml')));
    expect(
      recorder.samples.map(({ ts, weight, period, stack, thread }) => [
        ts,
        weight,
        period,
        stack,
        thread?.tid,
      ]),
    ).toEqual([
      [12_345_000, 1, 1000, 'Main(class System.String[]);Table<int,4>.Find(int)', 5000],
      [13_345_000, 1, 2000, 'Main(class System.String[]);Table<int,4>.Find(int);[unknown]', 5000],
      [14_345_000, 1, 125, 'BROKEN', 5000],
      [16_000_000, 1, 1000, 'Main;Leaf', null],
    ]);
    expect(recorder.samples.every(({ thread }) => thread?.process === 'server' && thread.pid === 4120)).toBe(
      true,
    );
    expect(recorder.problemCounts()).toEqual({ 'sample-without-stack': 1 });
    expect(recorder.counts.skipped).toBe(1);
    expect(recorder.lastClock).toMatchObject({ domain: 'none', source: 'run-seconds' });
  });

  it('reads a file in which the CallerID of a stack is its own ID', () => {
    const { samples, counts } = readAll(
      perfview,
      ascii(
        '<StackSource><Frames><Frame ID="0">a!f</Frame></Frames>\n<Stack ID="0" CallerID="0" FrameID="0" />\n<Sample Time="1" StackID="0" />\n',
      ),
    );
    expect(samples).toHaveLength(1);
    expect(counts.used).toBe(3);
  });
});
