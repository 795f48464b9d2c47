/** ECharts options of a heat map, for the window and for a file. */
import type { EChartsCoreOption } from 'echarts/core';
import { timeTicks } from '../../../wording/ticks.ts';
import { formatTick, type Zone } from '../../../wording/time.ts';
import { extentOf, type Plot, type Point } from './geometry.ts';
import type { Matrix } from './matrix.ts';
import { offsetScale } from './offset-scale.ts';
import { amountText } from './readout.ts';

/** Resolved colours of the current theme. */
export interface HeatColours {
  readonly text: string;
  readonly muted: string;
  readonly border: string;
  readonly surface: string;
  readonly accent: string;
  /** From small to large values. */
  readonly scale: readonly string[];
}

export interface DrawnHeat {
  readonly matrix: Matrix;
  readonly plot: Plot;
  readonly zone: Zone;
  readonly colours: HeatColours;
}

/** A series that is one image on the plot. */
export const imageOn = ({ left, top, width, height }: Plot, image: HTMLCanvasElement) => ({
  type: 'custom',
  silent: true,
  data: [[0, 0]],
  renderItem: () => ({ type: 'image', style: { image, x: left, y: top, width, height } }),
});

/** px between ticks. */
const gap = { time: 84, offset: 34 };

const fontFamily = 'Inter Variable, sans-serif';

/**
 * Axes by ECharts, and on them the cells as one image. Its own heat map series makes a shape of every cell: 2,000 × 100
 * of them take 1.6 s and a resized window stutters, where the image takes 10 ms; and their edges fall between pixels,
 * which shows as a grid over even colours.
 *
 * @param cells the image
 */
export function heatOption(
  { matrix, plot, zone, colours }: DrawnHeat,
  cells: HTMLCanvasElement,
): EChartsCoreOption {
  const { grid } = matrix;
  const { from, to } = extentOf(grid);
  const [length, width] = [Number(to - from), Number(grid.width)];
  const time = timeTicks(from, length, plot.width, zone, gap.time);
  const offset = timeTicks(0n, width, plot.height, 'UTC', gap.offset);
  const scale = offsetScale(width);
  const line = { lineStyle: { color: colours.border } };
  const axis = (max: number, at: readonly number[], text: (ns: number) => string) => ({
    type: 'value',
    min: 0,
    max,
    axisLine: { show: true, onZero: false, ...line },
    axisTick: { show: true, customValues: at, ...line },
    axisLabel: { color: colours.muted, fontFamily, fontSize: 11, customValues: at, formatter: text },
    splitLine: { show: false },
  });
  return {
    animation: false,
    grid: { ...plot },
    xAxis: {
      ...axis(length, time.at, ns => formatTick(from + BigInt(Math.round(ns)), zone, time.step)),
    },
    yAxis: {
      ...axis(width, offset.at, ns => scale.text(ns)),
      name: `offset, ${scale.unit}`,
      nameGap: 10,
      nameTextStyle: {
        color: colours.muted,
        fontFamily,
        fontSize: 11,
        align: 'right',
        padding: [0, -8, 0, 0],
      },
    },
    series: [imageOn(plot, cells)],
  };
}

/**
 * The same with the overlays of the window, for a file.
 *
 * @param cells the image
 * @param outline of the selected time
 */
export function savedOption(
  heat: DrawnHeat,
  cells: HTMLCanvasElement,
  unit: string,
  outline: readonly Point[] | null,
): EChartsCoreOption {
  const { colours, matrix, plot } = heat;
  return {
    ...heatOption(heat, cells),
    graphic: [
      ...legend(plot, colours, amountText(matrix.peak, unit)),
      ...(outline
        ? [
            {
              type: 'polygon',
              silent: true,
              // Above the cells.
              z: 10,
              shape: { points: outline },
              style: { fill: 'none', stroke: colours.accent, lineWidth: 1.5 },
            },
          ]
        : []),
    ],
  };
}

/** px */
const scaleSize = { width: 130, height: 10 };

/** The colour scale from 0 to the peak, in words, at the top right. */
export function legend(plot: Plot, colours: HeatColours, text: string) {
  const right = plot.left + plot.width;
  // About 6.5 px a character of 11 px.
  const left = right - scaleSize.width - 12 - text.length * 6.5;
  const middle = 22;
  const label = (x: number, words: string, align: 'left' | 'right') => ({
    type: 'text',
    silent: true,
    x,
    y: middle,
    style: { text: words, align, verticalAlign: 'middle', fill: colours.muted, font: `11px ${fontFamily}` },
  });
  return [
    label(left - 7, '0', 'right'),
    {
      type: 'rect',
      silent: true,
      shape: { x: left, y: middle - scaleSize.height / 2, ...scaleSize, r: 2 },
      style: {
        fill: {
          type: 'linear',
          ...{ x: 0, y: 0, x2: 1, y2: 0 },
          colorStops: colours.scale.map((color, i, { length }) => ({ offset: i / (length - 1), color })),
        },
      },
    },
    label(left + scaleSize.width + 7, text, 'left'),
  ];
}
