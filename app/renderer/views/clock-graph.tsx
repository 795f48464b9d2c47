import './clock-graph.css';

import { formatDuration, formatMargin } from '../../wording/numbers.ts';
import type { Cell } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useRows } from '../state/use-answer.ts';
import { type ClockNode, childrenOf } from './clock-edges.ts';

/** Captures that are drawn; the table below has all. */
const mostDrawn = 200;

/** Which capture stands on UTC by itself, which by another one, and which stands apart. Each opens the dialog that changes its clock. */
export function ClockGraph() {
  const { rows } = useRows({ question: 'clocks', scope: {} }, mostDrawn);
  if (!rows || rows.length === 0) return null;
  const nodes = rows.map(nodeOf);
  const children = childrenOf(nodes);
  const apart = nodes.filter(({ known }) => known === 'not aligned');
  return (
    <section className="clock-graph" aria-label="What ties the clocks to UTC">
      <Root name="UTC" nodes={children.get(null) ?? []} below={children} />
      {apart.length > 0 && (
        <Root name="stands apart: no edge to UTC is known" nodes={apart} below={children} />
      )}
    </section>
  );
}

interface Branch {
  readonly nodes: readonly ClockNode[];
  readonly below: ReadonlyMap<number | null, readonly ClockNode[]>;
}

function Root({ name, ...branch }: Branch & { name: string }) {
  return (
    <div>
      <span className="clock-root">{name}</span>
      <Nodes {...branch} />
    </div>
  );
}

function Nodes({ nodes, below }: Branch) {
  const session = useSession();
  return (
    <ul>
      {nodes.map(node => {
        const own = below.get(node.capture) ?? [];
        return (
          <li key={node.capture} className={`is-${node.known.replace(' ', '-')}`}>
            <button
              type="button"
              title={`${node.source}. Sets the clock…`}
              onClick={() => session.dialog.set({ kind: 'clock', capture: node.capture })}
            >
              <b>{node.name}</b>
              <span>{edgeWords(node)}</span>
            </button>
            {own.length > 0 && <Nodes nodes={own} below={below} />}
          </li>
        );
      })}
    </ul>
  );
}

/** `guess, ±1 s, moved by −90 s` */
function edgeWords({ known, error, moved }: ClockNode): string {
  if (known === 'not aligned') return '';
  return [
    known,
    ...(error === null ? [] : [formatMargin(error)]),
    ...(moved === null ? [] : [`moved by ${moved < 0 ? '−' : '+'}${formatDuration(Math.abs(moved))}`]),
  ].join(', ');
}

function nodeOf(row: Readonly<Record<string, Cell>>): ClockNode {
  const number = (cell: Cell | undefined) =>
    cell === null || cell === undefined || Number.isNaN(Number(cell)) ? null : Number(cell);
  return {
    capture: Number(row.capture),
    name: String(row.name),
    known: String(row.known),
    source: String(row.source),
    by: number(row.by),
    error: number(row.error_ns),
    moved: number(row.moved),
  };
}
