import type { FindingSummary } from '../../state/notebook.ts';

type State = 'stale' | 'failed' | null;

/** The worst check result of the evidence. */
export function stateOf({ evidence }: Pick<FindingSummary, 'evidence'>): State {
  const results = evidence.map(({ check }) => check?.result);
  return results.includes('failed') ? 'failed' : results.includes('stale') ? 'stale' : null;
}

export function StateBadge({ state }: { readonly state: State }) {
  if (state === null) return null;
  return state === 'stale' ? (
    <span
      className="badge is-warning"
      title="The question of this evidence has another answer now. Open the finding to compare them."
    >
      stale
    </span>
  ) : (
    <span
      className="badge is-error"
      title="The question of this evidence could not be answered again. Open the finding for the reason."
    >
      not answered
    </span>
  );
}
