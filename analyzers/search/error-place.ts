/** Where a search is wrong, in the words of its error, and out of them again: errors reach whoever asked as a sentence. */

export const atCharacter = (from: number, message: string): string =>
  `Character ${from + 1} of the search: ${message}`;

/** The place, in UTF-16 units, and what is wrong there; null: the error is about something else. */
export function readPlace(message: string): { readonly from: number; readonly message: string } | null {
  const found = /^Character (\d+) of the search: (.*)$/s.exec(message);
  return found && { from: Number(found[1]) - 1, message: found[2]! };
}
