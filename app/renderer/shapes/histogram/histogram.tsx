import { useMemo } from 'react';
import { formatClock } from '../../../wording/time.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import type { Picture, PictureProps } from '../picture.ts';
import { usePictureRows } from '../use-picture-rows.ts';
import { BarsAndTable } from './bars-and-table.tsx';
import { histogramRoles, linesOf } from './buckets.ts';

/** Maximum number of buckets of the picture; the table has all. */
const drawnRows = 1000;
const nothing = [] as const;

/** Histograms below each other, with a bar per bucket. */
function Histograms(props: PictureProps) {
  const zone = useStore(useSession().shownZone);
  const shown = usePictureRows(props, drawnRows);
  const { table } = shown;
  const lines = useMemo(
    () => (table ? linesOf(table, time => formatClock(time, zone, 3)) : nothing),
    [table, zone],
  );
  return (
    <BarsAndTable
      {...{ picture: props, shown, lines }}
      kind="histograms"
      title={props.label}
      units="Number of values in each bucket."
    />
  );
}

export const histogram: Picture = { roles: histogramRoles, component: Histograms };
