import { Store } from './store.ts';

/** Filters of tables by label, kept while other views show. */
export class Filters {
  readonly all = new Store<Readonly<Record<string, string>>>({});

  of(label: string): string {
    return this.all.get()[label] ?? '';
  }

  set(label: string, filter: string): void {
    const { [label]: _, ...others } = this.all.get();
    this.all.set(filter === '' ? others : { ...others, [label]: filter });
  }

  reset(): void {
    this.all.set({});
  }
}
