/** The line of titles of PDH text: what zone its first cell tells, and which series its columns are. */
import type { SeriesKey } from '../../contract.ts';
import { offsetText } from '../civil.ts';
import { codePageOf } from './code-page.ts';
import { columnOf } from './columns.ts';

/** No machine has more counters; a line of mere separators does. */
const maxColumns = 1 << 20;
const maxBytes = 256 << 20;

/** Columns in their order; null where the title is not of the form, and nothing can be said about the values. */
export interface ReadTitles {
  readonly zone: ZoneCell;
  readonly columns: readonly (SeriesKey | null)[];
  /** The code page they were read in, if it had to be guessed. */
  readonly page: TextEncodingLabel | null;
  /** Titles that occur more than once, told apart by a number. */
  readonly repeated: number;
}

export interface ZoneCell {
  /** As the file has it, perhaps cut; null where it has none. */
  readonly name: string | null;
  /** `-04:00`; null if it does not tell. */
  readonly offset: string | null;
  /** The offset is worked out from the name. */
  readonly guess: boolean;
}

/** Takes the cells as bytes: only all of them together tell the code page. */
export class Titles {
  private bytes = new Uint8Array(4096);
  private readonly ends: number[] = [];
  private length = 0;

  /** A cell without its quotes. False if there is no room for it. */
  add(bytes: Uint8Array, start: number, end: number): boolean {
    const length = this.length + end - start;
    if (length > maxBytes || this.ends.length > maxColumns) return false;
    if (length > this.bytes.length) {
      const grown = new Uint8Array(Math.max(length, this.bytes.length * 2));
      grown.set(this.bytes.subarray(0, this.length));
      this.bytes = grown;
    }
    this.bytes.set(bytes.subarray(start, end), this.length);
    this.length = length;
    this.ends.push(length);
    return true;
  }

  read(): ReadTitles {
    const page = codePageOf(this.bytes.subarray(0, this.length));
    const decoder = new TextDecoder(page ?? 'utf-8');
    let start = 0;
    const [first, ...titles] = this.ends.map(end => {
      const text = decoder.decode(this.bytes.subarray(start, end)).replaceAll('""', '"');
      start = end;
      return text;
    });
    const seen = new Map<string, number>();
    let repeated = 0;
    const columns = titles.map(title => {
      const column = columnOf(title);
      const times = (seen.get(title) ?? 0) + 1;
      seen.set(title, times);
      if (column === null || times === 1) return column;
      repeated++;
      return { ...column, instance: `${column.instance ?? ''} (${times})`.trim() };
    });
    return { zone: zoneOf(first ?? ''), columns, page, repeated };
  }
}

/**
 * `(PDH-CSV 4.0) (Eastern Daylight Time)(240)`: minutes to add to reach UTC. Names in other than Latin letters cut the
 * cell: `(PDH-CSV 4.0) (RTZ 2 (`. RTZ are the zones of Russia, of which number n is n + 1 hours ahead of UTC.
 */
function zoneOf(cell: string): ZoneCell {
  const whole = /\(PDH-\w+ [\d.]+\) ?\((.*)\)\((-?\d{1,4})\)/.exec(cell);
  if (whole !== null) return { name: whole[1]!, offset: offsetText(-60 * Number(whole[2])), guess: false };
  const name = /\(PDH-\w+ [\d.]+\) ?\((.*)$/.exec(cell)?.[1]?.replace(/(?<![\s(])[\s(]+$/, '') || null;
  const russian = /^RTZ (\d{1,2})\b/.exec(name ?? '');
  if (russian === null) return { name, offset: null, guess: false };
  return { name, offset: offsetText((Number(russian[1]) + 1) * 3600), guess: true };
}
