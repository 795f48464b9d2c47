/** The moments at which all signals of a scope are compared. */

import type { Ask, Scope } from '../contract.ts';
import { durationText } from '../kit/answer.ts';
import { note } from '../kit/notes.ts';
import { type Span, spanOf, zeroOf } from '../time/span.ts';

/** A {@link Span} whose buckets are as long as the usual interval of the tools, and begin at multiples of it. */
export interface Grid extends Span {
  /** Width of a bucket. */
  readonly seconds: number;
}

const minBuckets = 60;
const maxBuckets = 1500;
/** Round lengths, ns. */
const lengths = [
  ...[1e6, 2e6, 5e6, 1e7, 2e7, 5e7, 1e8, 2e8, 5e8],
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 86_400].map(each => each * 1e9),
];

export async function gridOf(ask: Ask, scope: Scope): Promise<Grid> {
  const usual = await usualStep(ask);
  const whole = await recordedSpan(ask, scope, usual);
  const span = Number(whole.width);
  const wanted = Math.min(span / minBuckets, Math.max(span / maxBuckets, usual ?? span / 240));
  const length = lengths.find(each => each >= 0.9 * wanted) ?? Math.ceil(wanted / 86_400e9) * 86_400e9;
  const width = BigInt(length);
  const first = ((whole.from % width) + width) % width;
  const from = whole.from - first;
  const buckets = Math.max(1, Math.ceil((span + Number(first)) / length));
  return { ...whole, from, width, buckets, seconds: length / 1e9 };
}

/**
 * The time of the scope. Without one, a log that is far longer than the recorded counters, samples and states is limited to their time: a log of days beside
 * captures of a minute would make buckets longer than these captures.
 */
async function recordedSpan(ask: Ask, scope: Scope, usual: number | null): Promise<Span> {
  const whole = await spanOf(ask, scope, 1);
  if (scope.from !== undefined || scope.to !== undefined) return whole;
  if (usual !== null && Number(whole.width) / maxBuckets < 1.5 * usual) return whole;
  const recorded = whole.captures.filter(({ rows }) => rows.metric || rows.sample || rows.state);
  if (recorded.length === 0) return whole;
  const { from, width } = await spanOf(ask, { captures: recorded.map(({ id }) => id) }, 1);
  if (width * 2n > whole.width) return whole;
  const span = await spanOf(ask, { ...whole.scope, from, to: from + width }, 1);
  return {
    ...span,
    notes: [
      ...whole.notes,
      note(
        'recorded-time',
        `Of ${durationText(Number(whole.width))} only the ${durationText(Number(span.width))} are compared in which counters, samples or states were recorded; a time in scope chooses another.`,
      ),
    ],
  };
}

/** The most frequent interval between two reports of a tool, ns; null without series. */
function usualStep(ask: Ask): Promise<number | null> {
  return ask.memo('usual step of series', async () => {
    const found = await ask.query.columns(
      `SELECT median(step)::DOUBLE AS step FROM (
         SELECT (max(t) - min(t)) / (count(DISTINCT t) - 1) AS step
         FROM (SELECT capture, unnest(ts) AS t FROM metric_times) GROUP BY capture HAVING count(DISTINCT t) > 1)`,
      [],
      ask.cancel,
    );
    const step = found.numbers('step')[0];
    return { value: step === undefined || Number.isNaN(step) ? null : step, bytes: 8 };
  });
}

/** First and last bucket that each capture covers fully; its counts in other buckets are incomplete. */
export function bucketsOf({
  captures,
  from,
  width,
  buckets,
}: Grid): ReadonlyMap<number, readonly [first: number, last: number]> {
  const within = new Map<number, readonly [number, number]>();
  for (const capture of captures) {
    if (capture.first === null || capture.last === null) continue;
    const zero = zeroOf(capture) - from;
    const first = Math.ceil(Number(zero + capture.first) / Number(width));
    const last = Math.floor(Number(zero + capture.last) / Number(width)) - 1;
    within.set(capture.id, [Math.max(0, first), Math.min(buckets - 1, last)]);
  }
  return within;
}

/** Values that are 0 in the buckets that the capture covers, and NaN elsewhere. */
export function countsOver(grid: Grid, [first, last]: readonly [number, number]): Float64Array {
  return new Float64Array(grid.buckets).fill(Number.NaN).fill(0, first, Math.max(first, last + 1));
}
