import type { ReactNode } from 'react';
import type { PictureKind } from '../../shell.ts';
import { SaveMenu } from './save-menu.tsx';

interface PictureBarProps {
  /** The text of the item under the pointer or the cursor. */
  readonly children: ReactNode;
  /** The colour scale, between the text and the buttons. */
  readonly legend?: ReactNode;
  /** Name of the rows of the table: `cells`. */
  readonly rowsName: string;
  readonly hasTable: boolean;
  onTable(hasTable: boolean): void;
  save(kind: PictureKind): void;
}

/** The bar above a picture: the text of the current item, and buttons for the picture. */
export function PictureBar({ children, legend, rowsName, hasTable, onTable, save }: PictureBarProps) {
  return (
    <div className="picture-bar">
      {children}
      <span className="grow" />
      {legend}
      <button
        type="button"
        className="quiet"
        aria-pressed={hasTable}
        title={`Show the same ${rowsName} as a table`}
        onClick={() => onTable(!hasTable)}
      >
        table
      </button>
      <SaveMenu save={save} />
    </div>
  );
}
