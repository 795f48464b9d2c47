import { baseName } from '../../wording/names.ts';
import { formatInteger, formatPercent } from '../../wording/numbers.ts';
import type { Cell } from '../state/paged-answer.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import { maxPartRows } from '../widgets/part-grid.tsx';
import { useChosen } from './use-chosen.ts';

/** The selected function between its callers and its callees: its name and weight. */
export function FunctionFacts() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const chosen = useChosen('function');
  const { rows, answer, isFormer } = useRows(
    chosen ? { question: 'caller-callee', params: chosen.params, scope } : null,
    maxPartRows,
  );
  const row = rows?.find(each => each.role === 'function');
  const number = (value: Cell | undefined) => (typeof value === 'number' ? value : 0);
  return (
    <section className="butterfly-middle" aria-label="The function">
      <code className="butterfly-name">{chosen?.params.function}</code>
      <span className="muted" title={chosen?.params.module}>
        {baseName(chosen?.params.module ?? '')}
      </span>
      {rows && (
        <dl className="selected-values" data-former={isFormer || undefined}>
          <dt>total</dt>
          <dd>
            {formatInteger(number(row?.total))} {answer?.head.whole?.unit ?? 'samples'} ·{' '}
            {formatPercent(number(row?.percent))} %
          </dd>
          <dt>self</dt>
          <dd>{formatInteger(number(row?.self))}</dd>
        </dl>
      )}
    </section>
  );
}
