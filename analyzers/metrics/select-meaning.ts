/** Selects series by their meaning, independent of the tool that measured them. */
import type { MeaningAttributes, MeaningName } from '../../parsers/meanings.ts';

export interface MeaningSelector {
  readonly meaning: MeaningName;
  /**
   * By attribute: its value, one of several, or null if it must not be set. Attributes that are not named may have any value:
   * if a tool reports a total and its parts, the attribute that distinguishes them must be named.
   */
  readonly where?: {
    readonly [A in keyof MeaningAttributes]?:
      | Required<MeaningAttributes>[A]
      | readonly Required<MeaningAttributes>[A][]
      | null;
  };
}

interface Meaning {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export function selects({ meaning, where = {} }: MeaningSelector, { name, attributes }: Meaning): boolean {
  if (name !== meaning) return false;
  return Object.entries<string | readonly string[] | null>(where).every(([key, wanted]) => {
    const value = attributes[key];
    if (wanted === null || value === undefined) return wanted === null && value === undefined;
    return typeof wanted === 'string' ? value === wanted : wanted.includes(value);
  });
}
