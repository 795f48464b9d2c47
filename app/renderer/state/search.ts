import { Store } from './store.ts';

export const hitOrders = ['time', 'newest', 'rarity', 'file'] as const;

/** `rarity`: those whose template is rarest come first. */
export type HitOrder = (typeof hitOrders)[number];

/** How a person looks at hits. What they look for is a place in the history. */
export class SearchState {
  readonly order = new Store<HitOrder>('time');
  /** Fields of events whose values are counted beside the hits. */
  readonly facets = new Store<readonly string[]>([]);
  /** The search box is to take the focus. */
  readonly isCalled = new Store(false);

  call(): void {
    this.isCalled.set(true);
  }

  reset(): void {
    this.order.set('time');
    this.facets.set([]);
  }
}
