import { nullWide } from '../../../workspace/query.ts';
import { type AnswerColumn, analyzer } from '../../contract.ts';
import { amountOf, answer, listed, texts } from '../../kit/answer.ts';
import { note } from '../../kit/notes.ts';
import { clockNotes, metricsIn } from '../../metrics/in-scope.ts';
import { pathOf } from '../../metrics/series-facts.ts';
import { measured } from './measured.ts';
import { type Aspect, busyFrom } from './rules.ts';
import { aspects, judged, type Row } from './verdict.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'host', kind: 'text', refers: 'host', about: 'The machine, or the capture if it names none.' },
  { name: 'resource', kind: 'text', about: 'cpu, memory, swap, disk, network, ….' },
  { name: 'instance', kind: 'text', about: 'Instance of the resource; `all` is the whole machine.' },
  {
    name: 'verdict',
    kind: 'text',
    about: `Of the worst minute: saturated, errors, busy (from ${busyFrom} %), not judged (without a threshold), calm, or not measured.`,
  },
  {
    name: 'utilisation',
    kind: 'percent',
    unit: '%',
    about: 'Average utilisation over the scope: how busy or how full.',
  },
  {
    name: 'saturation',
    kind: 'number',
    about: 'Average amount of work that waited, over the scope; see measure.',
  },
  { name: 'measure', kind: 'text', about: 'What `saturation` measures, with its unit.' },
  { name: 'errors', kind: 'number', unit: '/s', about: 'Errors per second, on average over the scope.' },
  {
    name: 'worst_minute',
    kind: 'time',
    about: 'Start of the worst minute; for short captures, of the worst tenth.',
  },
  { name: 'worst_utilisation', kind: 'percent', unit: '%', about: 'Utilisation in that minute.' },
  { name: 'worst_saturation', kind: 'number', about: 'Amount of work that waited in that minute.' },
  { name: 'not_measured', kind: 'text', about: 'Measures of the resource that no capture has.' },
  { name: 'evidence', kind: 'text', about: 'The captures and series that the values are from.' },
  {
    name: 'saturated_percent',
    kind: 'percent',
    unit: '%',
    about:
      'Share of the minutes in scope (of short captures: of the tenths) in which it was saturated; null if that is not known.',
  },
];

export const saturation = analyzer({
  id: 'saturation',
  title: 'Saturation',
  question: 'Which resource was the bottleneck, when, and what was not measured?',
  needs: ['metric'],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const within = await metricsIn(ask, scope);
    const { all, hosts, captures, width, foreign, impossible } = await measured(ask, within);
    const rows = judged(all, hosts);
    const number = (get: (row: Row) => number | undefined) =>
      Float64Array.from(rows, row => get(row) ?? Number.NaN);
    const mean = (aspect: Aspect) => number(row => row.by[aspect]?.mean);
    const worst = (aspect: Aspect) => number(row => row.by[aspect]?.windows.get(row.worst));
    const notes = [...within.notes, ...clockNotes(within, captures)];
    if (rows.length === 0) notes.push(note('no-metric', 'No metrics are in scope.'));
    else notes.push(note('rules-of-thumb', 'Verdicts are rules of thumb: check the values.'));
    if (rows.some(row => row.worst !== null))
      notes.push(
        note('worst-minute', `A worst minute is ${Number(width) / 1e9} s long here.`, {
          seconds: Number(width) / 1e9,
        }),
      );
    const unjudged = rows.filter(({ by }) => by.saturation?.above === null);
    if (unjudged.length > 0) {
      const hosts = [...new Set(unjudged.map(({ host }) => host))];
      const resources = [...new Set(unjudged.map(({ resource }) => resource))];
      notes.push(
        note(
          'without-threshold',
          `The saturation of ${listed(resources)} of ${listed(hosts)} is not judged: its threshold depends on the number of CPUs, which no capture states.`,
          { hosts, resources },
        ),
      );
    }
    if (impossible.values > 0) {
      const series = impossible.series.map(pathOf);
      notes.push(
        note(
          'impossible-left-out',
          `${amountOf(impossible.values, 'values')} of ${listed(series)} are left out because they exceed 100 %: the tool computed them across a reset of a count.`,
          { values: impossible.values, series },
        ),
      );
    }
    if (foreign.length > 0)
      notes.push(
        note('not-judged', `Not judged, because only English counter names are known: ${listed(foreign)}.`, {
          objects: foreign,
        }),
      );
    return answer(
      columns,
      rows.length,
      {
        host: texts(rows.map(row => row.host)),
        resource: texts(rows.map(row => row.resource)),
        instance: texts(rows.map(row => row.instance)),
        verdict: texts(rows.map(row => row.verdict)),
        utilisation: mean('utilisation'),
        saturation: mean('saturation'),
        measure: texts(rows.map(row => row.by.saturation?.measure ?? null)),
        errors: mean('errors'),
        worst_minute: BigInt64Array.from(rows, row => (row.worst === null ? nullWide : row.worst * width)),
        worst_utilisation: worst('utilisation'),
        worst_saturation: worst('saturation'),
        not_measured: texts(rows.map(row => aspects.filter(aspect => !row.by[aspect]).join(', ') || null)),
        saturated_percent: number(row =>
          row.by.saturation && row.by.saturation.above !== null ? 100 * row.saturatedShare : undefined,
        ),
        evidence: texts(
          rows.map(row => aspects.flatMap(aspect => row.by[aspect]?.evidence ?? []).join('; ') || null),
        ),
      },
      { notes },
    );
  },
});
