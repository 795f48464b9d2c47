import { baseName } from '../lib/names.ts';
import { formatInteger, formatPercent } from '../lib/numbers.ts';
import type { Cell } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { mostPartRows } from '../widgets/part-grid.tsx';
import { useSubject } from './use-subject.ts';

/** The chosen function between its callers and its callees: its name and what it weighs. */
export function SubjectFacts() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const subject = useSubject('function');
  const { rows, answer } = useRows(
    subject ? { question: 'caller-callee', params: subject.params, scope } : null,
    mostPartRows,
  );
  const row = rows?.find(each => each.role === 'function');
  const number = (value: Cell | undefined) => (typeof value === 'number' ? value : 0);
  return (
    <section className="butterfly-middle" aria-label="The function">
      <code className="butterfly-name">{subject?.params.function}</code>
      <span className="muted" title={subject?.params.module}>
        {baseName(subject?.params.module ?? '')}
      </span>
      <dl>
        <dt>total</dt>
        <dd>
          {formatInteger(number(row?.total))} {answer?.head.whole?.unit ?? 'samples'} ·{' '}
          {formatPercent(number(row?.percent))} %
        </dd>
        <dt>self</dt>
        <dd>{formatInteger(number(row?.self))}</dd>
      </dl>
    </section>
  );
}
