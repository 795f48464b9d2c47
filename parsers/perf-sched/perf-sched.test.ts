import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { type Recorder, readAll } from '../kit/recorder.ts';
import { perfSchedLatency, perfSchedMap, perfTimehist } from './format.ts';

const timehist = async (name: string): Promise<Recorder> =>
  readAll(perfTimehist, await bytesOf(fixture(`perf-sched-timehist/${name}`)));

interface State {
  readonly thread: { readonly process: string; readonly tid: number };
  readonly ts: number;
  readonly duration: number;
  readonly state: string;
  readonly reason: string | null;
  readonly cpu: number | null;
  readonly stack: string | null;
  readonly waker: { readonly tid: number } | null;
}
const statesOf = (recorder: Recorder) => (recorder.rows.get('state') ?? []) as unknown as State[];

/** µs by key. */
function sums<T>(rows: readonly T[], key: (row: T) => string | number, value: (row: T) => number) {
  const found = new Map<string | number, number>();
  for (const row of rows) found.set(key(row), (found.get(key(row)) ?? 0) + value(row));
  return new Map([...found].map(([of, sum]) => [of, Math.round(sum)]));
}
const running = (recorder: Recorder) =>
  sums(
    statesOf(recorder).filter(({ state }) => state === 'running'),
    ({ thread }) => thread.tid,
    ({ duration }) => duration / 1e3,
  );

describe('perf sched timehist', () => {
  it("gives the states of threads, whose running time is perf's own sum", async () => {
    const summary = await timehist('summary.txt');
    const perf = sums(
      summary.metrics.filter(({ series }) => series.counter === 'run-time'),
      ({ series }) => series.task!.tid,
      ({ value }) => value * 1e3,
    );
    const found = running(await timehist('plain.txt'));
    expect(perf.size).toBeGreaterThan(20);
    // Each row is rounded to the µs.
    for (const [tid, time] of perf) expect(Math.abs((found.get(tid) ?? 0) - time), `${tid}`).toBeLessThan(10);
    expect(summary.facts.other).toMatchObject({ 'Total number of context switches': '79' });
  });

  it('distinguishes waiting and ready by state and wake-up, and names the waker', async () => {
    const recorder = await timehist('states.txt');
    expect(recorder.counts.skipped).toBe(0);
    expect(running(recorder)).toEqual(running(await timehist('plain.txt')));
    const states = statesOf(recorder);
    const known = states.filter(({ state, reason }) => state === 'waiting' && reason !== null);
    expect(new Set(known.map(({ reason }) => reason))).toContain('interruptible sleep');
    expect(states.some(({ state, reason }) => state === 'ready' && reason === 'preempted')).toBe(true);
    expect(states.filter(({ waker }) => waker !== null).length).toBeGreaterThan(5);
    expect(states.filter(({ state }) => state === 'unknown')).toEqual([]);
    // A thread has one state at a time.
    for (const tid of new Set(states.map(({ thread }) => thread.tid))) {
      const own = states.filter(({ thread }) => thread.tid === tid).sort((a, b) => a.ts - b.ts);
      own.slice(1).forEach((next, at) => {
        expect(next.ts).toBeGreaterThanOrEqual(own[at]!.ts + own[at]!.duration - 2000);
      });
    }
  });

  it('gives no states if the output has none', () => {
    const text = `           time    cpu  task name                       wait time  sch delay   run time
                        [tid/pid]                          (msec)     (msec)     (msec)
--------------- ------  ------------------------------  ---------  ---------  ---------
     100.000100 [0001]  my task[12/11]                       0.000      0.000      0.050
     100.000400 [0001]  my task[12/11]                       0.200      0.030      0.100
     100.000900 [0001]  my task[12/11]                       0.300      0.000      0.200
`;
    const states = statesOf(readAll(perfTimehist, ascii(text)));
    expect(
      states.map(({ ts, duration, state, reason }) => [ts / 1e3, duration / 1e3, state, reason]),
    ).toEqual([
      [50, 50, 'running', null],
      [100, 170, 'waiting', null],
      [270, 30, 'ready', 'woken'],
      [300, 100, 'running', null],
      [400, 300, 'unknown', 'waiting or preempted'],
      [700, 200, 'running', null],
    ]);
    expect(states[0]?.thread).toEqual({ process: 'my task', pid: 11, tid: 12 });
  });

  it('has the stack at which a thread stopped running', async () => {
    const states = statesOf(await timehist('chains.txt'));
    const stacks = states.filter(({ stack }) => stack !== null);
    expect(stacks.length).toBeGreaterThan(5);
    expect(stacks.every(({ state }) => state !== 'running')).toBe(true);
    expect(stacks.some(({ stack }) => /;\w+$/.test(stack ?? ''))).toBe(true);
  });
});

describe('perf sched latency', () => {
  it('has the run time and the delays of each task', async () => {
    const { metrics, counts } = readAll(
      perfSchedLatency,
      await bytesOf(fixture('perf-sched-latency/latency.txt')),
    );
    const ran = metrics.filter(({ series }) => series.counter === 'run time');
    expect(ran.find(({ series }) => series.instance === 'gzip:(2)')).toMatchObject({ value: 1.854 });
    expect(ran.find(({ series }) => series.instance === 'sh:31642')?.series.task?.tid).toBe(31642);
    expect(counts.skipped).toBe(0);
    expect(metrics.every(({ ts }) => ts === null)).toBe(true);
  });
});

describe('perf sched map', () => {
  it('has the running thread of each CPU, as in timehist', async () => {
    const recorder = readAll(perfSchedMap, await bytesOf(fixture('perf-sched-map/map.txt')));
    expect(recorder.counts.skipped).toBe(0);
    const shown = running(recorder);
    const expected = running(await timehist('plain.txt'));
    // The map prints times in µs, timehist durations.
    const tids = [...shown.keys()].filter(tid => expected.has(tid));
    expect(tids.length).toBeGreaterThan(15);
    for (const tid of tids) expect(Math.abs(shown.get(tid)! - expected.get(tid)!)).toBeLessThan(50);
  });
});
