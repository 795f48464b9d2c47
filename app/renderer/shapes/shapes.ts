/** Every shape an answer may have, and the picture that draws it. A new picture is a file and its line here. */
import type { Shape } from '../../../analyzers/contract.ts';
import { flame } from './flame/flame.tsx';
import { heat } from './heat/heat.tsx';
import { histogram } from './histogram/histogram.tsx';
import { series, tracks } from './lines/lines.tsx';
import type { Picture } from './picture.ts';
import { table } from './table.tsx';
import { tree } from './tree.tsx';

export const shapes: Readonly<Record<Shape, Picture>> = {
  table,
  tree,
  series,
  tracks,
  flame,
  heat,
  histogram,
};
