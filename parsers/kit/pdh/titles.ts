/** The line of titles of PDH text: the zone in its first cell, and the series of its columns. */
import type { SeriesKey } from '../../contract.ts';
import { offsetText } from '../civil.ts';
import { codePageOf } from './code-page.ts';
import { columnOf } from './columns.ts';

/** Limit for a line of mere separators; no machine has so many counters. */
const maxColumns = 1 << 20;
const maxBytes = 256 << 20;

/** The columns in their order; null for a title of another form, whose values are left out. */
export interface ReadTitles {
  readonly zone: ZoneCell;
  readonly columns: readonly (SeriesKey | null)[];
  /** The code page of the titles, if it had to be guessed. */
  readonly page: TextEncodingLabel | null;
  /** Number of titles that occurred before; a number makes them distinct. */
  readonly repeated: number;
}

export interface ZoneCell {
  /** The zone's name as in the file, perhaps cut; null without one. */
  readonly name: string | null;
  /** Offset such as `-04:00`; null if the cell has none. */
  readonly offset: string | null;
  /** True if the offset was derived from the name. */
  readonly guess: boolean;
}

/** Collects the cells as bytes: the code page is known only from all of them. */
export class Titles {
  private bytes = new Uint8Array(4096);
  private readonly ends: number[] = [];
  private length = 0;

  /** Adds a cell without its quotes. Returns false if there is no room for it. */
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
 * Parses `(PDH-CSV 4.0) (Eastern Daylight Time)(240)`; 240: minutes to add to reach UTC. Names in non-Latin
 * letters cut the cell: `(PDH-CSV 4.0) (RTZ 2 (`. RTZ n are the zones of Russia, n + 1 hours ahead of UTC.
 */
function zoneOf(cell: string): ZoneCell {
  const whole = /\(PDH-\w+ [\d.]+\) ?\((.*)\)\((-?\d{1,4})\)/.exec(cell);
  if (whole !== null) return { name: whole[1]!, offset: offsetText(-60 * Number(whole[2])), guess: false };
  const name = /\(PDH-\w+ [\d.]+\) ?\((.*)$/.exec(cell)?.[1]?.replace(/(?<![\s(])[\s(]+$/, '') || null;
  const russian = /^RTZ (\d{1,2})\b/.exec(name ?? '');
  if (russian === null) return { name, offset: null, guess: false };
  return { name, offset: offsetText((Number(russian[1]) + 1) * 3600), guess: true };
}
