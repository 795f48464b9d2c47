import { type AnswerColumn, type Ask, analyzer } from '../../contract.ts';
import { type EventsInScope, eventsIn } from '../../events/in-scope.ts';
import { answer, counted, percent, texts } from '../../kit/answer.ts';
import { captureFacts, threadFacts } from '../../kit/catalog.ts';
import { noLevel } from '../../kit/levels.ts';
import { note } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { templatesById, textsById } from '../../kit/texts.ts';
import { inferredNames, nameOf } from '../../scope/process-names.ts';
import { type FieldPlace, fieldPlaces } from '../../search/event-fields.ts';
import { queryParam } from '../search/search.ts';

const columns: readonly AnswerColumn[] = [
  {
    name: 'facet',
    kind: 'text',
    about: 'capture, process, level, template, component, kind, or the name of a field.',
  },
  { name: 'value', kind: 'text', about: 'A value of hits; the most frequent first.' },
  { name: 'count', kind: 'integer', unit: 'events', about: 'Hits with this value.' },
  { name: 'percent', title: 'share', kind: 'percent', unit: '%', about: 'Share of all hits.' },
];

type Counts = Map<string, number>;

export const searchFacets = analyzer({
  id: 'search-facets',
  title: 'Facets of a search',
  question: 'Where do the hits of a search come from?',
  needs: ['event'],
  params: {
    query: queryParam,
    top: howMany('Number of values of each facet.', 10, 1000),
    fields: {
      type: 'text',
      about: 'Fields of events whose values are counted as well, separated by commas.',
    },
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const within = await eventsIn(ask, scope, { search: params.query });
    const { total, facets } = await ownFacets(ask, within);
    const wanted = (params.fields ?? '')
      .split(',')
      .map(each => each.trim().toLowerCase())
      .filter(each => each !== '');
    const places = (await fieldPlaces(ask)).filter(({ name }) => wanted.includes(name.toLowerCase()));
    for (const [name, counts] of await fieldFacets(ask, within, places)) facets.set(name, counts);
    const rows: { facet: string; value: string; count: number }[] = [];
    const cut: string[] = [];
    for (const [facet, counts] of facets) {
      const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      const top = Math.floor(params.top);
      if (sorted.length > top) cut.push(`${facet} (${counted(sorted.length - top)})`);
      for (const [value, count] of sorted.slice(0, top)) rows.push({ facet, value, count });
    }
    const more = note('cut', `Less frequent values are left out of ${cut.join(', ')}.`, {
      facets: cut,
    });
    return answer(
      columns,
      rows.length,
      {
        facet: texts(rows.map(({ facet }) => facet)),
        value: texts(rows.map(({ value }) => value)),
        count: Float64Array.from(rows, ({ count }) => count),
        percent: Float64Array.from(rows, ({ count }) => percent(count, total)),
      },
      {
        notes: cut.length > 0 ? [...within.notes, more] : within.notes,
        whole: { amount: total, unit: 'events' },
      },
    );
  },
});

/** The facets that every event has, in one scan. */
async function ownFacets(
  ask: Ask,
  { where, params }: EventsInScope,
): Promise<{ total: number; facets: Map<string, Counts> }> {
  const result = await ask.query.columns(
    `SELECT s.capture::INTEGER AS capture, s.level::INTEGER AS level, s.component::INTEGER AS component,
            s.kind::INTEGER AS kind, s.template::INTEGER AS template, s.thread::INTEGER AS thread, count(*)::DOUBLE AS n
     FROM event s WHERE ${where} GROUP BY ALL`,
    params,
    ask.cancel,
  );
  const ints = (name: string) => result.ints(name);
  const [capture, level, component, kind] = [ints('capture'), ints('level'), ints('component'), ints('kind')];
  const [template, thread, n] = [ints('template'), ints('thread'), result.numbers('n')];
  const [names, templates, captures, threads, inferred] = await Promise.all([
    textsById(ask, new Set([...level, ...component, ...kind])),
    templatesById(ask, template),
    captureFacts(ask),
    threadFacts(ask),
    inferredNames(ask),
  ]);
  const captureNames = new Map(captures.map(({ id, name }) => [id, name]));
  const threadsById = new Map(threads.map(each => [each.id, each]));
  const facets = new Map<string, Counts>();
  let total = 0;
  const add = (facet: string, value: string | null | undefined, count: number) => {
    if (value === null || value === undefined) return;
    const counts = facets.get(facet) ?? new Map<string, number>();
    facets.set(facet, counts);
    counts.set(value, (counts.get(value) ?? 0) + count);
  };
  for (let row = 0; row < result.length; row++) {
    const count = n[row]!;
    const fact = threadsById.get(thread[row]!);
    total += count;
    add('capture', captureNames.get(capture[row]!), count);
    add('process', fact ? nameOf(fact, capture[row]!, inferred) : null, count);
    add('level', names.get(level[row]!) ?? noLevel, count);
    add('template', templates.get(template[row]!), count);
    add('component', names.get(component[row]!), count);
    add('kind', names.get(kind[row]!), count);
  }
  return { total, facets };
}

/** Counts of field values; numbers and texts of fields with the same name are one facet. */
async function fieldFacets(
  ask: Ask,
  { where, params }: EventsInScope,
  places: readonly FieldPlace[],
): Promise<Map<string, Counts>> {
  const facets = new Map<string, Counts>();
  for (const place of places) {
    const result = await ask.query.columns(
      `SELECT ${place.isId ? 'v.value' : 'f.x::VARCHAR'} AS value, f.n::DOUBLE AS n FROM
         (SELECT ${place.sql} AS x, count(*) AS n FROM event s
          WHERE s.field_schema IN (${place.schemas.join(', ')}) AND ${where} GROUP BY ALL) f
       ${place.isId ? 'JOIN "text" v ON v.id = f.x' : ''} WHERE f.x IS NOT NULL`,
      params,
      ask.cancel,
    );
    const counts = facets.get(place.name) ?? new Map<string, number>();
    facets.set(place.name, counts);
    const n = result.numbers('n');
    result.texts('value').forEach((value, row) => {
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + n[row]!);
    });
  }
  return facets;
}
