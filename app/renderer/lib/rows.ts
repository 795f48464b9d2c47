/**
 * The rows that a scrolled view shows, for rows of one height.
 *
 * A browser stops growing an element at about 33 million pixels, which is 1.3 million rows of 25 px. Above
 * {@link tallest} scrolling is scaled: one pixel of the scroll bar is several pixels of the rows.
 */
export const tallest = 16_000_000;

export interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly last: number;
  /** Top of the first row in the scrolled element, px. */
  readonly top: number;
}

export interface Rows {
  readonly count: number;
  /** px */
  readonly height: number;
  /** Visible height, px. */
  readonly view: number;
}

/** Height of the scrolled element, px. */
export function scrollHeight({ count, height }: Rows): number {
  return Math.min(count * height, tallest);
}

/** px of rows per px of scrolling. */
function scale(rows: Rows): number {
  const all = rows.count * rows.height;
  const shown = scrollHeight(rows);
  return shown === all || shown <= rows.view ? 1 : (all - rows.view) / (shown - rows.view);
}

export function rowWindow(rows: Rows, scrollTop: number, overscan = 6): RowWindow {
  const offset = Math.max(0, scrollTop) * scale(rows);
  const first = Math.max(0, Math.floor(offset / rows.height) - overscan);
  const last = Math.min(rows.count, Math.ceil((offset + rows.view) / rows.height) + overscan);
  return { first: Math.min(first, last), last, top: scrollTop + first * rows.height - offset };
}

/** The scroll offset nearest to `scrollTop` at which a row is fully visible. */
export function scrollTo(rows: Rows, scrollTop: number, row: number): number {
  const factor = scale(rows);
  const offset = scrollTop * factor;
  const top = row * rows.height;
  const bottom = top + rows.height;
  if (top < offset) return top / factor;
  if (bottom > offset + rows.view) return (bottom - rows.view) / factor;
  return scrollTop;
}
