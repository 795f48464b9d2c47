import { type AnswerColumn, type Ask, AskError, analyzer, type Note, type Scope } from '../../contract.ts';
import { answer, counted, durationText, texts } from '../../kit/answer.ts';
import { firstRows, note, onceEach } from '../../kit/notes.ts';
import { howMany } from '../../kit/params.ts';
import type { Change } from '../../movement/change-points.ts';
import { overTime, signalCells, signalColumns } from '../../movement/columns.ts';
import { isCalled, type Movement, type Moving, movementIn } from '../../movement/movement.ts';
import { sparklinesOf } from '../../movement/sparkline.ts';
import { scopeKey } from '../../samples/samples.ts';
import { type AllChanged, type Changed, changesIn } from './changed.ts';
import { type Moment, momentsOf, type Sign } from './moments.ts';
import { type NewMessage, newMessages } from './new-messages.ts';
import { isWithin, surroundings } from './surroundings.ts';

const columns: readonly AnswerColumn[] = [
  {
    name: 'time',
    kind: 'time',
    about:
      'Begin of the change: for signals that changed together, the bucket in which most of them did. The intervals and clocks of the tools allow no better.',
  },
  ...signalColumns,
  {
    name: 'direction',
    kind: 'text',
    about:
      'up, down; climbs, falls: steadily; appeared: it was 0 before; gone: it was 0 after; new: no earlier line has this message.',
  },
  { name: 'before', kind: 'number', about: 'Mean from the previous change to this one.' },
  {
    name: 'after',
    kind: 'number',
    about: 'Mean from this change to the next one; for a new message, its lines in scope.',
  },
  { name: 'unit', kind: 'text', about: 'Unit of before and after; null if unknown.' },
  {
    name: 'strength',
    kind: 'number',
    about:
      'Size of the step, as a multiple of the usual variation of the mean; of a moment: the sum of its changes; null for a new message.',
  },
  {
    name: 'confidence',
    kind: 'percent',
    unit: '%',
    about:
      'Certainty of the change: 100 % minus the share of the changes at this time, as clear as this one or clearer, that chance is expected to make.',
  },
  {
    name: 'offset',
    kind: 'number',
    unit: 's',
    about: 'Delay of the begin by its own values after `time`; negative: earlier.',
  },
  {
    name: 'alike',
    kind: 'integer',
    about: 'Number of redundant signals that changed with it and are not listed.',
  },
  overTime,
  {
    name: 'moment',
    kind: 'integer',
    refers: 'moment',
    about: 'Number of the moment, the strongest first, as the parameter moment takes it.',
  },
  {
    name: 'changes',
    kind: 'integer',
    about: 'Number of changes and new messages of the moment; null for one change.',
  },
  {
    name: 'with',
    kind: 'text',
    about: 'What users notice, and what else changed most at this moment; null for one change.',
  },
];

/** Changes that are less certain are listed only on request. */
const leastCertainty = 0.9;

export const onset = analyzer({
  id: 'onset',
  title: 'What moved first',
  question: 'At which moments did most change, and what began them?',
  needs: ['metric', 'sample', 'event', 'state'],
  params: {
    moment: {
      type: 'number',
      about: 'Lists the changes of this moment, likely causes first; 0: one row for each moment.',
      default: 0,
      min: 0,
    },
    of: {
      type: 'text',
      names: 'signal',
      about: 'Lists the redundant signals that changed with this one, by its id.',
    },
    isolated: {
      type: 'flag',
      about:
        'Also lists changes of single signals at times when no more changed than usual, and less certain ones.',
    },
    top: howMany('Maximum number of rows.', 100, 100_000),
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const around = await surroundings(ask, scope);
    const { movement, all, messages } = await found(ask, around);
    const { grid } = movement;
    const inScope = (bucket: number) => isWithin(scope, grid.from + BigInt(bucket) * grid.width, grid.width);
    const leaderOf = (each: Changed) => all.leaders.get(each)!;
    const shown = all.changed.filter(
      each =>
        inScope(each.episode?.peak ?? each.bucket) &&
        (params.isolated ||
          ((each.episode !== null || leaderOf(each).isClear) &&
            1 - leaderOf(each).falseShare >= leastCertainty)),
    );
    const moments = momentsOf(
      shown.filter(each => leaderOf(each) === each),
      all,
      messages.filter(({ bucket }) => inScope(bucket)),
    );
    const listed = listedRows(params, moments, shown, leaderOf);
    const rows = listed.slice(0, params.top);
    const alike = new Map<Changed, number>();
    for (const each of shown) alike.set(leaderOf(each), (alike.get(leaderOf(each)) ?? -1) + 1);
    const cells = rows.map(row => cellsOf(row, movement, alike));
    const number = (get: (cell: Cells) => number) => Float64Array.from(cells, get);
    return answer(
      columns,
      rows.length,
      {
        moment: number(cell => cell.moment),
        time: BigInt64Array.from(rows, ({ moment }) => grid.from + BigInt(moment.bucket) * grid.width),
        changes: number(cell => cell.changes),
        ...signalCells(cells),
        direction: texts(cells.map(cell => cell.direction)),
        before: number(cell => cell.before),
        after: number(cell => cell.after),
        unit: texts(cells.map(cell => cell.unit)),
        strength: number(cell => cell.strength),
        confidence: number(cell => cell.confidence),
        offset: number(cell => cell.offset),
        alike: number(cell => cell.alike),
        with: texts(cells.map(cell => cell.with)),
      },
      {
        notes: onceEach([
          ...movement.notes,
          ...notesOn(movement, all, moments, scope),
          ...firstRows(rows.length, listed.length),
        ]),
        sparklines: sparklinesOf(grid),
      },
    );
  },
});

interface Found {
  readonly movement: Movement;
  readonly all: AllChanged;
  readonly messages: readonly NewMessage[];
}

async function found(ask: Ask, scope: Scope): Promise<Found> {
  const movement = await movementIn(ask, scope);
  return ask.memo(`changes ${scopeKey(scope)}`, async () => {
    const all = changesIn(movement);
    const messages = await newMessages(ask, scope, movement.grid, Math.max(1, all.edge));
    return { value: { movement, all, messages }, bytes: all.changed.length * 200 + messages.length * 300 };
  });
}

/** A moment as a whole (`sign` is its first), or one of its signs. */
interface Row {
  readonly moment: Moment;
  /** From 1. */
  readonly number: number;
  readonly sign: Sign;
  readonly isWhole: boolean;
}

function listedRows(
  params: { readonly moment: number; readonly of: string | undefined },
  moments: readonly Moment[],
  shown: readonly Changed[],
  leaderOf: (each: Changed) => Changed,
): Row[] {
  const rowsOf = (moment: Moment, at: number) =>
    moment.signs.map((sign): Row => ({ moment, number: at + 1, sign, isWhole: false }));
  if (params.of !== undefined) {
    const named = shown.filter(({ signal }) => isCalled(signal, params.of!)).map(leaderOf);
    return moments.flatMap((moment, at) =>
      moment.signs
        .filter(({ change }) => change && named.includes(change))
        .flatMap(({ change }) => shown.filter(each => leaderOf(each) === change))
        .map(change => ({ moment, number: at + 1, sign: { change }, isWhole: false })),
    );
  }
  if (params.moment === 0)
    return moments.map((moment, at) => ({ moment, number: at + 1, sign: moment.signs[0]!, isWhole: true }));
  const moment = moments[params.moment - 1];
  if (moment === undefined)
    throw new AskError(
      'not-found',
      `There is no moment ${params.moment} in this time: ${moments.length === 0 ? 'nothing changed' : `the last one is ${moments.length}`}.`,
    );
  return rowsOf(moment, params.moment - 1);
}

/** The cells of a row but its time. */
interface Cells {
  readonly id: string;
  readonly what: Moving['what'];
  readonly name: string;
  readonly values: Float64Array;
  readonly moment: number;
  readonly changes: number;
  readonly direction: string;
  readonly before: number;
  readonly after: number;
  readonly unit: string | null;
  readonly strength: number;
  readonly confidence: number;
  readonly offset: number;
  readonly alike: number;
  readonly with: string | null;
}

function cellsOf(
  { moment, number, sign, isWhole }: Row,
  { grid, signals }: Movement,
  alike: ReadonlyMap<Changed, number>,
): Cells {
  const whole = {
    moment: number,
    changes: isWhole ? moment.signs.length : Number.NaN,
    with: isWhole ? companionsOf(moment) : null,
  };
  const { change, message } = sign;
  if (message) {
    const signal = signals.find(({ id }) => id === message.id);
    return {
      ...whole,
      ...{ id: message.id, what: 'template', name: message.template, unit: 'lines' },
      values: signal?.values ?? new Float64Array(grid.buckets).fill(Number.NaN),
      ...{ direction: 'new', before: 0, after: message.lines, confidence: 100, alike: 0 },
      strength: isWhole && moment.strength > 0 ? moment.strength : Number.NaN,
      offset: (message.bucket - moment.bucket) * grid.seconds,
    };
  }
  const { signal } = change;
  return {
    ...whole,
    ...{ id: signal.id, what: signal.what, name: signal.name, unit: signal.unit, values: signal.values },
    direction: directionOf(change.change),
    before: change.change.before,
    after: change.change.after,
    strength: isWhole ? moment.strength : change.change.strength,
    confidence: 100 * (1 - change.falseShare),
    offset: (change.bucket - moment.bucket) * grid.seconds,
    alike: alike.get(change) ?? 0,
  };
}

/** Number of names beside the first of a moment. */
const companions = 4;

/** What users notice and alarming messages, then what comes next in the order of causes. */
function companionsOf({ signs: [first, ...others] }: Moment): string | null {
  const isAlways = ({ change, message }: Sign) => message !== undefined || change.signal.isSymptom === true;
  const chosen = [...others.filter(isAlways), ...others.filter(each => !isAlways(each))];
  const names = chosen.map(wordsOf).filter(each => first === undefined || each !== wordsOf(first));
  return [...new Set(names)].slice(0, companions).join('; ') || null;
}

const wordsOf = ({ change, message }: Sign): string =>
  message ? `new: ${message.template}` : `${change.signal.name} ${directionOf(change.change)}`;

function notesOn(
  { grid, signals }: Movement,
  { episodes, edge }: AllChanged,
  moments: readonly Moment[],
  scope: Scope,
): Note[] {
  const isRange = scope.from !== undefined || scope.to !== undefined;
  const notes = [
    note(
      'tried',
      `${counted(signals.length)} counters, messages, functions, modules and waits were compared in buckets of ${durationText(Number(grid.width))}. Times are no more exact than a bucket and the clock of each capture. ` +
        (isRange
          ? 'The time around the range is compared with it.'
          : `Changes in the first and last ${durationText(edge * Number(grid.width))} are not found: they have no before or after to compare with.`),
      { signals: signals.length, bucketNs: Number(grid.width), edgeBuckets: edge },
    ),
  ];
  const together = moments.filter(({ isEpisode }) => isEpisode).length;
  if (together === 0)
    return [
      ...notes,
      note(
        'no-episode',
        moments.length > 0
          ? 'At no time did more signals change than usual: those listed changed alone, but significantly, or are new messages.'
          : 'At no time did more signals change than usual.',
        {},
        { option: 'isolated', does: 'lists the changes of single signals' },
      ),
    ];
  return [
    ...notes,
    note(
      'episodes',
      `At ${counted(together)} ${together === 1 ? 'time' : 'times'}, more signals changed together than chance explains; changes at other times are left out.`,
      { episodes: together, changes: episodes.map(({ changes }) => String(changes)) },
      { option: 'isolated', does: 'lists those as well' },
    ),
    note(
      'moments',
      'Each row is a moment, the strongest first, with what most likely began it.',
      { moments: moments.length },
      { option: 'moment', does: 'lists the changes of one moment' },
    ),
  ];
}

function directionOf({ before, after, isRamp }: Change): string {
  if (isRamp) return after > before ? 'climbs' : 'falls';
  if (before === 0 && after > 0) return 'appeared';
  if (after === 0 && before > 0) return 'gone';
  return after > before ? 'up' : 'down';
}
