/** Addresses to frames, and the stacks of events. */
import { type FrameId, type None, none, type Output, type StackId, type TextId } from '../contract.ts';
import { unknown } from '../kit/etw/frames.ts';
import { addressBig } from './bytes.ts';
import { type Facts, isKernelAddress, type Process } from './facts.ts';
import { noPart } from './stacks.ts';

/** Id of the process that holds the kernel's modules. */
const kernelPid = 0;
/** Frames and stacks that are known again, of each process. */
const mostKnown = 1 << 20;

interface Space {
  readonly frames: Map<number, FrameId>;
  /** Stacks by the user-space list, then by the kernel list. */
  readonly stacks: Map<number, Map<number, StackId>>;
  /** Frames of lists of addresses, the leaf first. */
  readonly lists: Map<number, Int32Array>;
}

export class Frames {
  private readonly spaces = new Map<Process | number, Space>();
  private lastOf: Process | number = -1;
  private lastSpace: Space | null = null;
  private readonly modules = new Map<string, TextId>();
  private readonly unknownText: TextId;
  private served: FrameId[] | null = null;
  /** True if every frame since the last reset is the same at any time. */
  private isSure = true;

  constructor(
    private readonly out: Output,
    private readonly facts: Facts,
    private readonly pointer: () => number,
  ) {
    this.unknownText = out.string(unknown);
  }

  /** Base name of the module: `server.exe`; null if no module is at the address. */
  moduleName(pid: number, address: number, ts: number): string | null {
    const found = this.facts.images.find(this.isKernel(address) ? kernelPid : pid, address, ts);
    if (found === null) return null;
    const path = this.facts.paths.of(found.image.path);
    return path.slice(path.lastIndexOf('\\') + 1);
  }

  frame(pid: number, address: number, ts: number): FrameId {
    const owner = this.isKernel(address) ? kernelPid : pid;
    const { frames } = this.space(owner, ts);
    const known = frames.get(address);
    if (known !== undefined) return known;
    const method = owner === kernelPid ? null : this.facts.methods.find(owner, address, ts);
    if (method !== null) {
      const id = this.out.frame(this.out.string(method.name), this.out.string(method.module));
      if (method.isOnly) this.keep(frames, address, id);
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
    if (found === null || found.isOnly) this.keep(frames, address, id);
    else this.isSure = false;
    return id;
  }

  /** The stack of the event of that time and thread; none where it has none. `ip`: where a sample was taken. */
  stackAt(time: number, pid: number, tid: number, ip: number | null): StackId | None {
    const { stacks } = this.facts;
    const slot = tid < 0 ? -1 : stacks.find(time, tid);
    if (slot < 0) return ip === null ? none : this.out.stack(none, this.frame(pid, ip, time));
    const kernel = stacks.kernelOf(slot);
    const user = stacks.userOf(slot);
    const whole = this.joined(kernel, user, pid, time);
    if (ip === null) return whole;
    // Where only the part in user space was recorded, what the profiler found is not its innermost frame.
    const leaf = kernel === noPart ? user : kernel;
    if (leaf !== noPart && stacks.address(leaf, 0) === ip) return whole;
    return this.out.stack(whole, this.frame(pid, ip, time));
  }

  private joined(kernel: number, user: number, pid: number, ts: number): StackId | None {
    if (kernel === noPart && user === noPart) return none;
    const { stacks } = this.space(pid, ts);
    let ofUser = stacks.get(user);
    if (ofUser === undefined) {
      ofUser = new Map();
      this.keep(stacks, user, ofUser);
    }
    const known = ofUser.get(kernel);
    if (known !== undefined) return known;
    this.isSure = true;
    const outer = this.pushed(none, user, pid, ts);
    const whole = this.pushed(outer, kernel, pid, ts) as StackId;
    if (this.isSure) this.keep(ofUser, kernel, whole);
    return whole;
  }

  private pushed(outer: StackId | None, list: number, pid: number, ts: number): StackId | None {
    if (list === noPart) return outer;
    const frames = this.framesOf(list, pid, ts);
    let stack = outer;
    for (let at = frames.length - 1; at >= 0; at--) stack = this.out.stack(stack, frames[at] as FrameId);
    return stack;
  }

  private framesOf(list: number, pid: number, ts: number): Int32Array {
    const { stacks } = this.facts;
    const isOfKernel = this.isKernel(stacks.address(list, stacks.depthOf(list) - 1));
    // One whose outermost frame is of the kernel is of no process.
    const { lists } = this.space(isOfKernel ? kernelPid : pid, ts);
    const known = lists.get(list);
    if (known !== undefined) return known;
    const wasSure = this.isSure;
    this.isSure = true;
    const frames = new Int32Array(stacks.depthOf(list));
    for (let at = 0; at < frames.length; at++) frames[at] = this.frame(pid, stacks.address(list, at), ts);
    if (this.isSure) this.keep(lists, list, frames);
    this.isSure &&= wasSure;
    return frames;
  }

  /** A stack that stands in the event itself: a list of {@link Stacks.intern}. */
  inline(list: number, pid: number, ts: number): StackId | None {
    return this.joined(noPart, list, pid, ts);
  }

  /** A sample of an idle CPU that serves an interrupt: the profiler says it, and no function has a name to tell it by. */
  serving(isInterrupt: boolean, time: number, ip: number): StackId {
    this.served ??= ['[ISR]', '[DPC]'].map(name =>
      this.out.frame(this.out.string(name), this.out.string('[kernel]')),
    );
    let stack = this.out.stack(none, this.served[isInterrupt ? 0 : 1] as FrameId);
    const slot = this.facts.stacks.find(time, 0);
    const kernel = slot < 0 ? noPart : this.facts.stacks.kernelOf(slot);
    stack = this.pushed(stack, kernel, kernelPid, time) as StackId;
    const isOnTop = kernel !== noPart && this.facts.stacks.address(kernel, 0) === ip;
    return isOnTop ? stack : this.out.stack(stack, this.frame(kernelPid, ip, time));
  }

  private isKernel(address: number): boolean {
    return isKernelAddress(address, this.pointer());
  }

  private space(pid: number, ts: number): Space {
    const of = pid === kernelPid ? pid : (this.facts.processes.find(pid, ts) ?? pid);
    if (of === this.lastOf && this.lastSpace !== null) return this.lastSpace;
    let space = this.spaces.get(of);
    if (space === undefined) {
      space = { frames: new Map(), stacks: new Map(), lists: new Map() };
      this.spaces.set(of, space);
    }
    this.lastOf = of;
    this.lastSpace = space;
    return space;
  }

  private keep<T>(known: Map<number, T>, key: number, id: T): void {
    if (known.size >= mostKnown) known.clear();
    known.set(key, id);
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
