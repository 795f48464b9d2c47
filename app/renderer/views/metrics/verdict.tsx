/** Verdicts that call for action. */
const pressed: ReadonlySet<string> = new Set(['saturated', 'errors']);

/** The verdict on a resource. */
export function Verdict({ verdict }: { verdict: string }) {
  return (
    <span className="verdict">
      <span className={pressed.has(verdict) ? 'badge is-warning' : 'badge'}>{verdict}</span>
    </span>
  );
}
