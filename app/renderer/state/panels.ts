import { Store } from './store.ts';

/** The user's changes to a part of the window; null: default. */
export interface PanelState {
  /** px along the side that can be dragged */
  readonly size: number | null;
  readonly isOpen: boolean | null;
}

const proposed: PanelState = { size: null, isOpen: null };

/** Sizes and visibility of the parts of the window, kept between runs. */
export class Panels {
  private readonly stores = new Map<string, Store<PanelState>>();

  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem'>) {}

  of(name: string): Store<PanelState> {
    const known = this.stores.get(name);
    if (known) return known;
    const store = new Store(this.read(name));
    store.subscribe(() => this.storage.setItem(`panel ${name}`, JSON.stringify(store.get())));
    this.stores.set(name, store);
    return store;
  }

  private read(name: string): PanelState {
    const text = this.storage.getItem(`panel ${name}`);
    if (text === null) return proposed;
    const { size, isOpen } = JSON.parse(text) as Partial<PanelState>;
    return {
      size: typeof size === 'number' && Number.isFinite(size) ? size : null,
      isOpen: typeof isOpen === 'boolean' ? isOpen : null,
    };
  }
}
