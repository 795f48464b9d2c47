import { tableFromIPC, type Vector } from 'apache-arrow';
import type { ColumnKind } from '../../../analyzers/contract.ts';
import type { AnswerHead, EngineApi, PageRequest } from '../../contract.ts';
import { isCancelled, sentence } from './engine-link.ts';
import { Store } from './store.ts';

/** What a cell holds: `time` columns bigint, texts string, the rest number. */
export type Cell = string | number | bigint | null;
export type Sort = NonNullable<PageRequest['sort']>;

export const pageSize = 256;
/** 200 pages are 51,200 rows: several minutes of reading, a few MB. */
const pagesKept = 200;
/** One page is on the screen, one is about to be. */
const requestsAtOnce = 2;

/** One page, column by column. */
type Page = readonly (readonly Cell[])[];

/**
 * An answer the engine holds, of which the window has the pages it looked at last.
 *
 * Views say which rows they {@link want}; pages scrolled past before they were asked for are never fetched. Whoever
 * watches {@link version} is told when rows arrive.
 */
export class PagedAnswer {
  readonly version = new Store(0);
  readonly error = new Store<string | null>(null);
  private pages = new Map<number, Page>();
  /** Pages of the order before, shown until the first of the new order is here. */
  private before: Map<number, Page> | null = null;
  private inFlight = new Set<number>();
  private wanted: readonly [first: number, last: number] = [0, 0];
  private generation = 0;
  private order: Sort | undefined;
  private readonly columnIndex: ReadonlyMap<string, number>;

  constructor(
    private readonly api: EngineApi,
    readonly head: AnswerHead,
  ) {
    this.columnIndex = new Map(head.columns.map((column, i) => [column.name, i]));
  }

  get rows(): number {
    return this.head.rows;
  }

  get sort(): Sort | undefined {
    return this.order;
  }

  /** Undefined while the row is not here. */
  cell(row: number, column: string): Cell | undefined {
    const index = this.columnIndex.get(column);
    const number = Math.floor(row / pageSize);
    const page = this.pages.get(number) ?? this.before?.get(number);
    return index === undefined ? undefined : page?.[index]?.[row % pageSize];
  }

  setSort(sort: Sort | undefined): void {
    if (sort?.column === this.order?.column && sort?.descending === this.order?.descending) return;
    this.order = sort;
    this.before = this.before ?? this.pages;
    this.pages = new Map();
    this.inFlight = new Set();
    this.generation++;
    this.pump();
    this.version.update(v => v + 1);
  }

  /** `last` is exclusive. */
  want(first: number, last: number): void {
    this.wanted = [first, last];
    this.pump();
  }

  /** Rows from `first` on, all columns, waiting for them; `only` arranges them apart from what is shown. */
  async read(
    first: number,
    count: number,
    only: Pick<PageRequest, 'sort' | 'filter'> = {},
  ): Promise<Record<string, Cell>[]> {
    const page = await this.fetch(first, count, only);
    const length = page[0]?.length ?? 0;
    return Array.from({ length }, (_, row) =>
      Object.fromEntries(this.head.columns.map((column, i) => [column.name, page[i]![row]!])),
    );
  }

  find(text: string, after: number, backwards: boolean): Promise<number> {
    return this.api.find(this.head.answer, { ...this.arranged(), find: text, after, backwards });
  }

  /** The whole answer in the order shown. */
  export(as: 'csv' | 'tsv', path?: string): Promise<string> {
    return this.api.exportAnswer(this.head.answer, { ...this.arranged(), as, ...(path ? { path } : {}) });
  }

  private arranged(): { sort?: Sort } {
    return this.order ? { sort: this.order } : {};
  }

  private pump(): void {
    const [first, last] = this.wanted;
    const end = Math.min(last, this.rows);
    for (let page = Math.floor(first / pageSize); page * pageSize < end; page++) {
      if (this.inFlight.size >= requestsAtOnce) return;
      const known = this.pages.get(page);
      if (known) {
        // A Map keeps insertion order: the first is the longest unused.
        this.pages.delete(page);
        this.pages.set(page, known);
      } else if (!this.inFlight.has(page)) void this.load(page);
    }
  }

  private async load(number: number): Promise<void> {
    const generation = this.generation;
    const inFlight = this.inFlight;
    inFlight.add(number);
    try {
      const page = await this.fetch(number * pageSize, pageSize);
      if (generation !== this.generation) return;
      this.pages.set(number, page);
      this.before = null;
      if (this.pages.size > pagesKept) this.pages.delete(this.pages.keys().next().value!);
    } catch (error) {
      if (!isCancelled(error)) this.error.set(sentence(error));
      return;
    } finally {
      inFlight.delete(number);
    }
    this.version.update(v => v + 1);
    this.pump();
  }

  private async fetch(
    offset: number,
    limit: number,
    only: Pick<PageRequest, 'sort' | 'filter'> = {},
  ): Promise<Page> {
    const bytes = await this.api.page(this.head.answer, { ...this.arranged(), ...only, offset, limit });
    const table = tableFromIPC(bytes);
    return this.head.columns.map(({ name, kind }) => cellsOf(table.getChild(name), kind));
  }
}

function cellsOf(vector: Vector | null, kind: ColumnKind): Cell[] {
  if (!vector) return [];
  if (kind !== 'time') return Array.from(vector, asCell);
  // Arrow's own accessor rounds nanoseconds to milliseconds; the values behind it are whole.
  return vector.data.flatMap(data =>
    Array.from(data.values as BigInt64Array, (value, i) => (data.getValid(i) ? value : null)),
  );
}

function asCell(value: unknown): Cell {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
