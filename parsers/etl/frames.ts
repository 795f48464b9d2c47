/** Addresses to frames, and the stacks of events. */
import { type FrameId, type None, none, type Output, type StackId, type TextId } from '../contract.ts';
import { unknown } from '../kit/etw/frames.ts';
import { addressBig } from './bytes.ts';
import { type Facts, isKernelAddress } from './facts.ts';
import { NumberTable } from './number-table.ts';
import { noPart } from './stacks.ts';
import type { Task } from './who.ts';

/** Id of the process that holds the kernel's modules. */
const kernelPid = 0;
/** Frames and stacks that are known again, of each process. */
const mostKnown = 1 << 20;
/** More than there are lists of addresses. */
const perList = 2 ** 26;

/** What is known again of a process. */
export class Space {
  readonly frames = new NumberTable(mostKnown);
  /** Stacks by their lists in user space and in the kernel. */
  readonly stacks = new NumberTable(mostKnown);
  /** Frames of lists of addresses, the leaf first. */
  readonly lists = new Map<number, Int32Array>();
}

export class Frames {
  private readonly modules = new Map<string, TextId>();
  private readonly unknownText: TextId;
  private served: FrameId[] | null = null;
  /** True if every frame since the last reset is the same at any time. */
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

  /** True if the last {@link moduleName} holds at any time. */
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

  /** The stack of the event of that time and thread; none where it has none. */
  stackAt(time: number, { pid, tid, space }: Task): StackId | None {
    const { stacks } = this.facts;
    const slot = tid < 0 ? -1 : stacks.find(time, tid);
    return slot < 0 ? none : this.joined(stacks.kernelOf(slot), stacks.userOf(slot), pid, space, time);
  }

  /** The stack of a sample, which was taken at `ip`. */
  sampled(time: number, { pid, tid, space }: Task, ip: number): StackId {
    const { stacks } = this.facts;
    const slot = tid < 0 ? -1 : stacks.find(time, tid);
    if (slot < 0) return this.out.stack(none, this.frame(pid, space, ip, time));
    const kernel = stacks.kernelOf(slot);
    const user = stacks.userOf(slot);
    const whole = this.joined(kernel, user, pid, space, time);
    // Where only the part in user space was recorded, what the profiler found is not its innermost frame.
    const leaf = kernel === noPart ? user : kernel;
    if (leaf !== noPart && stacks.leafOf(leaf) === ip) return whole as StackId;
    return this.out.stack(whole, this.frame(pid, space, ip, time));
  }

  private joined(kernel: number, user: number, pid: number, space: Space, ts: number): StackId | None {
    if (kernel === noPart && user === noPart) return none;
    const key = (user + 1) * perList + kernel + 1;
    const known = space.stacks.get(key);
    if (known >= 0) return known as StackId;
    this.isSure = true;
    const outer = this.pushed(none, user, pid, space, ts);
    const whole = this.pushed(outer, kernel, pid, space, ts) as StackId;
    if (this.isSure) space.stacks.set(key, whole);
    return whole;
  }

  private pushed(outer: StackId | None, list: number, pid: number, space: Space, ts: number): StackId | None {
    if (list === noPart) return outer;
    const frames = this.framesOf(list, pid, space, ts);
    let stack = outer;
    for (let at = frames.length - 1; at >= 0; at--) stack = this.out.stack(stack, frames[at] as FrameId);
    return stack;
  }

  private framesOf(list: number, pid: number, space: Space, ts: number): Int32Array {
    const { stacks } = this.facts;
    const isOfKernel = this.isKernel(stacks.address(list, stacks.depthOf(list) - 1));
    // One whose outermost frame is of the kernel is of no process.
    const { lists } = isOfKernel ? this.kernel : space;
    const known = lists.get(list);
    if (known !== undefined) return known;
    const wasSure = this.isSure;
    this.isSure = true;
    const frames = new Int32Array(stacks.depthOf(list));
    for (let at = 0; at < frames.length; at++)
      frames[at] = this.frame(pid, space, stacks.address(list, at), ts);
    if (this.isSure) {
      if (lists.size >= mostKnown) lists.clear();
      lists.set(list, frames);
    }
    this.isSure &&= wasSure;
    return frames;
  }

  /** A stack that stands in the event itself: a list of {@link Stacks.intern}. */
  inline(list: number, { pid, space }: Task, ts: number): StackId | None {
    return this.joined(noPart, list, pid, space, ts);
  }

  /** A sample of an idle CPU that serves an interrupt: the profiler says it, and no function has a name to tell it by. */
  serving(isInterrupt: boolean, time: number, ip: number): StackId {
    this.served ??= ['[ISR]', '[DPC]'].map(name =>
      this.out.frame(this.out.string(name), this.out.string('[kernel]')),
    );
    let stack = this.out.stack(none, this.served[isInterrupt ? 0 : 1] as FrameId);
    const slot = this.facts.stacks.find(time, 0);
    const kernel = slot < 0 ? noPart : this.facts.stacks.kernelOf(slot);
    stack = this.pushed(stack, kernel, kernelPid, this.kernel, time) as StackId;
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
