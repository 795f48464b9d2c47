import { type GridColumn, headerWidth } from './columns.ts';

/** Padding of a cell, px. */
const around = 22;
/** Columns are widened in steps, so that the next page seldom moves the others. */
const step = { words: 24, numbers: 8 };
/** Minimum widths if space is short: of shares with a bar, of texts, and as a share of the proposed width. */
const minPercent = 84;
const minWords = 84;
const minShare = 0.55;

/**
 * Widths of the columns, px: numbers get the width of their cells; texts share the rest, the widest are cut first, and
 * none is wider than its cells.
 *
 * @param measured px of the widest cell, by column
 * @param room px for all columns
 */
export function fitColumns(
  columns: readonly GridColumn[],
  measured: ReadonlyMap<string, number>,
  room: number,
): readonly number[] {
  const natural = columns.map(column => naturalWidth(column, measured.get(column.name)));
  const widths = [...natural];
  const excess = () => widths.reduce((sum, width) => sum + width, 0) - room;
  columns.forEach(({ kind, isSet }, i) => {
    if (kind !== 'percent' || isSet) return;
    widths[i] = Math.max(minPercent, headerWidth(columns[i]!), widths[i]! - Math.max(0, excess()));
  });
  if (excess() <= 0) return widths;
  const words = columns.flatMap(({ isSet, isNumeric, kind }, i) =>
    isSet || isNumeric || kind === 'time' ? [] : [i],
  );
  const fitted = levelled(
    words.map(i => ({ width: widths[i]!, minWidth: minOf(columns[i]!) })),
    words.reduce((sum, i) => sum + widths[i]!, 0) - excess(),
  );
  words.forEach((i, at) => {
    widths[i] = fitted[at]!;
  });
  // If the table must scroll anyway, texts are not cut.
  if (excess() > 0)
    for (const i of words) widths[i] = Math.max(widths[i]!, Math.min(natural[i]!, columns[i]!.width));
  return widths;
}

function minOf({ minWidth, width }: GridColumn): number {
  return minWidth > 0 ? minWidth : Math.max(minWords, Math.round(minShare * width));
}

function naturalWidth(column: GridColumn, measured: number | undefined): number {
  const isWhole = column.isNumeric || column.kind === 'time';
  const by = isWhole ? step.numbers : step.words;
  const cells = measured === undefined ? 0 : by * Math.ceil((measured + column.beside + around) / by);
  // The user may cut texts, which end in an ellipsis, but no number: what is left of it would be another.
  if (column.isSet)
    return isWhole && column.kind !== 'percent' ? Math.max(column.width, cells) : column.width;
  const header = headerWidth(column);
  return measured === undefined ? Math.max(column.width, header) : Math.max(header, column.minWidth, cells);
}

interface Words {
  readonly width: number;
  /** Minimum width, unless the cells are narrower. */
  readonly minWidth: number;
}

/** Widths with the given sum, if possible: the widest are cut to one width, the others stay. */
function levelled(words: readonly Words[], sum: number): readonly number[] {
  const level = levelOf(
    words.map(({ width }) => width),
    sum,
  );
  const fixedWidths = words.map(({ width, minWidth }) =>
    minWidth > level ? Math.min(width, minWidth) : null,
  );
  // If a column has a larger minimum, the others are cut further.
  if (fixedWidths.every(width => width === null || width <= level))
    return words.map(({ width }) => Math.min(width, Math.floor(level)));
  const left = sum - fixedWidths.reduce<number>((fixed, width) => fixed + (width ?? 0), 0);
  const otherWidths = levelled(
    words.filter((_, i) => fixedWidths[i] === null),
    left,
  );
  let next = 0;
  return fixedWidths.map(width => width ?? otherWidths[next++]!);
}

/** Greatest width with which all columns together take `sum`. */
function levelOf(widths: readonly number[], sum: number): number {
  let left = sum;
  const ascending = [...widths].sort((a, b) => a - b);
  for (const [i, width] of ascending.entries()) {
    const share = left / (ascending.length - i);
    if (width > share) return share;
    left -= width;
  }
  return Number.POSITIVE_INFINITY;
}
