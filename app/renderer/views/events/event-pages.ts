import type { Note } from '../../../contract.ts';
import { sentence } from '../../state/engine-link.ts';
import type { EventRow } from '../../state/events.ts';
import { Store } from '../../state/store.ts';

/** Some rows of the list, and how many rows the whole list has. */
export interface EventPage {
  readonly rows: readonly EventRow[];
  readonly total: number;
  readonly notes: readonly Note[];
}

export interface Reading {
  readonly page: Promise<EventPage>;
  /** It is not wanted any more. */
  cancel(): void;
}

/** Several screens. */
export const pageRows = 200;
/** 20,000 rows: what a minute of scrolling passes. */
const pagesKept = 100;
/** One page is on the screen, one is about to be. */
const requestsAtOnce = 2;

/**
 * A list of events of any length, of which the window holds the pages it looked at last. The engine holds none of it:
 * each page is asked for by its offset.
 */
export class EventPages {
  readonly version = new Store(0);
  readonly error = new Store<string | null>(null);
  /** Null until the first page is here. */
  readonly total = new Store<number | null>(null);
  readonly notes = new Store<readonly Note[]>([]);
  /** Columns in which some row seen so far has something. */
  readonly filled = new Store<ReadonlySet<string>>(new Set());
  private readonly pages = new Map<number, readonly EventRow[]>();
  private readonly inFlight = new Map<number, Reading>();
  private wanted: readonly [first: number, last: number] = [0, 0];
  private isClosed = false;

  constructor(private readonly read: (offset: number, limit: number) => Reading) {}

  /** Asks for the first page. */
  start(): void {
    this.isClosed = false;
    if (this.total.get() === null) void this.load(0);
  }

  /** Undefined while it is on its way. */
  at(row: number): EventRow | undefined {
    return this.pages.get(Math.floor(row / pageRows))?.[row % pageRows];
  }

  /** `last` is exclusive. Pages scrolled past before they were asked for are never fetched. */
  want(first: number, last: number): void {
    this.wanted = [first, last];
    this.pump();
  }

  /** The row, fetched if need be. */
  async row(row: number): Promise<EventRow | undefined> {
    return this.at(row) ?? (await this.read(row, 1).page).rows[0];
  }

  /** Nobody looks any more: what is under way is cancelled. */
  close(): void {
    this.isClosed = true;
    for (const { cancel } of this.inFlight.values()) cancel();
    this.inFlight.clear();
  }

  private pump(): void {
    const [first, last] = this.wanted;
    const end = Math.min(last, this.total.get() ?? 0);
    for (let page = Math.floor(first / pageRows); page * pageRows < end; page++) {
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
    const reading = this.read(number * pageRows, pageRows);
    this.inFlight.set(number, reading);
    try {
      const { rows, total, notes } = await reading.page;
      if (this.isClosed) return;
      this.pages.set(number, rows);
      this.filled.update(known => withFilled(known, rows));
      if (this.pages.size > pagesKept) this.pages.delete(this.pages.keys().next().value!);
      this.notes.set(notes);
      this.total.set(total);
    } catch (error) {
      if (!this.isClosed) this.error.set(sentence(error));
      return;
    } finally {
      if (this.inFlight.get(number) === reading) this.inFlight.delete(number);
    }
    this.version.update(v => v + 1);
    this.pump();
  }
}

function withFilled(known: ReadonlySet<string>, rows: readonly EventRow[]): ReadonlySet<string> {
  const names = Object.keys(rows[0] ?? {}).filter(
    name => !known.has(name) && rows.some(row => row[name] !== null),
  );
  return names.length > 0 ? new Set([...known, ...names]) : known;
}
