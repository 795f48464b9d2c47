import { expect, it } from 'vitest';
import { tableOf } from '../../../../fixtures/table.ts';
import { TimeScale } from '../../lib/time-scale.ts';
import type { Surface } from '../kinds/kind.ts';
import { drawWakeups } from './wakeups.ts';

/** The arrows and words drawn for waits of thread 2, each of 90 ns and ended by thread 1. */
function drawn(waits: number) {
  const table = tableOf(
    Array.from({ length: waits }, (_, i) => ({
      state: 'waiting',
      reason: 'disk',
      waker: 'postgres',
      waker_tid: 1,
      time: BigInt(100 * i),
      duration: 90,
    })),
  );
  const moves: number[][] = [];
  const texts: string[] = [];
  const nothing = () => undefined;
  const context = new Proxy({} as Record<string, unknown>, {
    get: (target, name) =>
      name === 'moveTo'
        ? (...to: number[]) => moves.push(to)
        : name === 'fillText'
          ? (text: string) => texts.push(text)
          : (target[String(name)] ?? nothing),
  });
  const width = 100 * waits;
  const surface = { context, scale: new TimeScale(0n, BigInt(width), width), width, ratio: 1, muted: '' };
  const threads = [
    { tid: 1, rows: [] },
    { tid: 2, rows: Array.from({ length: waits }, (_, row) => row) },
  ];
  const boxes = [
    { top: 0, height: 20 },
    { top: 30, height: 20 },
  ];
  drawWakeups(table, threads as never, 0n, surface as unknown as Surface, boxes as never);
  // Two strokes begin an arrow: its line and its head.
  return { arrows: moves.filter((_, i) => i % 2 === 0), texts };
}

it('waits have an arrow from their waker, and its name if there is space', () => {
  const { arrows, texts } = drawn(2);
  expect(arrows).toEqual([
    [90.5, 10],
    [190.5, 10],
  ]);
  expect(texts).toEqual(['disk · woken by postgres 1', 'disk · woken by postgres 1']);
});

it('no arrow is drawn if there are so many that none could be told from another', () => {
  expect(drawn(60).arrows).toHaveLength(60);
  expect(drawn(61).arrows).toEqual([]);
});
