/** For what follows the timeline, but takes longer than a frame: questions, tables, values. */
import { useEffect, useState } from 'react';
import type { Store } from './store.ts';

/** ms without movement after which the timeline rests: then the engine is asked, and values are written. */
const resting = 80;
/** Interval of questions while the timeline keeps moving, ms: messages take longer than drawing. */
const atLeast = 400;

/** The value of a store when it rests, and at intervals before. */
export function useSettling<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get);
  useEffect(() => followResting(store, setValue), [store]);
  return value;
}

/** Gives the value of a store to `to`: now, when it rests after a change, and at intervals before. Returns a function that ends this. */
export function followResting<T>(store: Store<T>, to: (value: T) => void): () => void {
  const give = () => to(store.get());
  const later = whenResting(give);
  const end = store.subscribe(later.call);
  give();
  return () => {
    later.end();
    end();
  };
}

/** The value after it has not changed for `ms`. */
export function useSettled<T>(value: T, ms: number): T {
  const [settledValue, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settledValue;
}

/** Calls `work` when `call` was not called for a while, and at intervals before. */
export function whenResting(work: () => void): { call(): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let since = 0;
  return {
    call() {
      const now = performance.now();
      if (timer === null) since = now;
      else clearTimeout(timer);
      const delay = Math.max(0, Math.min(resting, since + atLeast - now));
      timer = setTimeout(() => {
        timer = null;
        work();
      }, delay);
    },
    end() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
