/**
 * Converts call chains to stacks. Each address of a process is resolved once, until the process maps another
 * file. Only the part of a chain that differs from the thread's previous chain is looked up.
 */
import {
  type FrameId,
  type KernelFunction,
  type None,
  none,
  type Output,
  type StackId,
  type TextId,
} from '../contract.ts';
import type { ByteView } from '../kit/byte-view.ts';
import { TupleTable } from '../kit/intern.ts';
import { Context, Mode } from './records.ts';
import { AddressSpace, type LastChain, rounded, type Thread } from './tasks.ts';

/** Maximum nodes kept in the tree of addresses: 20 to 40 bytes each. */
const maxNodes = 1 << 21;
/** Maximum length of a chain. The kernel records 127 frames by default, and 1024 at most if a program sets `sysctl_perf_event_max_stack`. */
const maxFrames = 4096;

/** A kernel function named by a record (PERF_RECORD_KSYMBOL): a BPF program, or other code compiled at run time. */
interface KernelSymbol {
  readonly high: number;
  readonly low: number;
  readonly length: number;
  readonly name: string;
  readonly id: TextId;
}

export class Chains {
  /** The kernel and its modules. */
  readonly kernel = new AddressSpace();
  private readonly symbols: KernelSymbol[] = [];
  private nodes = new TupleTable(4);
  private nodeStacks = new Int32Array(1 << 12);
  private frames = new TupleTable(3);
  private frameIds: FrameId[] = [];
  private readonly unknown: TextId;
  /** The chain that is being read, leaf first. */
  private readonly keys = new Int32Array(maxFrames);
  private readonly lows = new Int32Array(maxFrames);
  private readonly highs = new Int32Array(maxFrames);
  private length = 0;
  private mode = 0;
  /** Number of times the nodes were dropped; nodes of a chain of an earlier generation are invalid. */
  private generation = 0;

  constructor(private readonly out: Output) {
    this.unknown = out.string('[unknown]');
  }

  /** Adds a function of the kernel. */
  addSymbol(high: number, low: number, length: number, name: string): void {
    this.symbols.push({ high, low, length, name, id: this.out.string(name) });
    this.kernel.key++;
  }

  /** A function that was added, and the distance from its start. */
  kernelSymbol(address: bigint): KernelFunction | null {
    const low = Number(address & 0xffff_ffffn);
    const symbol = this.symbolAt(Number(address >> 32n), low);
    return symbol && { name: symbol.name, distance: BigInt(low - symbol.low) };
  }

  /** The part of the kernel that contains an address, and the offset from its start; null if none does. */
  kernelPlace(address: bigint): { readonly module: string; readonly offset: bigint } | null {
    const found = this.kernel.at(rounded(Number(address >> 32n), Number(address & 0xffff_ffffn)));
    if (found?.kernelModule === undefined) return null;
    return { module: found.kernelModule, offset: BigInt.asUintN(64, address + found.shift) };
  }

  begin(mode: number): void {
    this.length = 0;
    this.mode = mode;
  }

  /** Adds an address. Its caller is added next. */
  add(thread: Thread, high: number, low: number): void {
    if (this.length === maxFrames) return;
    const at = this.length++;
    this.keys[at] = this.mode === Mode.user ? thread.process.space.key : -1 - this.mode;
    this.lows[at] = low;
    this.highs[at] = high;
  }

  /** True if no address was added since `begin`. */
  get isEmpty(): boolean {
    return this.length === 0;
  }

  /**
   * Adds the entries of a call chain, in which marks set the mode, up to the first unknown mark: the program has no
   * frame pointers, and something else was read in place of one. @returns false if there is one
   */
  addAll(thread: Thread, view: ByteView, at: number, count: number): boolean {
    const { lows, highs, keys } = this;
    const userKey = thread.process.space.key;
    let key = this.mode === Mode.user ? userKey : -1 - this.mode;
    let { length } = this;
    for (let entry = 0; entry < count; entry++) {
      const low = view.low(at + entry * 8);
      const high = view.high(at + entry * 8);
      if (high === 0xffff_ffff && low >= Context.first) {
        const mode = modeOf(low);
        if (mode < 0) {
          this.length = length;
          return false;
        }
        this.mode = mode;
        key = mode === Mode.user ? userKey : -1 - mode;
        continue;
      }
      if (length === maxFrames) break;
      keys[length] = key;
      lows[length] = low;
      highs[length] = high;
      length++;
    }
    this.length = length;
    return true;
  }

  /** Sets the mode of the addresses that follow. */
  enter(mode: number): void {
    this.mode = mode;
  }

  /** Number of entries up to and including the mark of user mode; -1: no such mark. */
  lengthBeforeUser(view: ByteView, at: number, count: number): number {
    for (let entry = 0; entry < count; entry++)
      if (view.low(at + entry * 8) === Context.user && view.high(at + entry * 8) === 0xffff_ffff)
        return entry + 1;
    return -1;
  }

  /** Stack of the addresses added since `begin`. */
  stack(thread: Thread): StackId | None {
    const { length, keys, lows, highs } = this;
    if (length === 0) return none;
    if (this.nodes.count > maxNodes) this.forget();
    thread.last ??= emptyChain();
    const { last } = thread;
    if (last.generation !== this.generation) {
      last.generation = this.generation;
      last.length = 0;
    }
    if (last.nodes.length < length) growChain(last, length);
    let depth = 0;
    const most = Math.min(length, last.length);
    for (; depth < most; depth++) {
      const at = length - 1 - depth;
      if (
        last.lows[depth] !== lows[at] ||
        last.highs[depth] !== highs[at] ||
        last.keys[depth] !== this.currentKey(keys[at]!)
      )
        break;
    }
    let node = depth > 0 ? last.nodes[depth - 1]! : -1;
    for (; depth < length; depth++) {
      const at = length - 1 - depth;
      const key = this.currentKey(keys[at]!);
      node = this.nodeOf(thread, node, keys[at]!, key, highs[at]!, lows[at]!);
      last.keys[depth] = key;
      last.lows[depth] = lows[at]!;
      last.highs[depth] = highs[at]!;
      last.nodes[depth] = node;
    }
    last.length = length;
    return this.nodeStacks[node]! as StackId;
  }

  /** Stack of one more address, whose caller is the leaf of `parent`. */
  childOf(thread: Thread, parent: StackId | None, mode: number, high: number, low: number): StackId {
    if (this.frames.count > maxNodes) this.forget();
    const key = mode === Mode.user ? thread.process.space.key : -1 - mode;
    return this.out.stack(parent, this.frameOf(thread, key, this.currentKey(key), high, low));
  }

  /** The key as of now: kernel addresses are resolved anew after the kernel loads a module. */
  private currentKey(key: number): number {
    return key < 0 ? key - this.kernel.key * 8 : key;
  }

  private nodeOf(thread: Thread, parent: number, key: number, currentKey: number, high: number, low: number) {
    const known = this.nodes.count;
    const node = this.nodes.intern(parent, currentKey, high, low);
    if (node < known) return node;
    if (node >= this.nodeStacks.length) {
      const larger = new Int32Array(this.nodeStacks.length * 2);
      larger.set(this.nodeStacks);
      this.nodeStacks = larger;
    }
    const above = parent < 0 ? none : (this.nodeStacks[parent]! as StackId);
    this.nodeStacks[node] = this.out.stack(above, this.frameOf(thread, key, currentKey, high, low));
    return node;
  }

  private frameOf(thread: Thread, key: number, currentKey: number, high: number, low: number): FrameId {
    const known = this.frames.count;
    const place = this.frames.intern(currentKey, high, low);
    if (place < known) return this.frameIds[place]!;
    const frame = this.newFrame(thread, key, high >>> 0, low >>> 0);
    this.frameIds[place] = frame;
    return frame;
  }

  private newFrame(thread: Thread, key: number, high: number, low: number): FrameId {
    const { out } = this;
    const ip = (BigInt(high) << 32n) | BigInt(low);
    const mode = key >= 0 ? Mode.user : -1 - key;
    const symbol = mode === Mode.kernel ? this.symbolAt(high, low) : null;
    if (symbol !== null) return out.frame(symbol.id, symbol.id);
    const space = mode === Mode.user ? thread.process.space : mode === Mode.kernel ? this.kernel : null;
    const found = space?.at(rounded(high, low)) ?? null;
    if (found === null) return out.frame(this.unknown, this.unknown, ip);
    // perf prints the offset in the file for user space, and the address for the kernel.
    const offset = BigInt.asUintN(64, ip + found.shift);
    const address = mode === Mode.user ? offset : ip;
    return out.frame(this.unknown, found.module, address, found.isAnonymous ? null : offset, found.build);
  }

  private symbolAt(high: number, low: number): KernelSymbol | null {
    for (let at = this.symbols.length - 1; at >= 0; at--) {
      const symbol = this.symbols[at]!;
      if (symbol.high !== high) continue;
      const inside = low - symbol.low;
      if (inside >= 0 && inside < symbol.length) return symbol;
    }
    return null;
  }

  private forget(): void {
    this.nodes = new TupleTable(4);
    this.frames = new TupleTable(3);
    this.frameIds = [];
    this.generation++;
  }
}

function modeOf(low: number): number {
  switch (low) {
    case Context.hypervisor:
      return Mode.hypervisor;
    case Context.kernel:
      return Mode.kernel;
    case Context.user:
      return Mode.user;
    case Context.guest:
    case Context.guestKernel:
      return Mode.guestKernel;
    case Context.guestUser:
      return Mode.guestUser;
    default:
      return -1;
  }
}

const emptyChain = (): LastChain => ({
  generation: 0,
  length: 0,
  keys: new Int32Array(64),
  lows: new Int32Array(64),
  highs: new Int32Array(64),
  nodes: new Int32Array(64),
});

function growChain(chain: LastChain, least: number): void {
  const grow = (from: Int32Array) => {
    const larger = new Int32Array(Math.max(least, from.length * 2));
    larger.set(from);
    return larger;
  };
  chain.keys = grow(chain.keys);
  chain.lows = grow(chain.lows);
  chain.highs = grow(chain.highs);
  chain.nodes = grow(chain.nodes);
}
