/**
 * From the scanner's stack tree to the output's. The scanner knows frame lines by a value: the frame's id, or the place
 * in a list where that is not enough: for a line of several frames, and for an inlined one and the one around it.
 */
import { type FrameId, type None, none, type Output, type StackId, type TextId } from '../contract.ts';
import type { Scanner } from '../kit/scanner/scanner.ts';
import { ROOT } from '../kit/scanner/shared/found.ts';
import { type Frame, unknown } from './frame.ts';

/** Values from here on are places in `listed`. */
const listedBase = 2 ** 30;
/** Some 200 MB of them. Beyond it inlined frames are kept without their address, and so without a module. */
const mostListed = 2 ** 20;

interface Listed {
  readonly symbols: readonly TextId[];
  /** null: that of the frame around it. */
  readonly module: TextId | null;
  readonly address: bigint | null;
  readonly offset: bigint | null;
  readonly at: string;
}

/** Where the innermost frame of a stack stands. */
interface Around {
  readonly at: string;
  readonly module: TextId;
}

export class Stacks {
  private readonly listed: Listed[] = [];
  private readonly listedByKey = new Map<string, number>();
  /** Addresses at which something is inlined: as frames come innermost first, known before the frame around it. */
  private readonly inlinedAt = new Set<string>();
  /** By node of the scanner's tree: its stack, and what an inlined frame under it is in. */
  private stacks: (StackId | None)[] = [];
  private around: (Around | null)[] = [];

  private readonly unknownModule: TextId;

  constructor(private readonly out: Output) {
    this.unknownModule = out.string(unknown);
  }

  /** The value under which the scanner shall know this frame. */
  valueOf(frame: Frame): number {
    const symbols = frame.symbols.map(symbol => this.out.string(symbol));
    const module = frame.module === null ? null : this.out.string(frame.module);
    const { address, offset } = frame;
    const at = this.listed.length < mostListed ? frame.at : '';
    if (module === null) this.inlinedAt.add(at);
    else if (symbols.length === 1 && !this.inlinedAt.has(at)) {
      return this.out.frame(symbols[0]!, module, address, offset);
    }
    const key = `${module} ${symbols} ${at}`;
    let place = this.listedByKey.get(key);
    if (place === undefined) {
      place = this.listed.push({ symbols, module, address, offset, at }) - 1;
      this.listedByKey.set(key, place);
    }
    return listedBase + place;
  }

  /** The stack of a frame alone. */
  single(frame: Frame): StackId | None {
    return this.push(none, null, this.valueOf(frame)).stack;
  }

  /** The stack of a value called by a stack. */
  private push(
    parent: StackId | None,
    around: Around | null,
    value: number,
  ): { stack: StackId | None; around: Around | null } {
    if (value < listedBase) return { stack: this.out.stack(parent, value as FrameId), around: null };
    const { symbols, module: own, address, offset, at } = this.listed[value - listedBase]!;
    // perf takes a function itself for inlined where the debug information calls it by another name than the symbol
    // table, as it does many of the C library's. Nothing then names its module, and its caller is in another.
    const module = own ?? (around?.at === at ? around.module : this.unknownModule);
    let stack = parent;
    for (const symbol of symbols)
      stack = this.out.stack(stack, this.out.frame(symbol, module, address, offset));
    return { stack, around: { at, module } };
  }

  /** The stack of a node. */
  stackOf(scanner: Scanner, node: number): StackId | None {
    const { stacks, around } = this;
    for (let next = stacks.length; next <= node; next++) {
      const above = scanner.parentOf(next);
      const made =
        above === ROOT
          ? this.push(none, null, scanner.frameOf(next))
          : this.push(stacks[above]!, around[above]!, scanner.frameOf(next));
      stacks.push(made.stack);
      around.push(made.around);
    }
    return stacks[node]!;
  }

  /** The scanner's tree was cleared. */
  forgetNodes(): void {
    this.stacks = [];
    this.around = [];
  }
}
