/** TraceLogging events, which contain their own description: https://learn.microsoft.com/windows/win32/tracelogging/trace-logging-about */
import type { Block } from './bytes.ts';
import { type EventDef, type Field, In, Out } from './schema.ts';

const hasFixedCount = 0x20;
const hasCount = 0x40;
const hasOut = 0x80;
const maxFields = 1024;

/** Out types of TraceLogging, which have other numbers than those of TDH. */
const outs: Readonly<Record<number, number>> = {
  2: Out.String,
  3: Out.Bool,
  4: Out.Hex64,
  7: Out.Port,
  8: Out.Ip4,
  9: Out.Ip6,
  11: Out.Xml,
  12: Out.Json,
  35: Out.Utf8,
};

/**
 * @param provider its name, or its GUID
 * @returns null if the description is invalid
 */
export function selfDescribed(block: Block, start: number, end: number, provider: string): EventDef | null {
  let at = start + 2;
  const tags = () => {
    while (at < end && (block.u8(at++) & 0x80) !== 0);
  };
  const text = () => {
    const stop = block.endOfNarrow(at, end);
    const found = block.utf8(at, stop);
    at = stop + 1;
    return found;
  };
  tags();
  const name = text();
  const remaining = { left: maxFields };
  const fields = (maxCount: number, depth: number): Field[] | null => {
    const found: Field[] = [];
    while (at < end && found.length < maxCount) {
      if (--remaining.left < 0 || depth > 8) return null;
      const key = text();
      if (at >= end) return null;
      const kind = block.u8(at++);
      let out = 0;
      if ((kind & hasOut) !== 0) {
        out = block.u8(at++);
        if ((out & 0x80) !== 0) tags();
        out &= 0x7f;
      }
      let count: Field['count'] = 1;
      if ((kind & hasCount) !== 0) count = 'prefixed';
      else if ((kind & hasFixedCount) !== 0) {
        count = block.u16(at);
        at += 2;
      }
      const type = kind & 0x1f;
      let members: Field[] | null = null;
      if (type === In.Struct) {
        members = fields(out, depth + 1);
        if (members === null) return null;
      }
      found.push({
        name: key || `field ${found.length + 1}`,
        in: type,
        out: members ? 0 : (outs[out] ?? Out.None),
        count,
        length: 0,
        map: null,
        members,
      });
    }
    return found;
  };
  const all = fields(maxFields, 0);
  return all && { kind: `${provider}/${name}`, provider, fields: all, isNamed: true };
}
