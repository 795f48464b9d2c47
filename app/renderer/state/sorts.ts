import type { Sort } from './paged-answer.ts';
import { Store } from './store.ts';

/** The orders a person chose for tables, by their labels: kept while other views are in front, and no other table's. */
export class Sorts {
  readonly all = new Store<Readonly<Record<string, Sort>>>({});

  of(label: string): Sort | undefined {
    return this.all.get()[label];
  }

  set(label: string, sort: Sort | undefined): void {
    const { [label]: _, ...others } = this.all.get();
    this.all.set(sort ? { ...others, [label]: sort } : others);
  }

  reset(): void {
    this.all.set({});
  }
}
