/**
 * Chooses the items of a row that fit: as many of the first as possible, and always the current one.
 *
 * @param widths px of each, with the gap after it
 * @param current an index; -1 if none must be shown
 */
export function fitting(widths: readonly number[], room: number, current: number): readonly number[] {
  let left = room - (widths[current] ?? 0);
  const shown: number[] = [];
  let isFull = false;
  widths.forEach((width, at) => {
    if (at === current) shown.push(at);
    else if (!isFull && width <= left) {
      left -= width;
      shown.push(at);
    } else isFull = true;
  });
  return shown;
}
