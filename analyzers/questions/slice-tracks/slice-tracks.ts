import type { AnswerColumn, Ask, Note, Scope } from '../../contract.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { answer, listed, texts } from '../../kit/answer.ts';
import { threadFacts } from '../../kit/catalog.ts';
import { note, onceEach } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { textColumn, textsById } from '../../kit/texts.ts';
import { withIds } from '../../kit/with-ids.ts';
import { wordId } from '../../states/in-scope.ts';
import { meaningfulEvents } from '../../states/meaningful.ts';
import { type Bins, binned, binsOf } from '../../time/bins.ts';
import { alignedSpanOf, type Span, sinceSql } from '../../time/span.ts';
import { nesting } from './nesting.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'track', kind: 'text', refers: 'thread', about: 'Thread: the name of its process, and its id.' },
  { name: 'name', kind: 'code', about: 'Name of the slice; null if the row merges several.' },
  { name: 'kind', kind: 'text', refers: 'kind', about: 'Event type; null if the row merges several.' },
  { name: 'time', kind: 'time', about: 'Begin of the slice; if merged, of the bucket.' },
  { name: 'duration', kind: 'duration', about: 'Duration of the slice; if merged, length of the bucket.' },
  {
    name: 'depth',
    kind: 'integer',
    about: 'Number of slices in progress on the track when it began; it is drawn below them.',
  },
  { name: 'count', kind: 'integer', unit: 'slices', about: 'Number of slices of the row.' },
  { name: 'errors', kind: 'integer', about: 'Number of them that failed.' },
  {
    name: 'capture',
    kind: 'integer',
    refers: 'capture',
    about: 'Id of the capture; null if the row merges several.',
  },
  {
    name: 'line',
    kind: 'integer',
    refers: 'line',
    about: 'Line in its file; null if the row merges several, or if the format has no lines.',
  },
];

export const sliceTracks = withIds('kind', {
  id: 'slice-tracks',
  title: 'Slices over time',
  question: 'Which spans, calls and requests were in progress, and how were they nested?',
  needs: ['event'],
  params: {
    top: howMany('Number of threads; those with most slices.', 4, 100),
    buckets: howMany(
      'Maximum number of time buckets: slices shorter than a bucket are counted in it instead of listed.',
      600,
      10_000,
    ),
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const span = await alignedSpanOf(ask, scope, Math.floor(params.buckets));
    const within = await eventsIn(ask, span.scope, {}, 's.duration');
    const facts = await slicesSql(ask);
    const long = await longSlices(ask, span, facts);
    const short = await shortSlices(ask, span, scope, facts);
    const ranked = byCount(long, short);
    const shown = ranked.slice(0, params.top);
    const place = new Map(shown.map((track, at) => [track, at]));

    const depth = new Float64Array(long.length);
    const end = Float64Array.from(long.since, (since, row) => since + long.duration[row]!);
    nesting(long.order, long.track, long.since, end, depth);
    const kept = [...long.order].filter(row => place.has(long.track[row]!));
    const counted = short.filter(({ track }) => place.has(track));
    const under = depthsUnder(long, end, depth, counted, span);
    const names = await textsById(
      ask,
      kept.flatMap(row => [long.name[row]!, long.kind[row]!]),
    );
    const ids = (column: Int32Array) =>
      textColumn(
        Int32Array.from({ length: kept.length + counted.length }, (_, at) =>
          at < kept.length ? column[kept[at]!]! : -1,
        ),
        names,
      );
    const column = (ofLong: (row: number) => number, ofShort: (row: Short, at: number) => number) =>
      Float64Array.from([...kept.map(ofLong), ...counted.map(ofShort)]);
    const since = column(
      row => long.since[row]!,
      ({ bucket }) => bucket * Number(span.width),
    );
    const titles = await titlesOf(ask, shown);
    const notes = [...span.notes, ...within.notes, ...leftOut(shown, ranked, titles)];
    return answer(
      columns,
      kept.length + counted.length,
      {
        track: texts(
          [...kept.map(row => long.track[row]!), ...counted.map(({ track }) => track)].map(
            id => titles.get(id) ?? '',
          ),
        ),
        name: ids(long.name),
        kind: ids(long.kind),
        time: BigInt64Array.from(since, each => span.from + BigInt(each)),
        duration: column(
          row => long.duration[row]!,
          () => Number(span.width),
        ),
        depth: column(
          row => depth[row]!,
          (_, at) => under[at]!,
        ),
        count: column(
          () => 1,
          ({ count }) => count,
        ),
        errors: column(
          row => long.failed[row]!,
          ({ errors }) => errors,
        ),
        capture: column(
          row => long.capture[row]!,
          () => Number.NaN,
        ),
        line: column(
          row => (long.line[row]! < 0 ? Number.NaN : long.line[row]!),
          () => Number.NaN,
        ),
      },
      { notes: onceEach(notes) },
    );
  },
});

/** Tracks, those with most slices first. */
function byCount(long: Long, short: readonly Short[]): readonly number[] {
  const totals = new Map<number, number>();
  const add = (track: number, count: number) => totals.set(track, (totals.get(track) ?? 0) + count);
  for (const track of long.track) add(track, 1);
  for (const { track, count } of short) add(track, count);
  return [...totals.keys()].sort((a, b) => totals.get(b)! - totals.get(a)! || a - b);
}

/** Names of tracks: those of their processes, and the ids of their threads. */
async function titlesOf(ask: Ask, shown: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const threads = new Map((await threadFacts(ask)).map(each => [each.id, each]));
  return new Map(
    shown.map(id => {
      const { process = null, tid = -1 } = threads.get(id) ?? {};
      return [id, `${process ?? ''} ${tid < 0 ? '' : tid}`.trim()] as const;
    }),
  );
}

function leftOut(
  shown: readonly number[],
  ranked: readonly number[],
  titles: ReadonlyMap<number, string>,
): readonly Note[] {
  if (shown.length === ranked.length) return [];
  return [
    note(
      'threads-left-out',
      `The ${shown.length} of ${ranked.length} threads with most slices: ${listed([...titles.values()])}.`,
      { shown: shown.length, of: ranked.length },
    ),
  ];
}

interface SlicesSql {
  readonly name: string;
  readonly failed: string;
  readonly empty: number;
}

/** SQL over `event s`. */
async function slicesSql(ask: Ask): Promise<SlicesSql> {
  const events = await meaningfulEvents(ask, ['slice', 'syscall']);
  const name = events?.id('slice.name', 'syscall.name') ?? 'NULL::INTEGER';
  const error = events?.id('slice.error', 'syscall.error') ?? 'NULL::INTEGER';
  const code = events?.number('syscall.error') ?? 'NULL::DOUBLE';
  const empty = await wordId(ask, '');
  return {
    name: `coalesce(${name}, s.kind)`,
    failed: `((${error} IS NOT NULL AND ${error} IS DISTINCT FROM ${empty}) OR coalesce(${code}, 0) <> 0)`,
    empty,
  };
}

interface Long {
  readonly length: number;
  readonly track: Int32Array;
  readonly name: Int32Array;
  readonly kind: Int32Array;
  /** ns since the span begins. */
  readonly since: Float64Array;
  readonly duration: Float64Array;
  readonly failed: Int32Array;
  readonly capture: Int32Array;
  /** -1 without one. */
  readonly line: Float64Array;
  /** By track, then by time, the longest first. */
  readonly order: Int32Array;
}

/** Slices of at least one bucket: at most one per bucket and row of a track. */
async function longSlices(ask: Ask, span: Span, { name, failed }: SlicesSql): Promise<Long> {
  const { where, params } = await eventsIn(ask, span.scope, {}, 's.duration');
  const result = await ask.query.columns(
    `SELECT coalesce(s.thread, -1)::INTEGER AS track, (${name})::INTEGER AS name, s.kind::INTEGER AS kind, (${sinceSql(span)})::DOUBLE AS since,
       s.duration::DOUBLE AS duration, (${failed})::INTEGER AS failed,
       s.capture::INTEGER AS capture, coalesce(s.line, -1)::DOUBLE AS line
     FROM event s WHERE ${where} AND s.duration >= ${span.width} AND s.ts IS NOT NULL`,
    params,
    ask.cancel,
  );
  const [track, since, duration] = [
    result.ints('track'),
    result.numbers('since'),
    result.numbers('duration'),
  ];
  const order = Int32Array.from({ length: result.length }, (_, row) => row).sort(
    (a, b) => track[a]! - track[b]! || since[a]! - since[b]! || duration[b]! - duration[a]!,
  );
  return {
    length: result.length,
    track,
    name: result.ints('name'),
    kind: result.ints('kind'),
    since,
    duration,
    failed: result.ints('failed'),
    capture: result.ints('capture'),
    line: result.numbers('line'),
    order,
  };
}

interface Short {
  readonly track: number;
  readonly bucket: number;
  count: number;
  errors: number;
}

/**
 * Slices shorter than a bucket, at their begin. Also binned by the number of bits of their duration: a bucket is a power of two,
 * so the bins show which slices are shorter than a bucket of any width.
 */
async function shortSlices(ask: Ask, span: Span, scope: Scope, { failed }: SlicesSql): Promise<Short[]> {
  const bins: Bins = await binsOf(ask, span, scope, 'event', true);
  const found = await binned(ask, bins, 'slices', async over => {
    const { where, params } = await eventsIn(ask, over.scope);
    const shorter = bins.isSummary ? '' : `AND s.duration < ${span.width}`;
    return ask.query.columns(
      `SELECT ((${sinceSql(over)}) // ${over.width})::INTEGER AS bin, coalesce(s.thread, -1)::INTEGER AS track,
         CASE WHEN s.duration > 0 THEN floor(log2(s.duration))::INTEGER + 1 ELSE 0 END AS bits, count(*)::DOUBLE AS n, count(*) FILTER (${failed})::DOUBLE AS errors
       FROM event s WHERE ${where} AND s.duration IS NOT NULL AND s.ts IS NOT NULL ${shorter} GROUP BY ALL`,
      params,
      ask.cancel,
    );
  });
  const { columns } = found;
  const [track, bits] = [columns.ints('track'), columns.ints('bits')];
  const [n, errors] = [columns.numbers('n'), columns.numbers('errors')];
  const maxBits = span.width.toString(2).length;
  const short: Short[] = [];
  const open = new Map<number, Short>();
  let at = -1;
  found.each(bins, (row, bucket) => {
    if (bits[row]! >= maxBits) return;
    if (bucket !== at) open.clear();
    at = bucket;
    let slices = open.get(track[row]!);
    if (!slices) {
      slices = { track: track[row]!, bucket, count: 0, errors: 0 };
      open.set(track[row]!, slices);
      short.push(slices);
    }
    slices.count += n[row]!;
    slices.errors += errors[row]!;
  });
  return short;
}

/** Number of long slices of the track at the middle of each bucket. */
function depthsUnder(
  { order, track, since }: Long,
  end: Float64Array,
  depth: Float64Array,
  short: readonly Short[],
  { width }: Span,
): Float64Array {
  const byTrack = new Map<number, number[]>();
  for (const row of order) {
    const rows = byTrack.get(track[row]!) ?? [];
    byTrack.set(track[row]!, rows);
    rows.push(row);
  }
  const state = new Map<number, { next: number; open: number[] }>();
  return Float64Array.from(short, each => {
    const rows = byTrack.get(each.track);
    if (!rows) return 0;
    const middle = (each.bucket + 0.5) * Number(width);
    const walk = state.get(each.track) ?? { next: 0, open: [] };
    state.set(each.track, walk);
    // Buckets and slices are both in the order of time.
    while (walk.next < rows.length && since[rows[walk.next]!]! <= middle) walk.open.push(rows[walk.next++]!);
    walk.open = walk.open.filter(row => end[row]! > middle);
    return walk.open.reduce((max, row) => Math.max(max, depth[row]! + 1), 0);
  });
}
