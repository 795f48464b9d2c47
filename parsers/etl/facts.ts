/**
 * Facts needed before the first row: the process of each thread over time, address ranges of modules, names of files, stacks,
 * and definitions of events. A trace has them anywhere, often at its end, and the buffers of several CPUs are not in order of
 * time. So a trace is read twice; the first reading collects only these facts.
 */
import type { Block } from './bytes.ts';
import { Images, Paths } from './images.ts';
import { Intervals } from './intervals.ts';
import { fileNameHooks, hooks, isFileName, readImage, readProcess, readThread } from './life-records.ts';
import { Lives } from './lives.ts';
import { Methods } from './methods.ts';
import type { RecordHead } from './records.ts';
import { Items, item, Schemas } from './schemas.ts';
import { noPart, Stacks } from './stacks.ts';

export interface Process {
  readonly pid: number;
  readonly name: string;
}

/** Maximum total length of the names of files, in UTF-16 units. */
const maxNameChars = 1 << 28;
const maxHints = 1 << 20;
/** Slots of the cache of recent hints, by the low bits of the thread id: a power of two. */
const lastHints = 1 << 14;

/** Kernel records that contain facts. */
export const factHooks: readonly number[] = [
  hooks.traceHeader,
  hooks.stack,
  hooks.kernelStackKey,
  hooks.userStackKey,
  hooks.stackDefinition,
  hooks.stackDefinitionLast,
  hooks.processStart,
  hooks.processEnd,
  hooks.processBegin,
  hooks.processLast,
  hooks.threadStart,
  hooks.threadEnd,
  hooks.threadBegin,
  hooks.threadLast,
  hooks.imageLoad,
  hooks.imageUnload,
  hooks.imageBegin,
  hooks.imageLast,
  hooks.intervalSet,
  hooks.intervalBegin,
  hooks.intervalLast,
  ...fileNameHooks,
];

export class Facts {
  readonly processes = new Lives<Process>((a, b) => a.name === b.name);
  readonly threads = new Lives<number>((a, b) => a === b);
  readonly files = new Lives<string>((a, b) => a === b);
  readonly images = new Images();
  readonly paths = new Paths();
  readonly stacks = new Stacks();
  readonly schemas = new Schemas();
  readonly methods = new Methods();
  /** Sampling intervals by source, in 100 ns; and the names of sources. */
  readonly intervals = new Intervals();
  readonly sources = new Map<number, string>();
  /** Build ids of modules, by process and base address. */
  readonly builds = new Map<number, Map<number, string>>();
  /** Process by thread, for threads of which the trace has no start and no end. */
  readonly hints = new Map<number, number>();
  /** Number of file names left out because of `maxNameChars`. */
  omittedNames = 0;
  private names = 0;
  private readonly items = new Items();
  private readonly lastHints = new Int32Array(2 * lastHints).fill(-1);

  take(block: Block, head: RecordHead, ts: number): void {
    if (head.kind === 'kernel') this.kernel(block, head, ts);
    else if (head.kind === 'classic') this.classic(block, head);
    else if (head.kind === 'modern') {
      this.schemas.takeManifest(block, head);
      this.methods.take(block, head, ts);
      this.hint(head.tid, head.pid);
      if (head.extended >= 0) this.ownStackKeys(block, head, ts);
    }
  }

  finish(): void {
    this.processes.sort();
    this.threads.sort();
    this.files.sort();
    this.stacks.finish();
    this.schemas.finish();
  }

  private kernel(block: Block, head: RecordHead, ts: number): void {
    const { hook, payload, end, pointer } = head;
    switch (hook) {
      case hooks.stack:
        if (payload + 16 <= end) this.stack(block, head, ts);
        break;
      case hooks.kernelStackKey:
      case hooks.userStackKey:
        if (payload + 16 + pointer <= end) this.stackKey(block, head, ts);
        break;
      case hooks.stackDefinition:
      case hooks.stackDefinitionLast:
        if (payload + pointer <= end && !this.stacks.isFull) {
          const list = this.stacks.intern(block, payload + pointer, end, pointer);
          this.stacks.define(block.address(payload, pointer), ts, list);
        }
        break;
      case hooks.processStart:
      case hooks.processEnd:
      case hooks.processBegin:
      case hooks.processLast:
        this.process(block, head, ts);
        break;
      case hooks.threadStart:
      case hooks.threadEnd:
      case hooks.threadBegin:
      case hooks.threadLast:
        this.thread(block, head, ts);
        break;
      case hooks.imageLoad:
      case hooks.imageUnload:
      case hooks.imageBegin:
      case hooks.imageLast:
        this.image(block, head, ts);
        break;
      case hooks.intervalSet:
      case hooks.intervalBegin:
      case hooks.intervalLast:
        this.interval(block, head, ts);
        break;
      default:
        if (isFileName(hook) && payload + pointer <= end) this.file(block, head, ts);
    }
  }

  private stack(block: Block, { payload, end, pointer }: RecordHead, ts: number): void {
    if (this.stacks.isFull) {
      this.stacks.omitted++;
      return;
    }
    const list = this.stacks.intern(block, payload + 16, end, pointer);
    if (list === noPart) return;
    // A stack that ends in the kernel has its user-space part in another record.
    const isUser = !isKernelAddress(block.address(payload + 16, pointer), pointer);
    const time = this.clock(block, payload);
    const tid = block.i32(payload + 12);
    this.hint(tid, block.i32(payload + 8));
    this.stacks.add(time, tid, ts, isUser ? 'user' : 'kernel', list, 0);
  }

  private stackKey(block: Block, { payload, pointer, hook }: RecordHead, ts: number): void {
    const key = block.address(payload + 16, pointer);
    const time = this.clock(block, payload);
    const tid = block.i32(payload + 12);
    this.hint(tid, block.i32(payload + 8));
    const part = hook === hooks.userStackKey ? 'user' : 'kernel';
    this.stacks.add(time, tid, ts, part, noPart, key);
  }

  /** Notes the process of a thread, for threads whose start and end are not in the trace. */
  private hint(tid: number, pid: number): void {
    const slot = 2 * (tid & (lastHints - 1));
    if (this.lastHints[slot] === tid && this.lastHints[slot + 1] === pid) return;
    this.lastHints[slot] = tid;
    this.lastHints[slot + 1] = pid;
    if (tid > 0 && pid >= 0 && this.hints.size < maxHints) this.hints.set(tid, pid);
  }

  /** Modern events may refer to their stacks by key too. */
  private ownStackKeys(block: Block, head: RecordHead, ts: number): void {
    const { items } = this;
    for (items.begin(block, head); items.next(); ) {
      const { type, start, end } = items;
      if (type !== item.stackKey32 && type !== item.stackKey64) continue;
      const pointer = type === item.stackKey32 ? 4 : 8;
      if (start + 8 + pointer <= end)
        this.stacks.add(ts, head.tid, ts, 'whole', noPart, block.address(start + 8, pointer));
    }
  }

  /** Converts a tick in a block to ns; set by `EtlSurvey`. */
  clock: (block: Block, at: number) => number = () => Number.NaN;

  private process(block: Block, head: RecordHead, ts: number): void {
    const { pid, name } = readProcess(block, head);
    if (pid < 0 || name === '') return;
    const is = { pid, name };
    if (head.hook === hooks.processStart) this.processes.begin(pid, ts, is);
    else if (head.hook === hooks.processEnd) this.processes.ends(pid, ts, is);
    else this.processes.exists(pid, ts, is);
  }

  private thread(block: Block, head: RecordHead, ts: number): void {
    const record = readThread(block, head);
    if (record === null || record.tid <= 0) return;
    const { tid, pid } = record;
    if (head.hook === hooks.threadStart) this.threads.begin(tid, ts, pid);
    else if (head.hook === hooks.threadEnd) this.threads.ends(tid, ts, pid);
    else this.threads.exists(tid, ts, pid);
  }

  private image(block: Block, head: RecordHead, ts: number): void {
    const image = readImage(block, head);
    if (image === null || !(image.size > 0)) return;
    const pid = image.pid < 0 ? head.pid : image.pid;
    // Modules listed at the begin or the end of the trace were loaded before that.
    if (head.hook === hooks.imageUnload) this.images.unloaded(pid, ts, image.base, image.size, image.path);
    else {
      const since = head.hook === hooks.imageLoad ? ts : Number.NEGATIVE_INFINITY;
      this.images.loaded(pid, since, image.base, image.size, image.path);
    }
  }

  private file(block: Block, { hook, payload, end, pointer }: RecordHead, ts: number): void {
    const key = block.address(payload, pointer);
    const name = block.wideZ(payload + pointer, end);
    this.names += name.length;
    if (this.names > maxNameChars) {
      this.omittedNames++;
      return;
    }
    if (hook === 0x0423) this.files.ends(key, ts, name);
    else if (hook === 0x0424) this.files.exists(key, ts, name);
    else this.files.begin(key, ts, name);
  }

  private interval(block: Block, { payload, end, version, hook }: RecordHead, ts: number): void {
    if (payload + 12 > end) return;
    const source = block.u32(payload);
    const interval = block.u32(payload + 4);
    // The lists at the begin and at the end of the trace state the current interval only.
    const before = hook === hooks.intervalSet ? block.u32(payload + 8) : interval;
    if (!Number.isNaN(ts)) this.intervals.add(source, { ts, interval, before });
    if (version >= 3) {
      const name = block.wideZ(payload + 12, end);
      if (name !== '') this.sources.set(source, name);
    }
  }

  /** Records the identity of a module's debug information as symbol servers name it: GUID and age. */
  private build(block: Block, { payload, pointer }: RecordHead): void {
    const base = block.address(payload, pointer);
    const pid = block.i32(payload + pointer);
    const guid = block
      .guid(payload + pointer + 4)
      .replaceAll('-', '')
      .toUpperCase();
    const age = block
      .u32(payload + pointer + 20)
      .toString(16)
      .toUpperCase();
    let builds = this.builds.get(pid);
    if (builds === undefined) {
      builds = new Map();
      this.builds.set(pid, builds);
    }
    builds.set(base, guid + age);
  }

  private classic(block: Block, head: RecordHead): void {
    const { guid, opcode, payload, end } = head;
    if (!firstWords.has(block.u32(guid))) return;
    const provider = block.guid(guid);
    if (provider === sysConfig) {
      if (opcode === 35) {
        const split = block.endOfWide(payload, end);
        this.paths.mount(block.wide(payload, split), block.wideZ(split + 2, end));
      } else if (opcode === 33) {
        for (let at = payload; at < end; ) {
          const stop = block.endOfWide(at, end);
          this.paths.setWindows(block.wide(at, stop));
          at = stop + 2;
        }
      }
    } else if (provider === imageId && opcode === rsds && payload + head.pointer + 24 <= end) {
      this.build(block, head);
    } else if (provider === metadata) this.schemas.takeMetadata(block, head);
  }
}

/** Providers whose events are added when a trace is merged: system paths, identities of modules, descriptions of events. */
const sysConfig = '9b79ee91-b5fd-41c0-a243-4248e266e9d0';
const imageId = 'b3e675d7-2554-4f18-830b-2762732560de';
const rsds = 36;
const metadata = 'bbccf6c1-6cd1-48c4-80ff-839482e37671';
/** First 32 bits of their GUIDs, compared first because formatting a GUID takes longer than reading an event. */
const firstWords: ReadonlySet<number> = new Set(
  [sysConfig, imageId, metadata].map(guid => Number.parseInt(guid.slice(0, 8), 16)),
);

/** The upper half of the address space. */
export const isKernelAddress = (address: number, pointer: number): boolean =>
  pointer === 8 ? address < 0 : address >= 0x8000_0000;
