import { type AnswerColumn, type AnswerData, nullWide, type Texts } from '../../../analyzers/contract.ts';

/** Value of a cell: `time` columns bigint, texts string, the rest number. */
export type Cell = string | number | bigint | null;

/** A row: its cells by column name; undefined while it is being fetched. */
export type RowCells = (column: string) => Cell | undefined;

/** Rows of an answer as they come from the engine: one typed array per column. Only {@link records} makes objects of rows. */
export class Table {
  private readonly at: ReadonlyMap<string, number>;

  constructor(
    readonly columns: readonly AnswerColumn[],
    readonly rows: number,
    private readonly data: readonly AnswerData[],
  ) {
    this.at = new Map(columns.map(({ name }, i) => [name, i]));
  }

  /** Undefined for an unknown row or column. */
  cell(row: number, column: string): Cell | undefined {
    const data = this.data[this.at.get(column) ?? -1];
    return data === undefined || row < 0 || row >= this.rows ? undefined : cellOf(data, row);
  }

  /** True if some row has a value in the column. */
  hasAny(column: string): boolean {
    const data = this.data[this.at.get(column) ?? -1];
    if (data === undefined) return false;
    for (let row = 0; row < this.rows; row++) if (cellOf(data, row) !== null) return true;
    return false;
  }

  /** A column of kind `text` or `code`. */
  texts(column: string): Texts {
    const data = this.column(column);
    if (!ArrayBuffer.isView(data)) return data;
    throw new TypeError(`column ${column} holds no texts`);
  }

  /** A column of numbers; NaN is null. */
  numbers(column: string): Float64Array {
    const data = this.column(column);
    if (data instanceof Float64Array) return data;
    throw new TypeError(`column ${column} holds no numbers`);
  }

  /** A column of kind `time`: epoch ns; {@link nullWide} is null. */
  times(column: string): BigInt64Array {
    const data = this.column(column);
    if (data instanceof BigInt64Array) return data;
    throw new TypeError(`column ${column} holds no times`);
  }

  /** Only for the few rows of a card or a form; lists and pictures read columns. */
  records(): Record<string, Cell>[] {
    return Array.from({ length: this.rows }, (_, row) => this.record(row));
  }

  record(row: number): Record<string, Cell> {
    return Object.fromEntries(this.columns.map(({ name }, i) => [name, cellOf(this.data[i]!, row)]));
  }

  private column(name: string): AnswerData {
    const data = this.data[this.at.get(name) ?? -1];
    if (data) return data;
    throw new TypeError(`the answer has no column ${name}`);
  }
}

function cellOf(data: AnswerData, row: number): Cell {
  if (data instanceof Float64Array) {
    const value = data[row]!;
    return Number.isNaN(value) ? null : value;
  }
  if (data instanceof BigInt64Array) return data[row] === nullWide ? null : data[row]!;
  return data.values[data.index[row]!] ?? null;
}
