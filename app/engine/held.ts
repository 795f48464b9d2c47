/**
 * An answer held by the engine: rows by range in any arrangement, whether its columns are in memory or read
 * on demand.
 */
import type { Answer, AnswerData, Arrangement, Ask, LazyAnswer, Texts } from '../../analyzers/contract.ts';
import { allRows, sortedRows } from '../../analyzers/kit/order.ts';
import { type RowTest, rowFilter } from '../../analyzers/search/row-filter.ts';
import type { AnswerPage, FindRequest, PageRequest } from '../contract.ts';
import { pickRows } from './page.ts';
import { columnOf, isTexts, matcherOf } from './row-matcher.ts';

export interface HeldAnswer {
  readonly answer: Answer | LazyAnswer;
  /** Revision of the workspace that must still be the current one to read further rows; null if all are in memory. */
  readonly revision: number | null;
  /** Size in memory. */
  readonly bytes: number;
  page(ask: Ask, request: PageRequest): Promise<AnswerPage>;
  /** Index in the arrangement of the next row from `after` on that matches; -1 if none. */
  find(ask: Ask, request: FindRequest): Promise<number>;
}

export function heldAnswer(answer: Answer | LazyAnswer, revision = 0): HeldAnswer {
  return 'data' in answer ? new ColumnAnswer(answer) : new ReadAnswer(answer, revision);
}

/** Orders are small compared with the answer, but each costs 4 bytes per row. */
const ordersKept = 4;

/** Columns in memory: sorted, filtered and searched by row numbers, without copying. */
export class ColumnAnswer implements HeldAnswer {
  readonly revision = null;
  private readonly orders = new Map<string, Uint32Array>();

  constructor(readonly answer: Answer) {}

  get bytes(): number {
    let sum = 0;
    for (const data of this.answer.data) sum += isTexts(data) ? textBytes(data) : data.byteLength;
    for (const order of this.orders.values()) sum += order.byteLength;
    return sum;
  }

  async page(ask: Ask, { offset, limit, ...arrangement }: PageRequest): Promise<AnswerPage> {
    const all = await this.rows(ask, arrangement);
    const rows = all.subarray(offset, offset + limit);
    return { total: all.length, rows: rows.length, data: pickRows(this.answer.data, rows) };
  }

  async find(ask: Ask, { sought, after, backwards, ...arrangement }: FindRequest): Promise<number> {
    const rows = await this.rows(ask, arrangement);
    const isSuch = matcherOf(this.answer, sought);
    const step = backwards ? -1 : 1;
    for (let at = after; at >= 0 && at < rows.length; at += step) if (isSuch(rows[at]!)) return at;
    return -1;
  }

  /** Row numbers in the requested order, without filtered rows. */
  async rows(ask: Ask, { sort, filter }: Arrangement): Promise<Uint32Array> {
    const key = JSON.stringify([sort?.column, sort?.descending, filter]);
    let order = this.orders.get(key);
    if (!order) {
      order = this.arrange(sort, filter ? await rowFilter(ask, this.answer, filter) : null);
      const oldest = this.orders.keys().next();
      if (this.orders.size >= ordersKept && !oldest.done) this.orders.delete(oldest.value);
    }
    this.orders.delete(key);
    this.orders.set(key, order);
    return order;
  }

  private arrange(sort: Arrangement['sort'], filter: RowTest | null): Uint32Array {
    const all = sort
      ? sortedRows(columnOf(this.answer, sort.column, 'sort by'), sort.descending)
      : allRows(this.answer.rows);
    return filter ? all.filter(filter) : all;
  }
}

/** An answer whose rows the question reads on demand. */
class ReadAnswer implements HeldAnswer {
  readonly bytes = 0;

  constructor(
    readonly answer: LazyAnswer,
    readonly revision: number,
  ) {}

  async page(ask: Ask, { offset, limit, ...arrangement }: PageRequest): Promise<AnswerPage> {
    const [total, data] = await Promise.all([
      arrangement.filter ? this.answer.count(ask, arrangement.filter) : this.answer.rows,
      this.answer.read(ask, arrangement, offset, limit),
    ]);
    return { total, rows: lengthOf(data), data };
  }

  find(ask: Ask, { sought, after, backwards = false, ...arrangement }: FindRequest): Promise<number> {
    return this.answer.find(ask, arrangement, sought, after, backwards);
  }
}

function lengthOf([first]: readonly AnswerData[]): number {
  return first === undefined ? 0 : isTexts(first) ? first.index.length : first.length;
}

/** V8 stores Latin-1 text in one byte per character, with 16 to 24 bytes of overhead. */
function textBytes({ index, values }: Texts): number {
  return values.reduce((sum, value) => sum + value.length + 24, index.byteLength);
}
