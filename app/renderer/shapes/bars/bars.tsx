import { useMemo } from 'react';
import { BarsAndTable } from '../histogram/bars-and-table.tsx';
import type { Picture, PictureProps } from '../picture.ts';
import { usePictureRows } from '../use-picture-rows.ts';
import { barColumns, barRoles, barsOf } from './bar-lines.ts';

/** Maximum number of rows of the picture; the table has all. */
const drawnRows = 1000;
const nothing = [] as const;

/** A bar for each row, in the order of the rows. */
function BarPicture(props: PictureProps) {
  const shown = usePictureRows(props, drawnRows);
  const { table, columns } = shown;
  const lines = useMemo(() => (table ? barsOf(table) : nothing), [table]);
  const { name: amount = '', unit, about = '' } = barColumns(columns)?.amount ?? {};
  return (
    <BarsAndTable
      {...{ picture: props, shown, lines }}
      kind="bars"
      title={`${props.label}: ${amount}`}
      units={unit ? `${about} In ${unit}.` : about}
      heading={amount}
    />
  );
}

export const bars: Picture = { roles: barRoles, component: BarPicture };
