/** One answer as the engine holds it: sorted, filtered and searched without copying its columns. */
import type { Answer, AnswerData, Texts } from '../../analyzers/contract.ts';
import { allRows, sortedRows } from '../../analyzers/order.ts';
import type { FindRequest, PageRequest } from '../contract.ts';
import { EngineError } from './errors.ts';

/** Orders are small beside the answer, but each costs 4 bytes a row. */
const ordersKept = 4;

type Arrangement = Pick<PageRequest, 'sort' | 'filter'>;

export class HeldAnswer {
  private readonly orders = new Map<string, Uint32Array>();

  constructor(readonly answer: Answer) {}

  get bytes(): number {
    let sum = 0;
    for (const data of this.answer.data) sum += isTexts(data) ? textBytes(data) : data.byteLength;
    for (const order of this.orders.values()) sum += order.byteLength;
    return sum;
  }

  /** Row numbers in the order asked for, without the rows filtered out. */
  rows({ sort, filter }: Arrangement): Uint32Array {
    const key = JSON.stringify([sort?.column, sort?.descending, filter]);
    let order = this.orders.get(key);
    if (!order) {
      order = this.arrange(sort, filter);
      const oldest = this.orders.keys().next();
      if (this.orders.size >= ordersKept && !oldest.done) this.orders.delete(oldest.value);
    }
    this.orders.delete(key);
    this.orders.set(key, order);
    return order;
  }

  /** Where in the order asked for the first row from `after` on contains `find`; -1 if none does. */
  find(request: FindRequest): number {
    const rows = this.rows(request);
    const contains = this.matcher(request.find);
    const step = request.backwards ? -1 : 1;
    for (let at = request.after; at >= 0 && at < rows.length; at += step) {
      if (contains(rows[at]!)) return at;
    }
    return -1;
  }

  private arrange(sort: Arrangement['sort'], filter: string | undefined): Uint32Array {
    const all = sort
      ? sortedRows(this.answer.data[this.columnIndex(sort.column)]!, sort.descending)
      : allRows(this.answer.rows);
    return filter ? all.filter(this.matcher(filter)) : all;
  }

  private columnIndex(name: string): number {
    const index = this.answer.columns.findIndex(column => column.name === name);
    if (index < 0) throw new EngineError('bad-request', `The answer has no column "${name}" to sort by.`);
    return index;
  }

  /** Whether a row has the needle in one of its texts, ignoring case. Looks at each distinct text once. */
  private matcher(needle: string): (row: number) => boolean {
    const folded = needle.toLowerCase();
    const columns = this.answer.data.flatMap(data =>
      isTexts(data)
        ? [{ index: data.index, hits: data.values.map(value => value.toLowerCase().includes(folded)) }]
        : [],
    );
    return row => columns.some(({ index, hits }) => hits[index[row]!]);
  }
}

export function isTexts(data: AnswerData): data is Texts {
  return !ArrayBuffer.isView(data);
}

/** V8 holds Latin-1 text in one byte a character, with 16 to 24 bytes around it. */
function textBytes({ index, values }: Texts): number {
  return values.reduce((sum, value) => sum + value.length + 24, index.byteLength);
}
