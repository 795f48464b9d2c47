/** Adds the position to the message of an error of a search, and reads it back: errors cross the process boundary as one sentence. */

export const atCharacter = (from: number, message: string): string =>
  `Character ${from + 1} of the search: ${message}`;

/** The position in UTF-16 units, and the message; null if the error has no position. */
export function readPlace(message: string): { readonly from: number; readonly message: string } | null {
  const found = /^Character (\d+) of the search: (.*)$/s.exec(message);
  return found && { from: Number(found[1]) - 1, message: found[2]! };
}
