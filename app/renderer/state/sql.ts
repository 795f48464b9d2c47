import type { Shape } from '../../../analyzers/contract.ts';
import { Store } from './store.ts';

const maxHistory = 50;

/** State of the SQL view, kept while another view shows, and with the workspace. */
export class SqlState {
  /** Text in the editor. */
  readonly text = new Store('');
  /** SQL that ran last; empty: none. */
  readonly lastRun = new Store('');
  /** Shape of its rows, if their columns allow it. */
  readonly shape = new Store<Shape>('table');

  /** SQL that ran, latest first. */
  readonly history = new Store<readonly string[]>([]);

  run(text: string): void {
    const query = text.trim();
    this.text.set(text);
    this.lastRun.set(query);
    if (query !== '')
      this.history.update(former => [query, ...former.filter(each => each !== query)].slice(0, maxHistory));
  }

  reset(): void {
    this.text.set('');
    this.lastRun.set('');
    this.shape.set('table');
    this.history.set([]);
  }
}
