/**
 * Rows of a table in text, whose columns stand under their titles:
 *
 *       UID   PID D    BLOCK   SIZE       COMM PATHNAME
 *         0     3 W  6498797    512    fsflush <none>
 *       100   443 R   892288   4096 Web Content /usr/openwin/bin/Xsun
 *
 * Where a row has as many words as there are titles, they are its cells. Where it has not, because a name holds blanks or a
 * cell is empty, the words are given to the columns so that numbers stand under titles of numbers and cells are as near
 * to where their titles begin or end as can be.
 */
import { isNone, quantity } from '../metrics/values.ts';
import { type Column, type ColumnUse, columnsOf, expandTabs, type Word, wordsOf } from './titles.ts';

/** Words of a row that are looked at one by one; what is behind them is of the last column. */
const mostWords = 48;
/** What an empty cell costs, in characters that a cell stands away from its title; numbers are hardly ever left out. */
const empty = { text: 8, number: 40 };
/** What a wide gap within a cell costs. */
const gap = 12;
/** As far away counts what is further; and what a row may cost for each of its columns. */
const furthest = 10;

export class Columns {
  private readonly isText: readonly boolean[];
  private readonly hasTime: number;
  private readonly endsInText: boolean;

  constructor(readonly columns: readonly Column[]) {
    this.isText = columns.map(({ is }) => is === 'text' || is === 'process');
    this.hasTime = columns.findIndex(({ is }) => is === 'time');
    this.endsInText = this.isText.at(-1) ?? false;
  }

  /** @param given what columns hold that their titles do not tell, by title */
  static of(header: string, given?: Readonly<Record<string, ColumnUse>>): Columns {
    return new Columns(columnsOf(expandTabs(header), given));
  }

  /** The cells of a row in the order of the columns, empty where it has none; null where the line is no row of this table. */
  cells(row: string): string[] | null {
    const line = expandTabs(row).trimEnd();
    const words = this.words(line);
    const count = this.columns.length;
    const isPlain = words.length === count || (this.endsInText && words.length > count);
    if (isPlain && this.isUnderTitles(line, words)) return this.plain(line, words);
    return this.fitted(line, words);
  }

  private plain(line: string, words: readonly Word[]): string[] {
    const last = this.columns.length - 1;
    return this.columns.map((_, at) => {
      const { start, end } = words[at]!;
      return line.slice(start, at === last ? line.length : end);
    });
  }

  /** Of `2005 Jan 22 01:22:50`, which DTrace prints for a date (`%Y`), the words are one. */
  private words(line: string): Word[] {
    const words = wordsOf(line);
    const at = this.hasTime;
    if (at < 0 || words.length < at + 4) return words;
    const [year, month, day, time] = words.slice(at, at + 4) as [Word, Word, Word, Word];
    const isDate =
      year.end - year.start === 4 &&
      month.end - month.start === 3 &&
      time.end - time.start === 8 &&
      day.end - day.start <= 2 &&
      line[time.start + 2] === ':';
    if (isDate) words.splice(at, 4, { start: year.start, end: time.end });
    return words;
  }

  /** Whether the first words are cells of the columns: numbers where numbers belong, and each under its title. */
  private isUnderTitles(line: string, words: readonly Word[]): boolean {
    const { columns } = this;
    for (let at = 0; at < columns.length; at++) {
      const { start, end } = words[at]!;
      const title = columns[at]!;
      if (!this.holds(at, line.slice(start, end))) return false;
      if (start === title.start || end === title.end) continue;
      if (start >= title.end || end <= title.start) return false;
    }
    return true;
  }

  private holds(column: number, cell: string): boolean {
    return this.isText[column]! || holds(this.columns[column]!.is, cell);
  }

  /** The cheapest way to give all words, in their order, to the columns. */
  private fitted(line: string, all: readonly Word[]): string[] | null {
    const { columns } = this;
    if (all.length > mostWords && !this.endsInText) return null;
    const words = all.slice(0, mostWords);
    if (words.length < Math.min(2, columns.length)) return null;
    if (words.length < all.length)
      words[mostWords - 1] = { start: words[mostWords - 1]!.start, end: line.length };
    const width = words.length + 1;
    const costs = new Float64Array((columns.length + 1) * width).fill(Number.POSITIVE_INFINITY);
    const from = new Int32Array(costs.length);
    costs[0] = 0;
    for (let column = 0; column < columns.length; column++) {
      for (let end = 0; end < width; end++) {
        const place = (column + 1) * width + end;
        costs[place] = costs[column * width + end]! + (this.isText[column] ? empty.text : empty.number);
        from[place] = end;
        for (let start = end - 1, gaps = 0; start >= 0; start--) {
          if (end - start > 1) {
            if (!this.isText[column]) break;
            if (column < columns.length - 1 && words[start + 1]!.start - words[start]!.end > 1) gaps += gap;
          }
          const before = costs[column * width + start]!;
          if (before === Number.POSITIVE_INFINITY) continue;
          const [first, last] = [words[start]!, words[end - 1]!];
          if (!this.holds(column, line.slice(first.start, last.end))) continue;
          const cost = before + gaps + this.distance(column, first, last);
          if (cost < costs[place]!) {
            costs[place] = cost;
            from[place] = start;
          }
        }
      }
    }
    const total = costs[costs.length - 1]!;
    return total <= furthest * columns.length ? this.cut(line, words, from) : null;
  }

  private cut(line: string, words: readonly Word[], from: Int32Array): string[] {
    const cells = new Array<string>(this.columns.length).fill('');
    const width = words.length + 1;
    let end = words.length;
    for (let column = cells.length - 1; column >= 0; column--) {
      const start = from[(column + 1) * width + end]!;
      if (start < end) cells[column] = line.slice(words[start]!.start, words[end - 1]!.end);
      end = start;
    }
    return cells;
  }

  private distance(column: number, first: Word, last: Word): number {
    const { start, end } = this.columns[column]!;
    const toStart = Math.abs(first.start - start);
    // Whatever stands behind the start of the last column is of it, however long it is.
    if (column === this.columns.length - 1 && this.isText[column] && first.start > start)
      return Math.min(toStart, empty.text);
    return Math.min(toStart, Math.abs(last.end - end), furthest);
  }
}

/** Whether a cell can be what its column holds. */
function holds(is: ColumnUse, cell: string): boolean {
  if (is === 'time') return cell.charCodeAt(0) >= 0x30 && cell.charCodeAt(0) <= 0x39;
  if (is === 'pid/tid') return /^-?\d+\/\d+:?$/.test(cell);
  return !Number.isNaN(numberIn(cell)) || isNone(cell);
}

/** A number as cells print it: decimal, with a suffix (`4.9K`), `%`, or hexadecimal; NaN where it is none. */
export function numberIn(cell: string): number {
  const value = quantity(cell, null);
  if (!Number.isNaN(value)) return value;
  return /^0x[0-9a-f]{1,13}$/i.test(cell) ? Number(cell) : Number.NaN;
}
