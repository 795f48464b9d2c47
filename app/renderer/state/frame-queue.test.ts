import { expect, it } from 'vitest';
import { FrameQueue } from './frame-queue.ts';

function queueOf(budget: number) {
  const frames: (() => void)[] = [];
  const done: string[] = [];
  let clock = 0;
  const queue = new FrameQueue(
    budget,
    run => frames.push(run),
    () => clock,
  );
  const add = (name: string, ms: number) =>
    queue.add(() => {
      clock += ms;
      done.push(name);
    });
  const frame = () => {
    for (const run of frames.splice(0)) run();
    return done.splice(0);
  };
  return { queue, add, frame };
}

it('works in order until the budget of a frame is spent, and goes on in the next frame', () => {
  const { add, frame } = queueOf(2);
  add('small', 1);
  add('large', 5);
  add('larger', 9);
  add('last', 1);
  expect([frame(), frame(), frame(), frame()]).toEqual([['small', 'large'], ['larger'], ['last'], []]);
});

it('does not do work that was withdrawn', () => {
  const { add, frame } = queueOf(2);
  const withdraw = add('former', 1);
  add('current', 1);
  withdraw();
  expect(frame()).toEqual(['current']);
});

it('goes on after work that fails', () => {
  const { queue, add, frame } = queueOf(2);
  queue.add(() => {
    throw new Error('no rendering');
  });
  add('next', 1);
  expect(frame).toThrow('no rendering');
  expect(frame()).toEqual(['next']);
});
