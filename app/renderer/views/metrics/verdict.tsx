/** Those that ask for something to be done. */
const pressed: ReadonlySet<string> = new Set(['saturated', 'errors']);

/** What the figures of a resource come to. */
export function Verdict({ verdict }: { verdict: string }) {
  return (
    <span className="verdict">
      <span className={pressed.has(verdict) ? 'badge is-warning' : 'badge'}>{verdict}</span>
    </span>
  );
}
