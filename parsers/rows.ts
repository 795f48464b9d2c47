/** Types of rows as readers give them, from the declarations in `tables.ts`. */
import type { Id, None, Slice } from './contract.ts';
import type { ColumnType, InternedTable, RowTable, tables } from './tables.ts';

type ColumnsOf<T extends RowTable> = (typeof tables)[T]['columns'];

type ValueOf<T extends ColumnType> = T extends InternedTable
  ? Id<T>
  : T extends 'flag'
    ? boolean
    : T extends 'bytes'
      ? Slice
      : T extends 'values' | 'numbers'
        ? ArrayLike<number>
        : number;

type Nullable<C> = { [K in keyof C]: C[K] extends { readonly nullable: true } ? K : never }[keyof C];
type TypeOf<C> = C extends { readonly type: infer T extends ColumnType } ? T : never;
/** The type of null, for types in which NaN and -1 do not stand for null. */
type NullOf<T extends ColumnType> = T extends InternedTable ? None : T extends 'bytes' ? null : never;

/** A row by the names of its columns; columns that may be null can be left out. */
export type RowOf<T extends RowTable> = {
  readonly [K in Exclude<keyof ColumnsOf<T>, Nullable<ColumnsOf<T>>>]: ValueOf<TypeOf<ColumnsOf<T>[K]>>;
} & {
  readonly [K in Nullable<ColumnsOf<T>>]?:
    | ValueOf<TypeOf<ColumnsOf<T>[K]>>
    | NullOf<TypeOf<ColumnsOf<T>[K]>>
    | undefined;
};

/** Row tables that have no method of their own in `Output`. */
export type PlainRowTable = Exclude<RowTable, 'sample' | 'event' | 'metric'>;
