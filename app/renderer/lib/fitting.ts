/**
 * Which of some things in a row there is room for: as many of the first as fit, and always the current one.
 *
 * @param widths px of each, the gap behind it included
 * @param current an index; -1 where none must be there
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
