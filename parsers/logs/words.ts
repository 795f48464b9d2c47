/**
 * Fields that are words of the message, as method and path are of the request: {@link FieldType.word}. They are told
 * from the steps of a pattern; whether they are so on a line, only the line tells.
 */
import { Op, type Step } from './steps.ts';

const blank = 0x20;

/**
 * The columns that the message consists of, in their order, where the pattern says so: texts that can hold no blank, with
 * blanks between, the last of them possibly absent. None where the message holds anything else.
 *
 * @param message column of the message
 * @param isField whether a column is a field
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

/** The columns of words that each follow a blank; null where the steps are not all of that kind. */
function moreWords(steps: readonly Step[], isWord: (step: Step) => boolean): number[] | null {
  const [first, word, ...rest] = steps;
  if (first === undefined) return [];
  if (first.op === Op.Optional && word === undefined) return moreWords(first.branches[0]!, isWord);
  if (first.op !== Op.Blanks || word === undefined || !isWord(word)) return null;
  const more = moreWords(rest, isWord);
  return more === null ? null : [word.column, ...more];
}

/**
 * Whether the message `bytes[start, end)` is these columns and a blank between each two, so that it tells them all. The
 * same is in `scanner/assembly/rows.ts`.
 *
 * @param spans where columns start and end; -1 where one is absent
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
      // None may follow.
      next = -1;
      continue;
    }
    if (from !== next || (from > start && bytes[from - 1] !== blank)) return false;
    last = spans[2 * column + 1]!;
    next = last + 1;
  }
  return last === end;
}
