import { expect, it } from 'vitest';
import type { SchedulerEvents, StateMachine } from './machine.ts';
import { Pieces } from './pieces.ts';

/** Events of a thread each, at `ts`; the rows that the machine was given, with their piece, and the ends of pieces. */
function taken(
  events: readonly (readonly [ts: number, tid: number, piece: number])[],
  lasts: readonly number[],
) {
  const seen: string[] = [];
  const machine = {
    piece: -1,
    event(of: SchedulerEvents, row: number) {
      seen.push(`${of.tid[row]} at ${of.ts[row]} of ${this.piece}`);
    },
    endPiece: (piece: number) => seen.push(`end of ${piece}`),
  };
  const zeros = new Int32Array(events.length);
  const rows = {
    ...{ rows: events.length, type: zeros, cpu: zeros, thread: zeros, nextTid: zeros },
    ts: Float64Array.from(events, ([ts]) => ts),
    tid: Int32Array.from(events, ([, tid]) => tid),
  };
  new Pieces(
    lasts.map(last => ({ last })),
    machine as unknown as StateMachine,
  ).take(
    rows as unknown as SchedulerEvents,
    Int32Array.from(events, ([, , piece]) => piece),
  );
  return seen;
}

it('an event in two captures counts once, with the precision of µs', () => {
  const events = [
    [1000, 5, 0],
    [1400, 5, 1],
    [2000, 5, 1],
    [2000, 6, 0],
  ] as const;
  expect(taken(events, [9000, 9000])).toEqual(['5 at 1000 of 0', '5 at 2000 of 1', '6 at 2000 of 0']);
});

it('the same event twice in one capture counts twice', () => {
  const events = [
    [1000, 5, 0],
    [1400, 5, 0],
  ] as const;
  expect(taken(events, [9000])).toEqual(['5 at 1000 of 0', '5 at 1400 of 0']);
});

it('a capture ends before the first event after its last', () => {
  const events = [
    [1000, 5, 0],
    [5000, 5, 1],
  ] as const;
  expect(taken(events, [4000, 9000])).toEqual(['5 at 1000 of 0', 'end of 0', '5 at 5000 of 1']);
});
