/** Interprets records in order of time: tasks, samples and events. */
import type { BulkOutput } from '../bulk.ts';
import {
  type KernelFunction,
  type None,
  none,
  type Options,
  type StackId,
  type ThreadId,
} from '../contract.ts';
import type { ByteView } from '../kit/byte-view.ts';
import { CallNames } from '../kit/syscalls/names.ts';
import { type Attr, Field, Flag, hasFlag } from './attrs.ts';
import { Chains } from './chains.ts';
import { clockNames, clockOf } from './clock.ts';
import { EventWriter, type RecordTrailer } from './event-writer.ts';
import { type RecordedEvent, RecordedEvents } from './events.ts';
import type { Features } from './features.ts';
import { addKernelMapping, buildOf, kernelModuleOf, kernelName, mappingOf } from './mappings.ts';
import { checkSize, Misc, Mode, RecordType } from './records.ts';
import { isCallStack, Sample } from './sample.ts';
import { Tasks, type Thread } from './tasks.ts';
import { Tracepoints } from './tracepoints.ts';

/** Index of the instruction pointer among the sampled user registers, by architecture. */
const ipRegister: Readonly<Record<string, bigint>> = { x86_64: 8n, aarch64: 32n };

/** Maximum number of functions that are cached: a kernel allocates memory in some thousand places. */
const maxFunctions = 1 << 14;

/** Maximum number of ids with counts; there is one id per event and CPU. */
const maxCounts = 1 << 16;

export class Session {
  readonly events: RecordedEvents;
  readonly tasks: Tasks;
  /** Incremented when the events or their descriptions change. */
  version = 0;
  /** Called before each row written here, because earlier rows may be waiting elsewhere. */
  beforeRow: () => void = () => undefined;
  private readonly chains: Chains;
  private readonly writer: EventWriter;
  tracepoints: Tracepoints;
  private readonly sample = new Sample();
  /** Last count stated by a sample, by event id. */
  private readonly lastCounts = new Map<number, number>();
  /** Functions of the kernel by address, as of a state of its mappings. */
  private readonly functions = new Map<bigint, KernelFunction | null>();
  private functionsKey = -1;
  private zeroHigh = 0;
  private zeroLow = 0;
  private zero: bigint | null = null;
  private clockId: number | null = null;
  private lastTs = 0;
  private lost = 0;
  private lostSamples = 0;
  private throttled = 0;
  private noEvent = 0;
  private noFormat = 0;
  private dumped = 0;
  private samples = 0;
  private badChains = 0;
  private tooManyMappings = 0;

  constructor(
    private readonly out: BulkOutput,
    private readonly options: Options,
    private readonly features: Features,
  ) {
    this.events = new RecordedEvents(out);
    this.tasks = new Tasks(out);
    this.chains = new Chains(out);
    this.writer = new EventWriter(out, () => this.beforeRow());
    this.tracepoints = new Tracepoints(out, null, null, () => null);
  }

  addAttr(attr: Attr, ids: readonly number[]): void {
    this.version++;
    const event = this.events.add(attr, ids);
    if (event.attr === this.events.all[0]?.attr) this.noteClock(attr);
  }

  /** Call when the sections that name events have been read: before the first record, or later in a pipe. */
  begin(): void {
    this.version++;
    const { events, features } = this;
    features.events.forEach(({ name, ids }, index) => {
      const found = (ids[0] === undefined ? undefined : events.withId(ids[0])) ?? events.all[index];
      if (found) events.rename(found, name);
    });
    this.tracepoints = new Tracepoints(this.out, features.tracing, features.facts.arch ?? null, address =>
      this.functionAt(address),
    );
    for (const event of events.all) {
      const format = event.isTracepoint ? this.tracepoints.formatOf(event) : null;
      if (format && !event.name.includes(':')) events.rename(event, `${format.system}:${format.name}`);
    }
  }

  private functionAt(address: bigint): KernelFunction | null {
    const { functions, chains } = this;
    if (functions.size >= maxFunctions || this.functionsKey !== chains.kernel.key) functions.clear();
    this.functionsKey = chains.kernel.key;
    let found = functions.get(address);
    if (found === undefined) {
      found = this.findFunction(address);
      functions.set(address, found);
    }
    return found;
  }

  private findFunction(address: bigint): KernelFunction | null {
    const { chains, options, features } = this;
    const symbol = chains.kernelSymbol(address);
    if (symbol) return symbol;
    const kernel = features.buildIds.get(kernelName);
    const place = kernel === undefined ? null : chains.kernelPlace(address);
    return (place && options.kernelFunction?.({ kernel: kernel!, address, ...place })) ?? null;
  }

  /** Sets the name of an event. */
  update(view: ByteView, start: number, end: number): void {
    const nameUpdate = 2;
    if (view.u64(start + 8) !== nameUpdate) return;
    this.version++;
    const event = this.events.withId(view.u64(start + 16));
    if (event) this.events.rename(event, view.text(start + 24, end));
  }

  record(view: ByteView, start: number, end: number, offset: number): void {
    const type = view.u32(start);
    checkSize(type, end - start);
    const misc = view.u16(start + 4);
    const at = start + 8;
    switch (type) {
      case RecordType.sample:
        this.readSample(view, start, end, misc, offset);
        break;
      case RecordType.mmap:
      case RecordType.mmap2:
        this.map(view, type, misc, start, end);
        break;
      case RecordType.comm:
        this.tasks.name(view.i32(at), view.i32(at + 4), view.text(at + 8, end));
        break;
      case RecordType.fork: {
        const [pid, parent, tid, parentTid] = [0, 4, 8, 12].map(place => view.i32(at + place)) as [
          number,
          number,
          number,
          number,
        ];
        this.tasks.fork(pid, tid, parent, parentTid, (misc & Misc.bit13) === 0);
        break;
      }
      case RecordType.ksymbol:
        if ((view.u16(at + 14) & 1) === 0)
          this.chains.addSymbol(view.high(at), view.low(at), view.u32(at + 8), view.text(at + 16, end));
        break;
      case RecordType.lost: {
        const lost = view.u64(at + 8);
        this.lost += lost;
        const trailer = this.trailer(view, type, start, end);
        this.writer.note('PERF_RECORD_LOST', `lost ${lost}`, lost, trailer, offset);
        break;
      }
      case RecordType.lostSamples: {
        const lost = view.u64(at);
        this.lostSamples += lost;
        const trailer = this.trailer(view, type, start, end);
        this.writer.note('PERF_RECORD_LOST_SAMPLES', `lost ${lost}`, lost, trailer, offset);
        break;
      }
      case RecordType.throttle:
      case RecordType.unthrottle: {
        const kind = type === RecordType.throttle ? 'PERF_RECORD_THROTTLE' : 'PERF_RECORD_UNTHROTTLE';
        if (type === RecordType.throttle) this.throttled++;
        this.writer.note(kind, '', Number.NaN, this.trailer(view, type, start, end), offset);
        break;
      }
      case RecordType.switch:
      case RecordType.switchCpuWide:
        this.switch(view, type, misc, start, end, offset);
        break;
    }
  }

  end(): void {
    if (this.zero === null) this.out.clock(noClock);
    else this.giveClock();
    const { lost, lostSamples, throttled, noEvent, noFormat, dumped, samples, badChains, tooManyMappings } =
      this;
    const say = (code: string, severity: 'notice' | 'warning', count: number, message: string) => {
      if (count > 0) this.out.problem({ code, severity, line: -1, offset: 0, message });
    };
    say(
      'lost-events',
      'warning',
      lost,
      `perf lost ${lost} events, because it could not write them as fast as they came.`,
    );
    say('lost-samples', 'warning', lostSamples, `The kernel lost ${lostSamples} samples.`);
    say(
      'throttled',
      'notice',
      throttled,
      `The kernel paused sampling ${throttled} times, because it took too much time.`,
    );
    say(
      'sample-without-event',
      'warning',
      noEvent,
      `${noEvent} samples name no event of the file; they were left out.`,
    );
    say(
      'tracepoint-without-format',
      'warning',
      noFormat,
      `${noFormat} events of tracepoints were kept without their fields: the file does not hold their formats.`,
    );
    if (this.tracepoints.isMachineAssumed) say('machine-assumed', 'notice', 1, CallNames.guessMessage);
    say(
      'stack-dump-not-unwound',
      'warning',
      dumped,
      `${dumped} of ${samples} samples hold a dump of the stack (--call-graph dwarf), which is not unwound: they have only their leaf and the frames of the kernel.`,
    );
    say(
      'bad-call-chain',
      'warning',
      badChains,
      `${badChains} call chains are damaged: the frames before the damage were kept, else the address of the sample.`,
    );
    say(
      'too-many-mappings',
      'warning',
      tooManyMappings,
      `${tooManyMappings} mappings were left out: a process has more than 65,536.`,
    );
  }

  /** Halves of the time of the first record; null: no record yet. */
  get zeroHalves(): { readonly high: number; readonly low: number } | null {
    return this.zero === null ? null : { high: this.zeroHigh, low: this.zeroLow };
  }

  get kernelKey(): number {
    return this.chains.kernel.key;
  }

  /** Counts samples read by `RecordRuns`, the latest of them at `latest`. */
  count(samples: number, latest: number): void {
    this.samples += samples;
    if (latest > this.lastTs) this.lastTs = latest;
  }

  /** Counts events read by `RecordRuns`. @returns the number of the first one */
  takeLines(rows: number): number {
    return this.writer.takeLines(rows);
  }

  /** Stack of a sample; `none` if it has none. */
  stackAt(view: ByteView, start: number, end: number, event: RecordedEvent): StackId | None {
    const { sample } = this;
    sample.read(view, start + 8, end, event.attr, event.head);
    const thread = this.tasks.thread(sample.pid, sample.tid);
    return this.stackOf(view, sample, event, thread, view.u16(start + 4));
  }

  /** Stack of an address of a thread, whose caller is the leaf of `parent`. */
  childOf(
    parent: StackId | None,
    mode: number,
    high: number,
    low: number,
    pid: number,
    tid: number,
  ): StackId {
    return this.chains.childOf(this.tasks.thread(pid, tid), parent, mode, high | 0, low | 0);
  }

  private readSample(view: ByteView, start: number, end: number, misc: number, offset: number): void {
    const event = this.events.of(view, RecordType.sample, start, end);
    if (event === null) {
      this.noEvent++;
      return;
    }
    const { sample } = this;
    sample.read(view, start + 8, end, event.attr, event.head);
    this.samples++;
    const { attr } = event;
    const ts = sample.timeAt < 0 ? Number.NaN : this.timeAt(view, sample.timeAt);
    const hasTid = (attr.sampleType & Field.tid) !== 0;
    const thread = this.tasks.thread(sample.pid, sample.tid);
    const stack = this.stackOf(view, sample, event, thread, misc);
    const threadId = hasTid ? thread.id : none;
    if (event.isTracepoint && sample.rawAt >= 0) {
      const printed = this.tracepoints.print(event, view, sample.rawAt, sample.rawAt + sample.raw);
      if (printed === null) this.noFormat++;
      this.writer.tracepoint(printed, sample, event, ts, threadId, stack, offset);
      if ((attr.sampleType & Field.callchain) === 0) {
        this.addCounts(view, event, ts, threadId, stack, false);
        return;
      }
    } else this.writer.access(view, sample, event, ts, threadId, stack, offset);
    if (this.addCounts(view, event, ts, threadId, stack)) return;
    this.addSample(event, Number.isNaN(sample.period) ? event.period : sample.period, ts, threadId, stack);
  }

  private addSample(
    { kind }: RecordedEvent,
    period: number,
    ts: number,
    thread: ThreadId | None,
    stack: StackId | None,
  ): void {
    this.beforeRow();
    this.out.sample(
      ts,
      this.sample.cpu,
      thread,
      kind,
      1,
      Number.isSafeInteger(period) && period >= 0 ? period : Number.NaN,
      stack,
    );
  }

  /**
   * In a group of events (`{a,b}:S`) only the first event is sampled, and its samples have the counts of all. As in perf, each
   * event whose count has grown gets a sample, with the growth as its period. @returns false if the sample has no counts
   */
  private addCounts(
    view: ByteView,
    leader: RecordedEvent,
    ts: number,
    thread: ThreadId | None,
    stack: StackId | None,
    isSampled = true,
  ): boolean {
    return this.sample.eachCount(view, leader.attr, (id, count) => {
      const event = this.events.withId(id);
      const grown = count - (this.lastCounts.get(id) ?? 0);
      if (event === undefined || grown === 0) return;
      if (this.lastCounts.size < maxCounts || this.lastCounts.has(id)) this.lastCounts.set(id, count);
      if (isSampled || event !== leader) this.addSample(event, grown, ts, thread, stack);
    });
  }

  private stackOf(
    view: ByteView,
    sample: Sample,
    { attr }: RecordedEvent,
    thread: Thread,
    misc: number,
  ): StackId | None {
    const { chains } = this;
    const mode = misc & Mode.mask;
    const { sampleType } = attr;
    chains.begin(mode);
    if (!(sampleType & Field.callchain)) {
      if (!(sampleType & Field.ip)) return none;
      chains.add(thread, sample.ipHigh | 0, sample.ipLow | 0);
      return chains.stack(thread);
    }
    const whole = isCallStack(attr) && sample.branches > 0;
    const fine = whole
      ? this.addBranches(view, sample, thread)
      : chains.addAll(thread, view, sample.chainAt, sample.chain);
    if (!fine) this.badChains++;
    // As `perf report` does; `perf script` prints no frame.
    if (chains.isEmpty && sampleType & Field.ip) {
      chains.enter(mode);
      chains.add(thread, sample.ipHigh | 0, sample.ipLow | 0);
    }
    if (sample.userStack > 0 && hasFlag(attr, Flag.excludeUserCallchain)) {
      this.dumped++;
      this.addUserIp(view, sample, attr, thread, mode);
    }
    return chains.stack(thread);
  }

  /** The user-space frame, if the sample has user registers. */
  private addUserIp(view: ByteView, sample: Sample, attr: Attr, thread: Thread, mode: number): void {
    const { chains } = this;
    const register = ipRegister[this.features.facts.arch ?? ''];
    const isThere = register !== undefined && (attr.userRegisters >> register) & 1n;
    chains.enter(Mode.user);
    if (isThere && sample.userRegistersAt >= 0) {
      let before = 0;
      for (let bit = 0n; bit < register; bit++) if ((attr.userRegisters >> bit) & 1n) before++;
      const at = sample.userRegistersAt + before * 8;
      chains.add(thread, view.high(at) | 0, view.low(at) | 0);
    } else if (mode === Mode.user) chains.add(thread, sample.ipHigh | 0, sample.ipLow | 0);
  }

  /** `--call-graph lbr`: kernel frames come from the call chain, user-space frames from the recorded branches. */
  private addBranches(view: ByteView, sample: Sample, thread: Thread): boolean {
    const { chains } = this;
    const { chainAt, chain, branchesAt, branches } = sample;
    const kernel = chains.lengthBeforeUser(view, chainAt, chain);
    if (kernel < 0) return chains.addAll(thread, view, chainAt, chain);
    if (!chains.addAll(thread, view, chainAt, kernel)) return false;
    chains.enter(Mode.user);
    chains.add(thread, view.high(branchesAt + 8) | 0, view.low(branchesAt + 8) | 0);
    for (let branch = 0; branch < branches; branch++) {
      const at = branchesAt + branch * 24;
      chains.add(thread, view.high(at) | 0, view.low(at) | 0);
    }
    return true;
  }

  private map(view: ByteView, type: number, misc: number, start: number, end: number): void {
    const found = mappingOf(view, type, misc, start, end);
    const mode = misc & Mode.mask;
    if (mode === Mode.guestKernel) return;
    const isKernel = mode === Mode.kernel;
    const key = isKernel ? (kernelModuleOf(found.name) ?? found.name) : found.name;
    if (found.buildId !== null) this.features.buildIds.set(key, found.buildId);
    if (isKernel) {
      addKernelMapping(this.chains.kernel, found, this.features, this.out);
      return;
    }
    const { pid, from, to, shift, module, isAnonymous } = found;
    const name = this.out.string(module);
    this.tasks.version++;
    const { space } = this.tasks.process(pid);
    const build = isAnonymous ? name : buildOf(this.features, found.name, this.out);
    if (!space.add({ start: from, end: to, shift, module: name, isAnonymous, build })) this.tooManyMappings++;
  }

  private switch(
    view: ByteView,
    type: number,
    misc: number,
    start: number,
    end: number,
    offset: number,
  ): void {
    const isWide = type === RecordType.switchCpuWide;
    const isOut = (misc & Misc.bit13) !== 0;
    const other = isWide ? { pid: view.i32(start + 8), tid: view.i32(start + 12) } : null;
    const at = this.trailer(view, type, start, end);
    this.writer.switch(isOut, (misc & Misc.bit14) !== 0, other, at, offset);
  }

  /** Thread, time and CPU from the fields at the end of a record that is not a sample. */
  private trailer(view: ByteView, type: number, start: number, end: number): RecordTrailer {
    const { trailer } = this.events;
    const place = (words: number) => (words < 0 ? -1 : end - words * 8);
    const [tid, cpu] = [place(trailer.tid), place(trailer.cpu)];
    const time = this.events.timeAt(type, start, end);
    return {
      ts: time < 0 ? Number.NaN : this.timeAt(view, time),
      cpu: cpu < start + 8 ? -1 : Math.max(-1, view.i32(cpu)),
      thread: tid < start + 8 ? none : this.tasks.thread(view.i32(tid), view.i32(tid + 4)).id,
      tid: tid < start + 8 ? -1 : view.i32(tid + 4),
    };
  }

  /** ns since the first time; NaN: perf itself wrote the record, without a time. */
  private timeAt(view: ByteView, at: number): number {
    const low = view.low(at);
    const high = view.high(at);
    if (low === 0 && high === 0) return Number.NaN;
    if (this.zero === null && high < 0x8000_0000) {
      this.zero = (BigInt(high) << 32n) | BigInt(low);
      this.zeroHigh = high;
      this.zeroLow = low;
      this.giveClock();
    }
    const ts = (high - this.zeroHigh) * 2 ** 32 + (low - this.zeroLow);
    if (this.zero === null || !Number.isSafeInteger(ts)) {
      this.out.problem({
        code: 'time-out-of-range',
        severity: 'warning',
        line: -1,
        offset: 0,
        message: 'A time is more than 104 days from the first; the record was kept without it.',
      });
      return Number.NaN;
    }
    if (ts > this.lastTs) this.lastTs = ts;
    return ts;
  }

  private noteClock(attr: Attr): void {
    if (!hasFlag(attr, Flag.useClock)) return;
    this.clockId = attr.clock;
    this.features.other.clockid = clockNames[attr.clock] ?? String(attr.clock);
  }

  /** Called before the first row, and again at the end, because only then the last time is known. */
  private giveClock(): void {
    const { zero, lastTs, options, features } = this;
    if (zero === null) return;
    this.out.clock(clockOf(this.clockId, features.reference, zero, zero + BigInt(lastTs), options));
  }
}

const noClock = {
  domain: 'none',
  zero: 0n,
  utcOffset: null,
  zone: null,
  source: 'none',
  error: null,
} as const;
