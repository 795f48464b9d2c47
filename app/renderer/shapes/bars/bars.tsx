import '../histogram/histogram.css';

import { useMemo } from 'react';
import type { PictureKind } from '../../../shell.ts';
import { useSession } from '../../state/session.ts';
import { Bars } from '../../widgets/bars.tsx';
import { useChartTheme } from '../../widgets/use-echart.ts';
import { histogramOption, lineHeight } from '../histogram/buckets.ts';
import type { Picture, PictureProps } from '../picture.ts';
import { saveChart } from '../save-chart.ts';
import { SaveMenu } from '../save-menu.tsx';
import { Table } from '../table.tsx';
import { usePictureRows } from '../use-picture-rows.ts';
import { barColumns, barRoles, barsOf } from './bar-lines.ts';

/** Maximum number of rows of the picture; the table has all. */
const drawnRows = 1000;
/** px */
const savedWidth = 1000;
const nothing = [] as const;

/** A bar for each row, in the order of the rows; the table below has the same rows. */
function BarPicture(props: PictureProps) {
  const { label } = props;
  const session = useSession();
  const { table, rows, columns, meaning, cellsOf, isHere } = usePictureRows(props, drawnRows);
  const lines = useMemo(() => (table ? barsOf(table) : nothing), [table]);
  const theme = useChartTheme();
  const option = useMemo(() => histogramOption(lines, theme), [lines, theme]);
  const { name: amount = '', unit, about = '' } = barColumns(columns)?.amount ?? {};
  const save = (kind: PictureKind) => {
    const size = { width: savedWidth, height: lines.length * lineHeight + 14 };
    const units = unit ? `${about} In ${unit}.` : about;
    void saveChart(session, kind, { title: `${label}: ${amount}`, units, option, size, theme });
  };
  return (
    <div className="histograms">
      <div className="picture-bar">
        <span className="muted">{amount}</span>
        <span className="grow" />
        <SaveMenu save={save} />
      </div>
      <Bars
        lines={lines}
        isHere={isHere}
        lineHeight={lineHeight}
        label={label}
        kind="bars"
        option={option}
        meaning={meaning}
        cells={cellsOf}
        drawn={table?.rows ?? 0}
        rows={rows}
      />
      <Table {...props} />
    </div>
  );
}

export const bars: Picture = { roles: barRoles, component: BarPicture };
