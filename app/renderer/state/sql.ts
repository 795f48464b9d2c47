import type { Shape } from '../../../analyzers/contract.ts';
import { Store } from './store.ts';

/** Where a person stands in SQL: kept while another view is in front, and with the workspace. */
export class SqlState {
  /** What is being written. */
  readonly text = new Store('');
  /** What was run last; empty: nothing. */
  readonly asked = new Store('');
  /** How its rows are drawn, where their columns allow it. */
  readonly shape = new Store<Shape>('table');

  run(text: string): void {
    this.text.set(text);
    this.asked.set(text.trim());
  }

  reset(): void {
    this.text.set('');
    this.asked.set('');
    this.shape.set('table');
  }
}
