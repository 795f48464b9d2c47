import { count } from '../../../wording/numbers.ts';
import type { Entry } from '../../lib/menu-entry.ts';
import type { Mark } from '../../state/marks.ts';
import type { Session } from '../../state/session.ts';
import { type Flag, flagsPicture, intervalOfFlag } from '../pictures/flags.ts';
import { zoomTo } from '../zoom.ts';
import { nothingDrawn, type TrackKind } from './kind.ts';

/** The marks of the user. */
export const marks: TrackKind = {
  id: 'marks',
  needs: [],
  height: 20,
  isOptional: true,
  maxRows: 0,
  read: () => ({}),
  titleOf: () => 'Marks',
  proposed: evidence => (evidence.marks > 0 ? [{ id: 'marks', params: {} }] : []),
  question: () => null,
  picture: () => nothingDrawn,
  local: {
    store: ({ marks }) => marks.all,
    picture(value) {
      const all = value as readonly Mark[];
      return flagsPicture(all.map(flagOf), all.length > 0 ? count(all.length, 'mark') : '');
    },
    entries: session => session.marks.all.get().flatMap(mark => entriesOf(session, mark)),
  },
};

const flagOf = (mark: Mark): Flag => ({
  ...mark,
  colour: 'var(--hit)',
  ink: 'var(--on-hit)',
  entries: session => entriesOf(session, mark),
});

const entriesOf = (session: Session, mark: Mark): readonly Entry[] => [
  { label: `Zoom to “${mark.text}”`, run: () => zoomTo(session, intervalOfFlag(mark)) },
  ...(mark.to === null
    ? []
    : [
        {
          label: `Narrow to “${mark.text}”`,
          run: () => session.narrow({ ...session.history.present.scope, from: mark.from, to: mark.to! }),
        },
      ]),
  { label: `Rename “${mark.text}”…`, run: () => session.dialog.set({ kind: 'mark', mark, isNew: false }) },
  { label: `Remove “${mark.text}”`, run: () => session.marks.remove(mark) },
];
