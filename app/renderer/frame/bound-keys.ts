/** All keys, by the part of the window where they work: shown by `?`, and checked for conflicts. */
import { rowKeys } from '../meaning/row-keys.ts';
import { timelineKeys } from '../timeline/timeline-keys.ts';
import { views } from '../views/views.ts';
import { gridKeys } from '../widgets/grid-keys.ts';
import { type Command, writtenKeys } from './keys.ts';

export interface KeyList {
  readonly title: string;
  readonly keys: readonly (readonly [keys: string, what: string])[];
}

const eventKeys = [['. ,', 'to the next error, to the one before']] as const;

const searchKeys = [
  ['Ctrl+Space', 'in the box: completions; Tab inserts one'],
  ['Enter', 'in the box: search; on a hit: show it among all events'],
  ['Delete', 'on a value beside the hits: exclude it'],
  ['← →', 'on the bars: move, with Shift select several; Enter narrows to their time'],
] as const;

export function boundKeys(commands: readonly Command[]): readonly KeyList[] {
  const ofViews = new Set(views.map(({ id }) => `view-${id}`));
  return [
    {
      title: 'Anywhere',
      keys: commands.flatMap(({ id, keys, also = [], title }) =>
        keys && !ofViews.has(id) ? [[[keys, ...also].map(writtenKeys).join('  '), title] as const] : [],
      ),
    },
    { title: 'Views', keys: views.map(({ key, title }) => [key, title] as const) },
    { title: 'On a row', keys: Object.entries(rowKeys) },
    { title: 'In tables and trees', keys: gridKeys },
    { title: 'Among events', keys: eventKeys },
    { title: 'In the search', keys: searchKeys },
    { title: 'In the timeline', keys: timelineKeys },
  ];
}
