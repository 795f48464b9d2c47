/** Converts addresses to frames, and finds the stacks of events. */
import { type FrameId, type None, none, type Output, type StackId, type TextId } from '../contract.ts';
import { unknown } from '../families/windows/frames.ts';
import { addressBig } from './bytes.ts';
import { type Facts, isKernelAddress } from './facts.ts';
import { NumberTable } from './number-table.ts';
import { noPart } from './stacks.ts';
import type { Task } from './who.ts';

/** Id of the process under which the kernel's modules are listed. */
const kernelPid = 0;
/** Maximum number of cached frames, and of cached stacks, per process. */
const maxCached = 1 << 20;
/** Combines the ids of two address lists into one key; more than the number of lists. */
const listFactor = 2 ** 26;

/** Cached frames and stacks of a process. */
export class Space {
  readonly frames = new NumberTable(maxCached);
  /** Stacks by the ids of their user-space list and their kernel list. */
  readonly stacks = new NumberTable(maxCached);
  /** Frames by address list, leaf first. */
  readonly lists = new Map<number, Int32Array>();
}

export class Frames {
  private readonly modules = new Map<string, TextId>();
  private readonly unknownText: TextId;
  private interruptFrames: FrameId[] | null = null;
  /** True if every frame since the last reset is independent of the time, so that it can be cached. */
  private isSure = true;

  constructor(
    private readonly out: Output,
    private readonly facts: Facts,
    private readonly kernel: Space,
    private readonly pointer: () => number,
  ) {
    this.unknownText = out.string(unknown);
  }

  /** Base name of the module: `server.exe`; null if no module is at the address. */
  moduleName(pid: number, address: number, ts: number): string | null {
    const found = this.facts.images.find(this.isKernel(address) ? kernelPid : pid, address, ts);
    if (found === null) {
      this.isSure = true;
      return null;
    }
    this.isSure = found.isOnly;
    const path = this.facts.paths.of(found.image.path);
    return path.slice(path.lastIndexOf('\\') + 1);
  }

  /** True if the result of the last {@link moduleName} is independent of the time. */
  get isModuleSure(): boolean {
    return this.isSure;
  }

  private frame(pid: number, space: Space, address: number, ts: number): FrameId {
    const isOfKernel = this.isKernel(address);
    const { frames } = isOfKernel ? this.kernel : space;
    const known = frames.get(address);
    if (known >= 0) return known as FrameId;
    const owner = isOfKernel ? kernelPid : pid;
    const method = owner === kernelPid ? null : this.facts.methods.find(owner, address, ts);
    if (method !== null) {
      const id = this.out.frame(this.out.string(method.name), this.out.string(method.module));
      if (method.isOnly) frames.set(address, id);
      else this.isSure = false;
      return id;
    }
    const found = this.facts.images.find(owner, address, ts);
    const wide = addressBig(address);
    const id =
      found === null
        ? this.out.frame(this.unknownText, this.unknownText, wide)
        : this.out.frame(
            this.unknownText,
            this.moduleOf(found.image.path),
            wide,
            BigInt(address - found.image.base),
            this.buildOf(owner, found.image.base),
          );
    if (found === null || found.isOnly) frames.set(address, id);
    else this.isSure = false;
    return id;
  }

  /** The stack of the thread's event at `time`; `none` if it has no stack. */
  stackAt(time: number, { pid, tid, space }: Task): StackId | None {
    const { stacks } = this.facts;
    const slot = tid < 0 ? -1 : stacks.find(time, tid);
    return slot < 0 ? none : this.joinParts(stacks.kernelOf(slot), stacks.userOf(slot), pid, space, time);
  }

  /** The stack of a sample taken at the instruction pointer `ip`. */
  sampled(time: number, { pid, tid, space }: Task, ip: number): StackId {
    const { stacks } = this.facts;
    const slot = tid < 0 ? -1 : stacks.find(time, tid);
    if (slot < 0) return this.out.stack(none, this.frame(pid, space, ip, time));
    const kernel = stacks.kernelOf(slot);
    const user = stacks.userOf(slot);
    const whole = this.joinParts(kernel, user, pid, space, time);
    // If only the user-space part was recorded, its leaf is not the sampled address, which is then added.
    const leaf = kernel === noPart ? user : kernel;
    if (leaf !== noPart && stacks.leafOf(leaf) === ip) return whole as StackId;
    return this.out.stack(whole, this.frame(pid, space, ip, time));
  }

  private joinParts(kernel: number, user: number, pid: number, space: Space, ts: number): StackId | None {
    if (kernel === noPart && user === noPart) return none;
    const key = (user + 1) * listFactor + kernel + 1;
    const known = space.stacks.get(key);
    if (known >= 0) return known as StackId;
    this.isSure = true;
    const outer = this.pushFrames(none, user, pid, space, ts);
    const whole = this.pushFrames(outer, kernel, pid, space, ts) as StackId;
    if (this.isSure) space.stacks.set(key, whole);
    return whole;
  }

  private pushFrames(
    outer: StackId | None,
    list: number,
    pid: number,
    space: Space,
    ts: number,
  ): StackId | None {
    if (list === noPart) return outer;
    const frames = this.framesOf(list, pid, space, ts);
    let stack = outer;
    for (let at = frames.length - 1; at >= 0; at--) stack = this.out.stack(stack, frames[at] as FrameId);
    return stack;
  }

  private framesOf(list: number, pid: number, space: Space, ts: number): Int32Array {
    const { stacks } = this.facts;
    const isOfKernel = this.isKernel(stacks.address(list, stacks.depthOf(list) - 1));
    // A list whose root is in the kernel belongs to no process.
    const { lists } = isOfKernel ? this.kernel : space;
    const known = lists.get(list);
    if (known !== undefined) return known;
    const wasSure = this.isSure;
    this.isSure = true;
    const frames = new Int32Array(stacks.depthOf(list));
    for (let at = 0; at < frames.length; at++)
      frames[at] = this.frame(pid, space, stacks.address(list, at), ts);
    if (this.isSure) {
      if (lists.size >= maxCached) lists.clear();
      lists.set(list, frames);
    }
    this.isSure &&= wasSure;
    return frames;
  }

  /** A stack contained in the event itself: a list from {@link Stacks.intern}. */
  inline(list: number, { pid, space }: Task, ts: number): StackId | None {
    return this.joinParts(noPart, list, pid, space, ts);
  }

  /**
   * A sample of an idle CPU in an interrupt or a DPC. The sample's flags state it; a frame `[ISR]` or `[DPC]` is added,
   * because without symbols the functions do not show it.
   */
  interruptSample(isInterrupt: boolean, time: number, ip: number): StackId {
    this.interruptFrames ??= ['[ISR]', '[DPC]'].map(name =>
      this.out.frame(this.out.string(name), this.out.string('[kernel]')),
    );
    let stack = this.out.stack(none, this.interruptFrames[isInterrupt ? 0 : 1] as FrameId);
    const slot = this.facts.stacks.find(time, 0);
    const kernel = slot < 0 ? noPart : this.facts.stacks.kernelOf(slot);
    stack = this.pushFrames(stack, kernel, kernelPid, this.kernel, time) as StackId;
    const isOnTop = kernel !== noPart && this.facts.stacks.leafOf(kernel) === ip;
    return isOnTop ? stack : this.out.stack(stack, this.frame(kernelPid, this.kernel, ip, time));
  }

  private isKernel(address: number): boolean {
    return isKernelAddress(address, this.pointer());
  }

  /** Build id of a module, by which its symbols are found. */
  private buildOf(pid: number, base: number): TextId | None {
    const build = this.facts.builds.get(pid)?.get(base);
    return build === undefined ? none : this.out.string(build);
  }

  private moduleOf(path: string): TextId {
    let id = this.modules.get(path);
    if (id === undefined) {
      id = this.out.string(this.facts.paths.of(path));
      this.modules.set(path, id);
    }
    return id;
  }
}
