import type { Findings } from '../../../contract.ts';
import { formatInteger } from '../../../wording/numbers.ts';
import { scopeParts } from '../../state/scope.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { StateBadge, stateOf } from './state-badge.tsx';

interface EvidenceLineProps {
  readonly evidence: Findings['findings'][number]['evidence'][number];
  onShow(): void;
  onRemove(): void;
}

/** A piece of evidence: its question, its scope, and the result of the last check. */
export function EvidenceLine({ evidence, onShow, onRemove }: EvidenceLineProps) {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const title = useStore(
    session.questions,
    all => all.find(({ id }) => id === evidence.question)?.title ?? evidence.question,
  );
  const scope = scopeParts(evidence.scope, zone, session.captureName).map(({ text }) => text);
  const { check, kept, total } = evidence;
  const rows =
    kept < total ? `${formatInteger(kept)} of ${formatInteger(total)} rows` : `${formatInteger(total)} rows`;
  return (
    <li>
      <span className="evidence-head">
        <button
          type="button"
          className="link ellipsis"
          title="Show the view as it was when the evidence was taken"
          onClick={onShow}
        >
          {title}
        </button>
        <StateBadge state={stateOf({ evidence: [evidence] })} />
        <button
          type="button"
          className="quiet"
          aria-label={`Remove the evidence ${title}`}
          onClick={onRemove}
        >
          ×
        </button>
      </span>
      <span className="muted">{[rows, ...scope].join(' · ')}</span>
      <span>
        <button
          type="button"
          className="link"
          onClick={() => session.dialog.set({ kind: 'evidence', evidence: evidence.id })}
        >
          {check?.result === 'stale' ? 'Compare then and now' : 'Show the stored answer'}
        </button>
        {check?.result === 'stale' && (
          <>
            {' · '}
            <button type="button" className="link" onClick={() => void session.notebook.renew(evidence.id)}>
              Replace with the current answer
            </button>
          </>
        )}
      </span>
    </li>
  );
}
