import { Store } from './store.ts';

/** How a table's columns are arranged: what a person changed of what the view proposes. */
export interface Layout {
  /** px, by column name. */
  readonly widths: Readonly<Record<string, number>>;
  readonly hidden: readonly string[];
}

const empty: Layout = { widths: {}, hidden: [] };

/** Column layouts by table, kept between runs. */
export class Layouts {
  private readonly stores = new Map<string, Store<Layout>>();

  constructor(private readonly storage: Pick<Storage, 'getItem' | 'setItem'>) {}

  of(table: string): Store<Layout> {
    let store = this.stores.get(table);
    if (!store) {
      store = new Store(this.read(table));
      const changed = store;
      changed.subscribe(() => this.storage.setItem(`columns ${table}`, JSON.stringify(changed.get())));
      this.stores.set(table, store);
    }
    return store;
  }

  private read(table: string): Layout {
    const text = this.storage.getItem(`columns ${table}`);
    return text ? { ...empty, ...(JSON.parse(text) as Partial<Layout>) } : empty;
  }
}
