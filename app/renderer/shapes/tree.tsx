import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { AnswerColumn } from '../../../analyzers/contract.ts';
import { treeStructure } from '../../../analyzers/stacks/structure.ts';
import type { MenuEntry } from '../lib/menu-entry.ts';
import { isSame } from '../meaning/actions.ts';
import { functionIn } from '../meaning/references.ts';
import type { TreePlace } from '../state/flame.ts';
import type { RowCells } from '../state/paged-answer.ts';
import { type Front, useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { cellOf, isProcess, TreeModel, type TreeRow } from '../state/tree-model.ts';
import { childrenFrom } from '../state/tree-source.ts';
import { useAnswer } from '../state/use-answer.ts';
import { TreeGrid } from '../widgets/tree-grid.tsx';
import { Waiting } from '../widgets/waiting.tsx';
import { numbers, type Picture, type PictureProps, texts } from './picture.ts';
import { useMarked, useMeaning } from './table.tsx';
import { useFront } from './use-front.ts';

/** Rows fetched at once; a placeholder row fetches more. */
const rowsAtOnce = 20_000;

/** A tree of any size: the rows under a row are requested when it is opened. */
function Tree({ question, params, label, isMain, empty, columns = {} }: PictureProps) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const revision = useStore(session.workspace, workspace => workspace?.revision ?? 0);
  const [active, setActive] = useState<TreeRow | null>(null);
  // The roots are requested twice, here for columns and notes; the second request is answered from the cache.
  const { answer, isAsking, error } = useAnswer({ question, params: { ...params, depth: 1 }, scope });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree depends on the revision
  const model = useMemo(
    () =>
      new TreeModel(
        childrenFrom(
          (params, scope, first) => session.table(question, params, scope, rowsAtOnce, first),
          params,
          scope,
        ),
      ),
    [session, question, params, scope, revision],
  );
  const whole = useMemo<Front>(
    () => ({
      name: label,
      request: () => ({ question, params, scope, arrangement: {} }),
      // All levels, which the window itself never loads.
      export: (as, path) => session.exportAnswer({ question, params, scope }, as, path),
    }),
    [session, question, params, scope, label],
  );
  const isLoading = useStore(model.isLoading);
  useEffect(() => {
    void model.start();
  }, [model]);
  // While the tree of another scope is read, the former one stays, so that the grid keeps the focus and holds keys.
  const loaded = useRef({ question, model });
  if (!isLoading) loaded.current = { question, model };
  const { model: last } = loaded.current;
  const shown = loaded.current.question === question && !last.isLoading.get() ? last : null;
  useEffect(() => {
    if (!isLoading) setActive(row => row && model.sameAs(row));
  }, [model, isLoading]);

  useRevealed(isMain && !isLoading ? model : null, setActive);
  useFront(answer, isMain ? whole : null);
  const columnsMeant = useMemo(() => [...(answer?.head.columns ?? noColumns), process], [answer]);
  const meaning = useMeaning(columnsMeant);
  const isMarked = useMarked(meaning);

  if (error) return <p className="failure">{error}</p>;
  if (!answer || !shown) return <Waiting />;
  return (
    <TreeGrid
      label={label}
      table={question}
      model={shown}
      whole={whole}
      columns={answer.head.columns}
      choice={{ ...columns, without: treeStructure }}
      isBusy={isAsking}
      isFormer={isLoading}
      isMain={isMain}
      active={active}
      onActive={row => {
        setActive(row);
        meaning.select(cells(row));
      }}
      onOpen={row => {
        if (functionIn(meaning.of(cells(row)))) meaning.open(cells(row));
        else void shown.toggle(row);
      }}
      onKey={(event: KeyboardEvent, row) => meaning.key(event.key, cells(row))}
      menu={row => (row.isMore ? more(shown, row) : meaning.menu(cells(row), placeOf(row, question)))}
      isMarked={row => isMarked(cells(row))}
      empty={empty}
    />
  );
}

/** Shows the row that another view asked for; `model` is null while the tree cannot show it. */
function useRevealed(model: TreeModel | null, show: (row: TreeRow) => void): void {
  const session = useSession();
  const wanted = useStore(session.reveal);
  useEffect(() => {
    if (!model || !wanted) return;
    session.reveal.set(null);
    const found = 'path' in wanted ? model.follow(wanted.path) : model.reveal(node => isSame(node, wanted));
    void found.then(row => {
      const target = 'path' in wanted ? 'That path' : wanted.function;
      if (row) show(row);
      else session.imports.notify('info', `${target} is not in this tree in the present scope.`);
    });
  }, [model, wanted, show, session]);
}

const noColumns: readonly AnswerColumn[] = [];

const more = (model: TreeModel, row: TreeRow): readonly MenuEntry[] => [
  { label: 'Show more rows', keys: '→', run: () => void model.open(row) },
];

/**
 * The cells of a row for its references: a root that is a process does not refer to a function. A root that is a
 * thread has its process and tid in one text, and refers to neither.
 */
function cells(row: TreeRow): RowCells {
  if (row.isMore) return () => null;
  if (!isProcess(row)) return column => cellOf(row, column);
  const name = row.node.type === 'process' ? row.node.function : null;
  return column => (column === process.name ? name : null);
}

const process: AnswerColumn = {
  name: 'process',
  kind: 'text',
  refers: 'process',
  about: 'Process of a root.',
};

function placeOf(row: TreeRow, question: string): TreePlace {
  const path: [string, string][] = [];
  let root = row;
  for (let at: TreeRow | null = row; at; at = at.parent) {
    path.push([at.node.function, at.node.module]);
    root = at;
  }
  const { type } = root.node;
  return {
    tree: question === 'inverted-tree' ? 'inverted' : 'call',
    root: type === 'process' || type === 'thread' ? type : 'none',
    path: path.reverse(),
  };
}

export const tree: Picture = {
  roles: {
    id: numbers('id', 'Number of the row in the answer.'),
    parent: numbers('parent', 'Row number of the parent.'),
    depth: numbers('depth', '0 at a root.'),
    node: numbers('node', 'Value that opens the row.'),
    type: texts('type', 'Type of the row.'),
    name: texts('function', 'Label of the row.'),
    weight: numbers('total', 'Sorts siblings, and decides the heaviest path.'),
  },
  component: Tree,
};
