import './histogram.css';

import { useMemo } from 'react';
import type { PictureKind } from '../../../shell.ts';
import { useSession } from '../../state/session.ts';
import { Bars } from '../../widgets/bars.tsx';
import { useChartTheme } from '../../widgets/use-echart.ts';
import type { PictureProps } from '../picture.ts';
import { saveChart } from '../save-chart.ts';
import { SaveMenu } from '../save-menu.tsx';
import { Table } from '../table.tsx';
import type { usePictureRows } from '../use-picture-rows.ts';
import { histogramOption, lineHeight } from './buckets.ts';

/** px */
const savedWidth = 1000;

interface BarsAndTableProps {
  readonly picture: PictureProps;
  readonly shown: ReturnType<typeof usePictureRows>;
  readonly lines: Parameters<typeof histogramOption>[0];
  readonly kind: string;
  /** Title and units of the saved picture. */
  readonly title: string;
  readonly units: string;
  /** What the bars measure. */
  readonly heading?: string;
}

/** Bars below each other, and the table of the same rows. */
export function BarsAndTable({ picture, shown, lines, kind, title, units, heading }: BarsAndTableProps) {
  const session = useSession();
  const { table, rows, meaning, cellsOf, isHere } = shown;
  const theme = useChartTheme();
  const option = useMemo(() => histogramOption(lines, theme), [lines, theme]);
  const save = (as: PictureKind) => {
    const size = { width: savedWidth, height: lines.length * lineHeight + 14 };
    void saveChart(session, as, { title, units, option, size, theme });
  };
  return (
    <div className="histograms">
      <div className="picture-bar">
        {heading !== undefined && <span className="muted">{heading}</span>}
        <span className="grow" />
        <SaveMenu save={save} />
      </div>
      <Bars
        lines={lines}
        isHere={isHere}
        lineHeight={lineHeight}
        label={picture.label}
        kind={kind}
        option={option}
        meaning={meaning}
        cells={cellsOf}
        drawn={table?.rows ?? 0}
        rows={rows}
      />
      <Table {...picture} />
    </div>
  );
}
