import type { ReactNode } from 'react';
import { useSession } from '../state/session.ts';
import type { RowCells } from '../widgets/data-grid.tsx';
import { AnswerView } from './answer-view.tsx';
import { rowEntries } from './function-rows.ts';

function draw(row: RowCells, column: string): ReactNode {
  const [severity, count] = [row('severity'), row('count')];
  if (column === 'severity') return <span className={`severity ${severity}`}>{String(severity)}</span>;
  // Further examples of the problem above: they are counted there.
  return column === 'count' && count === 0 ? <span className="muted">″</span> : undefined;
}

export function Problems() {
  const session = useSession();
  return (
    <AnswerView
      question="problems"
      params={{ examples: true }}
      label="Problems"
      order={['severity', 'count', 'message', 'example', 'capture', 'line', 'offset', 'code']}
      hidden={['offset', 'code']}
      widths={{ example: 220, message: 280 }}
      draw={draw}
      isMain
      menu={row => rowEntries(session, row)}
      empty="Nothing to report: every line was understood."
    />
  );
}
