/** The second of two readings: converts records to rows. */
import type { BulkOutput } from '../bulk.ts';
import { none, type Options, type Reader, type Severity } from '../contract.ts';
import { epochOfFiletime, isFiletime } from '../families/windows/filetime.ts';
import { undated } from '../kit/undated.ts';
import type { TraceBuffer } from './buffers.ts';
import { type Block, hexOf } from './bytes.ts';
import { type Row, SampleRun } from './columns.ts';
import { Emitter, type FieldValue } from './emit.ts';
import type { Facts } from './facts.ts';
import { Frames } from './frames.ts';
import { Guids } from './guids.ts';
import { KernelEvents } from './kernel.ts';
import { hooks, stackHooks } from './life-records.ts';
import { filetimeText, Payload } from './payload.ts';
import type { RecordHead } from './records.ts';
import { type EventDef, fieldsOf } from './schema.ts';
import { Items, isManifest, item } from './schemas.ts';
import type { TraceHeader } from './trace-header.ts';
import { passes, Walker } from './walker.ts';
import { type Task, Who } from './who.ts';

const unwanted = passes(stackHooks);

/** ns. The start is read from the system clock, which advanced every 15.6 ms before Windows 8. */
const startError = 15_625_000;
/** Maximum number of kinds of events without a description. */
const maxUnknownKinds = 1 << 12;
/** Names of merged log files among the facts; real traces have a few, damaged ones any number. */
const maxLogFiles = 64;

const traceDef: EventDef = {
  kind: 'EventTrace',
  provider: null,
  isNamed: true,
  fields: fieldsOf(
    'BufferSize:u32(B) LogFileMode:hex32 SessionName:wide LogFileName:wide EventsLost:u32 BuffersLost:u32 NumberOfProcessors:u32 CPUSpeed:u32(MHz) PerfFreq:u64 Boot:time Start:time End:time',
  ),
};
const unknownModern: EventDef = {
  kind: 'UnknownEvent/Crimson',
  provider: null,
  isNamed: true,
  fields: fieldsOf(
    'ProviderId:guid Provider:wide Id:u32 Task:u32 Opcode:u32 Version:u32 Channel:u32 Level:u32 Keyword:hex64 UserDataLength:u32(B) UserData:rest',
  ),
};
const unknownClassic: EventDef = {
  kind: 'UnknownEvent/Classic',
  provider: null,
  isNamed: true,
  fields: fieldsOf('EventGuid:guid Type:u32 Level:u32 Version:u32 MofLength:u32(B) MofData:rest'),
};
const messageDef: EventDef = {
  kind: 'UnknownEvent/WPP',
  provider: null,
  isNamed: true,
  fields: fieldsOf('MessageGuid:guid MessageNumber:u32 Length:u32(B) Data:rest'),
};
const manifestDef: EventDef = {
  kind: 'ManifestData',
  provider: null,
  isNamed: true,
  fields: fieldsOf('Provider:wide Chunk:u32 TotalChunks:u32 Length:u32(B)'),
};
const otherDef: EventDef = {
  kind: 'UnknownEvent/Record',
  provider: null,
  isNamed: true,
  fields: fieldsOf('HeaderType:u32 Length:u32(B) Data:rest'),
};

export class EtlReader implements Reader {
  private readonly walker: Walker;
  private readonly who: Who;
  private readonly frames: Frames;
  private readonly emitter: Emitter;
  private readonly kernel: KernelEvents;
  private readonly payload = new Payload();
  private readonly values: FieldValue[] = [];
  private readonly samples: SampleRun;
  private readonly items = new Items();
  private readonly row: Row = {
    ts: 0,
    duration: Number.NaN,
    cpu: none,
    thread: none,
    level: 0,
    stack: none,
    line: 0,
    offset: 0,
  };
  private pointer = 8;
  private hasClock = false;
  private headers = 0;
  private records = 0;
  private used = 0;
  private blank = 0;
  private skipped = 0;
  private buffers = 0;
  /** Number of buffers by the headers of the file; NaN if they do not say. */
  private written = 0;
  private lostBuffers = 0;
  private lostEvents = 0;
  private readonly unknown = new Map<string, EventDef>();
  private readonly guids = new Guids();

  constructor(
    private readonly out: BulkOutput,
    private readonly options: Options,
    private readonly facts: Facts,
  ) {
    this.walker = new Walker({
      buffer: buffer => this.buffer(buffer),
      record: (block, head, buffer, ts) => this.record(block, head, buffer, ts),
      broken: (buffer, at) => this.broken(buffer, at),
      notBuffers: (bytes, offset, length, isEmpty) => this.notBuffers(bytes, offset, length, isEmpty),
      header: (header, { isHeader }) => this.header(header, isHeader),
      passes: unwanted,
      passed: records => {
        this.records += records;
      },
    });
    this.who = new Who(out, facts);
    this.samples = new SampleRun(out);
    this.frames = new Frames(out, facts, this.who.kernel, () => this.pointer);
    this.emitter = new Emitter(out, path => facts.paths.of(path));
    const { samples, who, frames, emitter, row } = this;
    const { clock } = this.walker;
    this.kernel = new KernelEvents({ out, samples, facts, who, frames, emitter, clock, row });
  }

  push(chunk: Uint8Array): void {
    this.walker.push(chunk);
    this.flush();
  }

  private flush(): void {
    this.emitter.run.flush();
    this.samples.flush();
  }

  end(): void {
    this.walker.end();
    this.flush();
    if (!this.hasClock && this.records > 0) this.giveClock(null);
    this.reportLoss();
    if (this.headers > maxLogFiles) this.out.about({ other: { 'Log Files': String(this.headers) } });
    this.out.ledger(this.used, this.blank, this.skipped);
  }

  /** @param isOfFile false for headers that a merged trace has among its events */
  private header(header: TraceHeader, isOfFile: boolean): void {
    this.pointer = header.pointer;
    if (isOfFile) this.written += header.buffers ?? Number.NaN;
    const { eventsLost, buffersLost } = header;
    if (eventsLost + buffersLost > 0) {
      const message = `${eventsLost} events and ${buffersLost} buffers were lost during recording; the trace is incomplete.`;
      this.problem('events-lost', 'warning', this.used, message);
    }
    if (this.headers++ > 0) {
      if (this.headers <= maxLogFiles)
        this.out.about({ other: { [`Log File ${this.headers}`]: header.file } });
      return;
    }
    this.giveClock(header.start);
    const frequency = this.frequency();
    this.out.about({
      os: `Windows ${header.os}`,
      cpus: header.cpus,
      arch: header.pointer === 8 ? '64-bit' : '32-bit',
      ...(frequency !== null && { frequency }),
      other: {
        Session: header.session,
        'Log File': header.file,
        'CPU Speed': `${header.mhz} MHz`,
        'Clock Frequency': `${header.frequency} Hz`,
        'Clock Type': header.clock,
        'Events Lost': String(eventsLost),
        'Buffers Lost': String(buffersLost),
        'UTC Offset': `${-header.bias} min`,
      },
    });
  }

  private frequency(): Readonly<Record<string, number>> | null {
    const interval = this.facts.intervals.at(0, Number.POSITIVE_INFINITY);
    return interval > 0 ? { SampledProfile: 1e7 / interval } : null;
  }

  private giveClock(filetime: bigint | null): void {
    this.hasClock = true;
    const start = filetime !== null && isFiletime(filetime) ? filetime : null;
    this.out.clock(
      start === null
        ? undated(this.options, 'run-seconds')
        : {
            domain: 'utc',
            zero: epochOfFiletime(start),
            utcOffset: 0n,
            zone: null,
            source: 'run-start',
            error: startError,
          },
    );
  }

  private buffer(buffer: TraceBuffer): void {
    const { block, size, isPacked, missing, isCut, lost, offset } = buffer;
    this.buffers++;
    const filled = isPacked ? size : Math.min(block.length, size);
    this.used += filled;
    this.blank += size - filled;
    if (lost === 'events') this.lostEvents++;
    else if (lost === 'buffers') this.lostBuffers++;
    if (missing > 0 || isCut) {
      const message = isCut
        ? `The file ends within a buffer: ${missing} bytes of its records are missing, and all buffers after it.`
        : `A buffer could not be unpacked to its end: ${missing} bytes of records are missing.`;
      this.problem('buffer-cut', 'warning', offset, message);
    }
  }

  private broken({ block, isPacked, size, offset }: TraceBuffer, at: number): void {
    const rest = block.length - at;
    const bytes = isPacked ? Math.round((rest / block.length) * size) : rest;
    this.used -= bytes;
    this.skipped += bytes;
    this.problem(
      'broken-record',
      'warning',
      isPacked ? offset : offset + at,
      `A record has an unknown header; ${rest} bytes up to the end of its buffer were skipped.`,
      { bytes: block.bytes, start: at, end: Math.min(at + 64, block.length) },
    );
  }

  private notBuffers(bytes: Uint8Array, offset: number, length: number, isEmpty: boolean): void {
    if (isEmpty) {
      this.blank += length;
      return;
    }
    this.skipped += length;
    this.problem(
      'not-a-buffer',
      'warning',
      offset,
      `${length} bytes that are not a buffer of a trace were skipped.`,
      {
        bytes,
        start: 0,
        end: bytes.length,
      },
    );
  }

  private reportLoss(): void {
    const { stacks, schemas, omittedNames } = this.facts;
    const report = (count: number, code: string, severity: Severity, message: string) => {
      if (count > 0) this.problem(code, severity, 0, message);
    };
    const { lostBuffers, lostEvents, buffers, written } = this;
    report(
      written - buffers,
      'buffers-missing',
      'warning',
      `The file has ${buffers} of the ${written} buffers that were written: it was cut off, or its end was not copied.`,
    );
    report(
      lostBuffers,
      'buffers-lost',
      'warning',
      `Buffers were lost in ${lostBuffers} places, each before a buffer.`,
    );
    report(
      lostEvents,
      'buffer-events-lost',
      'warning',
      `Events were lost in ${lostEvents} places, each before a buffer.`,
    );
    const { unresolved, omitted } = stacks;
    report(
      unresolved,
      'stack-without-addresses',
      'notice',
      `${unresolved} parts of stacks are keys whose addresses are not in the trace.`,
    );
    report(omitted, 'too-many-stacks', 'warning', `${omitted} stacks were left out: there are too many.`);
    report(
      omittedNames,
      'too-many-file-names',
      'warning',
      `${omittedNames} names of files were left out: there are too many.`,
    );
    report(
      schemas.incomplete,
      'manifest-incomplete',
      'notice',
      `${schemas.incomplete} manifests are incomplete; the events of their providers are kept as bytes.`,
    );
  }

  private record(block: Block, head: RecordHead, buffer: TraceBuffer, ts: number): void {
    this.records++;
    if (!this.hasClock) this.giveClock(null);
    const { row } = this;
    row.ts = ts;
    row.duration = Number.NaN;
    row.cpu = buffer.cpu;
    row.level = head.level;
    row.stack = none;
    row.thread = none;
    row.line = this.records;
    // A record of a compressed buffer has no position of its own in the file.
    row.offset = buffer.isPacked ? buffer.offset : buffer.offset + head.start;
    if (head.kind === 'kernel') this.kernelRecord(block, head, buffer, ts);
    else if (head.kind === 'modern') this.modern(block, head, ts);
    else if (head.kind === 'classic') this.classic(block, head, ts);
    else if (head.kind === 'message') this.message(block, head, ts);
    else this.other(block, head);
  }

  private kernelRecord(block: Block, head: RecordHead, buffer: TraceBuffer, ts: number): void {
    if (head.hook === hooks.traceHeader) {
      this.trace(ts, head);
      return;
    }
    if (head.hook === hooks.cpu) this.out.about({ host: block.wideZ(head.payload + 20, head.payload + 532) });
    if (this.kernel.take(block, head, buffer, ts)) return;
    // Shorter than its kind is known to be.
    this.short(block, head, buffer);
    this.by(head, ts);
    this.values.length = 0;
    this.values.push(head.type, head.end - head.payload, hexOf(block.bytes, head.payload, head.end));
    this.emitter.event(otherDef, this.values, this.row);
  }

  private short(block: Block, head: RecordHead, { offset, isPacked }: TraceBuffer): void {
    const example = { bytes: block.bytes, start: head.start, end: Math.min(head.end, head.start + 64) };
    this.problem(
      'short-record',
      'notice',
      isPacked ? offset : offset + head.start,
      'A record is shorter than events of its kind; it was kept as bytes.',
      example,
    );
  }

  private trace(ts: number, head: RecordHead): void {
    const header = this.walker.clock.last;
    if (header === null) return;
    this.by(head, ts);
    this.values.length = 0;
    this.values.push(
      header.bufferSize,
      `0x${header.logFileMode.toString(16)}`,
      header.session,
      header.file,
      header.eventsLost,
      header.buffersLost,
      header.cpus,
      header.mhz,
      header.frequency,
      filetimeText(header.boot),
      filetimeText(header.start),
      filetimeText(header.end),
    );
    this.emitter.event(traceDef, this.values, this.row);
  }

  private by(head: RecordHead, ts: number): void {
    this.row.thread = this.who.of(head.pid, head.tid, ts).id;
  }

  private modern(block: Block, head: RecordHead, ts: number): void {
    const { start, payload, end } = head;
    const guid = this.guids.at(block, head.guid);
    const task = this.who.of(head.pid, head.tid, ts);
    this.row.thread = task.id;
    this.row.stack = this.ownStack(block, head, task, ts);
    if (isManifest(block, head)) {
      this.values.length = 0;
      const name = this.facts.schemas.nameOf(guid);
      this.values.push(name ?? guid, block.u16(payload + 6), block.u16(payload + 4), end - payload);
      this.emitter.event(
        this.defFor(manifestDef, `${name ?? guid}/ManifestData`, name ?? guid),
        this.values,
        this.row,
      );
      return;
    }
    const def = this.facts.schemas.modern(block, head, guid);
    if (def !== null) {
      this.emitDescribed(def, block, head);
      return;
    }
    const name = this.facts.schemas.nameOf(guid);
    this.values.length = 0;
    this.values.push(
      guid,
      name,
      block.u16(start + 0x28),
      block.u16(start + 0x2e),
      head.opcode,
      head.version,
      block.u8(start + 0x2b),
      head.level,
      `0x${block.big(start + 0x30).toString(16)}`,
      end - payload,
      hexOf(block.bytes, payload, end),
    );
    const provider = name ?? guid;
    const kind = `${provider}/${block.u16(start + 0x28)}`;
    this.emitter.event(this.defFor(unknownModern, kind, provider), this.values, this.row);
  }

  /** An event whose fields are known; bytes after them are appended to its message. */
  private emitDescribed(def: EventDef, block: Block, { payload, end, pointer }: RecordHead): void {
    this.emitter.begin(def);
    this.payload.give(def.fields, block, payload, end, pointer, this.emitter);
    this.emitter.finish(this.row);
  }

  /** A copy of `def` with another kind and provider, created once; `def` itself if there are too many, as in a damaged trace. */
  private defFor(def: EventDef, kind: string, provider: string): EventDef {
    const key = `${kind} ${provider}`;
    let found = this.unknown.get(key);
    if (found === undefined) {
      if (this.unknown.size >= maxUnknownKinds) return def;
      found = { ...def, kind, provider };
      this.unknown.set(key, found);
    }
    return found;
  }

  private ownStack(block: Block, head: RecordHead, task: Task, ts: number) {
    const { items } = this;
    for (items.begin(block, head); items.next(); ) {
      const { type, start, end } = items;
      if (type !== item.stack32 && type !== item.stack64) continue;
      const list = this.facts.stacks.intern(block, start + 8, end, type === item.stack32 ? 4 : 8);
      return this.frames.inline(list, task, ts);
    }
    return this.frames.stackAt(ts, task);
  }

  private classic(block: Block, head: RecordHead, ts: number): void {
    const { payload, end } = head;
    const guid = this.guids.at(block, head.guid);
    const task = this.who.of(head.pid, head.tid, ts);
    this.row.thread = task.id;
    this.row.stack = this.frames.stackAt(ts, task);
    const def = this.facts.schemas.classic(guid, head);
    if (def !== null) {
      this.emitDescribed(def, block, head);
      return;
    }
    const name = this.facts.schemas.nameOf(guid);
    this.values.length = 0;
    this.values.push(
      guid,
      head.opcode,
      head.level,
      head.version,
      end - payload,
      hexOf(block.bytes, payload, end),
    );
    const provider = name ?? guid;
    const unknown = this.defFor(unknownClassic, `${provider}/${head.opcode}`, provider);
    this.emitter.event(unknown, this.values, this.row);
  }

  private message(block: Block, head: RecordHead, ts: number): void {
    this.by(head, ts);
    this.values.length = 0;
    this.values.push(
      head.guid < 0 ? null : block.guid(head.guid),
      head.hook,
      head.end - head.payload,
      hexOf(block.bytes, head.payload, head.end),
    );
    this.emitter.event(messageDef, this.values, this.row);
  }

  private other(block: Block, head: RecordHead): void {
    this.values.length = 0;
    this.values.push(head.type, head.end - head.start, hexOf(block.bytes, head.payload, head.end));
    this.emitter.event(otherDef, this.values, this.row);
  }

  private problem(
    code: string,
    severity: Severity,
    offset: number,
    message: string,
    example?: { bytes: Uint8Array; start: number; end: number },
  ): void {
    this.out.problem({ code, severity, line: -1, offset, message, ...(example && { example }) });
  }
}
