import type { ReactNode } from 'react';
import type { PictureKind } from '../../shell.ts';
import { SaveMenu } from './save-menu.tsx';

interface PictureBarProps {
  /** What is read off the picture, in a place that never moves. */
  readonly children: ReactNode;
  /** Between that and what can be done: its colour scale. */
  readonly legend?: ReactNode;
  /** What the table lists that the picture shows: `cells`. */
  readonly what: string;
  readonly hasTable: boolean;
  onTable(hasTable: boolean): void;
  save(kind: PictureKind): void;
}

/** Above a picture: what is read off it, and what can be done with it as a whole. */
export function PictureBar({ children, legend, what, hasTable, onTable, save }: PictureBarProps) {
  return (
    <div className="picture-bar">
      {children}
      <span className="grow" />
      {legend}
      <button
        type="button"
        className="quiet"
        aria-pressed={hasTable}
        title={`The same ${what} as a table`}
        onClick={() => onTable(!hasTable)}
      >
        table
      </button>
      <SaveMenu save={save} />
    </div>
  );
}
