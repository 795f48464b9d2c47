import './histogram.css';

import { useMemo } from 'react';
import type { PictureKind } from '../../../shell.ts';
import { formatClock } from '../../../wording/time.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Bars } from '../../widgets/bars.tsx';
import { useChartTheme } from '../../widgets/use-echart.ts';
import type { Picture, PictureProps } from '../picture.ts';
import { saveChart } from '../save-chart.ts';
import { SaveMenu } from '../save-menu.tsx';
import { Table } from '../table.tsx';
import { usePictureRows } from '../use-picture-rows.ts';
import { histogramOption, histogramRoles, lineHeight, linesOf } from './buckets.ts';

/** Maximum number of buckets of the picture; the table has all. */
const drawnRows = 1000;
/** px */
const savedWidth = 1000;
const nothing = [] as const;

/** Histograms below each other, with a bar per bucket; the table below has the same rows. */
function Histograms(props: PictureProps) {
  const { label } = props;
  const session = useSession();
  const zone = useStore(session.shownZone);
  const { table, rows, meaning, cellsOf, isHere } = usePictureRows(props, drawnRows);
  const lines = useMemo(
    () => (table ? linesOf(table, time => formatClock(time, zone, 3)) : nothing),
    [table, zone],
  );
  const theme = useChartTheme();
  const option = useMemo(() => histogramOption(lines, theme), [lines, theme]);
  const save = (kind: PictureKind) => {
    const size = { width: savedWidth, height: lines.length * lineHeight + 14 };
    const units = 'Number of values in each bucket.';
    void saveChart(session, kind, { title: label, units, option, size, theme });
  };
  return (
    <div className="histograms">
      <div className="picture-bar">
        <span className="grow" />
        <SaveMenu save={save} />
      </div>
      <Bars
        lines={lines}
        isHere={isHere}
        lineHeight={lineHeight}
        label={label}
        kind="histograms"
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

export const histogram: Picture = { roles: histogramRoles, component: Histograms };
