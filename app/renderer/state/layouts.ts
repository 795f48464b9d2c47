import { Store } from './store.ts';

/** Widths and hidden columns of a table, as the user has set them. */
export interface Layout {
  /** px, by column name. */
  readonly widths: Readonly<Record<string, number>>;
  readonly hidden: readonly string[];
}

const empty: Layout = { widths: {}, hidden: [] };

/** Column layouts by table, kept between runs. */
export class Layouts {
  private readonly stores = new Map<string, Store<Layout>>();
  private readonly widest = new Map<string, Store<ReadonlyMap<string, number>>>();
  private readonly initial = new Map<string, Layout>();

  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem'>) {}

  /** @param initial the view's default; only the first call for a table sets it */
  of(table: string, initial: Layout = empty): Store<Layout> {
    let store = this.stores.get(table);
    if (!store) {
      this.initial.set(table, initial);
      store = new Store(this.read(table) ?? initial);
      const changed = store;
      changed.subscribe(() => this.storage.setItem(`columns ${table}`, JSON.stringify(changed.get())));
      this.stores.set(table, store);
    }
    return store;
  }

  /** Width of the widest cell shown so far by column, px. */
  measured(table: string): Store<ReadonlyMap<string, number>> {
    let store = this.widest.get(table);
    if (!store) {
      store = new Store<ReadonlyMap<string, number>>(new Map());
      this.widest.set(table, store);
    }
    return store;
  }

  /** Forgets measured widths. Called when other captures are opened, because their cells have other widths. */
  forgetMeasured(): void {
    for (const store of this.widest.values()) store.set(new Map());
  }

  /** Returns to the view's default. */
  reset(table: string): void {
    this.of(table).set(this.initial.get(table) ?? empty);
  }

  private read(table: string): Layout | null {
    const text = this.storage.getItem(`columns ${table}`);
    return text ? { ...empty, ...(JSON.parse(text) as Partial<Layout>) } : null;
  }
}
