import type { MeaningName } from '../../parsers/meanings.ts';
import type { Ask } from '../contract.ts';
import { signalId } from '../kit/signal-ids.ts';
import { metricsIn } from '../metrics/in-scope.ts';
import { pointsSql, unitRead } from '../metrics/points.ts';
import { selectionOf } from '../metrics/select.ts';
import { pathOf, type SeriesFact, seriesFacts } from '../metrics/series-facts.ts';
import { sinceSql } from '../time/span.ts';
import type { Grid } from './grid.ts';
import { medianOf } from './series-math.ts';
import type { Signal } from './signal.ts';

/** Maximum number of values in one read. */
const maxValues = 4_000_000;

export async function seriesSignals(ask: Ask, grid: Grid): Promise<Signal[]> {
  const within = await metricsIn(ask, grid.scope);
  const captures = new Map(within.captures.map(each => [each.id, each.name]));
  const asked = (await seriesFacts(ask)).filter(each => captures.has(each.capture) && !isOrdinal(each));
  const several = new Set(asked.map(each => each.capture)).size > 1;
  const since = sinceSql(grid);
  const steps = await stepsOf(ask);
  const found: (Placed & { series: SeriesFact })[] = [];
  const values = within.captures.reduce((sum, { rows }) => sum + (rows.metric ?? 0), 0);
  const atOnce = Math.max(100, Math.floor((asked.length * maxValues) / Math.max(1, values)));
  for (let first = 0; first < asked.length; first += atOnce) {
    const part = asked.slice(first, first + atOnce);
    const byId = new Map(part.map(each => [each.id, each]));
    const points = await ask.query.columns(
      `SELECT s.series::INTEGER AS series, (${since})::DOUBLE AS since, s.value
       FROM (${pointsSql(part, 'usual', within)}) s WHERE s.ts IS NOT NULL AND s.value IS NOT NULL ORDER BY s.series, since`,
      within.params,
      ask.cancel,
    );
    const [ids, at, value] = [points.ints('series'), points.numbers('since'), points.numbers('value')];
    for (let from = 0, to = 0; from < ids.length; from = to) {
      while (to < ids.length && ids[to] === ids[from]) to++;
      const series = byId.get(ids[from]!)!;
      // Processes come and go, so the distance of their values is not the time that a value covers.
      const step = isListed(series) ? steps.get(series.capture) : undefined;
      found.push({ series, ...placed(grid, at.subarray(from, to), value.subarray(from, to), step) });
    }
  }
  absentAsZero(grid, found);
  return found.map(({ series, values, shift }): Signal => {
    const path = pathOf(series);
    return {
      id: signalId('series', series.id),
      alias: selectionOf(series),
      what: 'series',
      name: several ? `${path} (${captures.get(series.capture)})` : path,
      unit: unitRead(series, 'usual'),
      values,
      perCount: null,
      shift,
      fact: factOf(series),
      family: `${series.capture} ${series.object} ${series.counter} ${series.process ?? ''}`,
      ...(isListed(series) && { subject: `${series.capture} ${series.object} ${series.instance ?? ''}` }),
      ...(/wait|queue|blocked/i.test(series.counter) && { isWait: true }),
      ...(symptoms.has(series.meaning?.name ?? '') && { isSymptom: true }),
    };
  });
}

/** Meanings of what users of a service notice. */
const symptoms: ReadonlySet<string> = new Set<MeaningName>([
  'aftertrace.operation.duration',
  'aftertrace.operations',
  'aftertrace.operation.errors',
  'db.client.operation.duration',
]);

/** Number of the processor on which a process or thread last ran (`CPU` of pidstat, `P` of top, `PSR` of ps): it is a name, of which a mean says nothing. */
const isOrdinal = (series: SeriesFact): boolean =>
  series.meaning === null && series.unit === null && isListed(series) && ordinal.test(series.counter);

const ordinal = /^(cpu|p|psr|processor|last_?cpu)$/i;

/** The quantity a series measures and the object it is of. Complements (idle, busy) get the same fact. */
function factOf({ meaning, instance, host, process, pid }: SeriesFact): string | null {
  return meaning && JSON.stringify([meaning.name, host, process, pid, instance]);
}

interface Placed {
  readonly values: Float64Array;
  readonly shift: number;
}

/**
 * Values on the grid. A value covers the time since the one before: it is put into the bucket of the middle of that time, and fills all of it
 * if the interval of the tool is longer than a bucket.
 */
function placed(
  { buckets, width }: Grid,
  at: Float64Array,
  value: Float64Array,
  interval: number | undefined,
): Placed {
  const length = Number(width);
  const step = interval ?? medianStep(at) ?? length;
  const sum = new Float64Array(buckets);
  const count = new Float64Array(buckets);
  for (let i = 0; i < at.length; i++) {
    const middle = Math.floor((at[i]! - step / 2) / length);
    const reach = Math.max(0, Math.round(step / length) - 1) / 2;
    const from = Math.max(0, Math.ceil(middle - reach));
    const to = Math.min(buckets - 1, Math.floor(middle + reach + 0.5));
    for (let bucket = from; bucket <= to; bucket++) {
      sum[bucket]! += value[i]!;
      count[bucket]!++;
    }
  }
  const shifts = at.map(end => end - step - Math.floor((end - step / 2) / length) * length);
  return {
    values: sum.map((each, bucket) => each / count[bucket]!),
    shift: step < 1.5 * length ? medianOf(shifts) : 0,
  };
}

function medianStep(at: Float64Array): number | null {
  if (at.length < 2) return null;
  const steps = new Float64Array(at.length - 1);
  for (let i = 1; i < at.length; i++) steps[i - 1] = at[i]! - at[i - 1]!;
  return medianOf(steps);
}

/** ns between two reports of each capture. */
async function stepsOf(ask: Ask): Promise<ReadonlyMap<number, number>> {
  return ask.memo('steps of captures', async () => {
    const found = await ask.query.columns(
      `SELECT capture::INTEGER AS capture, median(step)::DOUBLE AS step FROM (
         SELECT capture, t - lag(t) OVER (PARTITION BY capture ORDER BY t) AS step
         FROM (SELECT DISTINCT capture, unnest(ts) AS t FROM metric_times))
       WHERE step IS NOT NULL GROUP BY capture`,
      [],
      ask.cancel,
    );
    const steps = found.numbers('step');
    const value = new Map(Array.from(found.ints('capture'), (capture, row) => [capture, steps[row]!]));
    return { value, bytes: value.size * 16 };
  });
}

/** True for counters of processes and threads, which tools list only while these do something. */
const isListed = ({ pid, tid, process }: SeriesFact): boolean => pid >= 0 || tid >= 0 || process !== null;

/** A process that is missing from a list with other processes was idle: its CPU share is 0, not unknown. */
function absentAsZero(grid: Grid, found: readonly { series: SeriesFact; values: Float64Array }[]): void {
  const listed = new Map<number, Uint8Array>();
  for (const { series, values } of found) {
    const any = listed.get(series.capture) ?? new Uint8Array(grid.buckets);
    listed.set(series.capture, any);
    values.forEach((value, bucket) => {
      if (!Number.isNaN(value)) any[bucket] = 1;
    });
  }
  for (const { series, values } of found) {
    if (!isListed(series)) continue;
    listed.get(series.capture)!.forEach((any, bucket) => {
      if (any && Number.isNaN(values[bucket]!)) values[bucket] = 0;
    });
  }
}
