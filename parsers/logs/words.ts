/**
 * Fields that are words of the message, such as method and path of a request: {@link FieldType.word}. The steps of a
 * pattern show which columns may be words; each line shows whether they are.
 */
import { Op, type Step } from './steps.ts';

const blank = 0x20;

/**
 * Columns that make up the message, in order, if the pattern says so: texts without blanks, separated by
 * blanks; the last ones may be absent. Empty if the message holds anything else.
 *
 * @param message column of the message
 * @param isField true for columns that are fields
 */
export function wordColumns(
  steps: readonly Step[],
  message: number,
  isField: (column: number) => boolean,
): readonly number[] {
  const open = steps.findIndex(({ op, column }) => op === Op.Open && column === message);
  const close = steps.findIndex(({ op, column }) => op === Op.Close && column === message);
  const first = steps[open + 1];
  if (open < 0 || close < open || first === undefined) return [];
  const isWord = ({ op, column, set }: Step): boolean =>
    op === Op.Class && set[blank] === 0 && column >= 0 && isField(column);
  const more = moreWords(steps.slice(open + 2, close), isWord);
  if (!isWord(first) || more === null) return [];
  const columns = [first.column, ...more];
  return new Set(columns).size < columns.length ? [] : columns;
}

/** Columns of words that each follow a blank; null if any step is of another kind. */
function moreWords(steps: readonly Step[], isWord: (step: Step) => boolean): number[] | null {
  const [first, word, ...rest] = steps;
  if (first === undefined) return [];
  if (first.op === Op.Optional && word === undefined) return moreWords(first.branches[0]!, isWord);
  if (first.op !== Op.Blanks || word === undefined || !isWord(word)) return null;
  const more = moreWords(rest, isWord);
  return more === null ? null : [word.column, ...more];
}

/**
 * True if the message `bytes[start, end)` is exactly these columns with one blank between each two, so that
 * they hold all of it. `scanner/assembly/rows.ts` has the same check.
 *
 * @param spans start and end of each column; -1 if one is absent
 */
export function isInWords(
  columns: readonly number[],
  spans: Int32Array,
  bytes: Uint8Array,
  start: number,
  end: number,
): boolean {
  let next = start;
  let last = start;
  for (const column of columns) {
    const from = spans[2 * column]!;
    if (from < 0) {
      // No further word may follow.
      next = -1;
      continue;
    }
    if (from !== next || (from > start && bytes[from - 1] !== blank)) return false;
    last = spans[2 * column + 1]!;
    next = last + 1;
  }
  return last === end;
}
