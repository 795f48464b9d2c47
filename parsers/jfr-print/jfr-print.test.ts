import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { readAll } from '../kit/recorder.ts';
import { jfrPrint } from './format.ts';

describe('jfr print', () => {
  it('reads samples with their stacks, and events with duration, fields and units', async () => {
    const recorder = readAll(jfrPrint, await bytesOf(fixture('jfr-print/events.txt')));
    expect(recorder.counts.skipped).toBe(0);
    expect(recorder.samples.map(({ ts, kind, thread, stack }) => [ts, kind, thread?.process, stack])).toEqual(
      [
        [0, 'jdk.ExecutionSample', 'http-nio-8081-exec-3', 'com.example.Foo.baz();com.example.Foo.bar(int)'],
        [10e6, 'jdk.ExecutionSample', 'http-nio-8081-exec-4', 'com.example.Foo.bar(int)'],
      ],
    );
    expect(recorder.events.map(({ ts, kind, duration, fields }) => [ts, kind, duration, fields])).toEqual([
      [
        20e6,
        'jdk.GarbageCollection',
        12.3e6,
        { gcId: 3, name: 'G1New', cause: 'G1 Evacuation Pause', sumOfPauses: 12.3, longestPause: 12.3 },
      ],
      [
        30e6,
        'jdk.GCHeapSummary',
        null,
        { gcId: 3, when: 'After GC', 'heapSpace.committedSize': 262_144, heapUsed: 1_572_864 },
      ],
      [40e6, 'jdk.CPULoad', null, { jvmUser: 12.5 }],
    ]);
    expect(recorder.units).toMatchObject({ longestPause: 'ms', heapUsed: 'B', jvmUser: '%' });
    expect(recorder.lastClock).toMatchObject({ domain: 'local', zero: 1_714_564_800_000_000_000n });
  });

  it('skips an event without an end, and lines outside of events', () => {
    const recorder = readAll(
      jfrPrint,
      ascii(
        'x\njdk.CPULoad {\n  startTime = 12:00:00.000 (2024-05-01)\njdk.CPULoad {\n  startTime = 12:00:01.000 (2024-05-01)\n}\n',
      ),
    );
    const { counts, events } = recorder;
    expect(counts).toEqual({ used: 3, blank: 0, skipped: 3 });
    expect(events.length).toBe(1);
    expect(recorder.problemCounts()).toEqual({ 'unknown-line': 1, 'cut-off': 1 });
  });
});

it('reads texts of several lines with quotes in them, as the JDK prints them', async () => {
  const { counts, events, samples } = readAll(jfrPrint, await bytesOf(fixture('jfr-print/jdk17.txt')));
  expect(counts.skipped).toBe(0);
  expect(samples).toHaveLength(2);
  const [system, collection] = events;
  expect(String(Object.values(system!.fields)[0])).toMatch(/^PRETTY_NAME="Debian.*NPTL 2\.36$/s);
  expect(collection).toMatchObject({
    duration: 285e6,
    fields: { sumOfPauses: 285, cause: 'G1 Evacuation Pause' },
  });
});
