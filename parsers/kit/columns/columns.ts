/**
 * Rows of a table in text, with columns below their titles:
 *
 *       UID   PID D    BLOCK   SIZE       COMM PATHNAME
 *         0     3 W  6498797    512    fsflush <none>
 *       100   443 R   892288   4096 Web Content /usr/openwin/bin/Xsun
 *
 * If a row has one word per title, the words are its cells. Otherwise a name holds blanks or a cell is empty,
 * and the words are assigned to columns so that numbers are below titles of numbers and each cell begins or
 * ends as near to its title as possible.
 */
import { isNone, quantity } from '../metrics/values.ts';
import { type Column, type ColumnUse, columnsOf, expandTabs } from './titles.ts';

/** Maximum number of words of a row that are assigned one by one; the rest belongs to the last column. */
const maxWords = 48;
/**
 * Cost of an empty cell, in characters of distance between a cell and its title. Numbers are hardly ever left
 * out.
 */
const emptyCost = { text: 8, number: 40 };
/** Cost of a wide gap within a cell. */
const gapCost = 12;
/** Maximum distance that is counted; also the maximum cost of a row, per column. */
const maxDistance = 10;

export class Columns {
  private readonly isText: readonly boolean[];
  private readonly timeColumn: number;
  private readonly endsInText: boolean;
  /** Number of words of the row; at most {@link maxWords} + 1 are split. */
  private words = 0;
  private readonly starts = new Int32Array(maxWords + 1);
  private readonly ends = new Int32Array(maxWords + 1);
  /** 1 for words that are numbers, set by {@link findNumbers}. */
  private readonly numbers = new Uint8Array(maxWords);
  /**
   * `costs`: least cost of assigning the first words to the first columns; `from`: first word of the last of
   * these columns.
   */
  private readonly costs: Float64Array;
  private readonly firstWords: Int32Array;

  constructor(readonly columns: readonly Column[]) {
    this.isText = columns.map(({ use }) => use === 'text' || use === 'process');
    this.timeColumn = columns.findIndex(({ use }) => use === 'time');
    this.endsInText = this.isText.at(-1) ?? false;
    this.costs = new Float64Array((columns.length + 1) * (maxWords + 1));
    this.firstWords = new Int32Array(this.costs.length);
  }

  /** @param uses uses of columns by title, if the titles do not imply them */
  static of(header: string, uses?: Readonly<Record<string, ColumnUse>>): Columns {
    return new Columns(columnsOf(expandTabs(header), uses));
  }

  /** The cells of a row in the order of the columns, '' for empty ones; null if the line is not a row of this table. */
  cells(row: string): string[] | null {
    const line = expandTabs(row).trimEnd();
    this.split(line);
    const count = this.columns.length;
    const isPlain = this.words === count || (this.endsInText && this.words > count);
    return isPlain && this.isUnderTitles(line) ? this.cellsOfWords(line) : this.assigned(line);
  }

  private cellsOfWords(line: string): string[] {
    const last = this.columns.length - 1;
    const cells = new Array<string>(last + 1);
    for (let at = 0; at < last; at++) cells[at] = line.slice(this.starts[at], this.ends[at]);
    cells[last] = line.slice(this.starts[last]);
    return cells;
  }

  /**
   * Finds where the words of the line begin and end. A date as DTrace prints it (`%Y`: `2005 Jan 22
   * 01:22:50`) is one word.
   */
  private split(line: string): void {
    const { starts, ends } = this;
    let count = 0;
    for (let at = 0; at < line.length && count <= maxWords; ) {
      while (line.charCodeAt(at) === 0x20) at++;
      starts[count] = at;
      while (at < line.length && line.charCodeAt(at) !== 0x20) at++;
      ends[count++] = at;
      if (count === this.timeColumn + 4 && this.timeColumn >= 0 && this.isDate(line)) {
        count -= 3;
        ends[count - 1] = at;
      }
    }
    this.words = count;
  }

  private isDate(line: string): boolean {
    const { starts, ends, timeColumn: at } = this;
    const length = (word: number) => ends[word]! - starts[word]!;
    return (
      length(at) === 4 &&
      length(at + 1) === 3 &&
      length(at + 2) <= 2 &&
      length(at + 3) === 8 &&
      line[starts[at + 3]! + 2] === ':'
    );
  }

  /** True if the first words are the cells: numbers where numbers belong, and each under its title. */
  private isUnderTitles(line: string): boolean {
    const { columns, starts, ends } = this;
    for (let at = 0; at < columns.length; at++) {
      const [start, end] = [starts[at]!, ends[at]!];
      const title = columns[at]!;
      if (!this.holds(at, line, start, end)) return false;
      if (start === title.start || end === title.end) continue;
      if (start >= title.end || end <= title.start) return false;
    }
    return true;
  }

  private holds(column: number, line: string, start: number, end: number): boolean {
    if (this.isText[column]!) return true;
    const { use } = this.columns[column]!;
    return (
      (use !== 'time' && use !== 'pid/tid' && isWhole(line, start, end)) || holds(use, line.slice(start, end))
    );
  }

  /** The cheapest assignment of all words, in their order, to the columns. */
  private assigned(line: string): string[] | null {
    const { columns, starts, ends, isText } = this;
    if (this.words > maxWords && !this.endsInText) return null;
    const words = Math.min(this.words, maxWords);
    if (words < Math.min(2, columns.length)) return null;
    if (words < this.words) ends[words - 1] = line.length;
    this.findNumbers(line, words);
    const width = words + 1;
    const maxCost = maxDistance * columns.length;
    const { costs, firstWords } = this;
    costs.fill(Number.POSITIVE_INFINITY, 0, (columns.length + 1) * width);
    costs[0] = 0;
    for (let column = 0; column < columns.length; column++) {
      const before = column * width;
      const isLast = column === columns.length - 1;
      for (let end = 0; end < width; end++) {
        const place = before + width + end;
        let least = costs[before + end]! + (isText[column] ? emptyCost.text : emptyCost.number);
        let best = end;
        // A number is one word; a text may be several, separated by one blank each.
        const first = isText[column] ? 0 : Math.max(end - 1, 0);
        for (let start = end - 1, gaps = 0; start >= first; start--) {
          if (end - start > 1 && !isLast && starts[start + 1]! - ends[start]! > 1) gaps += gapCost;
          // More expensive than a row may be, or than the best so far.
          const cost = costs[before + start]! + gaps;
          if (cost > maxCost || cost >= least) continue;
          const whole = cost + this.distance(column, starts[start]!, ends[end - 1]!);
          if (whole >= least || !this.mayBe(column, line, start)) continue;
          least = whole;
          best = start;
        }
        costs[place] = least;
        firstWords[place] = best;
      }
    }
    return costs[columns.length * width + words]! <= maxCost ? this.assignedCells(line, words) : null;
  }

  private findNumbers(line: string, words: number): void {
    const { starts, ends, numbers } = this;
    for (let at = 0; at < words; at++) {
      const [start, end] = [starts[at]!, ends[at]!];
      numbers[at] = isWhole(line, start, end) || holds('number', line.slice(start, end)) ? 1 : 0;
    }
  }

  /** True if the column may begin with the word; needs {@link findNumbers}. */
  private mayBe(column: number, line: string, word: number): boolean {
    if (this.isText[column]!) return true;
    const { use } = this.columns[column]!;
    if (use !== 'time' && use !== 'pid/tid') return this.numbers[word] === 1;
    return holds(use, line.slice(this.starts[word], this.ends[word]));
  }

  private assignedCells(line: string, words: number): string[] {
    const cells = new Array<string>(this.columns.length).fill('');
    const { starts, ends, firstWords } = this;
    const width = words + 1;
    let end = words;
    for (let column = cells.length - 1; column >= 0; column--) {
      const start = firstWords[(column + 1) * width + end]!;
      if (start < end) cells[column] = line.slice(starts[start], ends[end - 1]);
      end = start;
    }
    return cells;
  }

  private distance(column: number, from: number, to: number): number {
    const { start, end } = this.columns[column]!;
    const toStart = Math.abs(from - start);
    // All text after the start of the last column belongs to it, however long.
    if (column === this.columns.length - 1 && this.isText[column] && from > start)
      return Math.min(toStart, emptyCost.text);
    return Math.min(toStart, Math.abs(to - end), maxDistance);
  }
}

function isWhole(line: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = line.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

/** True if the text can be a cell of a column with that use. */
function holds(use: ColumnUse, cell: string): boolean {
  if (use === 'time') return cell.charCodeAt(0) >= 0x30 && cell.charCodeAt(0) <= 0x39;
  if (use === 'pid/tid') return /^-?\d+\/\d+:?$/.test(cell);
  return !Number.isNaN(numberIn(cell)) || isNone(cell);
}

/** A number as cells print it: decimal, with a suffix (`4.9K`), `%`, or hexadecimal; NaN for other texts. */
export function numberIn(cell: string): number {
  const value = quantity(cell, null);
  if (!Number.isNaN(value)) return value;
  return /^0x[0-9a-f]{1,13}$/i.test(cell) ? Number(cell) : Number.NaN;
}
