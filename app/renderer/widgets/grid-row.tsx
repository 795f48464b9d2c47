import { memo, type ReactNode } from 'react';
import type { Refers } from '../../../analyzers/contract.ts';
import type { Zone } from '../../wording/time.ts';
import { firstOf } from '../lib/matches.ts';
import type { Colours } from '../state/colours.ts';
import type { Cell } from '../state/paged-answer.ts';
import { type Store, useStore } from '../state/store.ts';
import { exact, shown } from './cells.ts';
import { type GridColumn, levelWidth } from './columns.ts';
import type { GridRows } from './grid.tsx';
import { Marked } from './marked.tsx';
import { Noted } from './noted.tsx';
import { Sparkline } from './sparkline.tsx';

export interface TreeCell {
  /** 0 at a root. */
  readonly level: number;
  readonly isLeaf: boolean;
  readonly isOpen: boolean;
  /** 0 … siblings - 1 */
  readonly place: number;
  readonly siblings: number;
}

interface GridRowProps {
  readonly id: string;
  readonly row: number;
  readonly columns: readonly GridColumn[];
  readonly rows: GridRows;
  readonly zone: Zone;
  readonly colours: Store<Colours>;
  readonly captureName: (id: number) => string;
  readonly isActive: boolean;
  readonly isChosen: boolean;
  readonly isMarked: boolean;
  readonly activeColumn: string | null;
  readonly tree:
    | { readonly column: string; at(row: number): TreeCell; toggle(row: number): void }
    | undefined;
  /** Maximum indentation of a row of a tree, in levels. */
  readonly levels: number;
  readonly find: string | null;
  readonly draw: ((row: number, column: string) => ReactNode) | undefined;
  onPoint(row: number, column: string, event: { readonly shiftKey: boolean; readonly button: number }): void;
  readonly onOpen: ((row: number) => void) | undefined;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, rows, columns, tree, isActive } = props;
  const node = tree?.at(row);
  const classes = [
    'grid-row',
    isActive && 'is-active',
    props.isChosen && 'is-chosen',
    props.isMarked && 'is-marked',
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <div
      role="row"
      id={props.id}
      className={classes}
      aria-rowindex={row + 2}
      aria-selected={props.isChosen}
      {...(node && {
        'aria-level': node.level + 1,
        'aria-posinset': node.place + 1,
        'aria-setsize': node.siblings,
        ...(node.isLeaf ? {} : { 'aria-expanded': node.isOpen }),
      })}
      onDoubleClick={() => props.onOpen?.(row)}
    >
      {columns.map((column, i) => {
        const value = rows.cell(row, column.name);
        const isTreeColumn = node !== undefined && column.name === tree?.column;
        return (
          <div
            key={column.name}
            role="gridcell"
            aria-colindex={i + 1}
            className={`cell ${column.kind}${isActive && column.name === props.activeColumn ? ' is-active' : ''}`}
            title={value === undefined || column.kind === 'sparkline' ? undefined : exact(value, props.zone)}
            onMouseDown={event => props.onPoint(row, column.name, event)}
          >
            {isTreeColumn && <Twist node={node} levels={props.levels} onToggle={() => tree!.toggle(row)} />}
            {value === undefined ? (
              <span className="cell-placeholder" />
            ) : (
              (props.draw?.(row, column.name) ?? <Value {...props} column={column} value={value} />)
            )}
          </div>
        );
      })}
    </div>
  );
});

interface TwistProps {
  readonly node: TreeCell;
  readonly levels: number;
  onToggle(): void;
}

function Twist({ node, levels, onToggle }: TwistProps) {
  const beyond = node.level - levels;
  return (
    <span
      className="twist"
      style={{ marginInlineStart: levelWidth * Math.min(node.level, levels) }}
      // Shown by the style sheet, so that it is not part of the accessible name.
      {...(beyond > 0 && { 'data-beyond': `⋯${beyond}` })}
      data-state={node.isLeaf ? 'leaf' : node.isOpen ? 'open' : 'closed'}
      onClick={event => {
        event.stopPropagation();
        if (!node.isLeaf) onToggle();
      }}
      onDoubleClick={event => event.stopPropagation()}
    />
  );
}

interface ValueProps extends GridRowProps {
  readonly column: GridColumn;
  readonly value: Cell;
}

function Value({ column, value, row, rows, zone, colours, captureName, find }: ValueProps) {
  const { kind, refers, name } = column;
  if (kind === 'sparkline') return <Sparkline text={String(value)} />;
  const text =
    refers === 'capture' && value !== null ? captureName(Number(value)) : shown(value, column, zone);
  if (kind === 'percent' && typeof value === 'number')
    return (
      <>
        <span className="number">{text}</span>
        <span className={`bar ${name.startsWith('self') ? 'bar-self' : ''}`}>
          <span style={{ width: `${Math.min(100, value)}%` }} />
        </span>
      </>
    );
  return (
    <>
      {refers && value !== null && (
        <Noted refers={refers} value={value} cell={name => rows.cell(row, name)} />
      )}
      {refers && typeof value === 'string' && value !== '' && (
        <Swatch colours={colours} refers={refers} name={value} />
      )}
      <span className={typeof value === 'string' ? 'text' : 'number'}>
        <Found text={text} find={typeof value === 'string' ? find : null} />
      </span>
    </>
  );
}

/** The colour of a thing in all pictures; nothing if it has none. */
function Swatch({ colours, refers, name }: { colours: Store<Colours>; refers: Refers; name: string }) {
  const colour = useStore(colours, current => current.of(refers, name));
  return colour === null ? null : <span className="swatch" style={{ background: colour }} />;
}

/** Highlights matches of the find. */
function Found({ text, find }: { text: string; find: string | null }) {
  return <Marked text={text} matches={firstOf(find ?? '')(text)} />;
}
