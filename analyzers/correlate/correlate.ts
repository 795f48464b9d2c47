import { answer, counted, durationText } from '../answer.ts';
import { type AnswerColumn, AskError, analyzer } from '../contract.ts';
import { durationOf } from '../metrics-kit/duration.ts';
import { representatives } from '../movement/alike.ts';
import { overTime, signalCells, signalColumns } from '../movement/columns.ts';
import { isCalled, movementIn, symptomOf } from '../movement/movement.ts';
import { correlation, discoveries, independentOf } from '../movement/series-math.ts';
import { sparklinesOf } from '../movement/sparkline.ts';
import { firstRows, note, onceEach } from '../notes.ts';

const columns: readonly AnswerColumn[] = [
  ...signalColumns,
  {
    name: 'r',
    kind: 'number',
    about:
      'Correlation, -1 … 1: of how far each is from its median, large distances by their logarithm, so that one spike does not decide.',
  },
  {
    name: 'lag',
    kind: 'number',
    unit: 's',
    about: 'How much later than the symptom it moves; negative: earlier.',
  },
  {
    name: 'p',
    kind: 'number',
    about:
      'Chance of such a correlation at any lag tried, if the two had nothing to do with each other: for as many independent values as there are.',
  },
  { name: 'n', kind: 'integer', unit: 'buckets', about: 'Moments at which both have a value.' },
  { name: 'alike', kind: 'integer', about: 'Others that say the same and are not listed.' },
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
        'The symptom, by its id (series/12, process/NAME, function/NAME, template/TEXT, search/QUERY …) or a part of its name that only it has.',
      required: true,
      example: 'level/error',
    },
    'max-lag': {
      type: 'text',
      about: 'How much earlier or later others may move: 5s, 2min. Not given: 5 buckets of the grid.',
    },
    of: {
      type: 'text',
      names: 'signal',
      about: 'Only those that say the same as this one, by its id: every one of them.',
    },
    all: { type: 'flag', about: 'Also what can be chance.' },
    top: { type: 'number', about: 'How many.', default: 100, min: 1, max: 100_000 },
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
    const moving = tried.filter(({ p }) => p <= limit);
    moving.sort((a, b) => Math.abs(b.r) - Math.abs(a.r) || (a.signal.id < b.signal.id ? -1 : 1));
    const speaks = representatives(moving.map(({ signal }) => signal));
    const alike = new Int32Array(moving.length);
    speaks.forEach((leader, at) => {
      if (leader !== at) alike[leader]!++;
    });
    const { of: named } = params;
    const of = named === undefined ? -1 : moving.findIndex(({ signal }) => isCalled(signal, named));
    if (named !== undefined && of < 0)
      throw new AskError('not-found', `${named} is not among what moves with ${symptom.name}.`);
    const listed = moving
      .map((row, at) => ({ ...row, at }))
      .filter(({ at }) => (of < 0 ? speaks[at] === at : speaks[at] === speaks[of]));
    const rows = listed.slice(0, params.top);
    const notes = [
      ...movement.notes,
      note(
        'tried',
        `${counted(tried.length)} were compared with ${symptom.name}, in buckets of ${durationText(Number(grid.width))} and up to ${durationText(lags * Number(grid.width))} earlier or later. ` +
          (params.all
            ? 'All are listed, also what can be chance.'
            : `${counted(moving.length)} move with it: of rows like these at most ${100 * falseRate} % are chance.`),
        { tried: tried.length, moving: moving.length, falseRate, bucketNs: Number(grid.width) },
      ),
      ...(moving.length === 0 &&
      independentOf(symptom.standard, symptom.standard, symptom.standard.count) < fewestToTell
        ? [
            note(
              'too-few-to-tell',
              `${symptom.name} rose and fell so seldom here that nothing can be told from chance by how closely it follows. What began at the same moment is among what moved first; a wider time tells more.`,
              {},
              { option: 'all', does: 'lists what follows it most closely, all the same' },
            ),
          ]
        : []),
      note('no-cause', 'What moves together need not cause each other: see which began first.'),
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

/** With fewer independent values not even what follows a symptom exactly stands out among a thousand. */
const fewestToTell = 12;

const usualLags = 5;
const mostLags = 600;

function lagsOf(given: string | undefined, seconds: number): number {
  if (given === undefined) return usualLags;
  const lags = Math.round(Number(durationOf('max-lag', given)) / 1e9 / seconds);
  if (lags > mostLags)
    throw new AskError(
      'bad-parameter',
      `${given} is more than ${mostLags} buckets of ${seconds} s: narrow the time.`,
    );
  return lags;
}
