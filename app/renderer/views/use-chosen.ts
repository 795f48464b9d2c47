import { baseName } from '../../wording/names.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useRows } from '../state/use-answer.ts';
import type { Selectable } from './view.ts';

export interface Chosen {
  /** The chosen object as parameters of questions. */
  readonly params: Readonly<Record<string, string>>;
  readonly name: string;
}

/**
 * The selected function or module; null if none.
 *
 * @param first until one is selected, the module of the first row of this question is used
 */
export function useChosen(selectable: Selectable | undefined, first?: string): Chosen | null {
  const session = useSession();
  const { function: func, module, scope } = useStore(session.history.places, places => places.present);
  const selected = useStore(session.selected);
  const mustAsk = selectable === 'module' && module === null && first !== undefined;
  const { rows } = useRows(mustAsk ? { question: first, scope } : null, 1);
  if (selectable === 'function') {
    const found = func ?? selected;
    return found && { params: { function: found.function, module: found.module }, name: found.function };
  }
  const moduleName = module ?? (mustAsk && rows?.[0] ? String(rows[0].module) : null);
  return selectable === 'module' && moduleName !== null
    ? { params: { module: moduleName }, name: baseName(moduleName) }
    : null;
}
