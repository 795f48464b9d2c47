import type { AnswerHead, Arrangement, AskRequest } from '../../contract.ts';
import { valueKey } from '../lib/value-key.ts';
import { ArrangedAnswer, type Reader } from './arranged-answer.ts';
import type { Table } from './table.ts';

export type { Sort } from '../../contract.ts';
export type { Cell, RowCells } from './table.ts';

/** Number of arrangements with cached pages; the engine caches as many orders. */
const arrangementsKept = 4;

/** An answer held by the engine. Each view reads it in its own order and with its own filters: {@link arranged}. */
export class PagedAnswer {
  private readonly arrangedAnswers = new Map<string, ArrangedAnswer>();

  constructor(
    private readonly reader: Reader,
    readonly head: AnswerHead,
    /** The question, parameters and scope. */
    readonly request: AskRequest,
  ) {}

  /** Rows before any filter. */
  get rows(): number {
    return this.head.rows;
  }

  /** The same object, and so the same pages, for equal arrangements. */
  arranged({ sort, filter }: Arrangement = {}): ArrangedAnswer {
    // A table may be sorted by a column that not all of its answers have.
    const isKnown = this.head.columns.some(({ name }) => name === sort?.column);
    const arrangement: Arrangement = { ...(sort && isKnown && { sort }), ...(filter && { filter }) };
    const key = valueKey(arrangement);
    const known = this.arrangedAnswers.get(key) ?? new ArrangedAnswer(this.reader, this.head, arrangement);
    // Map order is use order.
    this.arrangedAnswers.delete(key);
    this.arrangedAnswers.set(key, known);
    if (this.arrangedAnswers.size > arrangementsKept)
      this.arrangedAnswers.delete(this.arrangedAnswers.keys().next().value!);
    return known;
  }

  /** Fetches rows from `first` on. */
  read(first: number, count: number, arrangement: Arrangement = {}): Promise<Table> {
    return this.arranged(arrangement).read(first, count);
  }
}
