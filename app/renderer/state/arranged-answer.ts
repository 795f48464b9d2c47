import type { AnswerHead, Arrangement, EngineApi, Sought } from '../../contract.ts';
import { isCancelled, isGone, sentence } from './engine-link.ts';
import { Store } from './store.ts';
import { type Cell, Table } from './table.ts';

export const pageSize = 256;
/** 200 pages are 51,200 rows: several minutes of reading, a few MB. */
const pagesKept = 200;
/** One page is on the screen, one is about to be. */
const requestsAtOnce = 2;

/** Reads pages of an answer from the engine. */
export interface Reader {
  readonly api: Pick<EngineApi, 'page' | 'find' | 'exportAnswer' | 'cancel'>;
  newJob(name: string): string;
  /** Called if the engine no longer has the answer. */
  isGone?(): void;
}

/**
 * An answer in one arrangement, with a cache of the pages used last.
 *
 * Views state which rows they {@link want}; pages scrolled past before they were requested are never fetched. Watchers of
 * {@link version} are notified when rows arrive.
 */
export class ArrangedAnswer {
  /** 0 until the first page arrives. */
  readonly version = new Store(0);
  readonly error = new Store<string | null>(null);
  /** Number of rows; null until the rows that match a filter are counted. */
  readonly count: Store<number | null>;
  /** Columns in which some row fetched so far has a value. */
  readonly filled = new Store<ReadonlySet<string>>(new Set());
  private readonly pages = new Map<number, Table>();
  /** Page number to the job that fetches it. */
  private readonly inFlight = new Map<number, string>();
  /** Jobs that search for a row. */
  private readonly finding = new Set<string>();
  private wanted: readonly [first: number, last: number] = [0, 0];
  private watchers = 0;

  constructor(
    private readonly reader: Reader,
    readonly head: AnswerHead,
    readonly arrangement: Arrangement,
  ) {
    this.count = new Store(arrangement.filter ? null : head.rows);
  }

  /** Undefined until the row is fetched. */
  cell(row: number, column: string): Cell | undefined {
    return this.pages.get(Math.floor(row / pageSize))?.cell(row % pageSize, column);
  }

  /** `last` is exclusive. */
  want(first: number, last: number): void {
    this.wanted = [first, last];
    this.pump();
  }

  /** Registers a view. When the last view unregisters, running requests are cancelled. */
  watch(): () => void {
    this.watchers++;
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      this.watchers--;
      if (this.watchers > 0) return;
      for (const job of [...this.inFlight.values(), ...this.finding]) void this.reader.api.cancel(job);
      this.inFlight.clear();
    };
  }

  /** Fetches rows from `first` on without caching them. */
  async read(first: number, count: number): Promise<Table> {
    const { rows, data } = await this.fetch(this.reader.newJob('page'), first, count);
    return new Table(this.head.columns, rows, data);
  }

  /** Fetches one row; null beyond the end. */
  async row(row: number): Promise<Record<string, Cell> | null> {
    const page = this.pages.get(Math.floor(row / pageSize));
    if (page && row % pageSize < page.rows) return page.record(row % pageSize);
    const read = await this.read(row, 1);
    return read.rows > 0 ? read.record(0) : null;
  }

  /** The next matching row from `after` on, or before it; -1 if there is none, or no view is registered any more. */
  async find(target: Sought, after: number, backwards: boolean): Promise<number> {
    const job = this.reader.newJob('find');
    this.finding.add(job);
    try {
      const request = { ...this.arrangement, sought: target, after, backwards };
      return await this.reader.api.find(job, this.head.answer, request);
    } catch (error) {
      if (isCancelled(error)) return -1;
      throw error;
    } finally {
      this.finding.delete(job);
    }
  }

  /** The whole answer in this arrangement as text, or with `path` into a file. */
  export(as: 'csv' | 'tsv', path?: string): Promise<string> {
    const request = { ...this.arrangement, as, ...(path ? { path } : {}) };
    return this.reader.api.exportAnswer(this.reader.newJob('export'), this.head.answer, request);
  }

  private pump(): void {
    const [first, last] = this.wanted;
    // With a filter, the count comes with the first page, so other pages wait for it.
    const end = Math.min(last, this.count.get() ?? 1);
    for (let page = Math.floor(first / pageSize); page * pageSize < end; page++) {
      if (this.inFlight.size >= requestsAtOnce) return;
      const known = this.pages.get(page);
      if (known) {
        // A Map keeps insertion order: the first entry is the least recently used.
        this.pages.delete(page);
        this.pages.set(page, known);
      } else if (!this.inFlight.has(page)) void this.load(page);
    }
  }

  private async load(number: number): Promise<void> {
    const job = this.reader.newJob('page');
    this.inFlight.set(number, job);
    const isMine = () => this.inFlight.get(number) === job;
    try {
      const { total, rows, data } = await this.fetch(job, number * pageSize, pageSize);
      if (!isMine()) return;
      const page = new Table(this.head.columns, rows, data);
      this.pages.set(number, page);
      if (this.pages.size > pagesKept) this.pages.delete(this.pages.keys().next().value!);
      this.filled.update(known => withFilled(known, page));
      this.count.set(total);
    } catch (error) {
      if (isMine() && !isCancelled(error)) this.error.set(sentence(error));
      return;
    } finally {
      if (isMine()) this.inFlight.delete(number);
    }
    this.version.update(v => v + 1);
    this.pump();
  }

  private async fetch(job: string, offset: number, limit: number) {
    try {
      return await this.reader.api.page(job, this.head.answer, { ...this.arrangement, offset, limit });
    } catch (error) {
      if (isGone(error)) this.reader.isGone?.();
      throw error;
    }
  }
}

function withFilled(known: ReadonlySet<string>, page: Table): ReadonlySet<string> {
  const names = page.columns.map(({ name }) => name).filter(name => !known.has(name) && page.hasAny(name));
  return names.length > 0 ? new Set([...known, ...names]) : known;
}
