/** Reads the values of a payload by the definitions of its fields. */
import { addressText, type Block, hex, hexOf } from './bytes.ts';
import { type Emitter, type FieldValue, Word } from './emit.ts';
import { type Field, In, Out, type ValueMap } from './schema.ts';

/** A value, or null if the payload ends before it. */
export type Value = number | string | null;

/** Maximum number of list elements in a record; more than fit in a record of 64 KiB. */
const maxValues = 1 << 16;
/** Maximum number of cached names per map. */
const maxNamed = 256;
const filetimeEpoch = 11_644_473_600_000;

export class Payload {
  /** Values of the leaf fields, in order; valid until the next call. */
  readonly values: Value[] = [];
  /** Position after the described fields. */
  at = 0;
  private block!: Block;
  private end = 0;
  private pointer = 8;
  /** Number of list elements that may still be read: a count of elements without size would not end. */
  private left = 0;
  /** Numbers read so far by field index, because they may be the lengths and counts of later fields. */
  private readonly numbers: number[] = [];
  private readonly words = new Map<ValueMap, Map<number, Word>>();
  private readonly truth = [new Word('false'), new Word('true')] as const;

  /** Reads the values of `fields` from `[start, end)`. */
  read(
    fields: readonly Field[],
    block: Block,
    start: number,
    end: number,
    pointer: number,
  ): readonly Value[] {
    this.begin(block, start, end, pointer);
    this.values.length = 0;
    this.all(fields, true);
    return this.values;
  }

  /** Passes the values of `fields` from `[start, end)` to `emitter`, and the bytes after them. */
  give(
    fields: readonly Field[],
    block: Block,
    start: number,
    end: number,
    pointer: number,
    emitter: Emitter,
  ): void {
    this.begin(block, start, end, pointer);
    this.emitAll(fields, true, emitter);
    emitter.rest(block.bytes, this.at, end);
  }

  private begin(block: Block, start: number, end: number, pointer: number): void {
    this.block = block;
    this.at = start;
    this.end = end;
    this.pointer = pointer;
    this.left = maxValues;
    this.numbers.length = 0;
  }

  private emitAll(fields: readonly Field[], isTop: boolean, emitter: Emitter): void {
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index]!;
      if (field.members !== null && field.count === 1) {
        this.emitAll(field.members, false, emitter);
        continue;
      }
      if (field.count === 1 && field.map === null && this.emitOne(field, isTop ? index : -1, emitter))
        continue;
      const value =
        field.count === 1 && field.map !== null ? this.named(field, field.map) : this.field(field);
      if (isTop) this.numbers[index] = typeof value === 'number' ? value : Number.NaN;
      emitter.value(value);
    }
  }

  /** The name of a number, as a cached `Word`. */
  private named(field: Field, map: ValueMap): FieldValue {
    if (this.at >= this.end && !mayBeEmpty(field)) return null;
    const raw = this.raw(field);
    if (typeof raw !== 'number') return raw;
    let words = this.words.get(map);
    if (words === undefined) {
      words = new Map();
      this.words.set(map, words);
    }
    const known = words.get(raw);
    if (known !== undefined) return known;
    const word = new Word(named(raw, map));
    if (words.size < maxNamed) words.set(raw, word);
    return word;
  }

  /** Passes a value to `emitter` if its type is frequent and simple; else returns false. Must agree with {@link raw}. One switch, as there: both are run for every field. */
  private emitOne(field: Field, index: number, emitter: Emitter): boolean {
    const { block, at, end, pointer } = this;
    const { out } = field;
    const isHex = out >= Out.Hex8 && out <= Out.Hex64;
    switch (field.in) {
      case In.U8:
        if (!isPlain(out) && !isHex) return false;
        if (!this.skipBytes(1, index, emitter)) return true;
        if (isHex) emitter.hex(block.u8(at), 0);
        else this.number(block.u8(at), index, emitter);
        return true;
      case In.U16:
        if (!isPlain(out) && !isHex) return false;
        if (!this.skipBytes(2, index, emitter)) return true;
        if (isHex) emitter.hex(block.u16(at), 0);
        else this.number(block.u16(at), index, emitter);
        return true;
      case In.I32:
      case In.U32:
        if (!isPlain(out) && !isHex) return false;
        if (!this.skipBytes(4, index, emitter)) return true;
        if (isHex) emitter.hex(block.i32(at), 0);
        else this.number(field.in === In.I32 ? block.i32(at) : block.u32(at), index, emitter);
        return true;
      case In.I64:
      case In.U64:
        if (!this.skipBytes(8, index, emitter)) return true;
        if (isHex) emitter.hex(block.i32(at), block.i32(at + 4));
        else this.number(field.in === In.I64 ? block.address(at, 8) : block.u64(at), index, emitter);
        return true;
      case In.Hex32:
        if (this.skipBytes(4, index, emitter)) emitter.hex(block.i32(at), 0);
        return true;
      case In.Hex64:
        if (this.skipBytes(8, index, emitter)) emitter.hex(block.i32(at), block.i32(at + 4));
        return true;
      case In.Pointer:
        if (this.skipBytes(pointer, index, emitter)) emitter.address(block.address(at, pointer), pointer);
        return true;
      case In.Size:
        if (this.skipBytes(pointer, index, emitter))
          this.number(pointer === 8 ? block.u64(at) : block.u32(at), index, emitter);
        return true;
      case In.F32:
        if (this.skipBytes(4, index, emitter)) this.number(block.f32(at), index, emitter);
        return true;
      case In.F64:
        if (this.skipBytes(8, index, emitter)) this.number(block.f64(at), index, emitter);
        return true;
      case In.Bool: {
        const size = field.length === 1 ? 1 : 4;
        if (this.skipBytes(size, index, emitter))
          emitter.word(this.truth[(size === 1 ? block.u8(at) : block.u32(at)) === 0 ? 0 : 1]);
        return true;
      }
      case In.Guid:
        if (this.skipBytes(16, index, emitter)) emitter.guid(block, at);
        return true;
      case In.HexDump:
        if (index >= 0) this.numbers[index] = Number.NaN;
        this.at = end;
        emitter.hexBytes(block.bytes, at, end);
        return true;
      case In.Wide: {
        if (field.length !== 0) return false;
        if (!this.skipBytes(0, index, emitter)) return true;
        const stop = block.endOfWide(at, end);
        this.at = Math.min(stop + 2, end);
        emitter.wideText(block, at, stop);
        return true;
      }
      case In.Narrow: {
        if (field.length !== 0) return false;
        const stop = block.endOfNarrow(at, end);
        if (!block.isAscii(at, stop)) return false;
        if (!this.skipBytes(0, index, emitter)) return true;
        this.at = Math.min(stop + 1, end);
        emitter.asciiText(block, at, stop);
        return true;
      }
      default:
        return false;
    }
  }

  /** Moves past `bytes` bytes; emits no value and returns false if the payload ends before. */
  private skipBytes(bytes: number, index: number, emitter: Emitter): boolean {
    if (index >= 0) this.numbers[index] = Number.NaN;
    if (this.at < this.end && this.has(bytes)) {
      this.at += bytes;
      return true;
    }
    emitter.none();
    return false;
  }

  private number(value: number, index: number, emitter: Emitter): void {
    if (index >= 0) this.numbers[index] = value;
    emitter.number(value);
  }

  private all(fields: readonly Field[], isTop: boolean): void {
    for (let index = 0; index < fields.length; index++) {
      const field = fields[index]!;
      if (field.members !== null && field.count === 1) {
        this.all(field.members, false);
        continue;
      }
      const value = this.field(field);
      if (isTop) this.numbers[index] = typeof value === 'number' ? value : Number.NaN;
      this.values.push(value);
    }
  }

  private field(field: Field): Value {
    const { count } = field;
    if (count === 1) return this.at >= this.end && !mayBeEmpty(field) ? null : this.one(field);
    const many = this.countOf(count);
    if (many === null) return null;
    if (field.in === In.U8 && field.out !== Out.Utf8) return this.binary(many);
    if (field.in === In.Narrow || field.in === In.NarrowChar) return this.narrow(many, field.out);
    if (field.in === In.WideChar) return this.wideOf(many * 2);
    const values: Value[] = [];
    for (let n = 0; n < many && this.at < this.end && this.left > 0; n++) {
      this.left--;
      values.push(this.element(field));
    }
    return `[${values.map(value => (value === null ? '' : String(value))).join(', ')}]`;
  }

  private countOf(count: Field['count']): number | null {
    if (typeof count === 'number') return count;
    let many: number;
    if (count === 'prefixed') {
      if (this.at + 2 > this.end) return null;
      many = this.block.u16(this.at);
      this.at += 2;
    } else many = this.numbers[count.field] ?? 0;
    return Number.isNaN(many) ? null : Math.min(many, maxValues);
  }

  private element(field: Field): Value {
    if (field.members === null) return this.one(field);
    const parts = field.members.map(member => {
      const value = this.field(member);
      return `${member.name}: ${value === null ? '' : value}`;
    });
    return `{${parts.join(', ')}}`;
  }

  private one(field: Field): Value {
    const raw = this.raw(field);
    return field.map !== null && typeof raw === 'number' ? named(raw, field.map) : raw;
  }

  private take(bytes: number): number {
    const at = this.at;
    this.at += bytes;
    return at;
  }

  private has(bytes: number): boolean {
    if (this.at + bytes <= this.end) return true;
    this.at = this.end;
    return false;
  }

  private raw(field: Field): Value {
    const { block } = this;
    switch (field.in) {
      case In.Null:
        return null;
      case In.Wide:
      case In.RestWide:
        return this.wide(field);
      case In.Narrow:
      case In.RestNarrow:
        return this.narrowOf(field);
      case In.I8:
        return this.has(1) ? this.int((block.u8(this.take(1)) << 24) >> 24, 2, field) : null;
      case In.U8:
      case In.NarrowChar:
        return this.has(1) ? this.int(block.u8(this.take(1)), 2, field) : null;
      case In.I16:
        return this.has(2) ? this.int((block.u16(this.take(2)) << 16) >> 16, 4, field) : null;
      case In.U16:
      case In.WideChar:
        return this.has(2) ? this.u16(field) : null;
      case In.I32:
        return this.has(4) ? this.int(block.i32(this.take(4)), 8, field) : null;
      case In.U32:
        return this.has(4) ? this.u32(field) : null;
      case In.I64:
        return this.has(8) ? this.i64(field) : null;
      case In.U64:
        return this.has(8) ? this.u64(field) : null;
      case In.F32:
        return this.has(4) ? block.f32(this.take(4)) : null;
      case In.F64:
        return this.has(8) ? block.f64(this.take(8)) : null;
      case In.Bool: {
        const size = field.length === 1 ? 1 : 4;
        if (!this.has(size)) return null;
        return (size === 1 ? block.u8(this.take(1)) : block.u32(this.take(4))) === 0 ? 'false' : 'true';
      }
      case In.Binary:
        return this.binaryOf(field);
      case In.HexDump: {
        const at = this.take(this.end - this.at);
        return hexOf(block.bytes, at, this.end);
      }
      case In.Guid:
        return this.has(16) ? block.guid(this.take(16)) : null;
      case In.Pointer:
        return this.has(this.pointer)
          ? addressText(block.address(this.take(this.pointer), this.pointer), this.pointer)
          : null;
      case In.Size:
        if (!this.has(this.pointer)) return null;
        return this.pointer === 8 ? block.u64(this.take(8)) : block.u32(this.take(4));
      case In.FileTime:
        return this.has(8) ? filetimeText(block.big(this.take(8))) : null;
      case In.SystemTime:
        return this.has(16) ? this.systemTime() : null;
      case In.Sid:
        return this.sid();
      case In.TokenSid:
        return this.tokenSid();
      case In.Hex32:
        return this.has(4) ? `0x${block.u32(this.take(4)).toString(16)}` : null;
      case In.Hex64:
        return this.has(8) ? `0x${block.big(this.take(8)).toString(16)}` : null;
      case In.CountedWide:
      case In.OldCountedWide: {
        const length = this.prefix();
        return length === null ? null : this.wideOf(length);
      }
      case In.CountedNarrow:
      case In.OldCountedNarrow: {
        const length = this.prefix();
        return length === null ? null : this.narrow(length, field.out);
      }
      case In.CountedBinary: {
        const length = this.prefix();
        return length === null ? null : this.binary(length);
      }
      default:
        // The length of an unknown type is unknown, so the rest is read as bytes.
        return this.binary(this.end - this.at);
    }
  }

  private int(value: number, digits: number, { out }: Field): Value {
    if (out === Out.Bool) return value === 0 ? 'false' : 'true';
    if (out >= Out.Hex8 && out <= Out.Hex64) return `0x${hex(value < 0 ? value + 16 ** digits : value, 1)}`;
    if (out === Out.String) return String.fromCharCode(value & 0xffff);
    return value;
  }

  private u16(field: Field): Value {
    const at = this.take(2);
    const value = this.block.u16(at);
    if (field.out === Out.Port) return ((value & 0xff) << 8) | (value >> 8);
    return field.in === In.WideChar && field.out === Out.None
      ? String.fromCharCode(value)
      : this.int(value, 4, field);
  }

  private u32(field: Field): Value {
    const at = this.take(4);
    const { bytes } = this.block;
    if (field.out === Out.Ip4) return `${bytes[at]}.${bytes[at + 1]}.${bytes[at + 2]}.${bytes[at + 3]}`;
    return this.int(this.block.u32(at), 8, field);
  }

  private i64(field: Field): Value {
    const big = BigInt.asIntN(64, this.block.big(this.take(8)));
    if (field.out >= Out.Hex8 && field.out <= Out.Hex64) return `0x${BigInt.asUintN(64, big).toString(16)}`;
    return Number(big);
  }

  private u64(field: Field): Value {
    const at = this.take(8);
    if (field.out >= Out.Hex8 && field.out <= Out.Hex64) return `0x${this.block.big(at).toString(16)}`;
    return this.block.u64(at);
  }

  private prefix(): number | null {
    if (!this.has(2)) return null;
    return this.block.u16(this.take(2));
  }

  private lengthOf(field: Field): number | null {
    if (typeof field.length === 'number') return field.length;
    const length = this.numbers[field.length.field];
    return length === undefined || Number.isNaN(length) ? null : length;
  }

  private wide(field: Field): Value {
    const length = this.lengthOf(field);
    if (typeof field.length !== 'number') return length === null ? null : this.wideOf(length * 2);
    if (field.in === In.RestWide) return this.wideOf(this.end - this.at);
    if (length! > 0) return this.wideOf(length! * 2);
    const start = this.at;
    const stop = this.block.endOfWide(start, this.end);
    this.at = Math.min(stop + 2, this.end);
    return this.block.wide(start, stop);
  }

  /** Text in the next `bytes` bytes, up to its terminating 0. */
  private wideOf(bytes: number): string {
    const start = this.at;
    const end = Math.min(start + bytes, this.end);
    this.at = end;
    return this.block.wideZ(start, end);
  }

  private narrowOf(field: Field): Value {
    const length = this.lengthOf(field);
    if (typeof field.length !== 'number') return length === null ? null : this.narrow(length, field.out);
    if (field.in === In.RestNarrow) return this.narrow(this.end - this.at, field.out);
    if (length! > 0) return this.narrow(length!, field.out);
    const start = this.at;
    const stop = this.block.endOfNarrow(start, this.end);
    this.at = Math.min(stop + 1, this.end);
    return this.narrowText(start, stop, field.out);
  }

  private narrow(bytes: number, out: number): string {
    const start = this.at;
    const end = Math.min(start + bytes, this.end);
    this.at = end;
    return this.narrowText(start, this.block.endOfNarrow(start, end), out);
  }

  private narrowText(start: number, end: number, out: number): string {
    return out === Out.Utf8 || out === Out.Json || out === Out.Xml
      ? this.block.utf8(start, end)
      : this.block.ansi(start, end);
  }

  private binaryOf(field: Field): Value {
    const length = this.lengthOf(field);
    if (length === null) return null;
    if (length > 0 || typeof field.length !== 'number') {
      if (field.out === Out.Ip6 && length === 16 && this.has(16)) return ip6(this.block, this.take(16));
      return this.binary(length);
    }
    // In TraceLogging events the length precedes the bytes.
    const counted = this.prefix();
    return counted === null ? null : this.binary(counted);
  }

  private binary(bytes: number): string {
    const start = this.at;
    this.at = Math.min(start + bytes, this.end);
    return hexOf(this.block.bytes, start, this.at);
  }

  private systemTime(): string {
    const at = this.take(16);
    const part = (index: number, digits: number) =>
      String(this.block.u16(at + 2 * index)).padStart(digits, '0');
    return `${part(0, 4)}-${part(1, 2)}-${part(3, 2)}T${part(4, 2)}:${part(5, 2)}:${part(6, 2)}.${part(7, 3)}`;
  }

  private tokenSid(): Value {
    if (!this.has(4)) return null;
    if (this.block.u32(this.at) === 0) {
      this.at += 4;
      return '';
    }
    if (!this.has(2 * this.pointer)) return null;
    this.take(2 * this.pointer);
    return this.sid();
  }

  private sid(): Value {
    if (!this.has(8)) return null;
    const { block } = this;
    const count = block.u8(this.at + 1);
    if (!this.has(8 + 4 * count)) return null;
    const at = this.take(8 + 4 * count);
    let text = `S-${block.u8(at)}-${block.u8(at + 7) + (block.u8(at + 6) << 8)}`;
    for (let n = 0; n < count; n++) text += `-${block.u32(at + 8 + 4 * n)}`;
    return text;
  }
}

/** True if the out type shows integers in decimal. */
const isPlain = (out: number): boolean =>
  out !== Out.Bool && out !== Out.String && out !== Out.Port && out !== Out.Ip4;

const mayBeEmpty = ({ in: type }: Field): boolean =>
  type === In.HexDump || type === In.RestWide || type === In.RestNarrow;

function named(value: number, { names, isBits }: ValueMap): string {
  const name = names.get(value);
  if (name !== undefined) return name;
  if (!isBits || value === 0) return String(value);
  const found: string[] = [];
  let rest = value >>> 0;
  for (const [bit, each] of names)
    if (bit !== 0 && (rest & bit) >>> 0 === bit) {
      found.push(each);
      rest = (rest & ~bit) >>> 0;
    }
  if (found.length === 0) return String(value);
  return rest === 0 ? found.join(' | ') : `${found.join(' | ')} | 0x${rest.toString(16)}`;
}

/** `2021-09-09T12:59:35.7912345Z`: 100 ns since 1601. */
export function filetimeText(value: bigint): string {
  const ms = Number(value / 10_000n) - filetimeEpoch;
  if (ms > 8.64e15 || value > 0x7fff_ffff_ffff_ffffn) return `0x${value.toString(16)}`;
  const fraction = String(value % 10_000_000n).padStart(7, '0');
  return `${new Date(ms).toISOString().slice(0, 19)}.${fraction}Z`;
}

function ip6(block: Block, at: number): string {
  const parts: string[] = [];
  for (let n = 0; n < 8; n++)
    parts.push(((block.u8(at + 2 * n) << 8) | block.u8(at + 2 * n + 1)).toString(16));
  // The longest run of zeros is written as `::`.
  let best = 0;
  let from = -1;
  for (let n = 0; n < 8; n++) {
    let run = 0;
    while (n + run < 8 && parts[n + run] === '0') run++;
    if (run > best && run > 1) [best, from] = [run, n];
  }
  if (from < 0) return parts.join(':');
  return `${parts.slice(0, from).join(':')}::${parts.slice(from + best).join(':')}`;
}
