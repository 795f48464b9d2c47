/** Series by what they mean, whatever tool measured them. */
import type { MeaningAttributes, MeaningName } from '../../parsers/meanings.ts';

export interface MeaningSelector {
  readonly meaning: MeaningName;
  /**
   * By attribute: its value, one of several, or null where it must not be set. Attributes that are not named may be anything:
   * a meaning whose total and parts some tool gives both is selected by the attribute that tells them apart.
   */
  readonly where?: {
    readonly [A in keyof MeaningAttributes]?:
      | Required<MeaningAttributes>[A]
      | readonly Required<MeaningAttributes>[A][]
      | null;
  };
}

interface Meant {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export function selects({ meaning, where = {} }: MeaningSelector, { name, attributes }: Meant): boolean {
  if (name !== meaning) return false;
  return Object.entries<string | readonly string[] | null>(where).every(([key, wanted]) => {
    const value = attributes[key];
    if (wanted === null || value === undefined) return wanted === null && value === undefined;
    return typeof wanted === 'string' ? value === wanted : wanted.includes(value);
  });
}
