/**
 * Summaries of large captures: the sums of a question by time bin over the whole time, made by one scan of the rows and
 * cached. A wide range is then answered by adding up bins; a narrow one reads its rows, which are stored together as they were
 * recorded. Bins are 2^n ns on the grid of `alignedSpanOf`, so that buckets hold whole bins and both ways give the same.
 */
import type { RowTable } from '../../parsers/tables.ts';
import type { Columns } from '../../workspace/query.ts';
import type { Ask, Scope } from '../contract.ts';
import { scopeKey } from '../samples/samples.ts';
import { alignedSpanOf, type Span } from './span.ts';

/** Maximum number of bins of a summary: ranges down to a twentieth of the whole are drawn from bins, narrower ones read few rows. */
const mostBins = 8192;
/** Fewer rows than this are read as fast as a summary. */
const fewRows = 200_000;

export interface Bins {
  /** The span that is binned: the range itself, or the whole time. */
  readonly over: Span;
  /** True if `over` is the whole time, so that the bins are worth caching. */
  readonly isSummary: boolean;
  /** First bin of the range. */
  readonly first: number;
  readonly count: number;
  readonly perBucket: number;
}

/** Chooses the bins of a table's rows for the buckets of `span`. */
export async function binsOf(
  ask: Ask,
  span: Span,
  scope: Scope,
  table: RowTable,
  aligned: boolean,
): Promise<Bins> {
  const itself = { over: span, isSummary: false, first: 0, count: span.buckets, perBucket: 1 };
  const rows = span.captures.reduce((sum, each) => sum + (each.rows[table] ?? 0), 0);
  if (!aligned || rows < fewRows) return itself;
  const { from: _from, to: _to, ...timeless } = scope;
  // Captures that a time range excludes are not on the axis.
  const over = await alignedSpanOf(
    ask,
    { ...timeless, captures: span.captures.map(each => each.id) },
    mostBins,
  );
  if (over.width > span.width) return itself;
  const perBucket = Number(span.width / over.width);
  return {
    over,
    isSummary: true,
    first: Number((span.from - over.from) / over.width),
    count: span.buckets * perBucket,
    perBucket,
  };
}

/** Rows by bin. */
export class Binned {
  private constructor(
    readonly columns: Columns,
    /** Rows sorted by bin, and the index at which each bin begins in it; rows without a bin come first. */
    private readonly order: Int32Array,
    private readonly starts: Int32Array,
  ) {}

  /** @param columns with a column `bin`, INTEGER */
  static of(columns: Columns, bins: number): Binned {
    const bin = columns.ints('bin');
    const starts = new Int32Array(bins + 2);
    const place = (row: number) => Math.min(bins - 1, bin[row]!) + 1;
    for (let row = 0; row < bin.length; row++) starts[place(row) + 1]!++;
    for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
    const next = starts.slice();
    const order = new Int32Array(bin.length);
    for (let row = 0; row < bin.length; row++) order[next[place(row)]!++] = row;
    return new Binned(columns, order, starts);
  }

  /** The rows of the range, each with its bucket. */
  each({ first, count, perBucket }: Bins, visit: (row: number, bucket: number) => void): void {
    const { starts, order } = this;
    const last = Math.min(starts.length - 2, first + count);
    for (let bin = Math.max(0, first); bin < last; bin++) {
      const bucket = Math.floor((bin - first) / perBucket);
      for (let at = starts[bin + 1]!; at < starts[bin + 2]!; at++) visit(order[at]!, bucket);
    }
  }

  /** Visits rows without a time, and outliers. */
  eachWithoutBin(visit: (row: number) => void): void {
    for (let at = 0; at < this.starts[1]!; at++) visit(this.order[at]!);
  }
}

/**
 * Result of `read` for the bins, cached if they are a summary. `name`: key of everything it depends on except the scope.
 */
export async function binned(
  ask: Ask,
  { over, isSummary }: Bins,
  name: string,
  read: (over: Span) => Promise<Columns>,
): Promise<Binned> {
  const make = async () => Binned.of(await read(over), over.buckets);
  if (!isSummary) return make();
  return ask.memo(`bins of ${name} ${scopeKey(over.scope)}`, async () => {
    const value = await make();
    return { value, bytes: value.columns.length * 40 };
  });
}
