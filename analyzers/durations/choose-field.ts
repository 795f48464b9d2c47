/** Finds a numeric field by the name the user gives. */

import { type Ask, AskError } from '../contract.ts';
import { listed } from '../kit/answer.ts';
import { type NumericField, numericFields, statedFields } from './duration-kinds.ts';

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
  const stated = (await statedFields(ask, kind.id)).filter(isUsable).find(({ name }) => name === field);
  if (stated && (await hasValues(ask, kind.id, stated))) return stated;
  throw new AskError(
    'not-found',
    `Events of kind ${kind.name} have no numeric field "${field}". Numeric fields: ${listed([...new Set(all.map(({ name }) => name))], 10) || 'none'}.`,
  );
}

/** True if some text of the field states a number, such as `0x19f0a`. */
async function hasValues(ask: Ask, kind: number, { sql }: NumericField): Promise<boolean> {
  const result = await ask.query.columns(
    `SELECT 1::INTEGER AS one FROM event s WHERE s.kind = ${Math.trunc(kind)} AND ${sql} IS NOT NULL LIMIT 1`,
    [],
    ask.cancel,
  );
  return result.length > 0;
}
