import { Store } from './store.ts';

export const hitOrders = ['time', 'newest', 'rarity', 'file'] as const;

/** `rarity`: hits with the rarest template come first. */
export type HitOrder = (typeof hitOrders)[number];

/** Settings of the search view. The query itself is in the history. */
export class SearchState {
  readonly order = new Store<HitOrder>('time');
  /** Fields of events shown as facets. */
  readonly facets = new Store<readonly string[]>([]);
  /** True if the search box should take the focus. */
  readonly isCalled = new Store(false);

  call(): void {
    this.isCalled.set(true);
  }

  reset(): void {
    this.order.set('time');
    this.facets.set([]);
  }
}
