import type { Refers } from '../../../analyzers/contract.ts';
import type { FindingMark } from '../../contract.ts';
import type { Cell, RowCells } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

interface NotedProps {
  readonly refers: Refers;
  readonly value: Cell;
  readonly cell: RowCells;
}

/** A sign beside things that findings are about. */
export function Noted({ refers, value, cell }: NotedProps) {
  const session = useSession();
  const titles = useStore(session.findings, report =>
    (report?.findings ?? [])
      .flatMap(({ title, marks }, at) =>
        marks.some(mark => isAbout(mark, refers, value, cell)) ? [`${at + 1} · ${title}`] : [],
      )
      .join('\n'),
  );
  if (titles === '') return null;
  return (
    <span className="noted" role="img" aria-label={`Finding ${titles}`} title={titles}>
      ⚑
    </span>
  );
}

function isAbout(mark: FindingMark, refers: Refers, value: Cell, cell: RowCells): boolean {
  if (mark.kind === 'thing') return mark.refers === refers && mark.name === String(value);
  return mark.kind === 'line' && refers === 'line' && mark.line === value && mark.capture === cell('capture');
}
