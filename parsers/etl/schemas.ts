/** Definitions of the events of providers, from all places of a trace that have them. */
import { ByteTable } from '../kit/intern.ts';
import { Block } from './bytes.ts';
import { classicDef } from './classic.ts';
import { runtimeEvents } from './dotnet.ts';
import { kernelProcessEvents } from './kernel-process.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { describedEvent, describedMap, type EventDescription } from './metadata.ts';
import { otherProviderEvents } from './other-providers.ts';
import { providers } from './providers.ts';
import type { RecordHead } from './records.ts';
import type { EventDef, ValueMap } from './schema.ts';
import { selfDescribed } from './tracelogging.ts';

/** Maximum number of descriptions, and of bytes of manifests, that are kept. */
const maxDescriptions = 1 << 16;
const maxManifestBytes = 16 << 20;
/** Slots of the cache of recent descriptions, and the maximum length of a cached one in bytes. */
const recentSlots = 256;
const maxRecentLength = 4096;

/** Types of extended data items of an event (`EVENT_HEADER_EXT_TYPE_*`). */
export const item = {
  related: 1,
  stack32: 5,
  stack64: 6,
  schema: 11,
  traits: 12,
  stackKey32: 17,
  stackKey64: 18,
} as const;

/** Iterates over the extended data items of an event: `for (items.begin(block, head); items.next(); )`. */
export class Items {
  type = 0;
  start = 0;
  end = 0;
  private block!: Block;
  private at = 0;
  private last = 0;
  private isMore = false;

  begin(block: Block, { extended, payload }: RecordHead): void {
    this.block = block;
    this.at = extended;
    this.last = payload;
    this.isMore = extended >= 0;
  }

  next(): boolean {
    const { block, at, last } = this;
    if (!this.isMore || at + 8 > last) return false;
    const size = block.u16(at + 6);
    this.isMore = (block.u16(at + 4) & 1) === 1;
    this.type = block.u16(at + 2);
    this.start = at + 8;
    this.end = Math.min(at + 8 + size, last);
    this.at = at + ((8 + size + 7) & ~7);
    return true;
  }
}

interface Pieces {
  readonly pieces: (Uint8Array | undefined)[];
  left: number;
}

export class Schemas {
  /** Number of manifests with missing pieces. */
  incomplete = 0;
  /** Finds manifests that the user names, by GUID. */
  manifestOf: ((guid: string) => string | null) | null = null;
  /** GUIDs of providers whose manifests were looked for. */
  private readonly asked = new Set<string>();
  private readonly described = new Map<string, EventDef>();
  private readonly modernDefs = new Map<string, Map<number, EventDef | null>>();
  private readonly classicDefs = new Map<string, Map<number, EventDef | null>>();
  private readonly names = new Map<string, string>();
  private readonly maps = new Map<string, ValueMap>();
  /** Encoded descriptions, decoded in {@link finish}, when the maps they name are all known. */
  private blobs: Uint8Array[] = [];
  private blobBytes = 0;
  private readonly manifests = new Map<string, Pieces>();
  private manifestBytes = 0;
  private readonly byDescription = new ByteTable();
  private readonly selfDescribedDefs: (EventDef | null)[] = [];
  private key = new Uint8Array(256);
  private readonly items = new Items();
  private readonly recent = Array.from({ length: recentSlots }, () => new Recent());

  takeMetadata(block: Block, { opcode, payload, end }: RecordHead): void {
    if (opcode === 33) {
      const found = describedMap(block, payload, end);
      if (found && this.maps.size < maxDescriptions)
        this.maps.set(`${block.guid(payload)} ${found.name}`, found.map);
    } else if (opcode === 32 && this.blobBytes < maxManifestBytes) {
      this.blobs.push(block.bytes.slice(payload, end));
      this.blobBytes += end - payload;
    }
  }

  /** Keeps a piece of a manifest: format 1, version, a magic byte, number of pieces, index of this one. */
  takeManifest(block: Block, head: RecordHead): void {
    if (!isManifest(block, head)) return;
    const { payload, end } = head;
    const many = block.u16(payload + 4);
    const which = block.u16(payload + 6);
    if (which >= many || this.manifestBytes > maxManifestBytes) return;
    const key = `${block.guid(head.guid)} ${head.pid}`;
    let found = this.manifests.get(key);
    if (found === undefined || found.pieces.length !== many) {
      found = { pieces: new Array<Uint8Array | undefined>(many).fill(undefined), left: many };
      this.manifests.set(key, found);
    }
    if (found.pieces[which] !== undefined) return;
    found.pieces[which] = block.bytes.slice(payload + 8, end);
    found.left--;
    this.manifestBytes += end - payload;
  }

  finish(): void {
    for (const { pieces, left } of this.manifests.values()) {
      if (left > 0) {
        this.incomplete++;
        continue;
      }
      const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece!.length, 0));
      let at = 0;
      for (const piece of pieces) {
        bytes.set(piece!, at);
        at += piece!.length;
      }
      const manifest = parseManifest(new TextDecoder().decode(bytes));
      if (manifest === null) {
        this.incomplete++;
        continue;
      }
      this.addManifest(manifest);
    }
    this.manifests.clear();
    for (const bytes of this.blobs) this.blob(bytes);
    this.blobs = [];
  }

  private addManifest({ guid, name, events }: Manifest): void {
    this.names.set(guid, name);
    for (const { id, version, def } of events)
      if (this.described.size < maxDescriptions) this.described.set(`${guid} ${id} ${version}`, def);
  }

  /** The description in a manifest that the user names: what the trace itself or this program knows comes before. */
  private named(guid: string, key: string): EventDef | null {
    if (this.manifestOf === null) return null;
    if (!this.asked.has(guid) && this.asked.size < maxDescriptions) {
      this.asked.add(guid);
      const xml = this.manifestOf(guid);
      const manifest = xml === null ? null : parseManifest(xml);
      if (manifest?.guid === guid) this.addManifest(manifest);
    }
    return this.described.get(key) ?? null;
  }

  private blob(bytes: Uint8Array): void {
    if (this.described.size >= maxDescriptions) return;
    const block = new Block(bytes);
    const provider = block.guid(0);
    const found: EventDescription | null = describedEvent(
      block,
      0,
      bytes.length,
      name => this.maps.get(`${provider} ${name}`) ?? null,
    );
    if (found === null) return;
    if (found.def.provider !== null) this.names.set(found.provider, found.def.provider);
    const key =
      found.event === ''
        ? `${found.provider} ${found.id} ${found.version}`
        : `${found.event} ${found.opcode} ${found.version} classic`;
    this.described.set(key, found.def);
  }

  nameOf(guid: string): string | null {
    return this.names.get(guid) ?? providers[guid] ?? null;
  }

  /** The definition of an event; null if it is not known. */
  modern(block: Block, head: RecordHead, guid: string): EventDef | null {
    const selfDescribedDef = this.selfDescribedDef(block, head, guid);
    if (selfDescribedDef !== null) return selfDescribedDef;
    const id = block.u16(head.start + 0x28);
    return this.lookUpOnce(this.modernDefs, guid, (id << 8) | head.version, () => {
      const key = `${guid} ${id} ${head.version}`;
      const known =
        this.described.get(key) ??
        runtimeEvents.get(key) ??
        kernelProcessEvents.get(key) ??
        otherProviderEvents.get(key);
      return known ?? this.named(guid, key);
    });
  }

  classic(guid: string, { opcode, version }: RecordHead): EventDef | null {
    return this.lookUpOnce(
      this.classicDefs,
      guid,
      (version << 8) | opcode,
      () => classicDef(guid, opcode) ?? this.described.get(`${guid} ${opcode} ${version} classic`) ?? null,
    );
  }

  /** Calls `find` once per id: all descriptions are known before the first event is looked up. */
  private lookUpOnce(
    defs: Map<string, Map<number, EventDef | null>>,
    guid: string,
    id: number,
    find: () => EventDef | null,
  ): EventDef | null {
    let known = defs.get(guid);
    if (known === undefined) {
      known = new Map();
      if (defs.size < maxDescriptions) defs.set(guid, known);
    }
    let def = known.get(id);
    if (def === undefined) {
      def = find();
      if (known.size < maxDescriptions) known.set(id, def);
    }
    return def;
  }

  /** The definition that a TraceLogging event contains; null if it contains none. */
  private selfDescribedDef(block: Block, head: RecordHead, guid: string): EventDef | null {
    if (head.extended < 0) return null;
    const { items } = this;
    let [start, end, traits, traitsEnd] = [-1, -1, -1, -1];
    for (items.begin(block, head); items.next(); ) {
      if (items.type === item.schema) {
        start = items.start;
        end = items.end;
      } else if (items.type === item.traits) {
        traits = items.start;
        traitsEnd = items.end;
      }
    }
    if (start < 0) return null;
    const recent = this.recentAt(block, head.guid, start, end);
    if (recent.isOf(block.bytes, head.guid, start, end)) return recent.def;
    const length = 16 + end - start;
    if (this.key.length < length) this.key = new Uint8Array(length * 2);
    this.key.set(block.bytes.subarray(head.guid, head.guid + 16));
    this.key.set(block.bytes.subarray(start, end), 16);
    const id = this.byDescription.intern(this.key, 0, length);
    if (id === this.selfDescribedDefs.length) {
      const name = traits < 0 ? '' : block.utf8(traits + 2, block.endOfNarrow(traits + 2, traitsEnd));
      if (name) this.names.set(guid, name);
      this.selfDescribedDefs.push(selfDescribed(block, start, end, name || (this.nameOf(guid) ?? guid)));
    }
    const def = this.selfDescribedDefs[id]!;
    recent.is(this.key, length, def);
    return def;
  }

  /** Slot of the cache for the description in `[start, end)`. */
  private recentAt(block: Block, guid: number, start: number, end: number): Recent {
    const first = block.u32(guid) ^ Math.imul(end - start, 0x9e3779b1);
    const hash = Math.imul(first ^ block.u32(start + 4), 0x85ebca6b) ^ block.u32(end - 8);
    return this.recent[((hash ^ (hash >>> 15)) >>> 0) % this.recent.length]!;
  }
}

/** A recent description, with the GUID of its provider before it, and its decoded definition. */
class Recent {
  def: EventDef | null = null;
  private bytes = new Uint8Array(0);
  private length = 0;

  is(bytes: Uint8Array, length: number, def: EventDef | null): void {
    if (length > maxRecentLength) return;
    if (length > this.bytes.length) this.bytes = new Uint8Array(length);
    for (let at = 0; at < length; at++) this.bytes[at] = bytes[at]!;
    this.length = length;
    this.def = def;
  }

  isOf(from: Uint8Array, guid: number, start: number, end: number): boolean {
    const { bytes, length } = this;
    if (length !== 16 + end - start) return false;
    for (let at = 0; at < 16; at++) if (bytes[at] !== from[guid + at]) return false;
    for (let at = 16; at < length; at++) if (bytes[at] !== from[start + at - 16]) return false;
    return true;
  }
}

/** Event sources give their manifests the id 0xFFFE, or the opcode 254. */
export function isManifest(block: Block, { start, opcode, payload, end }: RecordHead): boolean {
  if (block.u16(start + 0x28) !== 0xfffe && opcode !== 0xfe) return false;
  return payload + 8 <= end && block.u8(payload) === 1 && block.u8(payload + 3) === 0x5b;
}
