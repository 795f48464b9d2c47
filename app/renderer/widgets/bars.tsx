import './bars.css';

import { BarChart } from 'echarts/charts';
import { type EChartsCoreOption, use } from 'echarts/core';
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { formatInteger } from '../../wording/numbers.ts';
import type { RowMeaning } from '../meaning/entries.ts';
import type { RowCells } from '../state/paged-answer.ts';
import { type BarLine, lineAt, nextBar } from './bar-lines.ts';
import { RowMenu } from './row-menu.tsx';
import { useEChart } from './use-echart.ts';
import { rowsAtOnce, useHeldKeys } from './use-held-keys.ts';
import { useWidth } from './use-width.ts';

use([BarChart]);

interface BarsProps {
  readonly label: string;
  /** Short name of the picture. */
  readonly kind: string;
  readonly lines: readonly BarLine[];
  /** False while `lines` are not those of the question; keys wait for them. */
  readonly isHere: boolean;
  /** px of a line. */
  readonly lineHeight: number;
  /** Option that draws the lines; a new object redraws them. */
  readonly option: EChartsCoreOption;
  /** Meaning of the rows of the answer. */
  readonly meaning: RowMeaning;
  cells(row: number): RowCells;
  /** Number of drawn rows, and of all rows of the answer. */
  readonly drawn: number;
  readonly rows: number;
}

/** Bars, one per row, selected by pointer or arrows, with the menu and the keys of rows. */
export function Bars(props: BarsProps) {
  const { label, kind, lines, isHere, lineHeight, option, meaning, cells, drawn, rows } = props;
  const [area, setArea] = useState<HTMLElement | null>(null);
  const element = useRef<HTMLDivElement>(null);
  const setElement = useCallback((next: HTMLDivElement | null) => {
    element.current = next;
    setArea(next);
  }, []);
  const isHeld = useHeldKeys(element, rowsAtOnce(isHere));
  const width = useWidth(area);
  const [chosen, setChosen] = useState<number | null>(null);
  const row = chosen === null ? null : (lines[chosen]?.row ?? null);
  const active = row === null ? null : chosen;
  const height = lines.length * lineHeight;
  const chart = useEChart(option, { width, height });

  const choose = (line: number | null) => {
    setChosen(line);
    const chosenRow = line === null ? null : lines[line]?.row;
    if (chosenRow != null) meaning.select(cells(chosenRow));
  };
  useEffect(() => {
    if (active !== null) area?.querySelector('.is-active')?.scrollIntoView({ block: 'nearest' });
  }, [area, active]);
  // A right click selects the bar before the menu opens for it.
  const onMouseDown = (event: MouseEvent) => {
    const top = event.currentTarget.firstElementChild!.getBoundingClientRect().top;
    choose(lineAt(lines, lineHeight, event.clientY - top));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isHeld(event)) {
      event.preventDefault();
      return;
    }
    if (lines.length === 0) return;
    if (event.key === 'ArrowDown') choose(nextBar(lines, active ?? -1, 1));
    else if (event.key === 'ArrowUp') choose(nextBar(lines, active ?? lines.length, -1));
    else if (row === null || !meaning.key(event.key, cells(row))) return;
    event.preventDefault();
  };
  return (
    <RowMenu
      label="Actions for this bar"
      entries={() => (row === null ? [] : meaning.menu(cells(row)))}
      onKeyboard={() => active ?? choose(nextBar(lines, -1, 1))}
    >
      <div
        ref={setElement}
        className="bars"
        role="application"
        aria-roledescription={kind}
        aria-label={`Bars of ${label}: ${active === null ? 'arrows move' : lines[active]!.name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard moves over the bars
        tabIndex={0}
        onMouseDown={onMouseDown}
        onKeyDown={onKeyDown}
      >
        <div className="bars-drawn" aria-hidden="true" style={{ height }}>
          {active !== null && (
            <div className="bar-line is-active" style={{ top: active * lineHeight, height: lineHeight }} />
          )}
          <div ref={chart} style={{ height }} />
        </div>
        {drawn < rows && (
          <p className="hint">
            The first {formatInteger(drawn)} of {formatInteger(rows)} rows are drawn; the table has all.
          </p>
        )}
      </div>
    </RowMenu>
  );
}
