import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import type { AnswerColumn } from '../../../analyzers/contract.ts';
import { whyEmpty } from '../lib/empty.ts';
import type { MenuEntry } from '../lib/menu-entry.ts';
import { isSame } from '../meaning/actions.ts';
import { RowMeaning } from '../meaning/entries.ts';
import { functionIn } from '../meaning/references.ts';
import type { RowCells } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useAnswer, useRows } from '../state/use-answer.ts';
import type { ColumnChoice } from '../widgets/columns.ts';
import { DataGrid } from '../widgets/data-grid.tsx';
import { maxPartRows, PartGrid } from '../widgets/part-grid.tsx';
import { Waiting } from '../widgets/waiting.tsx';
import type { Picture, PictureProps } from './picture.ts';
import { SparklineCell, Symptom } from './symptom.tsx';
import { useAnswerFront } from './use-front.ts';

interface TableProps extends PictureProps {
  /** Replaces the default action for an active row, which follows from its references. */
  onRow?(row: RowCells): void;
  onOpen?(row: RowCells): void;
  onKey?(event: KeyboardEvent, row: RowCells): boolean;
  menu?(row: RowCells): readonly MenuEntry[];
  isMarked?(row: RowCells): boolean;
  draw?(row: RowCells, column: string): ReactNode;
}

/** An answer as rows. */
export function Table({ only, ...props }: TableProps) {
  return only ? <PartTable {...props} only={only} /> : <WholeTable {...props} />;
}

/** The rows that have a text in a column, sorted and searched in the window. */
function PartTable(props: TableProps & Required<Pick<TableProps, 'only'>>) {
  const { question, params, label, isMain, empty, columns, only } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { rows, answer, isAsking, isFormer, error } = useRows({ question, params, scope }, maxPartRows);
  useAnswerFront(answer, props.isMain, props.label);
  const meaning = useMeaning(answer?.head.columns ?? noColumns);
  const isMarked = useMarked(meaning);

  if (error) return <p className="failure">{error}</p>;
  if (!answer || !rows) return <Waiting />;
  return (
    <PartGrid
      {...{ label, isMain, answer, rows, only, meaning, isMarked, isFormer }}
      table={question}
      isBusy={isAsking}
      empty={whyEmpty(answer.head.notes, empty)}
      choice={columns ?? usualChoice(answer.head.columns)}
    />
  );
}

/** All rows: sorted and searched by the engine, fetched as they come into view. */
function WholeTable(props: Omit<TableProps, 'only'>) {
  const { question, params, label, isMain, empty, columns, draw, ...handlers } = props;
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { answer, isAsking, isFormer, error } = useAnswer({ question, params, scope });
  useAnswerFront(answer, props.isMain, props.label);
  const meaning = useMeaning(answer?.head.columns ?? noColumns);
  const isMarked = useMarked(meaning);
  const cells = columns?.cells;
  const head = answer?.head;
  const drawCell = useMemo(() => {
    if (draw) return draw;
    const span = head?.sparklines;
    const spark = span && head.columns.find(({ kind }) => kind === 'sparkline')?.name;
    if (!cells && !spark) return undefined;
    return (row: RowCells, column: string) =>
      span && column === spark ? (
        <SparklineCell span={span} row={row} column={column} />
      ) : (
        cells?.[column]?.(row)
      );
  }, [draw, cells, head]);

  if (error) return <p className="failure">{error}</p>;
  if (!answer) return <Waiting />;
  const grid = (
    <DataGrid
      key={question}
      {...{ label, isMain, answer, isFormer }}
      table={question}
      isBusy={isAsking}
      empty={whyEmpty(answer.head.notes, empty)}
      choice={columns ?? usualChoice(answer.head.columns)}
      onRow={row => meaning.select(row)}
      onOpen={row => meaning.open(row)}
      onKey={(event, row) => meaning.key(event.key, row)}
      menu={row => meaning.menu(row)}
      isMarked={isMarked}
      {...(drawCell && { draw: drawCell })}
      {...handlers}
    />
  );
  if (!head?.sparklines?.symptom) return grid;
  return (
    <div className="under-symptom">
      <Symptom {...head.sparklines} />
      {grid}
    </div>
  );
}

const noColumns: readonly AnswerColumn[] = [];

/** Default order of columns: texts, then sparklines, then numbers. */
function usualChoice(columns: readonly AnswerColumn[]): ColumnChoice {
  const named = (which: (column: AnswerColumn) => boolean) => columns.filter(which).map(({ name }) => name);
  const sparklines = named(({ kind }) => kind === 'sparkline');
  if (sparklines.length === 0) return {};
  return { order: [...named(({ kind }) => kind === 'text'), ...sparklines] };
}

export function useMeaning(columns: readonly AnswerColumn[]): RowMeaning {
  const session = useSession();
  return useMemo(() => new RowMeaning(session, columns), [session, columns]);
}

/** True if a row refers to the selected function, or in a table of modules, to the selected module. */
export function useMarked(meaning: RowMeaning): (row: RowCells) => boolean {
  const session = useSession();
  const selected = useStore(session.selected);
  const module = useStore(session.history.places, places => places.present.module);
  return row => {
    const references = meaning.of(row);
    const func = functionIn(references);
    return func ? isSame(func, selected) : module !== null && references.get('module') === module;
  };
}

export const table: Picture = { roles: {}, component: Table };
