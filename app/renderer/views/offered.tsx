import type { Offered } from '../../../analyzers/contract.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';

/** Maximum number of values offered. */
const maxOffered = 500;

/** The values that a field of a form offers, as the list of an `input`. */
export function OfferedValues({ id, source }: { readonly id: string; readonly source: Offered }) {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const { question, column, only } = source;
  const { rows } = useRows({ question, scope }, maxOffered);
  const shown = (rows ?? []).filter(row => !only || row[only.column] === only.is);
  const values = new Set(shown.map(row => String(row[column] ?? '')).filter(value => value !== ''));
  return (
    <datalist id={id}>
      {[...values].map(value => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}
