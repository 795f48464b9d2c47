import { type AnswerColumn, type Ask, analyzer, type Note, type Scope } from '../../contract.ts';
import { timeBuckets } from '../../durations/time-buckets.ts';
import { answer, durationText, listed, nothing } from '../../kit/answer.ts';
import { captureFacts } from '../../kit/catalog.ts';
import { note, onceEach } from '../../kit/notes.ts';
import { axisOf, type Span, zeroOf } from '../../time/span.ts';
import type { Busy } from './busy.ts';
import { fromSamples } from './from-samples.ts';
import { fromSeries } from './from-series.ts';
import { fromStates } from './from-states.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'time', kind: 'time', about: 'Start of the column.' },
  { name: 'row', kind: 'integer', about: 'Number of the row, from the bottom.' },
  { name: 'cpu', kind: 'integer', refers: 'cpu', about: 'The CPU; null if its name is not a number.' },
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'The capture that the value is from.' },
  { name: 'value', kind: 'percent', unit: '%', about: 'Share of the time that it was busy.' },
];

/** Sources of CPU utilisation, the most exact first. */
const sources = {
  states: fromStates,
  series: fromSeries,
  samples: fromSamples,
} as const;
type Source = keyof typeof sources;

export const cpuHeat = analyzer({
  id: 'cpu-heat',
  title: 'CPU heat map',
  question: 'How busy was each CPU, and when?',
  needs: ['state', 'metric', 'sample'],
  params: {
    source: {
      type: 'choice',
      about:
        'The source of the values: the states of threads, the series of tools such as mpstat, or samples. Sources are never mixed. Default: the first of these that the captures have.',
      choices: ['first', 'states', 'series', 'samples'],
      default: 'first',
    },
    columns: { type: 'number', about: 'Maximum number of time buckets.', default: 300, min: 2, max: 2000 },
  },
  shape: 'cells',
  columns,
  async answer(ask, params, scope) {
    const { notes: axisNotes, ...axis } = await axisOf(ask, scope);
    const candidates =
      params.source === 'first' ? (Object.keys(sources) as Source[]) : [params.source as Source];
    const unanswered: Note[] = [];
    for (const source of candidates) {
      const busy = await sources[source](ask, axis.scope, minWidth =>
        spanOf(axis, scope, Math.floor(params.columns), minWidth),
      );
      if (busy.cells.length === 0) {
        unanswered.push(...busy.notes);
        continue;
      }
      const others = params.source === 'first' ? await otherSources(ask, source) : [];
      return answered(busy, [...axisNotes, ...busy.notes, ...others]);
    }
    const none =
      params.source === 'first'
        ? note(
            'nothing-says-so',
            'No capture in scope gives the utilisation of each CPU: there are no states of threads, no series per CPU, and no samples at a known rate.',
          )
        : note('nothing-says-so', `No ${params.source} in scope give the utilisation of each CPU.`);
    return answer(columns, 0, nothing(columns), { notes: onceEach([...axisNotes, ...unanswered, none]) });
  },
});

/** Names the other sources that could answer. */
async function otherSources(ask: Ask, answered: Source): Promise<Note[]> {
  const tables = { states: 'state', series: 'metric', samples: 'sample' } as const;
  const captures = await captureFacts(ask);
  const others = (Object.keys(tables) as Source[]).filter(
    source => source !== answered && captures.some(({ rows }) => (rows[tables[source]] ?? 0) > 0),
  );
  if (others.length === 0) return [];
  return [
    note(
      'source-chosen',
      `These values are from ${answered}; ${listed(others)} are also available.`,
      { source: answered, others },
      { option: 'source', does: 'chooses another' },
    ),
  ];
}

/** Time buckets over the part of the axis that is in scope, each at least `minWidth` ns wide. */
async function spanOf(
  axis: Pick<Span, 'captures' | 'isWhole' | 'scope'>,
  scope: Scope,
  maxCount: number,
  minWidth: bigint,
): Promise<Span> {
  const timed = axis.captures.filter(({ first, last }) => first !== null && last !== null);
  const starts = timed.map(each => zeroOf(each) + each.first!).sort((a, b) => (a < b ? -1 : 1));
  const ends = timed.map(each => zeroOf(each) + each.last! + 1n).sort((a, b) => (a < b ? -1 : 1));
  const from = scope.from ?? starts[0] ?? 0n;
  const to = scope.to ?? ends.at(-1) ?? from + 1n;
  const { count: buckets, ...bounds } = timeBuckets(from, to > from ? to : from + 1n, maxCount, minWidth);
  return { ...axis, ...bounds, buckets, notes: [] };
}

function answered({ cells, span, rows: names }: Busy, notes: readonly Note[]) {
  const sorted = [...cells].sort((a, b) => a.bucket - b.bucket || a.row - b.row);
  const { width, from, buckets } = span;
  return answer(
    columns,
    sorted.length,
    {
      time: BigInt64Array.from(sorted, ({ bucket }) => from + BigInt(bucket) * width),
      row: Float64Array.from(sorted, ({ row }) => row),
      cpu: Float64Array.from(sorted, ({ row }) => names[row]!.cpu),
      capture: Float64Array.from(sorted, ({ row }) => names[row]!.capture),
      value: Float64Array.from(sorted, ({ busy }) => busy),
    },
    {
      notes: onceEach([
        note('cell-size', `A column is ${durationText(Number(width))}.`, { columnNs: Number(width) }),
        ...notes,
      ]),
      grid: {
        from,
        width,
        columns: buckets,
        edges: Array.from({ length: names.length + 1 }, (_, row) => row),
        names: names.map(({ text }) => text),
      },
    },
  );
}
