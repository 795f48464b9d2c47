/** All shapes with their pictures. A new picture is a file and its line here. */
import type { Shape } from '../../../analyzers/contract.ts';
import { bars } from './bars/bars.tsx';
import { cells } from './cells/cells.tsx';
import { flame } from './flame/flame.tsx';
import { flameChart } from './flame-chart/flame-chart.tsx';
import { heat } from './heat/heat.tsx';
import { histogram } from './histogram/histogram.tsx';
import { series, tracks } from './lines/lines.tsx';
import type { Picture } from './picture.ts';
import { scatter } from './scatter/scatter.tsx';
import { table } from './table.tsx';
import { tree } from './tree.tsx';
import { waterfall } from './waterfall/waterfall.tsx';

export const shapes: Readonly<Record<Shape, Picture>> = {
  table,
  tree,
  series,
  tracks,
  flame,
  heat,
  histogram,
  cells,
  'flame-chart': flameChart,
  waterfall,
  scatter,
  bars,
};
