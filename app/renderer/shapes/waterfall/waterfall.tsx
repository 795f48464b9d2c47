import './waterfall.css';

import { ScatterChart } from 'echarts/charts';
import { use } from 'echarts/core';
import { useMemo, useState } from 'react';
import type { PictureKind } from '../../../shell.ts';
import { formatDuration } from '../../../wording/numbers.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useColours } from '../../state/use-colours.ts';
import { Bars } from '../../widgets/bars.tsx';
import { useChartTheme } from '../../widgets/use-echart.ts';
import { useWidth } from '../../widgets/use-width.ts';
import type { Picture, PictureProps } from '../picture.ts';
import { PictureBar } from '../picture-bar.tsx';
import { saveChart } from '../save-chart.ts';
import { Table } from '../table.tsx';
import { usePictureRows } from '../use-picture-rows.ts';
import {
  coloursOf,
  lengthOf,
  lineHeight,
  linesOf,
  margin,
  ticksOf,
  waterfallOption,
  waterfallRoles,
} from './lines.ts';

use([ScatterChart]);

/** Maximum number of lines of the picture; the table has all. */
const drawnRows = 1000;
/** px */
const savedWidth = 1400;
const nothing = [] as const;

/** The events of a request, each as a bar from begin to end. */
function Waterfall(props: PictureProps) {
  const { params, label } = props;
  const session = useSession();
  const colours = useStore(session.colours);
  const [area, setArea] = useState<HTMLDivElement | null>(null);
  const width = useWidth(area);
  const [hasTable, setTable] = useState(true);
  const { table, rows, isAnswered, error, meaning, cellsOf, isHere } = usePictureRows(props, drawnRows);
  const lines = useMemo(() => (table ? linesOf(table) : nothing), [table]);
  const length = useMemo(() => lengthOf(lines), [lines]);
  const room = Math.max(1, width - margin.left - margin.right);
  const ticks = useMemo(() => ticksOf(length, room), [length, room]);
  const palette = useColours(useMemo(() => coloursOf(lines, colours), [lines, colours]));
  const theme = useChartTheme();
  const option = useMemo(() => waterfallOption(lines, ticks, palette, theme), [lines, ticks, palette, theme]);
  const save = (kind: PictureKind) => {
    const size = { width: savedWidth, height: lines.length * lineHeight + 14 };
    const units = `Bars from begin to end, since the begin of the request; total ${formatDuration(length)}.`;
    void saveChart(session, kind, { title: `${label} ${params.request ?? ''}`, units, option, size, theme });
  };
  // The table shows the reason.
  if (error || (isAnswered && rows === 0)) return <Table {...props} />;
  return (
    <section className="waterfall" aria-label={label}>
      <PictureBar rowsName="parts" hasTable={hasTable} onTable={setTable} save={save}>
        <span className="muted">
          {lines.length > 0 && `${lines[0]!.label.trim()} · ${formatDuration(length)} in total`}
        </span>
      </PictureBar>
      <div className="waterfall-axis" ref={setArea} aria-hidden="true">
        {ticks.map(({ at: ns, text }) => (
          <span key={ns} style={{ left: margin.left + (ns / length) * room }}>
            {text}
          </span>
        ))}
      </div>
      <div className="waterfall-parts" data-table={hasTable || undefined}>
        <Bars
          lines={lines}
          isHere={isHere}
          lineHeight={lineHeight}
          label={label}
          kind="waterfall"
          option={option}
          meaning={meaning}
          cells={cellsOf}
          drawn={lines.length}
          rows={rows}
        />
        {hasTable && <Table {...props} />}
      </div>
    </section>
  );
}

export const waterfall: Picture = { roles: waterfallRoles, component: Waterfall };
