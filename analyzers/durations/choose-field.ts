/** Finds a numeric field by the name the user gives. */
import { listed } from '../answer.ts';
import { type Ask, AskError } from '../contract.ts';
import { type NumericField, numericFields } from './duration-kinds.ts';

/** @throws AskError if events of the kind have no field of that name */
export async function chooseField(
  ask: Ask,
  kind: { readonly id: number; readonly name: string },
  field: string,
  isUsable: (field: NumericField) => boolean = () => true,
): Promise<NumericField> {
  const all = (await numericFields(ask, kind.id)).filter(isUsable);
  const found = all.find(({ name }) => name === field);
  if (found) return found;
  throw new AskError(
    'not-found',
    `Events of kind ${kind.name} have no numeric field "${field}". Numeric fields: ${listed([...new Set(all.map(({ name }) => name))], 10) || 'none'}.`,
  );
}
