import {
  type Analyzer,
  type Answer,
  type AnswerColumn,
  type Ask,
  AskError,
  analyzer,
  type Params,
  type ParamValues,
  type Scope,
  type Texts,
} from '../../contract.ts';
import { answer, texts } from '../../kit/answer.ts';
import { baseName } from '../../kit/names.ts';
import { note } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { rowFilter } from '../../search/row-filter.ts';
import { allProcesses } from '../all-processes/all-processes.ts';
import { captures } from '../captures/captures.ts';
import { eventKinds } from '../event-kinds/event-kinds.ts';
import { functions } from '../functions/functions.ts';
import { modules } from '../modules/modules.ts';
import { queryParam } from '../search/search.ts';
import { series } from '../series/series.ts';
import { templates } from '../templates/templates.ts';

const columns: readonly AnswerColumn[] = [
  {
    name: 'what',
    kind: 'text',
    about: 'Type of the thing: finding, function, module, process, capture, series, kind or template.',
  },
  { name: 'name', kind: 'text', about: 'Name of the thing.' },
  {
    name: 'amount',
    kind: 'number',
    about: 'Amount by which names are ordered, in `unit`: samples, threads, rows, points or events.',
  },
  { name: 'unit', kind: 'text', about: 'Unit of the amount.' },
  { name: 'function', kind: 'code', refers: 'function', about: 'The function; null for other types.' },
  { name: 'module', kind: 'code', refers: 'module', about: 'The module, or the module of the function.' },
  { name: 'process', kind: 'text', refers: 'process', about: 'The process; null for other types.' },
  {
    name: 'capture',
    kind: 'integer',
    refers: 'capture',
    about: 'The capture, or the capture of the series.',
  },
  { name: 'kind', kind: 'text', refers: 'kind', about: 'The kind of event; null for other types.' },
  { name: 'template', kind: 'text', refers: 'template', about: 'The template; null for other types.' },
  {
    name: 'id',
    kind: 'code',
    refers: 'signal',
    about: 'Id of the signal, as `correlate` takes it; for a finding, its number.',
  },
];

/** A thing that has a name. */
interface Named {
  readonly what: string;
  readonly name: string;
  readonly amount?: number;
  readonly unit?: string;
  readonly function?: string;
  readonly module?: string;
  readonly process?: string;
  readonly capture?: number;
  readonly kind?: string;
  readonly template?: string;
  readonly id?: string;
}

type Row = (column: string) => string | number | undefined;

/** A list of all names of one type, the largest amount first. */
interface Source {
  readonly what: string;
  list(ask: Ask, scope: Scope): Promise<Answer | null>;
  /** The columns to search. */
  readonly named: readonly string[];
  read(row: Row): Omit<Named, 'what'>;
}

/** Asks a question with default parameters; null if the workspace has no rows for it. */
function listOf<P extends Params>(question: Analyzer<P, Answer>): Source['list'] {
  const unset = Object.entries(question.params).map(([name, param]) => [
    name,
    'default' in param ? param.default : param.type === 'flag' ? false : undefined,
  ]);
  return async (ask, scope) => {
    try {
      return await question.answer(ask, Object.fromEntries(unset) as ParamValues<P>, scope);
    } catch (error) {
      if (error instanceof AskError && error.code === 'nothing-to-ask') return null;
      throw error;
    }
  };
}

const text = (value: string | number | undefined): string => String(value ?? '');

const sources: readonly Source[] = [
  {
    what: 'function',
    list: listOf(functions),
    named: ['function'],
    read: row => ({
      name: text(row('function')),
      amount: Number(row('total')),
      unit: 'samples',
      function: text(row('function')),
      module: text(row('module')),
      id: text(row('id')),
    }),
  },
  {
    what: 'module',
    list: listOf(modules),
    named: ['module'],
    read: row => ({
      name: baseName(text(row('module'))),
      amount: Number(row('total')),
      unit: 'samples',
      module: text(row('module')),
      id: text(row('id')),
    }),
  },
  {
    what: 'process',
    list: listOf(allProcesses),
    named: ['process'],
    read: row => ({
      name: text(row('process')),
      amount: Number(row('threads')),
      unit: 'threads',
      process: text(row('process')),
    }),
  },
  {
    what: 'capture',
    list: async ask => captures.answer(ask, {}, {}) as Promise<Answer>,
    named: ['name', 'format', 'host'],
    read: row => ({
      name: text(row('name')),
      amount: Number(row('rows')),
      unit: 'rows',
      capture: Number(row('id')),
    }),
  },
  {
    what: 'series',
    list: listOf(series),
    named: ['object', 'instance', 'counter', 'meaning'],
    read: row => ({
      name: ['object', 'instance', 'counter']
        .map(part => row(part))
        .filter(Boolean)
        .join(' › '),
      amount: Number(row('points')),
      unit: 'points',
      capture: Number(row('capture')),
      id: text(row('id')),
    }),
  },
  {
    what: 'kind',
    list: listOf(eventKinds),
    named: ['kind'],
    read: row => ({
      name: text(row('kind')),
      amount: Number(row('count')),
      unit: 'events',
      kind: text(row('kind')),
      id: text(row('id')),
    }),
  },
  {
    what: 'template',
    list: listOf(templates),
    named: ['template'],
    read: row => ({
      name: text(row('template')),
      amount: Number(row('count')),
      unit: 'events',
      template: text(row('template')),
      id: text(row('id')),
    }),
  },
];

/** Finds functions, modules, processes and other things by name; `search` finds records. */
export const searchNames = analyzer({
  id: 'search-names',
  title: 'Names that match a search',
  question:
    'Which functions, modules, processes, captures, series, kinds, templates and findings match this query by name?',
  needs: [],
  params: {
    query: queryParam,
    top: howMany('Number of names of each type.', 20, 100_000),
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const top = Math.floor(params.top);
    const found = await findingsNamed(ask, params.query);
    const cut: string[] = found.length > top ? [`findings (${found.length - top})`] : [];
    found.splice(top);
    for (const source of sources) {
      const listed = await source.list(ask, scope);
      if (!listed) continue;
      const { columns, data, rows } = listed;
      const is = await rowFilter(ask, { columns: columns, data, named: source.named }, params.query);
      const hits = Array.from({ length: rows }, (_, row) => row).filter(is);
      if (hits.length > top) cut.push(`${source.what} (${hits.length - top})`);
      for (const row of hits.slice(0, top)) {
        const cell = (name: string) => valueAt(data[columns.findIndex(column => column.name === name)], row);
        found.push({ what: source.what, ...source.read(cell) });
      }
    }
    const words = (get: (each: Named) => string | undefined): Texts =>
      texts(found.map(each => get(each) ?? null));
    const numbers = (get: (each: Named) => number | undefined) =>
      Float64Array.from(found, each => get(each) ?? Number.NaN);
    return answer(
      columns,
      found.length,
      {
        what: words(each => each.what),
        name: words(each => each.name),
        amount: numbers(each => each.amount),
        unit: words(each => each.unit),
        function: words(each => each.function),
        module: words(each => each.module),
        process: words(each => each.process),
        capture: numbers(each => each.capture),
        kind: words(each => each.kind),
        template: words(each => each.template),
        id: words(each => each.id),
      },
      {
        notes:
          cut.length > 0
            ? [
                note(
                  'cut',
                  `Only the first names of each type are listed; there are more of ${cut.join(', ')}.`,
                  {
                    cut,
                  },
                ),
              ]
            : [],
      },
    );
  },
});

function valueAt(data: Answer['data'][number] | undefined, row: number): string | number | undefined {
  if (!data) return undefined;
  if ('index' in data) return data.values[data.index[row]!];
  return Number(data[row]);
}

/** Findings by their title and text. */
async function findingsNamed(ask: Ask, query: string): Promise<Named[]> {
  const rows = await ask.query.columns(
    `SELECT id::INTEGER AS id, title, "text" AS body FROM finding ORDER BY place`,
    [],
    ask.cancel,
  );
  const [ids, titles] = [rows.ints('id'), rows.texts('title')];
  const searched = {
    columns: [
      { name: 'title', kind: 'text', about: '' },
      { name: 'text', kind: 'text', about: '' },
    ],
    data: [texts(titles), texts(rows.texts('body'))],
  } as const;
  const is = await rowFilter(ask, searched, query);
  return [...ids].flatMap((id, row) =>
    is(row) ? [{ what: 'finding', name: titles[row] ?? '', id: String(id) }] : [],
  );
}
