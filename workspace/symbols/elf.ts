/**
 * Reads the build id and the symbols of ELF files: programs, libraries and modules of the Linux kernel.
 * https://refspecs.linuxfoundation.org/elf/elf.pdf
 *
 * Files are not trusted: ranges outside of a file are read as empty, and sizes are limited.
 */
import { decode } from '../../parsers/kit/bytes.ts';
import { hexBytes } from '../../parsers/kit/hex.ts';
import { type FoundSymbol, joined, listOf, rankOf, type SymbolList } from './table.ts';

/** Bytes of a range of the file; fewer at its end. */
export type ReadStretch = (start: number, length: number) => Uint8Array;

export interface Elf {
  readonly buildId: string | null;
  /** True if it contains code, false if it is a debug file without it. */
  readonly hasCode: boolean;
  /** Name of the file that contains its split debug information. */
  readonly debugLink: string | null;
  /**
   * The virtual address of a file offset, as used by symbols; null if it is in no segment. In a module of the kernel both
   * count from the beginning of its code in memory.
   */
  addressOf(offset: bigint): bigint | null;
  symbols(): SymbolList;
}

interface Section {
  readonly name: string;
  readonly type: number;
  readonly flags: number;
  readonly align: number;
  readonly address: bigint;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
  readonly entry: number;
}

interface Segment {
  readonly offset: bigint;
  readonly address: bigint;
  readonly size: bigint;
}

const SectionType = { symbols: 2, relocations: 4, note: 7, noBits: 8, dynamicSymbols: 11 } as const;
const loaded = 1;
const noteSegment = 4;
const relocatable = 1;
/** Flags of sections with code: allocated, executable. */
const isCode = 2 | 4;
const maxSections = 1 << 16;
const maxBytes = 512 << 20;
const maxNote = 1 << 16;

/** null if it is not an ELF file. */
export function readElf(read: ReadStretch): Elf | null {
  const head = read(0, 64);
  if (head.length < 52 || head[0] !== 0x7f || head[1] !== 0x45 || head[2] !== 0x4c || head[3] !== 0x46)
    return null;
  const wide = head[4] === 2;
  if (wide && head.length < 64) return null;
  const little = head[5] === 1;
  const reader = new ElfReader(read, wide, little);
  const at = view(head);
  const word = (place: number) =>
    wide ? Number(at.getBigUint64(place, little)) : at.getUint32(place, little);
  const u16 = (place: number) => at.getUint16(place, little);
  return reader.open({
    segments: word(wide ? 32 : 28),
    sections: word(wide ? 40 : 32),
    segmentSize: u16(wide ? 54 : 42),
    segmentCount: u16(wide ? 56 : 44),
    sectionSize: u16(wide ? 58 : 46),
    sectionCount: u16(wide ? 60 : 48),
    names: u16(wide ? 62 : 50),
    type: u16(16),
  });
}

interface Places {
  readonly segments: number;
  readonly sections: number;
  readonly segmentSize: number;
  readonly segmentCount: number;
  readonly sectionSize: number;
  readonly sectionCount: number;
  readonly names: number;
  readonly type: number;
}

class ElfReader {
  private sections: readonly Section[] = [];
  /** Addresses at which the kernel loads the sections of a kernel module that have code, by index. */
  private loadedAt: ReadonlyMap<number, bigint> | null = null;

  constructor(
    private readonly read: ReadStretch,
    private readonly wide: boolean,
    private readonly little: boolean,
  ) {}

  open(places: Places): Elf {
    this.sections = this.readSections(places);
    const segments = this.readSegments(places);
    if (places.type === relocatable) this.loadedAt = this.placesOfCode();
    // If two symbols of one address are equally good, perf takes that of the fuller table.
    const tables = [SectionType.symbols, SectionType.dynamicSymbols].flatMap(wanted =>
      this.sections.filter(({ type }) => type === wanted),
    );
    return {
      buildId: this.buildId(segments.notes),
      hasCode: !this.sections.some(({ name, type }) => name === '.text' && type === SectionType.noBits),
      debugLink: this.debugLink(),
      addressOf: offset => {
        if (this.loadedAt) return offset;
        const found = segments.loaded.find(each => offset >= each.offset && offset < each.offset + each.size);
        return found ? offset - found.offset + found.address : null;
      },
      symbols: () => joined([...tables.map(table => this.symbolsOf(table)), listOf(this.linkageSymbols())]),
    };
  }

  private readSections({ sections, sectionSize, sectionCount, names }: Places): readonly Section[] {
    const minSize = this.wide ? 64 : 40;
    if (sectionSize < minSize || sectionCount > maxSections) return [];
    const bytes = this.read(sections, sectionSize * sectionCount);
    const at = view(bytes);
    const count = Math.floor(bytes.length / sectionSize);
    const raw = Array.from({ length: count }, (_, index) => {
      const start = index * sectionSize;
      const u32 = (place: number) => at.getUint32(start + place, this.little);
      const word = (wide: number, narrow: number) =>
        this.wide ? at.getBigUint64(start + wide, this.little) : BigInt(u32(narrow));
      return {
        nameAt: u32(0),
        type: u32(4),
        flags: Number(word(8, 8)),
        align: Number(word(48, 32)),
        address: word(16, 12),
        offset: Number(word(24, 16)),
        size: Number(word(32, 20)),
        link: u32(this.wide ? 40 : 24),
        entry: Number(word(56, 36)),
      };
    });
    const table = raw[names];
    const text = table ? this.bytesOf(table) : new Uint8Array(0);
    return raw.map(({ nameAt, ...section }) => ({ ...section, name: textAt(text, nameAt) }));
  }

  /**
   * The kernel loads the sections with code of a module one after the other (`layout_sections`). As in perf, code for the
   * module's start and end, which is loaded elsewhere, and what follows it have no place.
   */
  private placesOfCode(): ReadonlyMap<number, bigint> {
    const places = new Map<number, bigint>();
    let end = 0;
    for (const [index, { name, flags, align, size }] of this.sections.entries()) {
      if ((flags & isCode) !== isCode) continue;
      if (/^\.(?:init|exit)/.test(name)) break;
      const start = Math.ceil(end / Math.max(1, align)) * Math.max(1, align);
      places.set(index, BigInt(start));
      end = start + size;
    }
    return places;
  }

  private readSegments({ segments, segmentSize, segmentCount }: Places) {
    const found = { loaded: [] as Segment[], notes: [] as { offset: number; size: number }[] };
    if (segmentSize < (this.wide ? 56 : 32)) return found;
    const bytes = this.read(segments, segmentSize * segmentCount);
    const at = view(bytes);
    for (let start = 0; start + segmentSize <= bytes.length; start += segmentSize) {
      const word = (wide: number, narrow: number) =>
        this.wide
          ? at.getBigUint64(start + wide, this.little)
          : BigInt(at.getUint32(start + narrow, this.little));
      const type = at.getUint32(start, this.little);
      const offset = word(8, 4);
      const size = word(32, 16);
      if (type === loaded) found.loaded.push({ offset, address: word(16, 8), size });
      else if (type === noteSegment) found.notes.push({ offset: Number(offset), size: Number(size) });
    }
    return found;
  }

  private bytesOf({ type, offset, size }: Pick<Section, 'type' | 'offset' | 'size'>): Uint8Array {
    return type === SectionType.noBits || size > maxBytes ? new Uint8Array(0) : this.read(offset, size);
  }

  private buildId(segments: readonly { offset: number; size: number }[]): string | null {
    const notes = this.sections.filter(({ type }) => type === SectionType.note);
    for (const { offset, size } of [...notes, ...segments]) {
      const found = buildIdIn(this.read(offset, Math.min(size, maxNote)), this.little);
      if (found !== null) return found;
    }
    return null;
  }

  /** https://sourceware.org/gdb/current/onlinedocs/gdb.html/Separate-Debug-Files.html */
  private debugLink(): string | null {
    const section = this.sections.find(({ name }) => name === '.gnu_debuglink');
    return section && section.size <= maxNote ? textAt(this.bytesOf(section), 0) : null;
  }

  private symbolsOf(section: Section): SymbolList {
    const { wide, little } = this;
    const size = wide ? 24 : 16;
    const bytes = this.bytesOf(section);
    const strings = this.sections[section.link];
    const names = strings ? this.bytesOf(strings) : new Uint8Array(0);
    const at = view(bytes);
    const word = (place: number) =>
      wide ? at.getBigUint64(place, little) : BigInt(at.getUint32(place, little));
    const capacity = Math.floor(bytes.length / size);
    const [starts, sizes] = [new BigUint64Array(capacity), new BigUint64Array(capacity)];
    const [ranks, namePlaces] = [new Uint8Array(capacity), new Uint32Array(capacity)];
    let count = 0;
    for (let entry = 0; entry + size <= bytes.length; entry += size) {
      const info = at.getUint8(entry + (wide ? 4 : 12));
      const other = at.getUint8(entry + (wide ? 5 : 13));
      const index = at.getUint16(entry + (wide ? 6 : 14), little);
      const kind = this.kindOf(info & 15, other & 3, index);
      const namePlace = at.getUint32(entry, little);
      if (kind === null || !isNamed(names, namePlace)) continue;
      const place = this.loadedAt ? this.loadedAt.get(index) : 0n;
      if (place === undefined) continue;
      starts[count] = place + word(entry + (wide ? 8 : 4));
      sizes[count] = word(entry + (wide ? 16 : 8));
      ranks[count] = rankOf({
        isLabel: kind === 'label',
        binding: info >> 4 === 2 ? 'weak' : info >> 4 === 1 ? 'global' : 'local',
      });
      namePlaces[count] = namePlace;
      count++;
    }
    return {
      starts: starts.slice(0, count),
      sizes: sizes.slice(0, count),
      ranks: ranks.slice(0, count),
      nameAt: index => textAt(names, namePlaces[index]!),
    };
  }

  /** The symbols that perf uses: functions and data that are defined here, and labels within code or data. */
  private kindOf(type: number, visibility: number, index: number): 'symbol' | 'label' | null {
    const [none, data, code, indirect] = [0, 1, 2, 10];
    const [undefinedIndex, absoluteIndex, hidden, internal] = [0, 0xfff1, 2, 1];
    if (index === undefinedIndex) return null;
    // Versions of a library are absolute: they lie nowhere in it.
    if (index === absoluteIndex) return null;
    if (type === code || type === data || type === indirect) return 'symbol';
    if (type !== none || visibility === hidden || visibility === internal) return null;
    const section = this.sections[index];
    return section && /text|data/.test(section.name) ? 'label' : null;
  }

  /** PLT stubs, through which functions of other libraries are called: `puts@plt`. */
  private linkageSymbols(): readonly FoundSymbol[] {
    const stubs = this.sections.find(({ name }) => name === '.plt');
    const calls = this.sections.find(({ name }) => name === '.rela.plt');
    const dynamic = this.sections.find(({ type }) => type === SectionType.dynamicSymbols);
    if (!stubs || !calls || !dynamic || calls.type !== SectionType.relocations || !this.wide) return [];
    const names = this.sections[dynamic.link];
    if (!names || stubs.entry <= 0) return [];
    const [entries, symbols, text] = [this.bytesOf(calls), this.bytesOf(dynamic), this.bytesOf(names)];
    const [entryAt, symbolAt] = [view(entries), view(symbols)];
    const found: FoundSymbol[] = [];
    for (let start = 0; start + 24 <= entries.length; start += 24) {
      const symbol = Number(entryAt.getBigUint64(start + 8, this.little) >> 32n) * 24;
      const name = symbol + 24 <= symbols.length ? textAt(text, symbolAt.getUint32(symbol, this.little)) : '';
      found.push({
        start: stubs.address + BigInt(stubs.entry * (1 + start / 24)),
        size: BigInt(stubs.entry),
        name: `${name}@plt`,
        binding: 'global',
        isLabel: false,
      });
    }
    return found;
  }
}

/** False for symbols without names, and for mapping symbols of code and data on ARM and RISC-V. */
function isNamed(names: Uint8Array, start: number): boolean {
  const first = names[start] ?? 0;
  return first !== 0 && (first !== dollar || !/^\$[adtx](?:\.|$)/.test(textAt(names, start)));
}

const dollar = 0x24;

/** The build id among notes, in hexadecimal. */
export function buildIdIn(notes: Uint8Array, little: boolean): string | null {
  const at = view(notes);
  for (let start = 0; start + 12 <= notes.length; ) {
    const [nameSize, size, type] = [0, 4, 8].map(place => at.getUint32(start + place, little)) as [
      number,
      number,
      number,
    ];
    const name = start + 12;
    const content = name + Math.ceil(nameSize / 4) * 4;
    if (type === 3 && nameSize === 4 && textAt(notes, name) === 'GNU' && size > 0 && size <= 64) {
      return hexBytes(notes.subarray(content, content + size));
    }
    const next = content + Math.ceil(size / 4) * 4;
    if (!(next > start)) return null;
    start = next;
  }
  return null;
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

function textAt(bytes: Uint8Array, start: number): string {
  if (start >= bytes.length) return '';
  const end = bytes.indexOf(0, start);
  return decode(bytes, start, end < 0 ? bytes.length : end);
}
