import { note } from '../../kit/notes.ts';
import { metricsIn } from '../../metrics/in-scope.ts';
import { pointsSql } from '../../metrics/points.ts';
import { type SeriesFact, seriesFacts } from '../../metrics/series-facts.ts';
import { CpuRows, type Source } from './busy.ts';

/** A number; on Windows, node and number. */
const ofOneCpu = /^\d+(?:,\d+)?$/;

/** Busy time is all time minus idle and I/O wait if the tool reports those, else the busy time that it reports. */
function roleOf({ meaning, instance }: SeriesFact): 'busy' | 'idle' | null {
  if (meaning?.name !== 'system.cpu.utilization' || meaning.factor === null) return null;
  if (instance === null || !ofOneCpu.test(instance)) return null;
  const mode = meaning.attributes['cpu.mode'];
  if (mode === undefined) return 'busy';
  return mode === 'idle' || mode === 'iowait' ? 'idle' : null;
}

export const fromSeries: Source = async (ask, scope, spanOf) => {
  const within = await metricsIn(ask, scope);
  const inScope = new Set(within.captures.map(({ id }) => id));
  const cpus = scope.cpus?.length ? new Set(scope.cpus.map(String)) : null;
  const series = (await seriesFacts(ask)).filter(
    each => inScope.has(each.capture) && roleOf(each) !== null && (!cpus || cpus.has(each.instance!)),
  );
  const rows = new CpuRows();
  if (series.length === 0) return rows.done(ask, await spanOf(1n), []);
  const points = `SELECT s.series, s.value, ${within.time} AS "time"
    FROM (${pointsSql(series, 'usual', within)}) s WHERE s.value IS NOT NULL`;
  const steps = await ask.query.columns(
    `SELECT coalesce(max(step), 1)::BIGINT AS step FROM (
       SELECT (max("time") - min("time")) // greatest(1, count(*) - 1) AS step FROM (${points}) GROUP BY series)`,
    within.params,
    ask.cancel,
  );
  const step = steps.wides('step')[0] ?? 1n;
  const span = await spanOf(step > 0n ? step : 1n);
  const result = await ask.query.columns(
    // A value is the average of the interval that ends at its time.
    `SELECT series::INTEGER AS series, (("time" - 1 - ${span.from}) // ${span.width})::INTEGER AS bucket, avg(value)::DOUBLE AS value
     FROM (${points}) WHERE "time" IS NOT NULL GROUP BY 1, 2`,
    within.params,
    ask.cancel,
  );
  const facts = new Map(series.map(each => [each.id, each]));
  const cells = new Map<string, { fact: SeriesFact; bucket: number; busy: number; idle: number }>();
  result.ints('series').forEach((id, row) => {
    const fact = facts.get(id)!;
    const bucket = result.ints('bucket')[row]!;
    const key = `${fact.capture} ${fact.host} ${fact.instance} ${bucket}`;
    const cell = cells.get(key) ?? { fact, bucket, busy: Number.NaN, idle: Number.NaN };
    cells.set(key, cell);
    const share = result.numbers('value')[row]! * fact.meaning!.factor! + fact.meaning!.addend;
    if (roleOf(fact) === 'busy') cell.busy = share;
    else cell.idle = (Number.isNaN(cell.idle) ? 0 : cell.idle) + share;
  });
  for (const { fact, bucket, busy, idle } of cells.values()) {
    const share = Number.isNaN(idle) ? busy : 1 - idle;
    if (!Number.isNaN(share)) rows.add(fact.capture, fact.instance!, bucket, Math.max(0, 100 * share));
  }
  return rows.done(ask, span, [
    note('from-series', 'From the series of tools: all time except idle and I/O wait.'),
    ...within.notes,
  ]);
};
