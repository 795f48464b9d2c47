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
      'When it began: the bucket in which most changed of all that changed together. Tools and their clocks are no more exact.',
  },
  ...signalColumns,
  {
    name: 'direction',
    kind: 'text',
    about: 'up, down; appeared where it was 0 before, gone where it was 0 after.',
  },
  { name: 'before', kind: 'number', about: 'Mean of the time before, back to the change before.' },
  { name: 'after', kind: 'number', about: 'Mean of the time after, up to the next change.' },
  { name: 'unit', kind: 'text', about: 'Of before and after; null where unknown.' },
  {
    name: 'strength',
    kind: 'number',
    about: 'How large the step is, in times what the mean of the signal varies by otherwise.',
  },
  {
    name: 'confidence',
    kind: 'percent',
    unit: '%',
    about:
      'How certain it is that it changed: all but the chance of such a step anywhere in any of the signals.',
  },
  {
    name: 'offset',
    kind: 'number',
    unit: 's',
    about: 'How much later than that its own values say that it began; negative: earlier.',
  },
  { name: 'alike', kind: 'integer', about: 'Others that changed with it, say the same and are not listed.' },
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
      about: 'Only what changed with this and says the same, by its id: every one of them.',
    },
    isolated: {
      type: 'flag',
      about: 'Also changes of single signals, at times when no more changed than usual.',
    },
    top: { type: 'number', about: 'How many.', default: 100, min: 1, max: 100_000 },
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
    const of =
      params.of === undefined
        ? null
        : shown.filter(({ signal }) => isCalled(signal, params.of!)).map(leaderOf);
    const listed = shown.filter(each =>
      of === null ? leaderOf(each) === each : of.includes(leaderOf(each)),
    );
    const rows = listed.slice(0, params.top);
    const alike = new Map<Changed, number>();
    for (const each of shown) alike.set(leaderOf(each), (alike.get(leaderOf(each)) ?? -1) + 1);
    const bucket = durationText(Number(grid.width));
    const notes = [
      ...movement.notes,
      note(
        'tried',
        `${counted(signals.length)} counters, messages, functions, modules and waits were looked at in buckets of ${bucket}. Times are no more exact than that and the clock of each capture. ` +
          `The first and last ${durationText(edge * Number(grid.width))} have no before or after to compare with.`,
        { signals: signals.length, bucketNs: Number(grid.width), edgeBuckets: edge },
      ),
      episodes.length === 0
        ? note(
            'no-episode',
            rows.length > 0
              ? 'At no moment did more change than usual: what is listed changed alone, beyond doubt.'
              : 'At no moment did more change than usual.',
          )
        : note(
            'episodes',
            `${counted(episodes.length)} times more changed at once than by chance; what changed at other times is left out.`,
            { episodes: episodes.length, changes: episodes.map(({ changes }) => String(changes)) },
            { option: 'isolated', does: 'lists that, too' },
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
