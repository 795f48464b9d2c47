/**
 * The beginning of a data file of sadc, sysstat 12 (format 0x2175): magic, header, and what each record holds. The
 * sizes stand in the file, so that later versions with longer structures are read as well.
 */
import { ParseError } from '../contract.ts';
import { Fields } from './bytes.ts';

export const sysstatMagic = 0xd596;
export const formatMagic = 0x2175;
const magicSize = 76;

export interface FileActivity {
  readonly id: number;
  readonly magic: number;
  /** Items, and items within each, where the record does not say otherwise. */
  readonly count: number;
  readonly inner: number;
  /** Each record says how many items follow. */
  readonly counted: boolean;
  /** Bytes of an item. */
  readonly size: number;
  /** 64-bit counts, longs, 32-bit counts. */
  readonly types: readonly [number, number, number];
}

export interface SaHeader {
  readonly little: boolean;
  readonly version: string;
  readonly longSize: number;
  readonly startSeconds: number;
  readonly cpus: number;
  readonly system: string;
  readonly host: string;
  readonly release: string;
  readonly machine: string;
  readonly zone: string;
  readonly activities: readonly FileActivity[];
  readonly recordSize: number;
  /** Where in the header of a record its type stands, and whether it tells of further structures before that. */
  readonly recordType: number;
  readonly recordExtra: boolean;
  /** A description of further structures follows. */
  readonly extra: boolean;
  /** Bytes of all of it. */
  readonly size: number;
}

const wrong = (what: string, offset: number): ParseError =>
  new ParseError(
    'bad-header',
    `The header of the data file is damaged: ${what}. Nothing was read.`,
    offset,
    -1,
  );

/** null while there are too few bytes to tell. */
export function readHeader(bytes: Uint8Array): SaHeader | null {
  if (bytes.length < magicSize) return null;
  const little = bytes[0] === 0x96;
  const fields = new Fields(bytes, little);
  if (fields.u16(0) !== sysstatMagic) throw wrong('it does not begin as one', 0);
  const version = [4, 5, 6].map(at => fields.u8(at)).join('.');
  if (fields.u16(2) !== formatMagic) {
    const message = `The file was written by sysstat ${version}, in a format of before version 12; convert it with “sadf -c” and open the result.`;
    throw new ParseError('old-format', message, 2, -1);
  }
  const headerSize = fields.u32(8);
  const [longs, wides, words] = [fields.u32(20), fields.u32(16), fields.u32(24)];
  const mapped = wides * 8 + longs * 8 + words * 4;
  if (wides < 1 || longs < 1 || words < 11 || mapped > headerSize || headerSize > 8192)
    throw wrong('sizes do not fit', 8);
  const size = magicSize + headerSize;
  if (bytes.length < size) return null;
  const numbers = magicSize + wides * 8 + longs * 8;
  const number = (index: number): number => fields.u32(numbers + index * 4);
  const [count, activitySize, recordSize] = [number(1), number(9), number(10)];
  if (
    count < 1 ||
    count > 256 ||
    activitySize < 36 ||
    activitySize > 1024 ||
    recordSize < 24 ||
    recordSize > 512
  ) {
    throw wrong('the number or size of activities or records is not possible', numbers);
  }
  if (
    number(6) !== 2 ||
    number(7) > 8 ||
    number(8) > 64 ||
    number(6) * 8 + number(7) * 8 + number(8) * 4 + 4 > recordSize
  ) {
    throw wrong('what it says of the headers of records is not possible', numbers);
  }
  const end = size + count * activitySize;
  if (bytes.length < end) return null;
  const texts = numbers + words * 4 + 3;
  return {
    little,
    version,
    longSize: fields.u8(texts - 1),
    startSeconds: fields.u64(magicSize),
    cpus: Math.max(1, number(0) - 1),
    system: fields.text(texts, 65),
    host: fields.text(texts + 65, 65),
    release: fields.text(texts + 130, 65),
    machine: fields.text(texts + 195, 65),
    zone: texts + 268 <= size ? fields.text(texts + 260, 8) : '',
    activities: Array.from({ length: count }, (_, index) => activityAt(fields, size + index * activitySize)),
    recordSize,
    recordType: number(6) * 8 + number(7) * 8 + number(8) * 4,
    recordExtra: number(8) > 0,
    extra: words >= 12 && number(11) !== 0,
    size: end,
  };
}

function activityAt(fields: Fields, at: number): FileActivity {
  const [id, magic, count, inner, counted, size] = [0, 4, 8, 12, 16, 20].map(offset =>
    fields.u32(at + offset),
  ) as [number, number, number, number, number, number];
  const types = [fields.u32(at + 24), fields.u32(at + 28), fields.u32(at + 32)] as const;
  const mapped = types[0] * 8 + types[1] * 8 + types[2] * 4;
  if (
    size < 1 ||
    size > 4096 ||
    mapped > size ||
    inner < 1 ||
    inner > 4096 ||
    count > 1 << 20 ||
    (count < 1 && counted === 0)
  ) {
    throw wrong(`what it says of activity ${id} is not possible`, at);
  }
  return { id, magic, count, inner, counted: counted !== 0, size, types };
}
