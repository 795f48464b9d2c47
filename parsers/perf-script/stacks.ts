/**
 * From the kernel's stack tree to the output's. The kernel knows frame lines by a value: the frame's id for a line
 * that is one frame, else the place of the line's several frames in a list.
 */
import { type FrameId, none, type Output, type StackId, type TextId } from '../contract.ts';
import { type Kernel, root } from '../kit/kernel/kernel.ts';
import { type Frame, unknown } from './frame.ts';

/** Values from here on are places in `several`. */
const severalBase = 2 ** 30;

interface Several {
  readonly symbols: readonly TextId[];
  /** null: that of the caller. */
  readonly module: TextId | null;
  readonly address: number;
}

export class Stacks {
  private readonly several: Several[] = [];
  private readonly severalByKey = new Map<string, number>();
  private readonly moduleOf = new Map<FrameId, TextId>();
  /** By node of the kernel's tree: stack and module of its innermost frame. */
  private stacks: StackId[] = [];
  private modules: TextId[] = [];

  private readonly unknownModule: TextId;

  constructor(private readonly out: Output) {
    this.unknownModule = out.string(unknown);
  }

  /** The value under which the kernel shall know this frame. */
  valueOf(frame: Frame): number {
    const symbols = frame.symbols.map(symbol => this.out.string(symbol));
    const module = frame.module === null ? null : this.out.string(frame.module);
    if (symbols.length === 1 && module !== null) return this.frameId(symbols[0]!, module, frame.address);
    const key = `${module} ${symbols} ${frame.address}`;
    let place = this.severalByKey.get(key);
    if (place === undefined) {
      place = this.several.push({ symbols, module, address: frame.address }) - 1;
      this.severalByKey.set(key, place);
    }
    return severalBase + place;
  }

  /** The stack of a frame alone. */
  single(frame: Frame): StackId {
    return this.push(none, this.unknownModule, this.valueOf(frame));
  }

  /** The stack of a value called by a stack. */
  private push(parent: StackId, callerModule: TextId, value: number): StackId {
    if (value < severalBase) return this.out.stack(parent, value as FrameId);
    const { symbols, module, address } = this.several[value - severalBase]!;
    let stack = parent;
    for (const symbol of symbols) {
      stack = this.out.stack(stack, this.frameId(symbol, module ?? callerModule, address));
    }
    return stack;
  }

  /** The stack of a node. */
  stackOf(kernel: Kernel, node: number): StackId {
    const { stacks, modules } = this;
    for (let next = stacks.length; next <= node; next++) {
      const above = kernel.parentOf(next);
      const value = kernel.frameOf(next);
      const callerModule = above === root ? this.unknownModule : modules[above]!;
      stacks.push(this.push(above === root ? none : stacks[above]!, callerModule, value));
      modules.push(this.innermostModule(value) ?? callerModule);
    }
    return stacks[node]!;
  }

  /** The kernel's tree was cleared. */
  forgetNodes(): void {
    this.stacks = [];
    this.modules = [];
  }

  private innermostModule(value: number): TextId | null {
    if (value >= severalBase) return this.several[value - severalBase]!.module;
    return this.moduleOf.get(value as FrameId) ?? null;
  }

  private frameId(symbol: TextId, module: TextId, address: number): FrameId {
    const id = this.out.frame(symbol, module, address);
    if (!this.moduleOf.has(id)) this.moduleOf.set(id, module);
    return id;
  }
}
