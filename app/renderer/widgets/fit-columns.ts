import { type GridColumn, headerWidth } from './columns.ts';

/** px around the words of a cell. */
const around = 22;
/** Columns are widened by steps, so that the next page seldom moves what stands beside it. */
const step = { words: 24, numbers: 8 };
/** Where there is little room: px that is left to a share with its bar, to words, and how much of what is proposed for them. */
const leastPercent = 100;
const leastWords = 84;
const leastShare = 0.55;

/**
 * px of each column: numbers as wide as their numbers; words get the rest, the widest give way first, and
 * none is wider than what stands in it.
 *
 * @param measured px of the widest cell, by column
 * @param room px that all may take together
 */
export function fitColumns(
  columns: readonly GridColumn[],
  measured: ReadonlyMap<string, number>,
  room: number,
): readonly number[] {
  const natural = columns.map(column => naturalWidth(column, measured.get(column.name)));
  const widths = [...natural];
  const over = () => widths.reduce((sum, width) => sum + width, 0) - room;
  columns.forEach(({ kind, isSet }, i) => {
    if (kind !== 'percent' || isSet) return;
    widths[i] = Math.max(leastPercent, widths[i]! - Math.max(0, over()));
  });
  if (over() <= 0) return widths;
  const words = columns.flatMap(({ isSet, isNumeric, kind }, i) =>
    isSet || isNumeric || kind === 'time' ? [] : [i],
  );
  const level = levelOf(
    words.map(i => widths[i]!),
    words.reduce((sum, i) => sum + widths[i]!, 0) - over(),
  );
  for (const i of words) widths[i] = Math.min(widths[i]!, Math.max(leastOf(columns[i]!), Math.floor(level)));
  // A table that has to be scrolled all the same gains nothing by cutting its words.
  if (over() > 0)
    for (const i of words) widths[i] = Math.max(widths[i]!, Math.min(natural[i]!, columns[i]!.width));
  return widths;
}

function leastOf({ least, width }: GridColumn): number {
  return least > 0 ? least : Math.max(leastWords, Math.round(leastShare * width));
}

function naturalWidth(column: GridColumn, measured: number | undefined): number {
  if (column.isSet) return column.width;
  const header = headerWidth(column);
  if (measured === undefined) return Math.max(column.width, header);
  const by = column.isNumeric || column.kind === 'time' ? step.numbers : step.words;
  return Math.max(header, column.least, by * Math.ceil((measured + around) / by));
}

/** What none may exceed, so that all together take `sum`. */
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
