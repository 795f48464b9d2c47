import { useSyncExternalStore } from 'react';

/** A value that views observe. It is replaced, never changed in place. */
export class Store<T> {
  private readonly listeners = new Set<() => void>();

  constructor(private value: T) {}

  readonly get = (): T => this.value;

  set(next: T): void {
    if (Object.is(next, this.value)) return;
    this.value = next;
    for (const listener of [...this.listeners]) listener();
  }

  update(change: (value: T) => T): void {
    this.set(change(this.value));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}

/** A store's value, or its part; `select` must return the same object as long as nothing relevant changed. */
export function useStore<T>(store: Store<T>): T;
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S;
export function useStore<T, S>(store: Store<T>, select?: (value: T) => S): T | S {
  const get = () => (select ? select(store.get()) : store.get());
  // The second is for components drawn outside of a window, by tests.
  return useSyncExternalStore(store.subscribe, get, get);
}
