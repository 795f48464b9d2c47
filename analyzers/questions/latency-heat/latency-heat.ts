import {
  type AnswerColumn,
  type Ask,
  analyzer,
  type HeatGrid,
  type Note,
  type Scope,
} from '../../contract.ts';
import { chooseField } from '../../durations/choose-field.ts';
import { type Chosen, chooseDurations, nanoseconds } from '../../durations/duration-kinds.ts';
import { type Durations, durationsIn, durationsOf, onOneAxis } from '../../durations/durations.ts';
import { ascendingBins, logBins } from '../../durations/log-bins.ts';
import { timeBuckets } from '../../durations/time-buckets.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { kinds, numericFields } from '../../events/offered.ts';
import { valuesOf } from '../../fields/id-columns.ts';
import { answer, counted, durationText, nothing } from '../../kit/answer.ts';
import { notFound } from '../../kit/names.ts';
import { note, onceEach, withoutTime } from '../../kit/notes.ts';
import { wordId } from '../../states/in-scope.ts';
import { axisOf } from '../../time/span.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'time', kind: 'time', about: 'Start of the time bucket, which has the events that began in it.' },
  { name: 'row', kind: 'integer', about: 'Number of the row, from the shortest durations up.' },
  { name: 'from', kind: 'duration', about: 'Lower bound of the row, inclusive.' },
  { name: 'to', kind: 'duration', about: 'Upper bound of the row, exclusive.' },
  { name: 'value', kind: 'integer', unit: 'events', about: 'Number of events of this duration.' },
];

export const latencyHeat = analyzer({
  id: 'latency-heat',
  title: 'Latency heat map',
  question: 'How long did events of a kind take, and how did that change over time?',
  needs: ['event'],
  params: {
    kind: {
      type: 'text',
      about:
        'A kind whose events have durations, or begin a request or a call. Default: the kind with most durations.',
      offers: kinds,
      otherwise: 'kind with most durations',
    },
    field: {
      type: 'text',
      about: 'A numeric field in ns, µs, ms or s to use in place of the duration.',
      offers: numericFields,
      otherwise: 'duration',
    },
    name: {
      type: 'text',
      about: 'Only slices, calls or disk operations of this name.',
      otherwise: 'all names',
    },
    columns: { type: 'number', about: 'Maximum number of time buckets.', default: 300, min: 2, max: 2000 },
    rows: {
      type: 'number',
      about: 'Maximum number of rows; each doubling of the duration has at least one.',
      default: 60,
      min: 2,
      max: 500,
    },
  },
  shape: 'cells',
  columns,
  async answer(ask, params, scope) {
    const axis = await axisOf(ask, scope);
    const { kind: _kind, ...narrowed } = axis.scope;
    const { minDuration: _min, maxDuration: _max, ...plain } = narrowed;
    const within = await eventsIn(ask, plain);
    const none = (notes: readonly Note[]) =>
      answer(columns, 0, nothing(columns), { notes: onceEach([...axis.notes, ...within.notes, ...notes]) });
    const chosen = await chosenOf(ask, params.kind, params.field, scope);
    if (!chosen) return none([]);
    const field =
      params.field === undefined
        ? undefined
        : await chooseField(ask, chosen.kind, params.field, ({ unit }) => nanoseconds.has(unit ?? ''));
    const durations = await durationsOf(ask, chosen.kind, plain, field);
    const name = params.name === undefined ? null : await wordId(ask, params.name);
    if (name === -1) throw notFound('name', params.name!, []);
    const at = await durationsIn(ask, durations, narrowed, within.captures, name);
    const notes = [
      ...chosen.notes,
      ...(durations.unfinished > 0 && name === null ? [unfinishedNote(durations)] : []),
    ];
    const placed = onOneAxis(durations, at, within.captures);
    const withoutTimestamp = at.length - (placed?.at.length ?? 0);
    if (withoutTimestamp > 0) notes.push(withoutTime(withoutTimestamp, 'events'));
    if (!placed) return none(notes);
    const time = timeBuckets(
      placed.origin + placed.first,
      placed.origin + placed.last + 1n,
      Math.floor(params.columns),
    );
    const { took } = durations;
    const longest = took[placed.at.at(-1)!]!;
    const firstAboveZero = placed.at.find(i => took[i]! > 0);
    const hasZero = took[placed.at[0]!] === 0;
    const bins = logBins(
      firstAboveZero === undefined ? 1 : took[firstAboveZero]!,
      longest,
      hasZero,
      Math.floor(params.rows),
    );
    const rows = bins.edges.length - 1;
    const counts = new Float64Array(time.count * rows);
    const shift = Number(placed.origin - time.from);
    const width = Number(time.width);
    const rowOf = ascendingBins(bins.edges);
    for (const index of placed.at) {
      const column = Math.floor((placed.since(index) + shift) / width);
      counts[column * rows + rowOf(took[index]!)]!++;
    }
    const filled = Int32Array.from(counts.keys()).filter(cell => counts[cell]! > 0);
    const grid: HeatGrid = { from: time.from, width: time.width, columns: time.count, edges: bins.edges };
    return answer(
      columns,
      filled.length,
      {
        time: BigInt64Array.from(filled, cell => time.from + BigInt(Math.floor(cell / rows)) * time.width),
        row: Float64Array.from(filled, cell => cell % rows),
        from: Float64Array.from(filled, cell => bins.edges[cell % rows]!),
        to: Float64Array.from(filled, cell => bins.edges[(cell % rows) + 1]!),
        value: Float64Array.from(filled, cell => counts[cell]!),
      },
      {
        notes: onceEach([
          note(
            'cell-size',
            `${field ? `Field ${field.name} of ` : ''}${chosen.kind.name}: a column is ${durationText(width)}, and ${counted(bins.perOctave)} ${bins.perOctave === 1 ? 'row is' : 'rows are'} a doubling of the duration.`,
            { columnNs: width, rowsPerDoubling: bins.perOctave },
          ),
          ...axis.notes,
          ...within.notes,
          ...notes,
        ]),
        whole: { amount: placed.at.length, unit: 'events' },
        grid,
      },
    );
  },
});

/** With a field, the kind need not have durations of its own. */
async function chosenOf(
  ask: Ask,
  kind: string | undefined,
  field: string | undefined,
  scope: Scope,
): Promise<Chosen | null> {
  const wanted = kind ?? scope.kind;
  if (field === undefined || wanted === undefined) return chooseDurations(ask, kind, scope);
  const known = await valuesOf(ask, 'kind');
  const id = [...known].find(([, name]) => name === wanted)?.[0];
  if (id === undefined) throw notFound('kind of event', wanted, known.values());
  return { kind: { id, name: wanted, pairing: 'own', count: 0, kinds: [id] }, notes: [] };
}

const unfinishedNote = ({ unfinished, isPart }: Durations) =>
  note(
    'without-end',
    `${counted(unfinished)} events ${isPart ? 'in this time' : 'of all captures'} have no duration, because their end was not recorded.`,
    { endless: unfinished },
  );
