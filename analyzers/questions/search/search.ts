import { type Answer, analyzer, type LazyAnswer } from '../../contract.ts';
import { EventRows, readEvents } from '../../events/event-rows.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { amountOf, counted } from '../../kit/answer.ts';
import { note } from '../../kit/notes.ts';
import { eventColumns } from '../events/events.ts';
import { nextPiece } from './pieces.ts';

/** Default number of hits of a piece. */
const usual = 200;

export const queryParam = {
  type: 'text',
  about:
    'Words, "phrases", /regular expressions/, fields such as level>=warn or duration>50ms; AND, OR, NOT and parentheses.',
  required: true,
  example: 'level>=warn',
} as const;

export const search = analyzer({
  id: 'search',
  title: 'Search',
  question: 'Which records match this query?',
  needs: ['event'],
  params: {
    query: queryParam,
    order: {
      type: 'choice',
      about: 'Order of the records; rarity: those with the rarest template first.',
      choices: ['time', 'newest', 'file', 'rarity'],
      default: 'time',
    },
    limit: {
      type: 'number',
      about: `Maximum number of records. 0: all; for a piece, ${usual}.`,
      default: 0,
      min: 0,
      max: 1_000_000,
    },
    offset: { type: 'number', about: 'Number of records to skip at the beginning.', default: 0, min: 0 },
    after: {
      type: 'text',
      about:
        'Searches one piece at a time, in the order time or newest: `start`, then the value `next` of the note `piece` of the previous answer.',
    },
  },
  shape: 'table',
  columns: eventColumns,
  async answer(ask, params, scope): Promise<Answer | LazyAnswer> {
    const within = await eventsIn(ask, scope, { search: params.query });
    const columns = eventColumns;
    const limit = Math.floor(params.limit);
    if (params.after !== undefined) {
      const newest = params.order === 'newest';
      const piece = await nextPiece(ask, scope, within, newest, params.after, limit || usual);
      const data = await readEvents(ask, within.time, piece.ids);
      const { next, searched } = piece;
      const found = note(
        'piece',
        next === null
          ? `${amountOf(piece.ids.length, 'events')}; all has been searched.`
          : `${amountOf(piece.ids.length, 'events')}; ${Math.floor(searched * 100)} % has been searched.`,
        { next: next ?? '', searched },
      );
      return { rows: piece.ids.length, columns, data, notes: [...within.notes, found] };
    }
    const rows = new EventRows(within, params.order);
    const total = await rows.count(ask);
    const whole = { amount: total, unit: 'events' };
    const offset = Math.floor(params.offset);
    if (limit === 0 && offset === 0)
      return {
        rows: total,
        columns,
        notes: within.notes,
        whole,
        count: (asking, filter) => rows.count(asking, filter),
        read: (asking, arrangement, from, limit) => rows.read(asking, arrangement, from, limit),
        find: (asking, ...what) => rows.find(asking, ...what),
      };
    const data = await rows.read(ask, {}, offset, limit || usual);
    const shown = (data[0] as BigInt64Array).length;
    const notes = [...within.notes];
    if (shown < total)
      notes.push(
        note(
          'page',
          `${counted(shown)} of ${amountOf(total, 'events')}, from number ${counted(offset + 1)} on.`,
          { shown, of: total, offset },
        ),
      );
    return { rows: shown, columns, data, notes, whole };
  },
});
