/** Feature sections: facts about the recording, its events and the mapped files. */
import type { CaptureFacts } from '../contract.ts';
import type { ByteView } from '../kit/byte-view.ts';
import { hexBytes } from '../kit/hex.ts';
import { type Attr, Flag, hasFlag, readAttr } from './attrs.ts';
import { Mode } from './records.ts';

export const Feature = {
  tracingData: 1,
  buildIds: 2,
  hostname: 3,
  release: 4,
  version: 5,
  arch: 6,
  cpus: 7,
  cpuDescription: 8,
  cpuId: 9,
  memory: 10,
  command: 11,
  events: 12,
  topology: 13,
  numa: 14,
  pmus: 16,
  groups: 17,
  auxiliary: 18,
  sampleTime: 21,
  clockId: 23,
  directory: 24,
  clockData: 29,
} as const;

/** Name and ids of an event, from the section of event descriptions. */
export interface NamedEvent {
  readonly attr: Attr;
  readonly name: string;
  readonly ids: readonly number[];
}

/** The same moment on the recording's clock and in UTC, ns. */
export interface ClockReference {
  readonly wall: bigint;
  readonly clock: bigint;
}

/** Maximum number of strings read from a list. */
const maxStrings = 4096;
const buildIdSize = 20;
/** Flag in the header of a build id: its size is stated. */
const statesSize = 1 << 15;

export class Features {
  readonly facts: { -readonly [K in keyof CaptureFacts]: CaptureFacts[K] } = {};
  readonly other: Record<string, string> = {};
  /** Build ids by path of the file, or by name of the kernel module. */
  readonly buildIds = new Map<string, string>();
  events: readonly NamedEvent[] = [];
  reference: ClockReference | null = null;
  tracing: Uint8Array | null = null;

  /** @throws RangeError if the section is truncated or damaged */
  read(feature: number, view: ByteView): void {
    const { facts, other } = this;
    switch (feature) {
      case Feature.tracingData:
        this.tracing = view.bytes;
        break;
      case Feature.buildIds:
        this.readBuildIds(view);
        break;
      case Feature.hostname:
        facts.host = view.counted(0).text;
        break;
      case Feature.release:
        facts.os = `Linux ${view.counted(0).text}`;
        break;
      case Feature.version:
        other['perf version'] = view.counted(0).text;
        break;
      case Feature.arch:
        facts.arch = view.counted(0).text;
        break;
      case Feature.cpus:
        other['nrcpus avail'] = String(view.u32(0));
        facts.cpus = view.u32(4);
        break;
      case Feature.cpuDescription:
        other.cpudesc = view.counted(0).text;
        break;
      case Feature.cpuId:
        other.cpuid = view.counted(0).text;
        break;
      case Feature.memory:
        other['total memory'] = `${view.big(0)} kB`;
        break;
      case Feature.command:
        facts.command = stringsAt(view, 0).strings.join(' ');
        break;
      case Feature.events:
        this.readEvents(view);
        break;
      case Feature.topology: {
        const cores = stringsAt(view, 0);
        other['sibling sockets'] = cores.strings.join('; ');
        other['sibling threads'] = stringsAt(view, cores.next).strings.join('; ');
        break;
      }
      case Feature.sampleTime:
        other['time of first sample'] = seconds(view.big(0));
        other['time of last sample'] = seconds(view.big(8));
        break;
      case Feature.clockId:
        other['clockid frequency'] = `${view.big(0)} ns`;
        break;
      case Feature.clockData:
        this.reference = { wall: view.big(8), clock: view.big(16) };
        break;
    }
  }

  private readEvents(view: ByteView): void {
    const count = view.u32(0);
    const size = view.u32(4);
    const events: NamedEvent[] = [];
    let at = 8;
    for (let event = 0; event < count; event++) {
      const attr = readAttr(view, at, size);
      const ids = view.u32(at + size);
      const name = view.counted(at + size + 4);
      at = name.next + ids * 8;
      if (at > view.length) throw new RangeError('an event reaches behind its section');
      events.push({ attr, name: name.text, ids: idsAt(view, name.next, at) });
      if (events.length > maxStrings) break;
    }
    this.events = events;
  }

  private readBuildIds(view: ByteView): void {
    for (let at = 0; at + 8 <= view.length; ) {
      const size = view.u16(at + 6);
      if (size < 36) throw new RangeError('a build id is too short');
      this.addBuildId(view, at);
      at += size;
    }
  }

  /** Adds a build id; sections and records have the same layout. */
  addBuildId(view: ByteView, at: number): void {
    const start = at + 12;
    const stated = view.u16(at + 4) & statesSize ? view.u8(start + buildIdSize) : buildIdSize;
    const name = view.text(start + buildIdSize + 4, at + view.u16(at + 6));
    const id = buildIdOf(view.bytes, start, Math.min(stated, buildIdSize));
    const isKernel = (view.u16(at + 4) & Mode.mask) === Mode.kernel;
    this.buildIds.set(isKernel ? (moduleName(name) ?? name) : name, id);
  }
}

/** `/lib/modules/…/snd-hda.ko.xz` → `[snd_hda]`; null if the name is not that of a kernel module. */
export function moduleName(name: string): string | null {
  if (name.startsWith('[')) return name;
  const found = /\/([^/]+)\.ko(?:\.\w+)?$/.exec(name)?.[1];
  if (found !== undefined) return `[${found.replaceAll('-', '_')}]`;
  return name.startsWith('/') ? name : null;
}

/**
 * Build id in hexadecimal. If the size is not stated, an MD5 is padded with zeros to the size of a SHA-1; the
 * padding is removed.
 */
export function buildIdOf(bytes: Uint8Array, start: number, size: number): string {
  return hexBytes(bytes.subarray(start, start + size)).replace(/(?:00000000){1,8}$/, '');
}

export function idsAt(view: ByteView, start: number, end: number): readonly number[] {
  const ids: number[] = [];
  for (let at = start; at + 8 <= end; at += 8) ids.push(view.u64(at));
  return ids;
}

/** Requested sampling frequencies in Hz, by event. */
export function frequenciesOf(events: readonly { attr: Attr; name: string }[]): Record<string, number> {
  const asked = events.filter(({ attr }) => hasFlag(attr, Flag.frequency) && attr.period > 0);
  return Object.fromEntries(asked.map(({ name, attr }) => [name, attr.period]));
}

function stringsAt(
  view: ByteView,
  at: number,
): { readonly strings: readonly string[]; readonly next: number } {
  const count = view.u32(at);
  const strings: string[] = [];
  let next = at + 4;
  for (let index = 0; index < count && index < maxStrings; index++) {
    const found = view.counted(next);
    strings.push(found.text);
    next = found.next;
  }
  return { strings, next };
}

function seconds(ns: bigint): string {
  return `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n)
    .padStart(9, '0')
    .slice(0, 6)}`;
}
