import { answer, counted, durationText, texts } from '../answer.ts';
import { type AnswerColumn, analyzer } from '../contract.ts';
import type { Change } from '../movement/change-points.ts';
import { overTime, signalCells, signalColumns } from '../movement/columns.ts';
import { isCalled, movementIn } from '../movement/movement.ts';
import { sparklinesOf } from '../movement/sparkline.ts';
import { firstRows, note, onceEach } from '../notes.ts';
import { scopeKey } from '../samples.ts';
import { type Changed, changesIn } from './changed.ts';

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
    about: 'up, down; appeared: it was 0 before; gone: it was 0 after.',
  },
  { name: 'before', kind: 'number', about: 'Mean from the previous change to this one.' },
  { name: 'after', kind: 'number', about: 'Mean from this change to the next one.' },
  { name: 'unit', kind: 'text', about: 'Unit of before and after; null if unknown.' },
  {
    name: 'strength',
    kind: 'number',
    about: 'Size of the step, as a multiple of the usual variation of the mean.',
  },
  {
    name: 'confidence',
    kind: 'percent',
    unit: '%',
    about:
      'Certainty of the change: 100 % minus the probability of such a step anywhere in any of the signals.',
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
];

export const onset = analyzer({
  id: 'onset',
  title: 'What moved first',
  question: 'What changed, in the order it happened?',
  needs: ['metric', 'sample', 'event', 'state'],
  params: {
    of: {
      type: 'text',
      names: 'signal',
      about: 'Lists the redundant signals that changed with this one, by its id.',
    },
    isolated: {
      type: 'flag',
      about: 'Also lists changes of single signals at times when no more changed than usual.',
    },
    top: { type: 'number', about: 'Maximum number of rows.', default: 100, min: 1, max: 100_000 },
  },
  shape: 'table',
  columns,
  async answer(ask, params, scope) {
    const movement = await movementIn(ask, scope);
    const { grid, signals } = movement;
    const { changed, leaders, episodes, edge } = await ask.memo(`changes ${scopeKey(scope)}`, async () => {
      const value = changesIn(movement);
      return { value, bytes: value.changed.length * 200 };
    });
    const leaderOf = (each: Changed) => leaders.get(each)!;
    const shown = changed.filter(each => params.isolated || each.episode !== null || leaderOf(each).isClear);
    const leadersAskedFor =
      params.of === undefined
        ? null
        : shown.filter(({ signal }) => isCalled(signal, params.of!)).map(leaderOf);
    const listed = shown.filter(each =>
      leadersAskedFor === null ? leaderOf(each) === each : leadersAskedFor.includes(leaderOf(each)),
    );
    const rows = listed.slice(0, params.top);
    const alike = new Map<Changed, number>();
    for (const each of shown) alike.set(leaderOf(each), (alike.get(leaderOf(each)) ?? -1) + 1);
    const bucket = durationText(Number(grid.width));
    const notes = [
      ...movement.notes,
      note(
        'tried',
        `${counted(signals.length)} counters, messages, functions, modules and waits were compared in buckets of ${bucket}. Times are no more exact than a bucket and the clock of each capture. ` +
          `Changes in the first and last ${durationText(edge * Number(grid.width))} are not found: they have no before or after to compare with.`,
        { signals: signals.length, bucketNs: Number(grid.width), edgeBuckets: edge },
      ),
      episodes.length === 0
        ? note(
            'no-episode',
            rows.length > 0
              ? 'At no time did more signals change than usual: those listed changed alone, but significantly.'
              : 'At no time did more signals change than usual.',
          )
        : note(
            'episodes',
            `At ${counted(episodes.length)} ${episodes.length === 1 ? 'time' : 'times'}, more signals changed together than chance explains; changes at other times are left out.`,
            { episodes: episodes.length, changes: episodes.map(({ changes }) => String(changes)) },
            { option: 'isolated', does: 'lists those as well' },
          ),
      ...firstRows(rows.length, listed.length),
    ];
    return answer(
      columns,
      rows.length,
      {
        time: BigInt64Array.from(
          rows,
          ({ bucket, episode }) => grid.from + BigInt(episode?.peak ?? bucket) * grid.width,
        ),
        ...signalCells(rows.map(({ signal }) => signal)),
        direction: texts(rows.map(({ change }) => directionOf(change))),
        before: Float64Array.from(rows, ({ change }) => change.before),
        after: Float64Array.from(rows, ({ change }) => change.after),
        unit: texts(rows.map(({ signal }) => signal.unit)),
        strength: Float64Array.from(rows, ({ change }) => change.strength),
        confidence: Float64Array.from(
          rows,
          ({ change }) => 100 * (1 - Math.min(1, change.p * signals.length)),
        ),
        offset: Float64Array.from(
          rows,
          ({ bucket, episode }) => (bucket - (episode?.peak ?? bucket)) * grid.seconds,
        ),
        alike: Float64Array.from(rows, row => alike.get(row) ?? 0),
      },
      { notes: onceEach(notes), sparklines: sparklinesOf(grid) },
    );
  },
});

function directionOf({ before, after }: Change): string {
  if (before === 0 && after > 0) return 'appeared';
  if (after === 0 && before > 0) return 'gone';
  return after > before ? 'up' : 'down';
}
