import { describe, expect, it } from 'vitest';
import { bytesOf, fixture } from '../../fixtures/shared.ts';
import { ascii } from '../kit/bytes.ts';
import { timesOf, valuesOf } from '../kit/metrics/metrics.testing.ts';
import { readAll } from '../kit/recorder.ts';
import { jstack } from './format.ts';

describe('jstack', () => {
  it('reads a sample of each thread, whose kind is its state, with CPU and elapsed time', async () => {
    const recorder = readAll(jstack, await bytesOf(fixture('jstack/jstack.txt')));
    expect(recorder.counts.skipped).toBe(0);
    expect(recorder.samples).toHaveLength(22);
    const of = (name: string) => recorder.samples.find(({ thread }) => thread?.process === name);
    expect(of('burner')).toMatchObject({
      kind: 'thread dump: RUNNABLE',
      thread: { tid: 0x19ab },
      stack: expect.stringMatching(/^java\.lang\.Thread\.run;.*T\.burn$/),
    });
    expect(of('worker "7"')).toMatchObject({
      kind: 'thread dump: BLOCKED (on object monitor)',
      stack: expect.stringMatching(/T\.hold$/),
    });
    expect(of('VM Thread')).toMatchObject({ kind: 'thread dump: runnable', stack: null });
    expect(timesOf(recorder)).toHaveLength(1);
    const values = valuesOf(recorder);
    expect(values.get('thread burner cpu')).toEqual([1986.13]);
    expect(values.get('thread burner elapsed')).toEqual([18.26]);
  });

  it('reads the locks that threads hold and wait for', async () => {
    const { events } = readAll(jstack, await bytesOf(fixture('jstack/jstack.txt')));
    const locks = events.filter(({ thread }) => thread?.process === 'worker "7"');
    expect(locks.map(({ fields }) => fields)).toEqual([
      expect.objectContaining({ action: 'waiting to lock', class: 'java.lang.Object' }),
    ]);
    const holder = events.find(({ thread }) => thread?.process === 'holder');
    expect(holder?.fields).toMatchObject({ action: 'locked', lock: Object.values(locks[0]!.fields)[1] });
  });

  it('reads several dumps without dates, older threads, and reports what is no part of a dump', () => {
    const dump = (state: string) =>
      `Full thread dump Java HotSpot(TM) 64-Bit Server VM (25.1-b01 mixed mode):\n\n"a b" #1 daemon prio=5 tid=0x01 nid=0x10 ${state} [0x7f]\n   java.lang.Thread.State: RUNNABLE\n\tat a.B.c(B.java:1)\n\nJNI global references: 12\n`;
    const { samples, counts, lastClock } = readAll(jstack, ascii(`${dump('runnable')}${dump('runnable')}`));
    expect(samples.map(({ stack, ts }) => [stack, ts])).toEqual([
      ['a.B.c', null],
      ['a.B.c', null],
    ]);
    expect(counts).toMatchObject({ skipped: 0 });
    expect(lastClock).toMatchObject({ domain: 'none' });
    const { problems } = readAll(jstack, ascii(`${dump('runnable').split('JNI')[0]}something else\n`));
    expect(problems.map(({ code }) => code)).toEqual(['unknown-line']);
  });
});
