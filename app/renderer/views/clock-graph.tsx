import './clock-graph.css';

import { formatDuration, formatMargin } from '../../wording/numbers.ts';
import type { Cell } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useRows } from '../state/use-answer.ts';
import { type ClockNode, childrenOf } from './clock-edges.ts';

/** Maximum number of captures that are drawn; the table below has all. */
const maxDrawn = 200;

/**
 * Tree of captures: aligned to UTC by their own times, aligned through another capture, or not aligned. A click
 * opens the dialog that changes the clock.
 */
export function ClockGraph() {
  const { rows } = useRows({ question: 'clocks', scope: {} }, maxDrawn);
  if (!rows || rows.length === 0) return null;
  const nodes = rows.map(nodeOf);
  const children = childrenOf(nodes);
  const unaligned = nodes.filter(({ known }) => known === 'not aligned');
  return (
    <section className="clock-graph" aria-label="How captures are aligned to UTC">
      <Root name="UTC" nodes={children.get(null) ?? []} below={children} />
      {unaligned.length > 0 && (
        <Root
          name="not aligned to UTC: click a capture to set its clock"
          nodes={unaligned}
          below={children}
        />
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
        const children = below.get(node.capture) ?? [];
        return (
          <li key={node.capture} className={`is-${node.known.replace(' ', '-')}`}>
            <button
              type="button"
              title={`${node.source}. Click to change the clock.`}
              onClick={() => session.dialog.set({ kind: 'clock', capture: node.capture })}
            >
              <b>{node.name}</b>
              <span>{edgeWords(node)}</span>
            </button>
            {children.length > 0 && <Nodes nodes={children} below={below} />}
          </li>
        );
      })}
    </ul>
  );
}

/** `guess, ±1 s, moved by −90.0 s` */
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
