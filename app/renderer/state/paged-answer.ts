import type { AnswerHead, Arrangement, AskRequest } from '../../contract.ts';
import { valueKey } from '../lib/value-key.ts';
import { ArrangedAnswer, type Reader } from './arranged-answer.ts';
import type { Table } from './table.ts';

export type { Sort } from '../../contract.ts';
export type { Cell } from './table.ts';

/** Arrangements whose pages are kept; the engine keeps as many orders. */
const arrangementsKept = 4;

/** An answer the engine holds. It has no order of its own to change: each view reads it as {@link arranged}. */
export class PagedAnswer {
  private readonly kept = new Map<string, ArrangedAnswer>();

  constructor(
    private readonly reader: Reader,
    readonly head: AnswerHead,
    /** What was asked. */
    readonly request: AskRequest,
  ) {}

  /** Rows before any filter. */
  get rows(): number {
    return this.head.rows;
  }

  /** The same object, and so the same pages, for equal arrangements. */
  arranged({ sort, filter }: Arrangement = {}): ArrangedAnswer {
    // The order chosen for a table may be by a column that only some of its answers have.
    const isKnown = this.head.columns.some(({ name }) => name === sort?.column);
    const arrangement: Arrangement = { ...(sort && isKnown && { sort }), ...(filter && { filter }) };
    const key = valueKey(arrangement);
    const known = this.kept.get(key) ?? new ArrangedAnswer(this.reader, this.head, arrangement);
    // Map order is use order.
    this.kept.delete(key);
    this.kept.set(key, known);
    if (this.kept.size > arrangementsKept) this.kept.delete(this.kept.keys().next().value!);
    return known;
  }

  /** Rows from `first` on, waiting for them. */
  read(first: number, count: number, arrangement: Arrangement = {}): Promise<Table> {
    return this.arranged(arrangement).read(first, count);
  }
}
