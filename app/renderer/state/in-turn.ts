/** Renders what becomes due at the same time, such as answers of tracks, one after the other in as many frames as it takes. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { FrameQueue } from './frame-queue.ts';
import type { Store } from './store.ts';

/** Shared by all. A frame has 8 ms for scripts, of which drawing the timeline takes half. */
const queue = new FrameQueue(2);

/** Calls `change`, which sets state, in one of the next frames. Returns a function that withdraws it. */
export const inTurn = (change: () => void): (() => void) =>
  // Rendered at once, so that the queue knows how long it takes.
  queue.add(() => flushSync(change));

/** The value of a store, rendered in turn; while it is not followed, the last one. */
export function useInTurn<T>(store: Store<T>, isFollowed: boolean): T {
  const [value, setValue] = useState(store.get);
  useEffect(() => {
    if (!isFollowed) return;
    const follow = () => inTurn(() => setValue(store.get()));
    let withdraw = follow();
    const end = store.subscribe(() => {
      withdraw();
      withdraw = follow();
    });
    return () => {
      end();
      withdraw();
    };
  }, [store, isFollowed]);
  return value;
}
