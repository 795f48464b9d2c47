import { type AnswerColumn, type Ask, analyzer } from '../../contract.ts';
import { amountOf, answer, listed, pick, pickTexts, ranked, texts } from '../../kit/answer.ts';
import { captureFacts } from '../../kit/catalog.ts';
import { note } from '../../kit/notes.ts';
import { type MetricsInScope, metricsIn } from '../../metrics/in-scope.ts';
import { inUnit } from '../../metrics/labels.ts';
import { pointsSql, ratesNote, unitRead } from '../../metrics/points.ts';
import type { SeriesFact } from '../../metrics/series-facts.ts';
import { isMeant } from '../saturation/groups.ts';
import type { Rule } from '../saturation/rules.ts';
import { type Choice, chosen } from './choose.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'instance', kind: 'text', about: 'The CPU, disk, …; the busiest first.' },
  { name: 'mean', kind: 'number', about: 'Average over the scope.' },
  { name: 'max', kind: 'number', about: 'Largest value in scope.' },
  { name: 'share', kind: 'percent', unit: '%', about: 'Share of the sum of all averages.' },
  { name: 'deviation', kind: 'number', about: 'Its average minus the average of all instances.' },
];

export const balance = analyzer({
  id: 'balance',
  title: 'Balance',
  question: 'Is the work spread evenly: which CPU (or disk, …) is busiest, which is idle?',
  needs: ['metric'],
  params: {
    object: {
      type: 'text',
      about: 'The type of thing to compare: cpu, disk, network, …. Default: the CPUs.',
    },
    counter: { type: 'text', about: 'The counter to compare by. Default: utilisation.' },
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const within = await metricsIn(ask, scope);
    const choice = await chosen(ask, within.captures, params);
    if (!choice) {
      const what = params.object ?? 'cpu';
      const none = note(
        'nothing-to-compare',
        `No capture in scope has the utilisation of each instance of ${what}.`,
        { object: what },
        { option: 'counter', does: 'names another counter' },
      );
      return answer(columns, 0, empty, { notes: [...within.notes, none] });
    }
    const { series, rule, others } = choice;
    const spread = await spreadOf(ask, within, choice);
    const order = ranked(spread.shown.length, () => true, spread.mean);
    const [mean, max] = [pick(spread.mean, order), pick(spread.max, order)];
    const hosts = new Set(series.map(each => each.host));
    const names = spread.shown.map(({ host, instance }) =>
      hosts.size > 1 ? `${host} ${instance}` : instance!,
    );
    const { index, values } = texts(names);
    const sum = mean.reduce((all, each) => all + each, 0);
    const average = sum / mean.length;
    const [first] = series as [SeriesFact];
    const counters = [first, ...(choice.added.get(first.id) ?? [])].map(each => each.counter);
    const captures = new Map((await captureFacts(ask)).map(each => [each.id, each.name]));
    if (order.length === 0) {
      const none = note(
        'no-values',
        `${first.object} ${counters.join(' + ')} of ${captures.get(first.capture)} has no value of this time: a tool’s first report is an average since the machine was started, and no other report is in scope.`,
        { object: first.object, counter: first.counter, capture: first.capture },
      );
      return answer(columns, 0, empty, { notes: [...within.notes, none] });
    }
    const notes = [
      ...within.notes,
      note(
        'compared',
        `${first.object} ${rule?.complement ? `busy, 100 − ${counters.join(' − ')}` : counters.join(' + ')}, from ${captures.get(first.capture)}.`,
        { object: first.object, counter: first.counter, capture: first.capture },
      ),
      ...ratesNote(series, 'usual'),
      ...(mean.length > 1
        ? [note('evenness', `${amountOf(mean.length, 'instances')}: ${evenness(mean, average)}`)]
        : []),
      ...(others.length > 0
        ? [
            note(
              'also-measured',
              `Also measured in ${listed(others.map(id => `${captures.get(id)} (capture ${id})`))}.`,
              { captures: others.map(String) },
              { option: 'capture', does: 'chooses one' },
            ),
          ]
        : []),
    ];
    const unit = rule ? '%' : unitRead(first, 'usual');
    return answer(
      inUnit(columns, ['mean', 'max', 'deviation'], [unit]),
      order.length,
      {
        instance: pickTexts(index, values, order),
        mean,
        max,
        share: mean.map(each => (sum > 0 ? (100 * each) / sum : Number.NaN)),
        deviation: mean.map(each => each - average),
      },
      { notes },
    );
  },
});

const empty = {
  instance: texts([]),
  mean: new Float64Array(),
  max: new Float64Array(),
  share: new Float64Array(),
  deviation: new Float64Array(),
};

/** A sentence about the spread: the smallest and largest value, and the standard deviation as a share of the average. */
function evenness(mean: Float64Array, average: number): string {
  const squares = mean.reduce((sum, each) => sum + (each - average) ** 2, 0);
  const deviation = Math.sqrt(squares / mean.length);
  const variation = average > 0 ? `, coefficient of variation ${(deviation / average).toFixed(2)}` : '';
  return `averages from ${mean.at(-1)!.toPrecision(4)} to ${mean[0]!.toPrecision(4)}${variation}.`;
}

/** A series' value in SQL, over the alias `s`: as it is, or in the unit of a rule. */
function valueSql(series: SeriesFact, rule: Rule | null): string {
  if (!rule || !isMeant(series)) return 's.value';
  const { factor, addend } = series.meaning;
  const shown = rule.shown ?? 1;
  return `${shown * factor} * s.value + ${shown * addend}`;
}

interface Spread {
  /** The series that have values in scope. */
  readonly shown: readonly SeriesFact[];
  readonly mean: Float64Array;
  readonly max: Float64Array;
}

async function spreadOf(ask: Ask, within: MetricsInScope, { series, added, rule }: Choice): Promise<Spread> {
  const all = series.flatMap(each => [each, ...(added.get(each.id) ?? [])]);
  const leads = series.flatMap(({ id }) =>
    [id, ...(added.get(id) ?? []).map(each => each.id)].map(part => `(${part}, ${id})`),
  );
  const sum = `sum(${valueSql(series[0]!, rule)})`;
  const result = await ask.query.columns(
    `SELECT "lead"::INTEGER AS series, sum(figure * weight) / sum(weight) AS mean, max(figure) AS "max"
     FROM (
       SELECT "lead", s.ts, any_value(s.weight) AS weight, ${rule?.complement ? `${rule.shown ?? 1} - ${sum}` : sum} AS figure
       FROM (${pointsSql(all, 'usual', within)}) s
       JOIN (VALUES ${leads.join(', ')}) parts(series, "lead") ON parts.series = s.series
       WHERE s.value IS NOT NULL GROUP BY 1, 2, CASE WHEN s.ts IS NULL THEN s."row" END
     ) GROUP BY 1 ORDER BY 1`,
    within.params,
    ask.cancel,
  );
  const facts = new Map(series.map(each => [each.id, each]));
  return {
    shown: Array.from(result.ints('series'), id => facts.get(id)!),
    mean: result.numbers('mean'),
    max: result.numbers('max'),
  };
}
