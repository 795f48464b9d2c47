import type { Shape } from '../../../analyzers/contract.ts';
import type { Evidence, StoredAnswer } from '../../../analyzers/findings/finding.ts';
import type { ReportModel } from '../model.ts';
import { bars } from './bars.ts';
import { cells } from './cells.ts';
import type { Drawing, Drawn, Range } from './drawn.ts';
import { flame } from './flame.ts';
import { flameChart } from './flame-chart.ts';
import { histogram } from './histogram.ts';
import { series, tracks } from './over-time.ts';
import { scatter } from './scatter.ts';
import { waterfall } from './waterfall.ts';

/** Drawing of each shape; null: the table is enough. */
const drawings: Readonly<Record<Shape, Drawing | null>> = {
  table: null,
  tree: null,
  tracks,
  series,
  heat: cells,
  cells,
  flame,
  'flame-chart': flameChart,
  waterfall,
  scatter,
  histogram,
  bars,
};

/** @param marked time ranges that the finding marks, shaded */
export function draw(
  { shape, question, params }: Pick<Evidence, 'shape' | 'question' | 'params'>,
  answer: StoredAnswer,
  { zone, captures }: Pick<ReportModel, 'zone' | 'captures'>,
  marked: readonly Range[],
): Drawn | null {
  const captureName = (id: number) => captures.find(capture => capture.id === id)?.name ?? `capture ${id}`;
  return drawings[shape]?.(answer, { label: question, params, zone, marked, captureName }) ?? null;
}
