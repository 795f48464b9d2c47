/** Reads perf.data: puts records in order of time, and keeps the ledger and the problems. */
import type { BulkOutput } from '../bulk.ts';
import { type Options, ParseError, type Range, type Reader, type Severity } from '../contract.ts';
import { ByteView } from '../kit/byte-view.ts';
import { commands } from '../kit/commands.ts';
import { ZstdError, ZstdStream } from '../kit/zstd.ts';
import { readAttr } from './attrs.ts';
import { Feature, Features, frequenciesOf, idsAt } from './features.ts';
import { attrEntries, type FileHeader, featureSections, readHeader } from './file-header.ts';
import { type FramedRecord, Framer } from './framer.ts';
import { PlainOrder, type RecordOrder } from './record-order.ts';
import { RecordRuns } from './record-runs.ts';
import { checkSize, known, RecordType } from './records.ts';
import { Session } from './session.ts';

/**
 * Sections that describe the machine and no sample, in every recording of a new perf: caches, nodes of memory, programs and types of BPF, capabilities of
 * the counters. Their bytes are skipped without a notice, as nothing of the recording is missing.
 */
const ofMachine: ReadonlySet<number> = new Set([20, 22, 25, 26, 28, 30, 31]);
/** Maximum bytes of records waiting to be sorted; perf buffers about 1 MB per CPU. */
const maxHeld = 64 << 20;
/** The same for a folder, where records of one file wait for those of the others. */
const maxHeldInFolder = 256 << 20;
/** Maximum bytes of the formats of tracepoints in a pipe; perf writes some MB. */
const maxTracing = 64 << 20;
/** Sections that are read. */
const understood: ReadonlySet<number> = new Set<number>(Object.values(Feature));

/** Ids of all events: one for each CPU and thread. Damaged attributes may each claim the whole file as theirs. */
const maxIds = 1 << 20;

export class PerfDataReader implements Reader, FramedRecord {
  private readonly header: FileHeader | null;
  private readonly features = new Features();
  private readonly session: Session;
  private readonly framer: Framer;
  private readonly order: RecordOrder;
  /** Reads runs of records by the scanner; null if every record is read by itself. */
  private readonly runs: RecordRuns | null;
  private view = new ByteView(new Uint8Array(0), true);
  private position = 0;
  /** End of the records. */
  private readonly dataEnd: number;
  private readonly sections: ReadonlyMap<number, Range> | null;
  /** For a folder (`perf record --threads`): positions of its files with records, after this one; and their readers. */
  private readonly streamsAt: number;
  private readonly streams: Framer;
  /** Numbers of the sections that could not be read. */
  private readonly unread = new Set<number>();
  private used = 0;
  private skipped = 0;
  private readonly unknownTypes = new Map<number, number>();
  /** Formats of tracepoints received in pieces. */
  private tracing: Uint8Array[] | null = null;
  private tracingLength = 0;
  private auxiliary = 0;
  private packed: PackedRecords | null = null;

  constructor(
    private readonly out: BulkOutput,
    private readonly options: Options,
    /** False reads every record by itself: the reference for `RecordRuns` in tests. */
    hasRuns = true,
  ) {
    const { file } = options;
    this.header = readHeader(file.at(0, 104));
    const { header } = this;
    this.session = new Session(out, options, this.features);
    const little = header?.little ?? true;
    this.framer = new Framer(this, little, header?.isPipe ? header.size : (header?.data.start ?? 0));
    const isOpen = header === null || header.isPipe || header.data.end <= header.data.start;
    this.dataEnd = isOpen ? Number.POSITIVE_INFINITY : header.data.end;
    this.sections = header && !isOpen ? featureSections(header, file) : null;
    this.streamsAt = streamsAt(header, this.sections);
    this.streams = new Framer(this, little, this.streamsAt);
    const take = (bytes: Uint8Array, start: number, end: number, tag: number) =>
      this.take(bytes, start, end, tag);
    this.runs =
      hasRuns && header?.little && !this.isFolder ? new RecordRuns(out, this.session, take, maxHeld) : null;
    this.order =
      this.runs ??
      new PlainOrder(
        (_time, bytes, start, end, tag) => take(bytes, start, end, tag),
        this.isFolder ? maxHeldInFolder : maxHeld,
      );
    if (header) this.begin(header);
  }

  private begin(header: FileHeader): void {
    const { file } = this.options;
    for (const [feature, range] of this.sections ?? []) {
      const bytes = file.at(range.start, range.end);
      if (bytes.length < range.end - range.start) this.unread.add(feature);
      else this.readFeature(feature, new ByteView(bytes, header.little));
    }
    let room = maxIds;
    for (const { at, ids } of attrEntries(header, file)) {
      const bytes = file.at(at, at + header.attrSize - 16);
      if (bytes.length < 64) continue;
      const view = new ByteView(bytes, header.little);
      const found = new ByteView(file.at(ids.start, Math.min(ids.end, ids.start + room * 8)), header.little);
      const known = idsAt(found, 0, found.length);
      room -= known.length;
      this.session.addAttr(readAttr(view, 0, bytes.length), known);
    }
    if (room <= 0)
      this.problem(
        'too-many-ids',
        'warning',
        `Only the first ${maxIds} ids of events were read: records with other ids have no event.`,
        0,
      );
    if (!header.isPipe) this.session.begin();
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    const { header } = this;
    if (header === null) {
      this.position += chunk.length;
      return;
    }
    const start = header.isPipe ? header.size : header.data.start;
    if (this.position < start) {
      at = Math.min(chunk.length, start - this.position);
      this.used += at;
    }
    const stop = Math.max(at, Math.min(chunk.length, this.dataEnd - this.position));
    if (stop > at) this.frame(this.framer, chunk, at, stop);
    if (this.position + chunk.length > this.streamsAt)
      this.frame(this.streams, chunk, Math.max(0, this.streamsAt - this.position), chunk.length);
    this.position += chunk.length;
    // Rows with texts that are not interned hold until the output hands on what it has.
    this.runs?.flush();
  }

  private frame(framer: Framer, chunk: Uint8Array, start: number, end: number): void {
    try {
      framer.push(chunk, start, end);
    } catch (error) {
      if (error instanceof ParseError) this.finish(error.offset);
      throw error;
    }
  }

  private get isFolder(): boolean {
    return Number.isFinite(this.streamsAt);
  }

  end(): void {
    const { header, out, position } = this;
    if (position === 0) return;
    if (header === null)
      throw new ParseError(
        'header-cut',
        'The file ends within its header, or its header is damaged: nothing of it can be read.',
        0,
        -1,
      );
    this.skip(this.framer.open + this.streams.open);
    if (
      this.framer.isInside ||
      this.streams.isInside ||
      (Number.isFinite(this.dataEnd) && position < this.dataEnd)
    )
      this.problem(
        'cut-off',
        'warning',
        `The file ends ${position < this.dataEnd && Number.isFinite(this.dataEnd) ? `${this.dataEnd - position} bytes before its records do` : 'inside a record'}: what follows is missing.`,
        position,
      );
    this.finish(position);
    const blank = this.countSections(header);
    out.ledger(this.used, blank, this.skipped);
  }

  /** Counts the sections after the records. @returns number of unused bytes */
  private countSections({ isPipe, data, features }: FileHeader): number {
    const size = Math.min(this.position, this.streamsAt);
    if (isPipe || size <= this.dataEnd) return 0;
    const parts: (Range & { feature: number })[] = [
      { start: data.end, end: data.end + features.length * 16, feature: 0 },
      ...[...(this.sections ?? [])].map(([feature, range]) => ({ ...range, feature })),
    ].sort((a, b) => a.start - b.start);
    let at = data.end;
    let blank = 0;
    const notRead: number[] = [];
    for (const { start, end, feature } of parts) {
      const from = Math.min(Math.max(at, start), size);
      const to = Math.min(Math.max(from, end), size);
      blank += from - at;
      const isRead = feature === 0 || (understood.has(feature) && !this.unread.has(feature));
      if (isRead) this.used += to - from;
      else {
        this.skipped += to - from;
        if (to > from && (!ofMachine.has(feature) || this.unread.has(feature))) notRead.push(feature);
      }
      at = to;
    }
    if (notRead.length > 0)
      this.problem(
        'section-not-read',
        'notice',
        `Sections were skipped, because they are unknown, or damaged: features ${notRead.join(', ')}.`,
        data.end,
      );
    const missing = Math.max(0, ...parts.map(({ end }) => end)) - size;
    if (missing > 0)
      this.problem(
        'cut-off',
        'warning',
        `The file ends ${missing} bytes before its sections end: the facts in the last of them are missing.`,
        size,
      );
    return blank + size - at;
  }

  /** @param end offset up to which the file was read */
  private finish(end: number): void {
    this.order.releaseAll();
    const { late } = this.order;
    this.runs?.close();
    if (late > 0)
      this.problem('out-of-order', 'notice', `${late} records arrived too late to be sorted by time.`, end);
    const { header } = this;
    if (header && !header.isPipe && !Number.isFinite(this.dataEnd))
      this.problem(
        'not-finished',
        'warning',
        'perf did not finish the file: host, command line, build ids and formats of tracepoints are missing.',
        0,
      );
    else if (header && !header.isPipe && this.sections === null && header.features.length > 0)
      this.problem(
        'sections-missing',
        'warning',
        'The file ends before its sections: host, command line, build ids and formats of tracepoints are missing.',
        0,
      );
    for (const [type, count] of this.unknownTypes)
      this.problem(
        'unknown-record',
        'notice',
        `${count} records of the unknown type ${type} were skipped.`,
        0,
      );
    if (header?.features.includes(Feature.directory) && end <= this.streamsAt)
      this.problem(
        'samples-elsewhere',
        'warning',
        'The recording is a folder (perf record --threads): its samples are in data.0, data.1 and so on, which were not beside this file. Open the folder.',
        0,
      );
    if (this.auxiliary > 0)
      this.problem(
        'trace-not-decoded',
        'warning',
        `${this.auxiliary} bytes are the trace of a processor (Intel PT, SPE, CoreSight), which is not decoded. Print it as text: ${commands.perfScriptItrace.command}.`,
        0,
      );
    this.session.end();
    const { facts, other } = this.features;
    const frequency = frequenciesOf(this.session.events.all);
    this.out.about({
      ...facts,
      ...(Object.keys(frequency).length > 0 ? { frequency } : {}),
      ...(Object.keys(other).length > 0 ? { other } : {}),
    });
  }

  run(bytes: Uint8Array, start: number, end: number, offset: number): number {
    const stop = this.runs?.run(bytes, start, end, offset, 1) ?? start;
    this.used += stop - start;
    return stop;
  }

  record(bytes: Uint8Array, start: number, end: number, offset: number): number {
    const view = this.viewOf(bytes);
    const type = view.u32(start);
    if (type < RecordType.user) {
      this.used += end - start;
      this.place(view, type, start, end, offset);
      return 0;
    }
    if (!known.has(type)) {
      this.unknownTypes.set(type, (this.unknownTypes.get(type) ?? 0) + 1);
      this.skip(end - start);
      return 0;
    }
    this.used += end - start;
    try {
      return this.ofPerf(view, type, start, end, offset);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.damaged(end - start, offset);
      return 0;
    }
  }

  runUnpacked(bytes: Uint8Array, start: number, end: number, offset: number): number {
    return this.runs?.run(bytes, start, end, -1 - offset, 0) ?? start;
  }

  unpacked(bytes: Uint8Array, start: number, end: number, offset: number): void {
    const view = this.viewOf(bytes);
    const type = view.u32(start);
    if (type < RecordType.user) this.place(view, type, start, end, -1 - offset);
    else if (type === RecordType.finishedRound) this.round();
  }

  /** At the end of a round over the buffers: all records of the round before have been written. */
  private round(): void {
    // The files of a folder follow each other, and each begins at the start of the recording again.
    if (this.isFolder) return;
    this.order.round();
  }

  payload(bytes: Uint8Array, start: number, end: number): void {
    if (this.tracing === null) {
      this.skipped += end - start;
      return;
    }
    this.used += end - start;
    this.tracing.push(bytes.slice(start, end));
    this.tracingLength -= end - start;
    if (this.tracingLength > 0) return;
    this.features.tracing = joined(this.tracing);
    this.tracing = null;
    this.session.begin();
  }

  private ofPerf(view: ByteView, type: number, start: number, end: number, offset: number): number {
    const { session, features } = this;
    checkSize(type, end - start);
    switch (type) {
      case RecordType.finishedRound:
        this.round();
        break;
      case RecordType.attr: {
        const attr = readAttr(view, start + 8, end - start - 8);
        session.addAttr(attr, idsAt(view, start + 8 + attr.size, end));
        break;
      }
      case RecordType.eventUpdate:
        session.update(view, start, end);
        break;
      case RecordType.feature:
        this.readFeature(view.u64(start + 8), view.part(start + 16, end));
        session.begin();
        break;
      case RecordType.buildId:
        features.addBuildId(view, start);
        break;
      case RecordType.tracingData: {
        const size = padded(view.u32(start + 8));
        if (size > maxTracing || size === 0) return size;
        this.tracing = [];
        this.tracingLength = size;
        return size;
      }
      case RecordType.compressed:
        this.unpack(view, start + 8, end, offset);
        break;
      case RecordType.compressed2: {
        const size = view.u64(start + 8);
        if (!(size <= end - start - 16)) throw new RangeError('a compressed record is too short');
        this.unpack(view, start + 16, start + 16 + size, offset);
        break;
      }
      case RecordType.auxtrace: {
        const size = view.u64(start + 8);
        this.auxiliary += size;
        return size;
      }
    }
    return 0;
  }

  /** Compressed records: a stream of their own, split wherever a buffer was full. */
  private unpack(view: ByteView, start: number, end: number, offset: number): void {
    // Each file of a folder is compressed separately, and begins with a new frame.
    if (this.isFolder && startsFrame(view.bytes, start, end)) this.packed = null;
    this.packed ??= new PackedRecords(this, view.little);
    try {
      this.packed.push(view.bytes, start, end, offset);
    } catch (error) {
      if (!(error instanceof ZstdError)) throw error;
      throw new ParseError(
        'packed-data-damaged',
        `The compressed records are damaged here (${error.message}): nothing after them can be read.`,
        offset,
        -1,
      );
    }
  }

  private readFeature(feature: number, view: ByteView): void {
    try {
      this.features.read(feature, view);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.unread.add(feature);
    }
  }

  /** Adds a record of the kernel to be sorted by time. */
  private place(view: ByteView, type: number, start: number, end: number, offset: number): void {
    const { events } = this.session;
    const at = events.isOrdered ? events.timeAt(type, start, end) : -1;
    const low = at < 0 ? 0 : view.low(at);
    const high = at < 0 ? 0 : view.high(at);
    const isNone = low === 0 && high === 0;
    if (isNone || (low === 0xffff_ffff && high === 0xffff_ffff)) {
      this.take(view.bytes, start, end, offset);
      return;
    }
    this.order.add(high, low, view.bytes, start, end, offset);
  }

  /** Reads the next record in order of time. */
  private take(bytes: Uint8Array, start: number, end: number, offset: number): void {
    const view = this.viewOf(bytes);
    try {
      this.session.record(view, start, end, offset < 0 ? -1 - offset : offset);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // The ledger counts the bytes of the record that contained a compressed one.
      if (offset < 0) this.damaged(0, -1 - offset);
      else this.damaged(end - start, offset);
    }
  }

  private damaged(size: number, offset: number): void {
    this.used -= size;
    this.skip(size);
    this.problem('bad-record', 'warning', 'A record is too short for its type; it was skipped.', offset);
  }

  private skip(bytes: number): void {
    this.skipped += bytes;
  }

  private viewOf(bytes: Uint8Array): ByteView {
    if (this.view.bytes !== bytes) this.view = new ByteView(bytes, this.header?.little ?? true);
    return this.view;
  }

  private problem(code: string, severity: Severity, message: string, offset: number): void {
    this.out.problem({ code, severity, line: -1, offset, message });
  }
}

/** End of the last section; infinite if the recording is a single file. */
function streamsAt(header: FileHeader | null, sections: ReadonlyMap<number, Range> | null): number {
  if (!header?.features.includes(Feature.directory) || sections === null) return Number.POSITIVE_INFINITY;
  const table = header.data.end + header.features.length * 16;
  return [...sections.values()].reduce((last, { end }) => Math.max(last, end), table);
}

const frameMagic = [0x28, 0xb5, 0x2f, 0xfd];

const startsFrame = (bytes: Uint8Array, start: number, end: number): boolean =>
  end - start > frameMagic.length && frameMagic.every((byte, at) => bytes[start + at] === byte);

interface UnpackedSink {
  /** Like `FramedRecord.run`, for records that were compressed in the record at `offset`. */
  runUnpacked(bytes: Uint8Array, start: number, end: number, offset: number): number;
  /** Called with a record that was compressed in the record at `offset`. */
  unpacked(bytes: Uint8Array, start: number, end: number, offset: number): void;
}

/** Records within compressed ones. */
class PackedRecords implements FramedRecord {
  private readonly stream: ZstdStream;
  private readonly framer: Framer;
  private offset = 0;

  constructor(
    private readonly to: UnpackedSink,
    little: boolean,
  ) {
    this.framer = new Framer(this, little, 0);
    this.stream = new ZstdStream((bytes, start, end) => this.framer.push(bytes, start, end));
  }

  push(bytes: Uint8Array, start: number, end: number, offset: number): void {
    this.offset = offset;
    this.stream.push(bytes, start, end);
  }

  run(bytes: Uint8Array, start: number, end: number): number {
    return this.to.runUnpacked(bytes, start, end, this.offset);
  }

  record(bytes: Uint8Array, start: number, end: number): number {
    this.to.unpacked(bytes, start, end, this.offset);
    return 0;
  }

  payload(): void {
    // Only records written by perf itself have any, and perf compresses none of these.
  }
}

const padded = (size: number): number => Math.ceil(size / 8) * 8;

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
