/** Processes and threads, as records describe them: names and mapped files. */
import type { None, Output, TextId, ThreadId } from '../contract.ts';
import { grown } from '../kit/intern.ts';

/** A file, or a part of the kernel, in memory. Bounds are exact as doubles, because they are page-aligned. */
export interface Mapping {
  readonly start: number;
  readonly end: number;
  /** Offset in the file = address + `shift`. */
  readonly shift: bigint;
  readonly module: TextId;
  /** True for code without a file, whose addresses are kept. */
  readonly isAnonymous: boolean;
  /** Build id, by which its symbols are found. */
  readonly build: TextId | None;
  /** `[kernel.kallsyms]` or `[ext4]`; left out for user space. */
  readonly kernelModule?: string;
}

/** An address as a double, rounded down: exact in user space, and to 2 KiB in the kernel's half. */
export const rounded = (high: number, low: number): number =>
  high * 2 ** 32 + (high >= 1 << 21 ? (low & ~0x7ff) >>> 0 : low);

/** Maximum number of mappings of a process. */
const maxMappings = 1 << 16;

/** Mappings by address. Copies share them until one changes. */
export class AddressSpace {
  private static nextKey = 1;
  /** Gets a new value whenever a mapping changes. */
  key = AddressSpace.nextKey++;
  private starts = new Float64Array(16);
  private count = 0;
  private mappings: Mapping[] = [];
  private isShared = false;

  copy(): AddressSpace {
    const copy = new AddressSpace();
    copy.starts = this.starts;
    copy.mappings = this.mappings;
    copy.count = this.count;
    // Addresses already resolved are valid in both spaces until one of them changes.
    copy.key = this.key;
    this.isShared = copy.isShared = true;
    return copy;
  }

  at(address: number): Mapping | null {
    const place = this.place(address);
    const found = place >= 0 ? this.mappings[place]! : null;
    return found !== null && address < found.end ? found : null;
  }

  /** Adds a mapping, which replaces other mappings at its addresses. @returns false if there are too many */
  add(mapping: Mapping): boolean {
    if (!(mapping.end > mapping.start)) return true;
    if (this.isShared) {
      this.starts = this.starts.slice();
      this.mappings = this.mappings.slice();
      this.isShared = false;
    }
    this.key = AddressSpace.nextKey++;
    const { start, end } = mapping;
    let first = this.place(start);
    if (first < 0 || this.mappings[first]!.end <= start) first++;
    let last = first;
    while (last < this.count && this.starts[last]! < end) last++;
    const replaced = this.mappings.slice(first, last);
    const pieces = [mapping];
    const [lowest, highest] = [replaced[0], replaced.at(-1)];
    if (lowest && lowest.start < start) pieces.unshift({ ...lowest, end: start });
    if (highest && highest.end > end) pieces.push({ ...highest, start: end });
    if (this.count - replaced.length + pieces.length > maxMappings) return false;
    this.mappings.splice(first, replaced.length, ...pieces);
    const grow = pieces.length - replaced.length;
    if (this.count + grow > this.starts.length) this.starts = grown(this.starts, this.count + grow);
    this.starts.copyWithin(last + grow, last, this.count);
    pieces.forEach((piece, index) => {
      this.starts[first + index] = piece.start;
    });
    this.count += grow;
    return true;
  }

  /** Index of the last mapping that begins at or before the address; -1 if there is none. */
  private place(address: number): number {
    const { starts } = this;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= address) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

export class Process {
  space = new AddressSpace();

  constructor(readonly pid: number) {}
}

/** A thread under its current name. */
export class Thread {
  /** Id in the output. */
  id: ThreadId;
  /** Its last call chain, root first, for {@link Chains}. */
  last: LastChain | null = null;

  constructor(
    readonly process: Process,
    readonly tid: number,
    public comm: TextId,
    out: Output,
  ) {
    this.id = out.thread(comm, knownId(process.pid), knownId(tid));
  }
}

/** A call chain, root first: its addresses, the keys of their mappings, and the tree node at which each ends. */
export interface LastChain {
  /** Generation of the nodes: see {@link Chains}. */
  generation: number;
  length: number;
  keys: Int32Array;
  lows: Int32Array;
  highs: Int32Array;
  nodes: Int32Array;
}

/** -1 if the record states no id, or an invalid one. */
const knownId = (id: number): number => Math.max(-1, id);

export class Tasks {
  private readonly processes = new Map<number, Process>();
  private readonly threads = new Map<number, Thread>();
  /** Incremented whenever a returned thread is replaced, or its process gets another address space. */
  version = 0;

  constructor(private readonly out: Output) {}

  process(pid: number): Process {
    let found = this.processes.get(pid);
    if (found === undefined) {
      found = new Process(pid);
      this.processes.set(pid, found);
    }
    return found;
  }

  /** Threads that no record names get perf's names: `:ID`, or the idle thread for process 0. */
  thread(pid: number, tid: number): Thread {
    const found = this.threads.get(tid);
    if (found !== undefined && (found.process.pid === pid || tid === 0 || pid < 0)) return found;
    return this.begin(pid, tid, this.out.string(tid === 0 ? 'swapper' : `:${tid}`));
  }

  /** Names a thread. */
  name(pid: number, tid: number, comm: string): void {
    const thread = this.thread(pid, tid);
    this.version++;
    thread.comm = this.out.string(comm);
    thread.id = this.out.thread(thread.comm, knownId(thread.process.pid), knownId(tid));
  }

  /** A new thread has its parent's name; a new process has its parent's mappings if `keepsMappings`. */
  fork(pid: number, tid: number, parentPid: number, parentTid: number, keepsMappings: boolean): void {
    this.version++;
    const parent = this.thread(parentPid, parentTid);
    if (pid !== parentPid) {
      const process = new Process(pid);
      if (keepsMappings) process.space = parent.process.space.copy();
      this.processes.set(pid, process);
    }
    this.begin(pid, tid, parent.comm);
  }

  private begin(pid: number, tid: number, comm: TextId): Thread {
    if (this.threads.has(tid)) this.version++;
    const thread = new Thread(this.process(pid), tid, comm, this.out);
    this.threads.set(tid, thread);
    return thread;
  }
}
