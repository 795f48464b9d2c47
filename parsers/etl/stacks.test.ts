import { expect, it } from 'vitest';
import { Block } from './bytes.ts';
import { noPart, Stacks } from './stacks.ts';

/** A list of one address. */
function listOf(stacks: Stacks, address: number): number {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, 0);
  new DataView(bytes.buffer).setUint32(0, address, true);
  return stacks.intern(new Block(bytes), 0, 8, 8);
}

const partsOf = (stacks: Stacks, time: number, tid: number) => {
  const event = stacks.find(time, tid);
  if (event < 0) return null;
  return [stacks.kernelOf(event), stacks.userOf(event)].map(list =>
    list === noPart ? 0 : stacks.address(list, 0),
  );
};

it('finds the parts of a stack by time and thread, in any order of parts and queries', () => {
  const stacks = new Stacks();
  const [kernel, user] = [listOf(stacks, 0x10), listOf(stacks, 0x20)];
  // The buffers of two CPUs follow each other; two threads have a stack at one time.
  for (const time of [100, 300, 500]) stacks.add(time, 7, time + 1, 'kernel', kernel, 0);
  for (const time of [50, 300, 400]) stacks.add(time, 8, time + 1, 'user', user, 0);
  // The rest of an event comes when others of its thread have come.
  stacks.add(100, 7, 600, 'kernel', listOf(stacks, 0x30), 0);
  stacks.add(100, 7, 110, 'user', user, 0);
  stacks.finish();
  const asked = [500, 100, 300, 50, 400, 300].flatMap(time => [7, 8].map(tid => partsOf(stacks, time, tid)));
  expect(asked).toEqual([
    [0x10, 0],
    null,
    [0x10, 0x20],
    null,
    [0x10, 0],
    [0, 0x20],
    null,
    [0, 0x20],
    null,
    [0, 0x20],
    [0x10, 0],
    [0, 0x20],
  ]);
  expect([partsOf(stacks, Number.NaN, 7), partsOf(stacks, 1e18, 7), partsOf(stacks, -1, 7)]).toEqual([
    null,
    null,
    null,
  ]);
});

it('adds the user-space part of the call that an event is in, not of a later one', () => {
  const stacks = new Stacks();
  const [kernel, first, second] = [0x10, 0x20, 0x30].map(address => listOf(stacks, address));
  stacks.add(130, 7, 131, 'user', first!, 0);
  stacks.add(200, 7, 230, 'user', second!, 0);
  for (const time of [150, 210]) stacks.add(time, 7, time + 1, 'kernel', kernel!, 0);
  stacks.finish();
  expect([130, 150, 210].map(time => partsOf(stacks, time, 7))).toEqual([
    [0, 0x20],
    [0x10, 0],
    [0x10, 0x30],
  ]);
});

it('adds the user-space part to all events of one call into the kernel', () => {
  const stacks = new Stacks();
  const [kernel, user] = [listOf(stacks, 0x10), listOf(stacks, 0x20)];
  for (const time of [100, 120, 140]) stacks.add(time, 7, time + 1, 'kernel', kernel, 0);
  stacks.add(100, 7, 130, 'user', user, 0);
  // An event of the stay that stands behind the walk in the file.
  stacks.add(125, 7, 126, 'kernel', kernel, 0);
  stacks.finish();
  expect([100, 120, 125, 140].map(time => partsOf(stacks, time, 7)?.[1])).toEqual([0x20, 0x20, 0x20, 0]);
});

it('resolves a key by its next definition', () => {
  const stacks = new Stacks();
  const [first, second] = [listOf(stacks, 0x10), listOf(stacks, 0x20)];
  stacks.add(100, 7, 101, 'kernel', noPart, -5);
  stacks.add(200, 7, 201, 'kernel', noPart, -5);
  stacks.add(300, 7, 301, 'kernel', noPart, -5);
  stacks.add(400, 7, 401, 'kernel', noPart, -6);
  stacks.define(-5, 250, second);
  stacks.define(-5, 150, first);
  stacks.finish();
  expect([100, 200, 300, 400].map(time => partsOf(stacks, time, 7)?.[0])).toEqual([0x10, 0x20, 0, 0]);
  expect(stacks.unresolved).toBe(2);
});
