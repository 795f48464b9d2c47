import type { Note } from '../../contract.ts';
import { isCancelled, sentence } from './engine-link.ts';
import { Store } from './store.ts';
import type { Cell, Table } from './table.ts';
import type { ArrangedRows } from './use-arranged.ts';

/** A piece of a search, see `docs/search.md`. */
export type AskPiece = (after: string) => Promise<{ readonly table: Table; readonly notes: readonly Note[] }>;

export interface HitsSoFar {
  readonly rows: ArrangedRows;
  /** Share of the time in scope that has been searched, 0 to 1. */
  readonly searched: number;
  readonly state: 'running' | 'stopped' | 'enough' | 'done';
  readonly error: string | null;
}

/** Maximum number of hits; further ones are read from the whole answer, which arrives soon after. */
const enough = 1000;

/** Streams the first hits of a search piece by piece, long before all hits are counted. The whole answer begins with the same hits. */
export class HitStream {
  readonly now: Store<HitsSoFar>;
  /** Columns in which some hit has a value. */
  readonly filled = new Store<ReadonlySet<string>>(new Set());
  private readonly pieces: Table[] = [];
  private isStopped = false;

  constructor(private readonly ask: AskPiece) {
    this.now = new Store<HitsSoFar>({ rows: this.rows(), searched: 0, state: 'running', error: null });
  }

  async run(): Promise<void> {
    let after = 'start';
    while (!this.isStopped) {
      try {
        const { table, notes } = await this.ask(after);
        if (this.isStopped) return;
        const { next, searched } = notes.find(({ code }) => code === 'piece')?.data ?? {};
        this.add(table);
        after = String(next ?? '');
        const isDone = after === '';
        const hasEnough = this.count >= enough;
        this.now.set({
          rows: table.rows > 0 ? this.rows() : this.now.get().rows,
          searched: Number(searched ?? 1),
          state: isDone ? 'done' : hasEnough ? 'enough' : 'running',
          error: null,
        });
        if (isDone || hasEnough) return;
      } catch (error) {
        if (this.isStopped || isCancelled(error)) return;
        this.now.update(now => ({ ...now, state: 'done', error: sentence(error) }));
        return;
      }
    }
  }

  /** Stops the search; hits received so far stay. */
  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    this.now.update(now => (now.state === 'done' ? now : { ...now, state: 'stopped' }));
  }

  readonly row = async (row: number): Promise<Record<string, Cell> | null> => {
    const [piece, at] = this.placeOf(row);
    return piece?.record(at) ?? null;
  };

  private get count(): number {
    return this.pieces.reduce((sum, { rows }) => sum + rows, 0);
  }

  private add(table: Table): void {
    if (table.rows === 0) return;
    this.pieces.push(table);
    const names = table.columns.map(({ name }) => name);
    this.filled.update(known => new Set([...known, ...names.filter(name => table.hasAny(name))]));
  }

  private placeOf(row: number): readonly [Table | undefined, number] {
    let at = row;
    for (const piece of this.pieces) {
      if (at < piece.rows) return [piece, at];
      at -= piece.rows;
    }
    return [undefined, at];
  }

  /** A new object for each piece; rows are only appended. */
  private rows(): ArrangedRows {
    const { count } = this;
    const cell = (row: number, column: string) => {
      const [piece, at] = this.placeOf(row);
      return piece?.cell(at, column);
    };
    return {
      count,
      cell,
      want: () => undefined,
      find: async (text, after, backwards) => {
        const folded = text.toLowerCase();
        const columns = this.pieces[0]?.columns ?? [];
        const matches = (value: Cell | undefined) =>
          typeof value === 'string' && value.toLowerCase().includes(folded);
        for (let row = after; row >= 0 && row < count; row += backwards ? -1 : 1)
          if (columns.some(({ name }) => matches(cell(row, name)))) return row;
        return -1;
      },
    };
  }
}
