import './template-picture.css';
import { useMemo } from 'react';
import { formatNumber } from '../../lib/numbers.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useTable } from '../../state/use-answer.ts';
import type { Picture, PictureProps } from '../picture.ts';
import { Table } from '../table.tsx';
import { type Bar, barsOf, isAmount, isName } from './bars.ts';

// TEMPLATE: copy this folder, rename everything called template, name the shape in `Shape` (`analyzers/contract.ts`), and
// add its line here (`../shapes.ts`) and on the command line (`app/cli/shapes.ts`).

/** TEMPLATE: rows that the picture can show; the table has all. */
const drawnRows = 40;

/**
 * TEMPLATE: it asks its question itself, in the scope of the window. The table below is for those who cannot see the picture;
 * it says why there is no answer, and copy and export mean it.
 */
function TemplatePicture(props: PictureProps) {
  const { question, params, label } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { table, answer } = useTable({ question, params, scope }, drawnRows);
  const bars = useMemo(() => (table ? barsOf(table) : []), [table]);
  const unit = answer?.head.columns.find(isAmount)?.unit ?? '';
  return (
    <div className="template-picture">
      <Bars bars={bars} label={label} unit={unit} />
      <Table {...props} />
    </div>
  );
}

interface BarsProps {
  readonly bars: readonly Bar[];
  readonly label: string;
  readonly unit: string;
}

/** TEMPLATE: axes, series, scatter and brushes are ECharts' (`../lines/`); a canvas only for what it cannot draw (`../flame/`). */
export function Bars({ bars, label, unit }: BarsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what does not fit is scrolled to by keyboard
    <figure className="template-bars" aria-label={`Bars of ${label}`} tabIndex={0}>
      {bars.map(({ name, value, share }, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, rows do not move
        <div key={row} className="template-bar">
          <span className="template-name">{name}</span>
          <meter min={0} max={1} value={share} aria-label={`${name}: ${formatNumber(value)} ${unit}`} />
          <span className="template-amount">
            {formatNumber(value)} {unit}
          </span>
        </div>
      ))}
    </figure>
  );
}

export const templatePicture: Picture = {
  // TEMPLATE: the columns that an answer must have to be drawn so. `shapes.test.ts` checks the questions of the shape.
  roles: {
    name: { about: 'Stands beside a bar.', is: isName },
    amount: { about: 'How long a bar is.', is: isAmount },
  },
  component: TemplatePicture,
};
