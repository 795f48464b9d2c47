import { noSamples } from '../lib/empty.ts';
import type { ColumnChoice } from '../widgets/columns.ts';
import { ClockGraph } from './clock-graph.tsx';
import { Events } from './events/events.tsx';
import { FunctionFacts } from './function-facts.tsx';
import { Metrics } from './metrics/metrics.tsx';
import { Overview } from './overview.tsx';
import { problemCells } from './problem-cells.tsx';
import { Search } from './search/search.tsx';
import { SqlView } from './sql/sql-view.tsx';
import { questionsOf, type View } from './view.ts';

const noStates = 'No states of threads are in scope. Remove a part of the scope above.';
const bySelf: ColumnChoice = {
  order: ['self_percent', 'self', 'total_percent', 'total', 'function', 'module'],
};
const byTotal: ColumnChoice = { order: ['percent', 'total', 'self', 'function', 'module'] };
/** Half a view has space for a share and a name. */
const besideByTotal: ColumnChoice = { ...byTotal, without: ['role', 'total', 'self'] };
const neighbours = {
  question: 'caller-callee',
  about: 'function',
  columns: { ...byTotal, without: ['role'] },
} as const;

/** The views, in the order of their tabs. A new view is an entry here. */
export const views: readonly View[] = [
  { id: 'overview', title: 'Overview', key: '1', component: Overview, questions: ['captures'] },
  {
    id: 'functions',
    title: 'Functions',
    key: '2',
    parts: [{ question: 'functions', label: 'Functions', isMain: true, columns: bySelf, empty: noSamples }],
  },
  {
    id: 'call-tree',
    title: 'Call tree',
    key: '3',
    parts: [
      {
        question: 'call-tree',
        params: { root: 'process' },
        label: 'Call tree',
        isMain: true,
        columns: byTotal,
        empty: noSamples,
      },
    ],
  },
  {
    id: 'inverted-tree',
    title: 'Inverted',
    key: '4',
    parts: [
      { question: 'inverted-tree', label: 'Inverted tree', isMain: true, columns: byTotal, empty: noSamples },
    ],
  },
  {
    id: 'flame',
    title: 'Flame',
    key: '0',
    parts: [{ question: 'flame', label: 'Flame graph', isMain: true, empty: noSamples }],
  },
  {
    id: 'callers',
    title: 'Callers',
    key: '5',
    whenNothingSelected: {
      selectable: 'function',
      hint: 'Select a function with Enter or a double click; in every other view, b shows the callers of the selected function.',
      part: {
        question: 'functions',
        label: 'Functions to choose from',
        isMain: true,
        columns: bySelf,
        empty: noSamples,
      },
    },
    sideBySide: besideByTotal,
    parts: [
      {
        ...neighbours,
        only: { column: 'role', is: 'caller' },
        title: 'Callers',
        label: 'Callers',
        empty: 'Nothing calls it: samples begin here.',
      },
      { component: FunctionFacts },
      {
        ...neighbours,
        only: { column: 'role', is: 'callee' },
        title: 'Callees',
        label: 'Callees',
        empty: 'No callees were sampled.',
        isMain: true,
        share: 1.3,
      },
    ],
  },
  {
    id: 'modules',
    title: 'Modules',
    key: '6',
    sideBySide: {
      order: ['self_percent', 'total_percent', 'percent', 'function', 'module'],
      without: ['self', 'total'],
    },
    parts: [
      {
        question: 'modules',
        label: 'Modules',
        isMain: true,
        columns: bySelf,
        empty: noSamples,
      },
      {
        question: 'module-callers',
        about: 'module',
        first: 'modules',
        title: 'Who calls into {}',
        label: 'Callers of the module',
        columns: byTotal,
        empty: 'No other module calls into this module: its samples begin in it.',
      },
    ],
  },
  {
    id: 'events',
    title: 'Events',
    key: '7',
    component: Events,
    needs: 'event',
    questions: ['events', 'event-kinds', 'record', 'templates', 'template-rates', 'levels', 'exceptions'],
  },
  {
    id: 'search',
    title: 'Search',
    key: 'v s',
    component: Search,
    needs: 'event',
    questions: ['search', 'search-histogram', 'search-facets', 'search-fields', 'search-names'],
  },
  {
    id: 'metrics',
    title: 'Metrics',
    key: '8',
    component: Metrics,
    needs: 'metric',
    questions: ['series', 'metric-tracks', 'saturation', 'balance'],
  },
  {
    id: 'waits',
    title: 'Waits',
    key: 'v w',
    parts: [
      {
        question: 'waits',
        label: 'What threads spent their time on',
        isMain: true,
        columns: {
          order: ['process', 'pid', 'tid', 'state', 'reason', 'percent', 'time', 'count', 'longest'],
        },
        empty: noStates,
        share: 1.6,
      },
      {
        question: 'ran-instead',
        title: 'Who ran while a thread was ready',
        label: 'Who ran instead',
        empty: 'No thread in scope was ready without running.',
      },
    ],
  },
  {
    id: 'moved',
    title: 'Moved',
    key: 'v o',
    parts: [
      {
        question: 'onset',
        label: 'What moved first',
        isMain: true,
        columns: {
          order: [
            'time',
            'changes',
            'strength',
            'what',
            'name',
            'over_time',
            'direction',
            'before',
            'after',
            'unit',
            'with',
            'alike',
            'confidence',
            'offset',
            'moment',
          ],
          hidden: ['id', 'alike', 'confidence', 'offset', 'moment'],
          widths: { name: 200, with: 300 },
        },
        empty: 'At no time did more signals change than usual.',
      },
    ],
  },
  {
    id: 'heat',
    title: 'Heat map',
    key: 'v h',
    parts: [{ question: 'heat', label: 'Heat map', isMain: true, empty: noSamples }],
  },
  {
    id: 'clocks',
    title: 'Clocks',
    key: 'v c',
    parts: [
      { component: ClockGraph },
      {
        question: 'clocks',
        label: 'Clocks of the captures',
        isMain: true,
        columns: {
          order: [
            'name',
            'known',
            'source',
            'error_ns',
            'moved',
            'drift_ppm',
            'start',
            'end',
            'domain',
            'offset',
            'by',
            'capture',
          ],
          hidden: ['domain', 'offset', 'by', 'capture'],
          widths: { name: 170, known: 84, source: 420, error_ns: 84, moved: 90, drift_ppm: 132 },
        },
        empty: 'There are no captures yet.',
      },
    ],
  },
  { id: 'sql', title: 'SQL', key: 'v q', component: SqlView, questions: ['sql', 'sql-tables'] },
  {
    id: 'problems',
    title: 'Problems',
    key: '9',
    parts: [
      {
        question: 'problems',
        params: { examples: true },
        label: 'Problems',
        isMain: true,
        columns: {
          order: ['severity', 'count', 'message', 'example', 'capture', 'line', 'offset', 'code'],
          hidden: ['offset', 'code'],
          widths: { severity: 84, count: 64, message: 280, example: 200, offset: 84 },
          cells: problemCells,
        },
        empty: 'Nothing to report: every line was understood.',
      },
    ],
  },
];

/** Questions that a view shows; the others are listed separately. */
export const shownQuestions: ReadonlySet<string> = new Set(views.flatMap(questionsOf));
