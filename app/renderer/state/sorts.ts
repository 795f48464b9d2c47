import type { Sort } from './paged-answer.ts';
import { Store } from './store.ts';

/** The user's sort orders of tables by label, kept while other views show. */
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
