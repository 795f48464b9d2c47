import type { Findings } from '../../../contract.ts';
import { count } from '../../../wording/numbers.ts';
import type { Entry } from '../../lib/menu-entry.ts';
import type { Session } from '../../state/session.ts';
import { type Flag, flagsPicture, intervalOfFlag } from '../pictures/flags.ts';
import { zoomTo } from '../zoom.ts';
import { nothingDrawn, type TrackKind } from './kind.ts';

/** A mark on time, and the finding it belongs to. */
interface FindingFlag {
  readonly finding: number;
  /** With its number in the order. */
  readonly title: string;
  readonly from: bigint;
  readonly to: bigint | null;
}

/** The time marks of findings, earliest first. */
export function flagsOf(findings: Findings | null): readonly FindingFlag[] {
  return (findings?.findings ?? [])
    .flatMap(({ id, title, marks }, at) =>
      marks.flatMap(mark =>
        mark.kind === 'time'
          ? [{ finding: id, title: `${at + 1} · ${title}`, from: mark.from, to: mark.to }]
          : [],
      ),
    )
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

/** The time marks of findings. */
export const findings: TrackKind = {
  id: 'findings',
  needs: [],
  height: 20,
  isOptional: true,
  maxRows: 0,
  read: () => ({}),
  titleOf: () => 'Findings',
  proposed: evidence => (evidence.findings > 0 ? [{ id: 'findings', params: {} }] : []),
  question: () => null,
  picture: () => nothingDrawn,
  local: {
    store: session => session.findings,
    picture(value) {
      const found = value as Findings | null;
      const flags = flagsOf(found);
      const marked = new Set(flags.map(({ finding }) => finding)).size;
      return flagsPicture(flags.map(flagOf), flags.length > 0 ? count(marked, 'finding') : '');
    },
    entries: session => flagsOf(session.findings.get()).flatMap(flag => entriesOf(session, flag)),
  },
};

const flagOf = (flag: FindingFlag): Flag => ({
  from: flag.from,
  to: flag.to,
  text: flag.title,
  colour: 'var(--accent)',
  ink: 'var(--on-accent)',
  entries: session => entriesOf(session, flag),
});

const entriesOf = (session: Session, flag: FindingFlag): readonly Entry[] => [
  { label: `Open “${flag.title}”`, run: () => session.notebook.show(flag.finding) },
  { label: `Zoom to “${flag.title}”`, run: () => zoomTo(session, intervalOfFlag(flag)) },
];
