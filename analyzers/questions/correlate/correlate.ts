import { type AnswerColumn, AskError, analyzer } from '../../contract.ts';
import { answer, counted, durationText } from '../../kit/answer.ts';
import { firstRows, note, onceEach } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import { durationOf } from '../../metrics/duration.ts';
import { overTime, signalCells, signalColumns } from '../../movement/columns.ts';
import { isCalled, type Movement, type Moving, movementIn, symptomOf } from '../../movement/movement.ts';
import { correlation, discoveries, independentOf } from '../../movement/series-math.ts';
import { sparklinesOf } from '../../movement/sparkline.ts';
import { type Changed, changesIn } from '../onset/changed.ts';
import { groupsOf } from './groups.ts';

const columns: readonly AnswerColumn[] = [
  ...signalColumns,
  {
    name: 'r',
    kind: 'number',
    about:
      'Correlation, -1 … 1, of the distances from the median; large distances count by their logarithm, so that one spike does not decide.',
  },
  {
    name: 'lag',
    kind: 'number',
    unit: 's',
    about: 'Delay after the symptom; negative: the signal moves before it.',
  },
  {
    name: 'p',
    kind: 'number',
    about:
      'Probability of such a correlation at any lag tried if the two were unrelated, given the number of independent values.',
  },
  { name: 'n', kind: 'integer', unit: 'buckets', about: 'Buckets in which both have a value.' },
  {
    name: 'alike',
    kind: 'integer',
    about:
      'Number of signals listed only with `of`: redundant with this one, or held back like this one while the symptom is unusual, such as what is done per transaction.',
  },
  overTime,
];

/** Share of the rows of an answer that may be wrong. */
export const falseRate = 0.1;

export const correlate = analyzer({
  id: 'correlate',
  title: 'What moves with this',
  question: 'Which counters, messages, functions, modules and waits move with this one?',
  needs: ['metric', 'sample', 'event', 'state'],
  params: {
    with: {
      type: 'text',
      names: 'signal',
      about:
        'The symptom, by its id (series/12, process/NAME, function/NAME, template/TEXT, search/QUERY …) or a unique part of its name.',
      required: true,
      example: 'level/error',
    },
    'max-lag': {
      type: 'text',
      about: 'How much earlier or later others may move: 5s, 2min. Default: 5 buckets.',
    },
    of: {
      type: 'text',
      names: 'signal',
      about: 'Lists the signals that the row of this one stands for, by its id.',
    },
    all: { type: 'flag', about: 'Also lists correlations that can be chance.' },
    top: howMany('Maximum number of rows.', 100, 100_000),
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const movement = await movementIn(ask, scope);
    const symptom = await symptomOf(ask, movement, params.with);
    const { grid, signals } = movement;
    const lags = lagsOf(params['max-lag'], grid.seconds);
    const tried = signals.flatMap(signal => {
      const found = signal === symptom ? null : correlation(signal.standard, symptom.standard, lags);
      return found ? [{ signal, ...found }] : [];
    });
    const limit = params.all
      ? 1
      : discoveries(
          Float64Array.from(tried, ({ p }) => p),
          falseRate,
        );
    const significant = tried.filter(({ p }) => p <= limit);
    const isTooSeldom =
      significant.length === 0 &&
      independentOf(symptom.standard, symptom.standard, symptom.standard.count) < minIndependent;
    const together = isTooSeldom ? changedWith(movement, symptom) : new Set<Moving>();
    const moving = isTooSeldom ? tried.filter(({ signal }) => together.has(signal)) : significant;
    moving.sort((a, b) => Math.abs(b.r) - Math.abs(a.r) || (a.signal.id < b.signal.id ? -1 : 1));
    const listedWith = groupsOf(moving, symptom);
    const alike = new Int32Array(moving.length);
    listedWith.forEach((row, at) => {
      if (row !== at) alike[row]!++;
    });
    const { of: named } = params;
    const asked = named === undefined ? -1 : moving.findIndex(({ signal }) => isCalled(signal, named));
    if (named !== undefined && asked < 0)
      throw new AskError(
        'not-found',
        `${named} does not move with ${symptom.name} in this time: use an id from the answer without "of".`,
      );
    const listed = moving
      .map((row, at) => ({ ...row, at }))
      .filter(({ at }) => (asked < 0 ? listedWith[at] === at : listedWith[at] === listedWith[asked]));
    const rows = listed.slice(0, params.top);
    const notes = [
      ...movement.notes,
      note(
        'tried',
        `${counted(tried.length)} signals were compared with ${symptom.name}, in buckets of ${durationText(Number(grid.width))} and up to ${durationText(lags * Number(grid.width))} earlier or later. ` +
          (params.all
            ? 'All are listed, including correlations that can be chance.'
            : `${counted(significant.length)} move with it; at most ${100 * falseRate} % of them are expected to be chance.`),
        { tried: tried.length, moving: significant.length, falseRate, bucketNs: Number(grid.width) },
      ),
      ...(isTooSeldom
        ? [
            note(
              'too-few-to-tell',
              `${symptom.name} rose and fell too seldom in this time to distinguish a correlation from chance${moving.length > 0 ? ', so the signals are listed that changed at the same moment as it did' : '. See what moved first for changes at the same moment, or widen the time'}.`,
              { together: moving.length },
              { option: 'all', does: 'lists the closest correlations nevertheless' },
            ),
          ]
        : []),
      note('no-cause', 'Correlation is not causation: see which began first.'),
      ...firstRows(rows.length, listed.length),
    ];
    return answer(
      columns,
      rows.length,
      {
        ...signalCells(rows.map(({ signal }) => signal)),
        r: Float64Array.from(rows, ({ r }) => r),
        lag: Float64Array.from(rows, ({ lag }) => lag * grid.seconds),
        p: Float64Array.from(rows, ({ p }) => p),
        n: Float64Array.from(rows, ({ n }) => n),
        alike: Float64Array.from(rows, ({ at }) => alike[at]!),
      },
      { notes: onceEach(notes), sparklines: sparklinesOf(grid, symptom) },
    );
  },
});

/** Signals whose level changed when that of the symptom did, within a bucket. */
function changedWith(movement: Movement, symptom: Moving): ReadonlySet<Moving> {
  const isThere = movement.signals.some(({ id }) => id === symptom.id);
  const signals = isThere ? movement.signals : [...movement.signals, symptom];
  const { changed } = changesIn({ ...movement, signals });
  const own = changed.filter(({ signal }) => signal.id === symptom.id).map(({ bucket }) => bucket);
  const isAtOnce = (each: Changed) => own.some(bucket => Math.abs(bucket - each.bucket) <= 1);
  return new Set(changed.filter(each => isAtOnce(each)).map(({ signal }) => signal));
}

/** With fewer independent values, even a perfect correlation is not significant among a thousand signals. */
const minIndependent = 12;

const usualLags = 5;
const mostLags = 600;

function lagsOf(given: string | undefined, seconds: number): number {
  if (given === undefined) return usualLags;
  const lags = Math.round(Number(durationOf('max-lag', given)) / 1e9 / seconds);
  if (lags > mostLags)
    throw new AskError(
      'bad-parameter',
      `max-lag ${given} is more than ${mostLags} buckets of ${seconds} s, the maximum (${mostLags * seconds} s): use a smaller one.`,
    );
  return lags;
}
