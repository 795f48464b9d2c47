/** Descriptions of events that tools put into a trace when they merge it: TRACE_EVENT_INFO and EVENT_MAP_INFO of TDH. */
import type { Block } from './bytes.ts';
import { type EventDef, type Field, In, type ValueMap } from './schema.ts';

export interface EventDescription {
  readonly provider: string;
  readonly id: number;
  readonly version: number;
  /** GUID of the event class for classic events, else empty. */
  readonly event: string;
  readonly opcode: number;
  readonly def: EventDef;
}

const propertiesAt = 112;
const propertySize = 24;
const isStruct = 1;
const hasLengthField = 2;
const hasCountField = 4;
const maxProperties = 1024;
/** Decoding source: a MOF class instead of a manifest. */
const fromMof = 1;

export function describedEvent(
  block: Block,
  start: number,
  end: number,
  maps: (name: string) => ValueMap | null,
): EventDescription | null {
  if (start + propertiesAt > end) return null;
  const text = (offset: number) =>
    offset === 0 || start + offset >= end ? '' : block.wideZ(start + offset, end).trimEnd();
  const count = Math.min(block.u32(start + 100), maxProperties);
  const top = Math.min(block.u32(start + 104), count);
  if (start + propertiesAt + count * propertySize > end) return null;
  // Structures may contain each other without end, so the number of properties read is limited.
  let left = maxProperties;
  const field = (index: number, depth: number): Field => {
    const at = start + propertiesAt + index * propertySize;
    const flags = block.u32(at);
    const many = block.u16(at + 16);
    const length = block.u16(at + 18);
    const counted: Field['count'] = (flags & hasCountField) !== 0 ? { field: many } : many === 0 ? 1 : many;
    let members: Field[] | null = null;
    if ((flags & isStruct) !== 0) {
      const first = block.u16(at + 8);
      const last = Math.min(first + block.u16(at + 10), count);
      members = [];
      if (depth < 4)
        for (let member = first; member < last && left-- > 0; member++)
          members.push(field(member, depth + 1));
    }
    const type = block.u16(at + 8);
    return {
      name: text(block.u32(at + 4)) || `field ${index + 1}`,
      in: members ? In.Struct : type,
      out: members ? 0 : block.u16(at + 10),
      count: counted,
      length: (flags & hasLengthField) !== 0 ? { field: length } : isSized(type) ? length : 0,
      map: members ? null : maps(text(block.u32(at + 12))),
      members,
    };
  };
  const provider = block.guid(start);
  const providerName = text(block.u32(start + 52)) || provider;
  const task = text(block.u32(start + 68));
  const opcode = text(block.u32(start + 72));
  const isMof = block.u32(start + 48) === fromMof;
  const id = block.u16(start + 32);
  return {
    provider,
    id,
    version: block.u8(start + 34),
    event: isMof ? block.guid(start + 16) : '',
    opcode: block.u8(start + 37),
    def: {
      kind: kindOf(providerName, task, opcode, id),
      provider: providerName,
      fields: Array.from({ length: top }, (_, index) => field(index, 0)),
      isNamed: true,
    },
  };
}

/** True for types whose length the property states; other types have a fixed length, or state it in the payload. */
const isSized = (type: number): boolean =>
  type === In.Wide || type === In.Narrow || type === In.Binary || type === In.Bool;

/** `Provider/Task/Opcode`, as xperf names events. */
export function kindOf(provider: string, task: string, opcode: string, id: number): string {
  const named = [task, opcode].filter(word => word !== '');
  return task === '' ? [provider, `Event ${id}`, ...named].join('/') : [provider, ...named].join('/');
}

const isBitMap = 2;

export function describedMap(
  block: Block,
  start: number,
  end: number,
): { name: string; map: ValueMap } | null {
  const info = start + 16;
  if (info + 16 > end) return null;
  const text = (offset: number) => block.wideZ(info + offset, end).trimEnd();
  const count = Math.min(block.u32(info + 8), Math.floor((end - info - 16) / 8));
  const names = new Map<number, string>();
  for (let entry = 0; entry < count; entry++) {
    const at = info + 16 + entry * 8;
    names.set(block.u32(at + 4), text(block.u32(at)));
  }
  return { name: text(block.u32(info)), map: { names, isBits: (block.u32(info + 4) & isBitMap) !== 0 } };
}
