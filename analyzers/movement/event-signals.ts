import type { Ask, Note } from '../contract.ts';
import { type EventsInScope, eventsIn } from '../events/in-scope.ts';
import { type SignalKind, signalId } from '../kit/signal-ids.ts';
import { templateNumbers, templatesById, textsById } from '../kit/texts.ts';
import { bucketSql } from '../time/span.ts';
import { bucketsOf, countsOver, type Grid } from './grid.ts';
import type { Signal } from './signal.ts';

const minEvents = 8;
/** A kind with more templates than this (tracepoints) has no meaningful ones. */
export const mostTemplates = 300;

/** Rates of messages, levels and kinds of events, per second, and the 95th percentile of their durations. */
export async function eventSignals(
  ask: Ask,
  grid: Grid,
): Promise<{ signals: Signal[]; notes: readonly Note[] }> {
  const within = await eventsIn(ask, grid.scope);
  const found = await ask.query.columns(
    `WITH few AS (SELECT kind FROM event GROUP BY kind HAVING count(DISTINCT template) <= ${mostTemplates}),
     counted AS (SELECT s.capture, s.kind, s.level, CASE WHEN s.kind IN (SELECT kind FROM few) THEN s.template END AS template,
                        ${bucketSql(grid)} AS bucket, count(*)::DOUBLE AS n
                 FROM event s WHERE ${within.where} GROUP BY ALL)
     SELECT capture::INTEGER AS capture, kind::INTEGER AS kind, level::INTEGER AS level, template::INTEGER AS template,
            bucket::INTEGER AS bucket, n FROM counted WHERE bucket IS NOT NULL`,
    within.params,
    ask.cancel,
  );
  const [kinds, levels, templates] = [found.ints('kind'), found.ints('level'), found.ints('template')];
  const [captures, buckets, amounts] = [found.ints('capture'), found.ints('bucket'), found.numbers('n')];
  const names = await textsById(ask, [...kinds, ...levels]);
  const templateNames = await templatesById(ask, templates);
  const numbers = new Map([...templateNames].map(([masked, name]) => [name, masked]));
  for (const [name, number] of await templateNumbers(ask)) numbers.set(name, number);
  /** A template is named by its number, and by its text as an alias. */
  const namesOf = (what: SignalKind, name: string): Pick<Signal, 'id' | 'alias'> =>
    what === 'template'
      ? { id: signalId(what, numbers.get(name)!), alias: signalId(what, name) }
      : { id: signalId(what, name) };
  const ranges = bucketsOf(grid);
  const gather = (what: SignalKind, nameOf: (row: number) => string | undefined): Signal[] => {
    const gathered = new Map<string, Rate>();
    amounts.forEach((amount, row) => {
      const name = nameOf(row);
      if (name === undefined) return;
      const rate = gathered.get(name) ?? new Rate(grid, ranges);
      gathered.set(name, rate);
      rate.add(captures[row]!, buckets[row]!, amount);
    });
    return [...gathered]
      .filter(([, { count }]) => count >= minEvents)
      .map(([name, rate]) => rate.signal({ ...namesOf(what, name), what, name }));
  };
  return {
    signals: [
      ...gather('template', row => (templates[row]! < 0 ? undefined : templateNames.get(templates[row]!))),
      ...gather('level', row => names.get(levels[row]!)),
      ...gather('events', row => names.get(kinds[row]!)),
      ...(await latencySignals(ask, grid, within)),
    ],
    notes: within.notes,
  };
}

/** Rate of the hits of a search. It is only a symptom, never compared with another symptom. */
export async function searchSignal(ask: Ask, grid: Grid, query: string): Promise<Signal> {
  const within = await eventsIn(ask, grid.scope, { search: query });
  const found = await ask.query.columns(
    `SELECT s.capture::INTEGER AS capture, ${bucketSql(grid)} AS bucket, count(*)::DOUBLE AS n
     FROM event s WHERE ${within.where} GROUP BY ALL`,
    within.params,
    ask.cancel,
  );
  const rate = new Rate(grid, bucketsOf(grid));
  const [captures, buckets] = [found.ints('capture'), found.ints('bucket')];
  found.numbers('n').forEach((amount, row) => {
    if (buckets[row]! >= 0) rate.add(captures[row]!, buckets[row]!, amount);
  });
  return rate.signal({ id: signalId('search', query), what: 'search', name: query });
}

/**
 * Number of events per bucket. 0 if a capture with such events counts none in it; NaN if no capture with such
 * events covers it.
 */
class Rate {
  count = 0;
  private readonly values: Float64Array;
  private readonly captures = new Set<number>();

  constructor(
    private readonly grid: Grid,
    private readonly ranges: ReturnType<typeof bucketsOf>,
  ) {
    this.values = new Float64Array(grid.buckets).fill(Number.NaN);
  }

  add(capture: number, bucket: number, amount: number): void {
    const range = this.ranges.get(capture);
    if (range === undefined) return;
    const { grid, values } = this;
    if (!this.captures.has(capture)) {
      this.captures.add(capture);
      countsOver(grid, range).forEach((zero, at) => {
        if (zero === 0 && Number.isNaN(values[at]!)) values[at] = 0;
      });
    }
    const at = Math.min(grid.buckets - 1, bucket);
    if (Number.isNaN(values[at]!)) return;
    values[at]! += amount;
    this.count += amount;
  }

  signal(named: Pick<Signal, 'id' | 'alias' | 'what' | 'name'>): Signal {
    const { seconds } = this.grid;
    const values = this.values.map(count => count / seconds);
    return { ...named, unit: '/s', values, perCount: 1 / seconds, shift: 0, fact: null, family: null };
  }
}

/** The 95th percentile of the durations of each kind of event, for buckets in which enough events ended. */
async function latencySignals(ask: Ask, grid: Grid, within: EventsInScope): Promise<Signal[]> {
  const found = await ask.query.columns(
    `SELECT s.kind::INTEGER AS kind, ${bucketSql(grid)} AS bucket, quantile_cont(s.duration, 0.95)::DOUBLE / 1e6 AS value
     FROM event s WHERE s.duration IS NOT NULL AND ${within.where} GROUP BY ALL HAVING count(*) >= 5`,
    within.params,
    ask.cancel,
  );
  const [kinds, buckets, values] = [found.ints('kind'), found.ints('bucket'), found.numbers('value')];
  const names = await textsById(ask, kinds);
  const signals = new Map<string, Signal>();
  values.forEach((value, row) => {
    const name = names.get(kinds[row]!);
    if (name === undefined || buckets[row]! < 0) return;
    const signal = signals.get(name) ?? {
      id: signalId('latency', name),
      what: 'latency',
      name,
      unit: 'ms',
      values: new Float64Array(grid.buckets).fill(Number.NaN),
      perCount: null,
      shift: 0,
      fact: null,
      family: null,
      isSymptom: true,
    };
    signals.set(name, signal);
    signal.values[Math.min(grid.buckets - 1, buckets[row]!)] = value;
  });
  return [...signals.values()];
}
