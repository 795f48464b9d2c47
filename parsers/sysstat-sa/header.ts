/**
 * The beginning of a data file of sadc: magic, header, and the layout of records. In sysstat 12 (format 0x2175) the
 * file states all sizes, so that later versions with longer structures can be read as well; for earlier ones see
 * `old.ts`.
 */
import { ParseError } from '../contract.ts';
import { ByteView } from '../kit/byte-view.ts';
import { isInstant } from '../kit/civil.ts';
import { commands } from '../kit/commands.ts';
import { type FieldPosition, oldActivitySize, oldLayout, oldRecord, oldRecordSize } from './old.ts';

export const sysstatMagic = 0xd596;
export const formatMagic = 0x2175;
const magicSize = 76;

export interface FileActivity {
  readonly id: number;
  readonly magic: number;
  /** Number of items, and of items within each, unless the record states otherwise. */
  readonly count: number;
  readonly inner: number;
  /** True if each record states its number of items. */
  readonly counted: boolean;
  /** Bytes of an item. */
  readonly size: number;
  /** Numbers of 64-bit counters, longs, and 32-bit counters. */
  readonly types: readonly [number, number, number];
  /** Positions of the numbers and of the text, in formats before 12. */
  readonly old?: { readonly places: readonly FieldPosition[]; readonly text: number };
}

export interface SaHeader {
  /** Number of descriptions of activities that follow the header of a restart, in formats before 12. */
  readonly old: { readonly changing: number } | null;
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
  /** Position of the type in the header of a record, and true if a flag for further structures comes before it. */
  readonly recordType: number;
  readonly recordExtra: boolean;
  /** True if a description of further structures follows. */
  readonly extra: boolean;
  /** Bytes of the whole header. */
  readonly size: number;
}

const wrong = (what: string, offset: number): ParseError =>
  new ParseError(
    'bad-header',
    `The header of the data file is damaged: ${what}. Nothing was read.`,
    offset,
    -1,
  );

/** null if there are too few bytes. */
export function readHeader(bytes: Uint8Array): SaHeader | null {
  if (bytes.length < magicSize) return null;
  const little = bytes[0] === 0x96;
  const fields = new ByteView(bytes, little);
  if (fields.u16(0) !== sysstatMagic) throw wrong('it does not begin like one', 0);
  const version = [4, 5, 6].map(at => fields.u8(at)).join('.');
  const format = fields.u16(2);
  if (format === 0x2173 || format === 0x2171) return readOldHeader(bytes, fields, little, version, format);
  if (format !== formatMagic) {
    const message = `The file was written by sysstat ${version}, in a format (${format.toString(16)}) that is not supported; convert it with a version that supports it, ${commands.sadfConvert.command}, and open the result.`;
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
    throw wrong('the number or size of activities or records is invalid', numbers);
  }
  if (
    number(6) !== 2 ||
    number(7) > 8 ||
    number(8) > 64 ||
    number(6) * 8 + number(7) * 8 + number(8) * 4 + 4 > recordSize
  ) {
    throw wrong('the description of record headers is invalid', numbers);
  }
  const end = size + count * activitySize;
  if (bytes.length < end) return null;
  const startSeconds = fields.u64(magicSize);
  if (!isInstant(startSeconds)) throw wrong('its start time is invalid', magicSize);
  const texts = numbers + words * 4 + 3;
  return {
    old: null,
    little,
    version,
    longSize: fields.u8(texts - 1),
    startSeconds,
    cpus: Math.max(1, number(0) - 1),
    system: fields.fixed(texts, 65),
    host: fields.fixed(texts + 65, 65),
    release: fields.fixed(texts + 130, 65),
    machine: fields.fixed(texts + 195, 65),
    zone: texts + 268 <= size ? fields.fixed(texts + 260, 8) : '',
    activities: Array.from({ length: count }, (_, index) => activityAt(fields, size + index * activitySize)),
    recordSize,
    recordType: number(6) * 8 + number(7) * 8 + number(8) * 4,
    recordExtra: number(8) > 0,
    extra: words >= 12 && number(11) !== 0,
    size: end,
  };
}

function activityAt(fields: ByteView, at: number): FileActivity {
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
    throw wrong(`the description of activity ${id} is invalid`, at);
  }
  return { id, magic, count, inner, counted: counted !== 0, size, types };
}

/** Before sysstat 12: structures that the header does not describe have always had these sizes. */
function readOldHeader(
  bytes: Uint8Array,
  fields: ByteView,
  little: boolean,
  version: string,
  format: number,
): SaHeader | null {
  const isLater = format === 0x2173;
  const start = isLater ? magicSize : 8;
  const size = isLater ? fields.u32(8) : 280;
  if (size < 280 || size > 8192) throw wrong('sizes do not fit', 8);
  // Time; in the later format the number of CPUs; activities; there also those that may change; day, month, year,
  // size of a long.
  const counts = start + (isLater ? 12 : 8);
  const dates = counts + (isLater ? 8 : 4);
  if (bytes.length < dates + 4) return null;
  const count = fields.u32(counts);
  const changing = isLater ? fields.u32(counts + 4) : 0;
  if (count < 1 || count > 256 || changing > 256) throw wrong('the number of activities is invalid', counts);
  const end = start + size + count * oldActivitySize;
  if (bytes.length < end) return null;
  const activities = Array.from({ length: count }, (_, index) =>
    oldActivityAt(fields, start + size + index * oldActivitySize),
  );
  const texts = dates + 4;
  const startSeconds = fields.u64(start);
  if (!isInstant(startSeconds)) throw wrong('its start time is invalid', start);
  return {
    old: { changing },
    little,
    version,
    longSize: fields.u8(dates + 3),
    startSeconds,
    cpus: Math.max(1, (activities.find(({ id }) => id === 1)?.count ?? 2) - 1),
    system: fields.fixed(texts, 65),
    host: fields.fixed(texts + 65, 65),
    release: fields.fixed(texts + 130, 65),
    machine: fields.fixed(texts + 195, 65),
    zone: '',
    activities,
    recordSize: oldRecordSize,
    recordType: oldRecord.type,
    recordExtra: false,
    extra: false,
    size: end,
  };
}

function oldActivityAt(fields: ByteView, at: number): FileActivity {
  const [id, magic, count, inner, size] = [0, 4, 8, 12, 16].map(offset => fields.u32(at + offset)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (size < 1 || size > 4096 || inner < 1 || inner > 4096 || count < 1 || count > 1 << 20)
    throw wrong(`the description of activity ${id} is invalid`, at);
  const old = oldLayout(id, magic, size);
  return {
    id,
    // An unknown activity gets a format that no layout has.
    magic: old ? old.magic : 0,
    count,
    inner,
    counted: false,
    size,
    types: [0, 0, 0],
    ...(old && { old }),
  };
}
