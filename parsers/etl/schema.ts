/** Definitions of the fields of an event, from any source: built in, in the event, in a manifest or elsewhere in the trace. */
import type { FieldType } from '../contract.ts';
import type { FieldRole } from '../event-meanings.ts';

/** In types of TDH: how a value is stored. TraceLogging events use the same numbers up to 25. */
export const In = {
  Null: 0,
  Wide: 1,
  Narrow: 2,
  I8: 3,
  U8: 4,
  I16: 5,
  U16: 6,
  I32: 7,
  U32: 8,
  I64: 9,
  U64: 10,
  F32: 11,
  F64: 12,
  Bool: 13,
  Binary: 14,
  Guid: 15,
  Pointer: 16,
  FileTime: 17,
  SystemTime: 18,
  Sid: 19,
  Hex32: 20,
  Hex64: 21,
  CountedWide: 22,
  CountedNarrow: 23,
  Struct: 24,
  CountedBinary: 25,
  OldCountedWide: 300,
  OldCountedNarrow: 301,
  RestWide: 304,
  RestNarrow: 305,
  WideChar: 306,
  NarrowChar: 307,
  Size: 308,
  HexDump: 309,
  /** 0, or two pointers and a SID. */
  TokenSid: 310,
} as const;

/** Out types of TDH: how a value is displayed. */
export const Out = {
  None: 0,
  String: 1,
  Bool: 13,
  HexBinary: 15,
  Hex8: 16,
  Hex64: 19,
  Port: 22,
  Ip4: 23,
  Ip6: 24,
  SocketAddress: 25,
  NtStatus: 31,
  Utf8: 35,
  Json: 34,
  Xml: 28,
} as const;

/** Names of a field's values. */
export interface ValueMap {
  readonly names: ReadonlyMap<number, string>;
  /** True if each bit has a name, else each value. */
  readonly isBits: boolean;
}

export interface Field {
  readonly name: string;
  readonly in: number;
  readonly out: number;
  /** Number of values: fixed, in a prefix before them, or in an earlier field. */
  readonly count: number | 'prefixed' | { readonly field: number };
  /** Length in bytes, or in characters for text; 0: the value itself or its type states it. */
  readonly length: number | { readonly field: number };
  readonly map: ValueMap | null;
  readonly members: readonly Field[] | null;
  readonly unit?: string;
  readonly role?: FieldRole;
  /** True if another column of the row has the value. */
  readonly isInOtherColumn?: true;
}

export interface EventDef {
  /** The kind of its events. */
  readonly kind: string;
  /** Name of the provider; null: the kernel. */
  readonly provider: string | null;
  readonly fields: readonly Field[];
  /** True if the message names the values. */
  readonly isNamed: boolean;
}

/** True if the column of a field holds numbers; everything else is text. */
export function isNumber({ in: type, out, count, map, members }: Field): boolean {
  if (count !== 1 || map !== null || members !== null) return false;
  if (out === Out.Ip4 || out === Out.Bool || out === Out.String || (out >= Out.Hex8 && out <= Out.Hex64))
    return false;
  return (type >= In.I8 && type <= In.F64) || type === In.Size;
}

/** True if the column of a field holds numbers that are shown in hex. Addresses are texts: nobody sums them. */
export function isHex({ in: type, out, count, map, members }: Field): boolean {
  if (count !== 1 || map !== null || members !== null) return false;
  if (type === In.Hex32 || type === In.Hex64) return true;
  return type >= In.I8 && type <= In.U64 && out >= Out.Hex8 && out <= Out.Hex64;
}

/** One column for each value: the members of a structure become columns of their own. */
export function* leaves(fields: readonly Field[], prefix = ''): Generator<{ field: Field; key: string }> {
  for (const field of fields) {
    const key = prefix + field.name;
    if (field.members !== null && field.count === 1) yield* leaves(field.members, `${key}.`);
    else yield { field, key };
  }
}

/** The columns of an event. `isStored`: the value is stored as a field. */
export function columnsOf(
  fields: readonly Field[],
): { type: FieldType; isStored: boolean; isBytes: boolean }[] {
  const taken = new Set<string>();
  return [...leaves(fields)].map(({ field, key }) => {
    let unique = key;
    for (let n = 2; taken.has(unique); n++) unique = `${key} ${n}`;
    taken.add(unique);
    const { unit, role } = field;
    const type = isNumber(field) ? 'number' : 'text';
    const display = isHex(field) ? 'hex' : undefined;
    return {
      type: { key: unique, type, ...(unit && { unit }), ...(display && { display }), ...(role && { role }) },
      isStored: field.isInOtherColumn !== true || role !== undefined,
      isBytes: field.in === In.HexDump,
    };
  });
}

const notations: Readonly<Record<string, readonly [type: number, out: number]>> = {
  wide: [In.Wide, 0],
  narrow: [In.Narrow, 0],
  utf8: [In.Narrow, Out.Utf8],
  i8: [In.I8, 0],
  u8: [In.U8, 0],
  i16: [In.I16, 0],
  u16: [In.U16, 0],
  i32: [In.I32, 0],
  u32: [In.U32, 0],
  i64: [In.I64, 0],
  u64: [In.U64, 0],
  f32: [In.F32, 0],
  f64: [In.F64, 0],
  bool: [In.Bool, 0],
  guid: [In.Guid, 0],
  ptr: [In.Pointer, 0],
  size: [In.Size, 0],
  time: [In.FileTime, 0],
  sid: [In.Sid, 0],
  token: [In.TokenSid, 0],
  hex16: [In.U16, 17],
  hex32: [In.Hex32, 0],
  hex64: [In.Hex64, 0],
  port: [In.U16, Out.Port],
  ip4: [In.U32, Out.Ip4],
  bytes: [In.Binary, 0],
  ip6: [In.Binary, Out.Ip6],
  rest: [In.HexDump, 0],
};

/**
 * Parses the short notation of fields: `Name:type`, with `_` for a blank in the name, `[n]` after the type for a length in bytes
 * or characters or a number of values, then `(unit)`, then `=map` for names of values; `-` before the name if another column
 * has the value.
 */
export function fieldsOf(
  text: string,
  role: (key: string) => FieldRole | undefined = () => undefined,
  maps: Readonly<Record<string, ValueMap>> = {},
): Field[] {
  return text
    .split(' ')
    .filter(word => word !== '')
    .map(word => {
      const [, said, name, type, size, unit, map] =
        /^(-?)([^:]+):(\w+?)(?:\[(\d+)\])?(?:\((.+)\))?(?:=(\w+))?$/.exec(word)!;
      const [kind, out] = notations[type!]!;
      const sized = kind === In.Binary || kind === In.Wide || kind === In.Narrow;
      const key = name!.replaceAll('_', ' ');
      const is = role(key);
      return {
        name: key,
        in: kind,
        out,
        count: size !== undefined && !sized ? Number(size) : 1,
        length: out === Out.Ip6 ? 16 : size !== undefined && sized ? Number(size) : 0,
        map: map === undefined ? null : maps[map]!,
        members: null,
        ...(unit !== undefined && { unit }),
        ...(is !== undefined && { role: is }),
        ...(said !== '' && { isInOtherColumn: true as const }),
      };
    });
}
