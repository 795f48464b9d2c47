/**
 * The interface of a workspace for questions: read-only SQL in, columns out.
 *
 * The schema is `parsers/tables.ts` (one SQL table per entry, same names; interned and row tables have an `id` or the
 * capture column as described in `workspace/store/schema.ts`).
 */

/** A value bound to `?` or `$name`. */
export type SqlValue = string | number | bigint | boolean | null;
export type SqlParams = readonly SqlValue[] | Readonly<Record<string, SqlValue>>;

/**
 * One column of a result.
 *
 * | SQL type                              | here           | null     |
 * |---------------------------------------|----------------|----------|
 * | INTEGER and smaller, BOOLEAN          | `Int32Array`   | -1       |
 * | FLOAT, DOUBLE, DECIMAL, HUGEINT, UBIGINT | `Float64Array` | NaN   |
 * | BIGINT                                | `BigInt64Array`| {@link nullWide} |
 * | anything else                         | strings        | null     |
 *
 * Cast in SQL (`::DOUBLE`, `::INTEGER`) to choose.
 */
export type Vector = Int32Array | Float64Array | BigInt64Array | readonly (string | null)[];

/** Null in a `BigInt64Array`. */
export const nullWide = -(2n ** 63n);

export class Columns {
  constructor(
    readonly length: number,
    private readonly vectors: ReadonlyMap<string, Vector>,
  ) {}

  has(name: string): boolean {
    return this.vectors.has(name);
  }

  ints(name: string): Int32Array {
    const v = this.vector(name);
    if (v instanceof Int32Array) return v;
    throw new TypeError(`column ${name} is not INTEGER`);
  }

  numbers(name: string): Float64Array {
    const v = this.vector(name);
    if (v instanceof Float64Array) return v;
    throw new TypeError(`column ${name} is not DOUBLE`);
  }

  wides(name: string): BigInt64Array {
    const v = this.vector(name);
    if (v instanceof BigInt64Array) return v;
    throw new TypeError(`column ${name} is not BIGINT`);
  }

  texts(name: string): readonly (string | null)[] {
    const v = this.vector(name);
    if (Array.isArray(v)) return v;
    throw new TypeError(`column ${name} is not VARCHAR`);
  }

  private vector(name: string): Vector {
    const v = this.vectors.get(name);
    if (!v) throw new TypeError(`no column ${name} in the result`);
    return v;
  }
}

/** Something that can be cancelled. An `AbortSignal` is one. */
export interface Cancel {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface Query {
  /** Runs one SELECT. Rejects with a `QueryError`; stops the engine's work when `cancel` fires. */
  columns(sql: string, params?: SqlParams, cancel?: Cancel): Promise<Columns>;
  /** Runs one SELECT of the user: see `sql.ts` for its restrictions. */
  table(sql: string, options: SelectOptions): Promise<SqlTable>;
}

export interface SelectOptions {
  /** Maximum number of rows read; default 1,000,000. */
  readonly limit?: number;
  /** Time after which it is stopped, s; default 300. */
  readonly seconds?: number;
  readonly cancel?: Cancel;
}

/** Result of a user's SELECT, as values that JSON can represent. */
export interface SqlTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly Json[])[];
  /** True if there were more rows than the limit, or than fit the memory limit; they were not read. */
  readonly more: boolean;
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A query the engine refused or could not finish. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  constructor(
    message: string,
    readonly sql: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
