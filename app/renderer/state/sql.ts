import type { Shape } from '../../../analyzers/contract.ts';
import { Store } from './store.ts';

const mostRan = 50;

/** Where a person stands in SQL: kept while another view is in front, and with the workspace. */
export class SqlState {
  /** What is being written. */
  readonly text = new Store('');
  /** What was run last; empty: nothing. */
  readonly asked = new Store('');
  /** How its rows are drawn, where their columns allow it. */
  readonly shape = new Store<Shape>('table');

  /** What was run, the last first. */
  readonly ran = new Store<readonly string[]>([]);

  run(text: string): void {
    const asked = text.trim();
    this.text.set(text);
    this.asked.set(asked);
    if (asked !== '')
      this.ran.update(ran => [asked, ...ran.filter(each => each !== asked)].slice(0, mostRan));
  }

  reset(): void {
    this.text.set('');
    this.asked.set('');
    this.shape.set('table');
    this.ran.set([]);
  }
}
