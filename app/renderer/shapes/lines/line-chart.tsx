import { LineChart } from 'echarts/charts';
import { LegendComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { type PointerEvent, useMemo, useState } from 'react';
import type { Refers } from '../../../../analyzers/contract.ts';
import type { LineGroup } from '../../../pictures/lines.ts';
import type { PictureKind } from '../../../shell.ts';
import { formatNumber } from '../../../wording/numbers.ts';
import { timeTicks, valueAxis } from '../../../wording/ticks.ts';
import { formatClock, formatTick, type Zone } from '../../../wording/time.ts';
import type { Interval } from '../../lib/interval.ts';
import { TimeScale } from '../../lib/time-scale.ts';
import { lineColours } from '../../state/colours.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useColours } from '../../state/use-colours.ts';
import { useChartTheme, useEChart } from '../../widgets/use-echart.ts';
import { useWidth } from '../../widgets/use-width.ts';
import { saveChart } from '../save-chart.ts';
import { SaveMenu } from '../save-menu.tsx';
import { xmlCharacters } from '../save-picture.ts';
import { valueAt } from './line-values.ts';

use([LineChart, LegendComponent]);

/** px */
const height = 150;
const savedHeight = 320;
const margin = { left: 64, right: 16, top: 10, bottom: 24 };
/** Lines with fewer points than this mark each point. */
const dotted = 3;

interface LineGroupChartProps {
  /** Label of the picture that the chart is a part of. */
  readonly label: string;
  readonly group: LineGroup;
  readonly span: Interval;
  /** Type of thing that the keys of its lines refer to, which decides their colours. */
  readonly refers: Refers | undefined;
}

/** Lines on one axis. The legend shows the values at the pointer; screen readers use the table. */
export function LineGroupChart({ label, group, span, refers }: LineGroupChartProps) {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const [area, setArea] = useState<HTMLDivElement | null>(null);
  const width = useWidth(area);
  const [pointer, setPointer] = useState<number | null>(null);
  const colours = useStore(session.colours);
  const palette = useColours(
    useMemo(
      () =>
        lineColours(
          group.lines.map(({ name }) => name),
          name => (refers ? colours.of(refers, name) : null),
        ),
      [group, refers, colours],
    ),
  );
  const scale = useMemo(
    () => new TimeScale(span.from, span.to, Math.max(1, width - margin.left - margin.right)),
    [span, width],
  );

  const option = useMemo(
    () => (width === 0 ? null : lineOption(group, scale, zone, palette)),
    [group, scale, width, zone, palette],
  );
  const chart = useEChart(option, { width, height });

  const onMove = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left - margin.left;
    setPointer(x < 0 || x > scale.width ? null : x);
  };
  const theme = useChartTheme();
  const save = (kind: PictureKind) => {
    if (!option) return;
    const legend = { bottom: 4, type: 'scroll', icon: 'roundRect', itemHeight: 8, textStyle: theme.font };
    const fileOption = { ...option, grid: { ...margin, bottom: margin.bottom + 28 }, legend };
    const title = group.title || label;
    void saveChart(session, kind, {
      title,
      units: group.unit,
      option: fileOption,
      size: { width, height: savedHeight },
      theme,
    });
  };
  const moment = pointer === null ? null : scale.time(pointer);
  return (
    <figure className="line-group" aria-label={group.title || group.unit || 'Chart'}>
      <figcaption>
        {group.title && <b>{group.title}</b>}
        <span className="muted">
          {group.unit}
          {moment !== null && ` · ${formatClock(moment, zone)}`}
        </span>
        <span className="grow" />
        <SaveMenu save={save} />
      </figcaption>
      <div
        ref={setArea}
        className="line-area"
        aria-hidden="true"
        style={{ height }}
        onPointerMove={onMove}
        onPointerLeave={() => setPointer(null)}
      >
        <div ref={chart} />
        {pointer !== null && <div className="cursor-line" style={{ left: pointer + margin.left }} />}
      </div>
      <Legend group={group} palette={palette} moment={moment} />
    </figure>
  );
}

/** The names of the lines, with their values at a moment. */
function Legend({
  group,
  palette,
  moment,
}: {
  readonly group: LineGroup;
  readonly palette: readonly string[];
  readonly moment: bigint | null;
}) {
  return (
    <ul className="legend" aria-label={`Legend of ${group.title || group.unit || 'the chart'}`}>
      {group.lines.map((line, i) => {
        const value = moment === null ? Number.NaN : valueAt(line, moment);
        return (
          <li key={line.id}>
            <span className="swatch" style={{ background: palette[i] }} />
            {line.name || group.unit}
            <span className="legend-value">{Number.isNaN(value) ? '' : formatNumber(value)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function lineOption(group: LineGroup, scale: TimeScale, zone: Zone, palette: readonly string[]) {
  const ticks = timeTicks(scale.from, scale.length, scale.width, zone);
  const at = ticks.at.filter(tick => isWithin((tick / scale.length) * scale.width, scale.width));
  const { low, peak } = extremes(group);
  const upwards = valueAxis(peak);
  return {
    grid: margin,
    xAxis: {
      type: 'value',
      min: 0,
      max: scale.length,
      axisLine: { show: false },
      axisTick: { show: false, customValues: at },
      axisLabel: {
        customValues: at,
        formatter: (ns: number) => formatTick(scale.from + BigInt(Math.round(ns)), zone, ticks.step),
      },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      max: upwards.top,
      ...(low < 0 ? { splitNumber: 3 } : { interval: upwards.step }),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { formatter: formatNumber },
    },
    series: group.lines.map((line, i) => ({
      type: 'line',
      name: xmlCharacters(line.name || group.unit),
      silent: true,
      connectNulls: false,
      showSymbol: line.times.length <= dotted,
      symbolSize: 5,
      sampling: 'minmax',
      lineStyle: { width: 1.5, color: palette[i] },
      itemStyle: { color: palette[i] },
      data: line.times.map((time, at) => [
        Number(time - scale.from),
        Number.isNaN(line.values[at]!) ? null : line.values[at]!,
      ]),
    })),
  };
}

/** Smallest and largest value of all lines and 0. */
function extremes({ lines }: LineGroup): { readonly low: number; readonly peak: number } {
  let [low, peak] = [0, 0];
  for (const { values } of lines)
    for (const value of values) {
      // False for NaN, which is a gap.
      if (value < low) low = value;
      else if (value > peak) peak = value;
    }
  return { low, peak };
}

/** Half the width of a label, px. */
const halfLabel = 30;
const isWithin = (x: number, width: number) =>
  x > halfLabel - margin.left && x < width + margin.right - halfLabel;
