// EXAMPLE: a picture's CSS is in its folder; its colours are the tokens of `styles/tokens.css`, which follow the theme.
import './example-picture.css';

import { useMemo } from 'react';
import { Bars } from '../../widgets/bars.tsx';
import { useChartTheme } from '../../widgets/use-echart.ts';
import { type Picture, type PictureProps, playing } from '../picture.ts';
import { Table } from '../table.tsx';
import { usePictureRows } from '../use-picture-rows.ts';
import { barHeight, barOption, barRoles, barsOf } from './bars.ts';

// EXAMPLE: copy this folder, rename everything called example, name the shape in `Shape` (`analyzers/contract.ts`), and add its
// line here (`../shapes.ts`). On the command line it prints as its table.

/** EXAMPLE: maximum number of rows of the picture; the table has all. */
const drawnRows = 40;

/**
 * EXAMPLE: a picture asks its question itself, in the scope of the window. The table below makes it accessible
 * and shows why an answer is empty; copy and export use the table.
 */
function ExamplePicture(props: PictureProps) {
  const { label } = props;
  // EXAMPLE: a mark has the menu, keys and selection of its row (`meaning`), which follow from the `refers` of the columns.
  const { table, rows, columns, meaning, cellsOf, isHere } = usePictureRows(props, drawnRows);
  const bars = useMemo(() => (table ? barsOf(table) : nothing), [table]);
  // EXAMPLE: the chart is redrawn if the option is another object, which a change of theme makes.
  const theme = useChartTheme();
  const unit = playing(barRoles, 'amount', columns)?.unit ?? '';
  const option = useMemo(() => barOption(bars, unit, theme), [bars, unit, theme]);
  return (
    <div className="example-picture">
      <Bars
        lines={bars}
        isHere={isHere}
        lineHeight={barHeight}
        label={label}
        kind="bars"
        option={option}
        meaning={meaning}
        cells={cellsOf}
        drawn={bars.length}
        rows={rows}
      />
      <Table {...props} />
    </div>
  );
}

const nothing = [] as const;

export const examplePicture: Picture = { roles: barRoles, component: ExamplePicture };
