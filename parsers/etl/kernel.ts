/** Rows of kernel events, with xperf's names of events and fields. */
import type { BulkOutput } from '../bulk.ts';
import { none, type TextId } from '../contract.ts';
import type { TraceBuffer } from './buffers.ts';
import { addressText, type Block } from './bytes.ts';
import type { Row, SampleRun } from './columns.ts';
import { type Emitter, type FieldValue, Word } from './emit.ts';
import type { Facts } from './facts.ts';
import { fileIos, fileNames } from './file-io.ts';
import type { Frames } from './frames.ts';
import { type KernelDef, kernelDef, kernelName, knownKernel, rawKernel } from './kernel-defs.ts';
import { hooks, readImage, readProcess, readThread } from './life-records.ts';
import { adjustReasons, profileSources, threadStates, waitReasons } from './names.ts';
import { NumberTable } from './number-table.ts';
import { Payload } from './payload.ts';
import type { RecordHead } from './records.ts';
import type { EventDef } from './schema.ts';
import type { TraceClock } from './trace-header.ts';
import type { Task, Who } from './who.ts';

const processFields =
  'ParentPID:u32 SessionID:u32 UniqueKey:ptr DirectoryTableBase:ptr Flags:hex32 UserSid:token Command_Line:wide PackageFullName:wide AppId:wide Status:i32';
const threadFields =
  '-Process_Name:wide -PID:u32 -ThreadID:u32 StackBase:ptr StackLimit:ptr UsrStkBase:ptr UsrStkLmt:ptr TebBase:ptr SubProcessTag:hex32 BasePri:u32 PagePri:u32 IoPri:u32 Flags:u32 Image!Function:wide ThreadName:wide';
const imageFields =
  'BaseAddr:ptr EndAddr:ptr Checksum:hex32 TimeDateStamp:hex32 DefaultBase:ptr FileName:wide';
const diskFields =
  'IrpPtr:ptr ByteOffset:u64(B) IOSize:u32(B) DiskNum:u32 IrpFlags:hex32 I/O_Pri:u32 FileObject:ptr FileName:wide operation:wide';
const dpcFields = 'ServiceAddr:ptr Image!Function:wide';

const life = (hook: number, kind: string, fields: string): [number, EventDef] => [
  hook,
  kernelDef(kind, fields),
];
const processes = new Map([
  life(hooks.processStart, 'P-Start', processFields),
  life(hooks.processEnd, 'P-End', processFields),
  life(hooks.processBegin, 'P-DCStart', processFields),
  life(hooks.processLast, 'P-DCEnd', processFields),
  life(hooks.processDefunct, 'P-Defunct', `${processFields} ImageFileName:wide`),
]);
const threads = new Map([
  life(hooks.threadStart, 'T-Start', threadFields),
  life(hooks.threadEnd, 'T-End', threadFields),
  life(hooks.threadBegin, 'T-DCStart', threadFields),
  life(hooks.threadLast, 'T-DCEnd', threadFields),
]);
const images = new Map([
  life(hooks.imageLoad, 'I-Start', imageFields),
  life(hooks.imageUnload, 'I-End', imageFields),
  life(hooks.imageBegin, 'I-DCStart', imageFields),
  life(hooks.imageLast, 'I-DCEnd', imageFields),
]);
const disks = new Map([
  life(hooks.diskRead, 'DiskRead', diskFields),
  life(hooks.diskWrite, 'DiskWrite', diskFields),
]);
const dpcs = new Map([
  life(hooks.threadedDpc, 'DPC', dpcFields),
  life(hooks.dpc, 'DPC', dpcFields),
  life(hooks.timerDpc, 'DPCTmr', dpcFields),
]);
const flushDef = kernelDef('DiskFlush', 'IrpPtr:ptr DiskNum:u32 IrpFlags:hex32 operation:wide');
const interruptDef = kernelDef(
  'Interrupt',
  'Vector:u32 MessageIndex:u32 Status:u32 ServiceAddr:ptr Image!Function:wide',
);
const switchDef = kernelDef(
  'CSwitch',
  '-New_Process_Name:wide -New_PID:u32 -New_TID:u32 NPri:i32 WaitTime:u32 Old_Process_Name:wide Old_PID:u32 Old_TID:u32 OPri:i32 OldState:wide Wait_Reason:wide Swapable:wide IdealProc:u32 NewPriDecr:i32 PrevCState:u32',
);
const readyDef = kernelDef(
  'ReadyThread',
  'Rdy_Process_Name:wide Rdy_PID:u32 Rdy_TID:u32 AdjustReason:wide AdjustIncrement:i32 InDPC:u32',
);
const enterDef = kernelDef('SysCallEnter', 'ServiceAddr:ptr Image!Function:wide');
const exitDef = kernelDef('SysCallExit', 'Status:hex32 result:i32');
const faultDef = kernelDef(
  'HardFault',
  'VirtualAddr:ptr ByteOffset:u64(B) IOSize:u32(B) FileObject:ptr FileName:wide',
);
const allocDefs = new Map([
  life(hooks.virtualAlloc, 'VirtualAlloc', 'BaseAddr:ptr EndAddr:ptr Flags:hex32'),
  life(hooks.virtualFree, 'VirtualFree', 'BaseAddr:ptr EndAddr:ptr Flags:hex32'),
]);
const threadNameDef = kernelDef('T-SetName', '-Process_Name:wide -PID:u32 -ThreadID:u32 ThreadName:wide');

/** Maximum number of routines whose texts are cached. */
const maxRoutines = 1 << 14;

/** Flags of a sample. */
const inDpc = 1;
const inInterrupt = 2;

/** What the reader of a trace shares with the readers of its events. */
export interface TraceParts {
  readonly out: BulkOutput;
  readonly samples: SampleRun;
  readonly facts: Facts;
  readonly who: Who;
  readonly frames: Frames;
  readonly emitter: Emitter;
  readonly clock: TraceClock;
  readonly row: Row;
}

export class KernelEvents {
  /** Definitions of kernel events that the trace does not describe, by hook. */
  private readonly raw = new Map<number, KernelDef>();
  private readonly sampled: TextId;
  private readonly counterKinds = new Map<number, TextId>();
  private readonly payload = new Payload();
  /** Values of the current event. */
  private readonly values: FieldValue[] = [];
  private readonly states = new Words(threadStates);
  private readonly waits = new Words(waitReasons);
  private readonly adjusts = new Words(adjustReasons);
  private readonly swapable = new Word('Swapable');
  private readonly notSwapable = new Word('NonSwap');
  private readonly read = new Word('Read');
  private readonly written = new Word('Write');
  /** Kernel routines whose module is the same at any time, by address: index in `routineWords`. */
  private readonly routines = new NumberTable(maxRoutines);
  private routineWords: Routine[] = [];

  private readonly out: BulkOutput;
  private readonly samples: SampleRun;
  private readonly facts: Facts;
  private readonly who: Who;
  private readonly frames: Frames;
  private readonly emitter: Emitter;
  private readonly clock: TraceClock;
  private readonly row: Row;

  constructor(trace: TraceParts) {
    this.out = trace.out;
    this.samples = trace.samples;
    this.facts = trace.facts;
    this.who = trace.who;
    this.frames = trace.frames;
    this.emitter = trace.emitter;
    this.clock = trace.clock;
    this.row = trace.row;
    this.sampled = this.out.string('SampledProfile');
  }

  /** @returns false if the record is shorter than events of its kind */
  take(block: Block, head: RecordHead, buffer: TraceBuffer, ts: number): boolean {
    const { hook, payload, end, pointer } = head;
    const has = (bytes: number) => payload + bytes <= end;
    switch (hook) {
      case hooks.sample:
        return has(pointer + 8) && this.sample(block, head, buffer.cpu, ts, false);
      case hooks.counterSample:
        return has(pointer + 8) && this.sample(block, head, buffer.cpu, ts, true);
      case hooks.switch:
        return has(20) && this.switch(block, head, buffer.cpu, ts);
      case hooks.ready:
        return has(4) && this.ready(block, head, buffer.cpu, ts);
      case hooks.stack:
      case hooks.kernelStackKey:
      case hooks.userStackKey:
      case hooks.stackDefinition:
      case hooks.stackDefinitionLast:
        return true;
      case hooks.diskRead:
      case hooks.diskWrite:
        return has(24 + 2 * pointer + 12) && this.disk(block, head, ts);
      case hooks.diskFlush:
        return has(16 + pointer) && this.flush(block, head, ts);
      case hooks.hardFault:
        return has(24 + 2 * pointer) && this.fault(block, head, ts);
      case hooks.interrupt:
        return has(8 + pointer + 2) && this.interrupt(block, head, ts);
      case hooks.syscallEnter:
        return has(pointer) && this.enter(block, head, buffer.cpu, ts);
      case hooks.syscallExit:
        return has(4) && this.exit(block, head, buffer.cpu, ts);
      case hooks.virtualAlloc:
      case hooks.virtualFree:
        return has(2 * pointer + 8) && this.alloc(block, head, buffer.cpu, ts);
      case hooks.threadName:
        return has(8) && this.threadName(block, head, ts);
      default:
        return this.other(block, head, buffer.cpu, ts);
    }
  }

  private other(block: Block, head: RecordHead, cpu: number, ts: number): boolean {
    const { hook, payload, end, pointer } = head;
    if (processes.has(hook)) return this.process(processes.get(hook)!, block, head, ts);
    if (threads.has(hook)) return this.thread(threads.get(hook)!, block, head, ts);
    if (images.has(hook)) return this.image(images.get(hook)!, block, head, ts);
    if (dpcs.has(hook)) return payload + 8 + pointer <= end && this.dpc(dpcs.get(hook)!, block, head, ts);
    if (fileNames.has(hook)) return this.fileName(fileNames.get(hook)!, block, head, ts);
    const io = fileIos.get(hook);
    if (io) {
      const { def, tidAt8, tidAt4 } = head.version <= 2 ? io.old : io.new;
      return this.fileIo(def, pointer === 8 ? tidAt8 : tidAt4, block, head, ts);
    }
    this.plain(block, head, cpu, ts);
    return true;
  }

  private sample(block: Block, head: RecordHead, cpu: number, ts: number, isCounter: boolean): boolean {
    const { payload, pointer } = head;
    const ip = block.address(payload, pointer);
    const tid = block.i32(payload + pointer);
    const count = block.u16(payload + pointer + 4);
    const flags = head.version >= 2 ? block.u8(payload + pointer + 6) : 0;
    const task = this.who.ofThread(tid, ts);
    const isInterrupt = tid === 0 && (flags & (inDpc | inInterrupt)) !== 0;
    const stack = isInterrupt
      ? this.frames.interruptSample((flags & inInterrupt) !== 0, ts, ip)
      : this.frames.sampled(ts, task, ip);
    const kind = isCounter ? this.counterKind(count) : this.sampled;
    const weight = isCounter ? 1 : Math.max(1, count);
    const interval = isCounter ? this.facts.intervals.at(count, ts) : Number.NaN;
    this.samples.add(ts, cpu, task.id, kind, weight, interval, stack);
    return true;
  }

  /** Kind of the samples of a hardware counter: `PmcSample/CacheMisses`. */
  private counterKind(source: number): TextId {
    let kind = this.counterKinds.get(source);
    if (kind === undefined) {
      const name = this.facts.sources.get(source) ?? profileSources[source] ?? `source ${source}`;
      kind = this.out.string(`PmcSample/${name}`);
      this.counterKinds.set(source, kind);
    }
    return kind;
  }

  private switch(block: Block, head: RecordHead, cpu: number, ts: number): boolean {
    const { payload, end } = head;
    const next = block.i32(payload);
    const prev = block.i32(payload + 4);
    const to = this.who.ofThread(next, ts);
    const from = this.who.ofThread(prev, ts);
    const { emitter } = this;
    emitter.begin(switchDef);
    emitter.value(to.name);
    emitter.id(to.pid);
    emitter.id(next);
    emitter.number(signed(block.u8(payload + 8)));
    if (payload + 20 <= end) emitter.number(block.u32(payload + 16));
    else emitter.none();
    emitter.value(from.name);
    emitter.id(from.pid);
    emitter.id(prev);
    emitter.number(signed(block.u8(payload + 9)));
    emitter.word(this.states.of(block.u8(payload + 14)));
    emitter.word(this.waits.of(block.u8(payload + 12)));
    emitter.word((block.u8(payload + 13) & 1) === 1 ? this.swapable : this.notSwapable);
    emitter.number(block.u8(payload + 15));
    emitter.number(signed(block.u8(payload + 11)));
    emitter.number(block.u8(payload + 10));
    this.who.runs(cpu, next);
    this.setTask(to, ts);
    emitter.finish(this.row);
    return true;
  }

  private ready(block: Block, head: RecordHead, cpu: number, ts: number): boolean {
    const { payload, end } = head;
    const tid = block.i32(payload);
    const { name, pid } = this.who.ofThread(tid, ts);
    const { emitter } = this;
    emitter.begin(readyDef);
    emitter.value(name);
    emitter.id(pid);
    emitter.id(tid);
    if (payload + 8 <= end) {
      emitter.word(this.adjusts.of(block.u8(payload + 4)));
      emitter.number(signed(block.u8(payload + 5)));
      emitter.number(block.u8(payload + 6) & 1);
    }
    this.setTaskOnCpu(head, cpu, ts);
    emitter.finish(this.row);
    return true;
  }

  private setTaskOnCpu(head: RecordHead, cpu: number, ts: number): void {
    this.setTask(this.who.onCpu(head.pid, head.tid, cpu, ts), ts);
  }

  /** Sets the thread of the row, and the stack of that thread at `ts`. */
  private setTask(task: Task, ts: number): void {
    this.row.thread = task.id;
    this.row.stack = this.frames.stackAt(ts, task);
  }

  private disk(block: Block, head: RecordHead, ts: number): boolean {
    const { payload: at, end, pointer, hook } = head;
    const flags = block.u32(at + 4);
    const key = block.address(at + 24, pointer);
    const { emitter } = this;
    emitter.begin(disks.get(hook)!);
    emitter.address(block.address(at + 24 + pointer, pointer), pointer);
    emitter.number(block.u64(at + 16));
    emitter.number(block.u32(at + 8));
    emitter.number(block.u32(at));
    emitter.paddedHex(flags, 6);
    emitter.number((flags >>> 17) & 7);
    emitter.address(key, pointer);
    emitter.value(this.fileNameOf(key, ts));
    emitter.word(hook === hooks.diskRead ? this.read : this.written);
    const response = at + 24 + 2 * pointer;
    this.fromThread(head, response + 12 <= end ? block.i32(response + 8) : -1, ts);
    this.row.stack = none;
    this.setDuration(ts, block.u64(response));
    emitter.finish(this.row);
    return true;
  }

  private flush(block: Block, head: RecordHead, ts: number): boolean {
    const { payload: at, end, pointer } = head;
    const { values, row } = this;
    values[0] = addressText(block.address(at + 16, pointer), pointer);
    values[1] = block.u32(at);
    values[2] = `0x${block
      .u32(at + 4)
      .toString(16)
      .padStart(6, '0')}`;
    values[3] = 'Flush';
    this.setDuration(ts, block.u64(at + 8));
    this.fromThread(head, at + 20 + pointer <= end ? block.i32(at + 16 + pointer) : -1, ts);
    row.stack = none;
    this.give(flushDef);
    return true;
  }

  private fault(block: Block, head: RecordHead, ts: number): boolean {
    const { payload: at, pointer } = head;
    const key = block.address(at + 16 + pointer, pointer);
    const tid = block.i32(at + 16 + 2 * pointer);
    const { emitter } = this;
    emitter.begin(faultDef);
    emitter.address(block.address(at + 16, pointer), pointer);
    emitter.number(block.u64(at + 8));
    emitter.number(block.u32(at + 20 + 2 * pointer));
    emitter.address(key, pointer);
    emitter.value(this.fileNameOf(key, ts));
    this.setStart(block, at, ts);
    this.fromThread(head, tid, ts);
    emitter.finish(this.row);
    return true;
  }

  private dpc(def: EventDef, block: Block, head: RecordHead, ts: number): boolean {
    const { payload: at, pointer } = head;
    this.emitter.begin(def);
    this.routine(block.address(at + 8, pointer), pointer, ts);
    this.setStart(block, at, ts);
    this.emitter.finish(this.row);
    return true;
  }

  private interrupt(block: Block, head: RecordHead, ts: number): boolean {
    const { payload: at, end, pointer } = head;
    const { emitter } = this;
    const rest = at + 8 + pointer;
    emitter.begin(interruptDef);
    emitter.number(
      rest + 4 <= end ? block.u16(rest + 1) & (head.version >= 2 ? 0xffff : 0xff) : block.u8(rest + 1),
    );
    if (rest + 8 <= end) emitter.number(block.u32(rest + 4));
    else emitter.none();
    emitter.number(block.u8(rest));
    this.routine(block.address(at + 8, pointer), pointer, ts);
    this.setStart(block, at, ts);
    emitter.finish(this.row);
    return true;
  }

  /** Emits the address of a kernel routine, and its module. */
  private routine(address: number, pointer: number, ts: number): void {
    const known = this.routines.get(address);
    const routine = known >= 0 ? this.routineWords[known]! : this.routineAt(address, pointer, ts);
    this.emitter.word(routine.address);
    this.emitter.word(routine.name);
  }

  private routineAt(address: number, pointer: number, ts: number): Routine {
    const text = addressText(address, pointer);
    const module = this.frames.moduleName(0, address, ts);
    const name = module === null ? `"Unknown"!${text}` : `${module}!${text}`;
    const routine = { address: new Word(text), name: new Word(name) };
    if (this.frames.isModuleSure && this.routineWords.length < maxRoutines)
      this.routines.set(address, this.routineWords.push(routine) - 1);
    return routine;
  }

  private enter(block: Block, head: RecordHead, cpu: number, ts: number): boolean {
    this.emitter.begin(enterDef);
    this.routine(block.address(head.payload, head.pointer), head.pointer, ts);
    this.setTaskOnCpu(head, cpu, ts);
    this.emitter.finish(this.row);
    return true;
  }

  private exit(block: Block, head: RecordHead, cpu: number, ts: number): boolean {
    const { emitter } = this;
    emitter.begin(exitDef);
    emitter.paddedHex(block.u32(head.payload), 8);
    emitter.number(block.i32(head.payload));
    this.setTaskOnCpu(head, cpu, ts);
    emitter.finish(this.row);
    return true;
  }

  private alloc(block: Block, head: RecordHead, cpu: number, ts: number): boolean {
    const { payload: at, pointer, hook } = head;
    const base = block.address(at, pointer);
    const pid = block.i32(at + 2 * pointer);
    const { emitter, row } = this;
    emitter.begin(allocDefs.get(hook)!);
    emitter.address(base, pointer);
    emitter.address(base + block.address(at + pointer, pointer), pointer);
    emitter.hex(block.i32(at + 2 * pointer + 4), 0);
    const task = this.who.ofThread(head.tid >= 0 ? head.tid : this.who.runningOn(cpu), ts);
    row.thread = this.who.of(pid, task.pid === pid ? task.tid : -1, ts).id;
    row.stack = this.frames.stackAt(ts, task);
    emitter.finish(row);
    return true;
  }

  private process(def: EventDef, block: Block, head: RecordHead, ts: number): boolean {
    const record = readProcess(block, head);
    const { values, row } = this;
    values[0] = record.parent;
    values[1] = record.session < 0 || record.session === 0xffff_ffff ? null : record.session;
    values[2] = record.key;
    values[3] = record.directory;
    values[4] = record.flags;
    values[5] = record.sid;
    values[6] = record.command;
    values[7] = record.packageName;
    values[8] = record.app;
    values[9] = record.status;
    values[10] = record.name;
    row.thread = this.who.of(record.pid, -1, ts).id;
    row.stack = this.stackOf(head, ts);
    this.emitter.begin(def);
    for (const value of values) this.emitter.value(value);
    this.emitter.rest(block.bytes, record.at, head.end);
    this.emitter.finish(row);
    return true;
  }

  private thread(def: EventDef, block: Block, head: RecordHead, ts: number): boolean {
    const record = readThread(block, head);
    if (record === null) return false;
    const { pid, tid, start } = record;
    const { values, row } = this;
    values[0] = this.who.of(pid, tid, ts).name;
    values[1] = pid;
    values[2] = tid;
    for (let at = 0; at < 4; at++) {
      values[3 + at] = record.stack[at]!;
      values[9 + at] = record.priorities[at]!;
    }
    values[7] = record.teb;
    values[8] = record.tag;
    const module = this.frames.moduleName(pid, start, ts);
    const address = addressText(start, head.pointer);
    values[13] = module === null ? `"Unknown"!${address}` : `${module}!${address}`;
    values[14] = record.name;
    row.thread = this.who.of(pid, tid, ts).id;
    row.stack = this.stackOf(head, ts);
    this.give(def);
    return true;
  }

  private threadName(block: Block, head: RecordHead, ts: number): boolean {
    const pid = block.i32(head.payload);
    const tid = block.i32(head.payload + 4);
    const { values, row } = this;
    values[0] = this.who.of(pid, tid, ts).name;
    values[1] = pid;
    values[2] = tid;
    values[3] = block.wideZ(head.payload + 8, head.end);
    row.thread = this.who.of(pid, tid, ts).id;
    row.stack = none;
    this.give(threadNameDef);
    return true;
  }

  private image(def: EventDef, block: Block, head: RecordHead, ts: number): boolean {
    const image = readImage(block, head);
    if (image === null) return false;
    const { values, row } = this;
    const { pointer } = head;
    values[0] = addressText(image.base, pointer);
    values[1] = addressText(image.base + image.size, pointer);
    values[2] = `0x${image.checksum.toString(16).padStart(8, '0')}`;
    values[3] = `0x${image.timeStamp.toString(16).padStart(8, '0')}`;
    values[4] = addressText(image.defaultBase, pointer);
    values[5] = this.facts.paths.of(image.path);
    const pid = image.pid < 0 ? head.pid : image.pid;
    row.thread = this.who.of(pid, pid === head.pid ? head.tid : -1, ts).id;
    row.stack = this.stackOf(head, ts);
    this.give(def);
    return true;
  }

  private fileName(def: EventDef, block: Block, head: RecordHead, ts: number): boolean {
    const { payload, end, pointer } = head;
    if (payload + pointer > end) return false;
    this.values[0] = addressText(block.address(payload, pointer), pointer);
    this.values[1] = this.facts.paths.of(block.wideZ(payload + pointer, end));
    this.header(head, ts);
    this.give(def);
    return true;
  }

  private fileIo(def: EventDef, tid: number, block: Block, head: RecordHead, ts: number): boolean {
    const { payload, end, pointer } = head;
    const isThere = tid >= 0 && payload + tid + (head.version <= 2 ? pointer : 4) <= end;
    this.fromThread(head, isThere ? block.i32(payload + tid) : -1, ts);
    this.emitter.begin(def);
    this.payload.give(def.fields, block, payload, end, pointer, this.emitter);
    this.emitter.finish(this.row);
    return true;
  }

  private plain(block: Block, head: RecordHead, cpu: number, ts: number): void {
    const { hook, payload, end, pointer } = head;
    let known = knownKernel(hook);
    if (known === undefined) {
      known = this.raw.get(hook) ?? rawKernel(kernelName(hook));
      this.raw.set(hook, known);
    }
    if (known.threadFrom === 'pid') {
      this.row.thread = this.who.of(block.i32(payload), -1, ts).id;
      this.row.stack = this.stackOf(head, ts);
    } else if (known.threadFrom === 'cpu') this.setTaskOnCpu(head, cpu, ts);
    else this.header(head, ts);
    this.emitter.begin(known.def);
    this.payload.give(known.def.fields, block, payload, end, pointer, this.emitter);
    this.emitter.finish(this.row);
  }

  private header(head: RecordHead, ts: number): void {
    this.setTask(this.who.of(head.pid, head.tid, ts), ts);
  }

  private stackOf(head: RecordHead, ts: number) {
    return this.frames.stackAt(ts, this.who.of(head.pid, head.tid, ts));
  }

  /** Sets the thread named by the payload, or else by the header, and its stack at `ts`. */
  private fromThread(head: RecordHead, tid: number, ts: number): void {
    this.setTask(tid >= 0 ? this.who.ofThread(tid, ts) : this.who.of(head.pid, head.tid, ts), ts);
  }

  /** For events recorded at their end: sets duration and start from the duration in ticks. */
  private setDuration(ts: number, ticks: number): void {
    const duration = this.clock.duration(ticks);
    if (!Number.isSafeInteger(duration)) return;
    this.row.duration = duration;
    this.row.ts = ts - duration;
  }

  /** For events recorded at their end: sets duration and start from the tick of the start in the payload. */
  private setStart(block: Block, at: number, ts: number): void {
    const start = this.clock.at(block, at);
    if (!(start <= ts && ts - start < 3.6e12)) return;
    this.row.duration = ts - start;
    this.row.ts = start;
  }

  private fileNameOf(key: number, ts: number): string | null {
    const name = this.facts.files.find(key, ts);
    return name === undefined ? null : this.facts.paths.of(name);
  }

  private give(def: EventDef): void {
    this.emitter.event(def, this.values, this.row);
  }
}

interface Routine {
  readonly address: Word;
  readonly name: Word;
}

/** Names of numbers as `Word`s, each created once. */
class Words {
  private readonly wordByValue: (Word | undefined)[] = new Array(256).fill(undefined);

  constructor(private readonly words: readonly string[]) {}

  /** @param value a byte */
  of(value: number): Word {
    let word = this.wordByValue[value];
    if (word === undefined) {
      word = new Word(this.words[value] ?? `<${value}>`);
      this.wordByValue[value] = word;
    }
    return word;
  }
}

const signed = (byte: number): number => (byte << 24) >> 24;
