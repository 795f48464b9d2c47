/**
 * Converts the scanner's stack tree to the output's stacks. The scanner identifies each frame line by a number: a
 * `FrameId`, or `listedBase` plus an index into `listed` if one id does not suffice, which is so for a line with
 * several frames, for an inlined frame, and for the frame it is inlined into.
 */
import { type FrameId, type None, none, type Output, type StackId, type TextId } from '../contract.ts';
import type { Scanner } from '../kit/scanner/scanner.ts';
import { ROOT } from '../kit/scanner/shared/found.ts';
import { type Frame, unknown } from './frame.ts';

/** Numbers from here on are indices into `listed`. */
const listedBase = 2 ** 30;
/**
 * Limits the list to about 200 MB. Further frames lose their printed address, so an inlined one can no longer be
 * matched to the frame it is inlined into and gets module `[unknown]`.
 */
const maxListed = 2 ** 20;

interface FrameLine {
  readonly symbols: readonly TextId[];
  /** null for an inlined frame: it has the module of the frame it is inlined into. */
  readonly module: TextId | null;
  readonly address: bigint | null;
  readonly offset: bigint | null;
  readonly at: string;
}

/** Address and module of the frame pushed last, which an inlined frame above it takes its module from. */
interface EnclosingFrame {
  readonly at: string;
  readonly module: TextId;
}

export class Stacks {
  private readonly listed: FrameLine[] = [];
  private readonly listedByKey = new Map<string, number>();
  /**
   * Addresses with an inlined frame. Frames are printed innermost first, so an address is here before its enclosing
   * frame is seen.
   */
  private readonly inlinedAt = new Set<string>();
  /** By address: lines of the scanner whose value is a `FrameId`, as no inlined frame of the address was seen yet. */
  private linesAt = new Map<string, number[]>();
  /** By node of the scanner's tree: its stack, and the frame that an inlined frame above it is in. */
  private stacks: (StackId | None)[] = [];
  private around: (EnclosingFrame | null)[] = [];

  private readonly unknownModule: TextId;

  /** @param unset makes the scanner ask again for the value of a frame line */
  constructor(
    private readonly out: Output,
    private readonly unset: (line: number) => void,
  ) {
    this.unknownModule = out.string(unknown);
  }

  /** Number by which the scanner identifies this frame. `line`: its id of the frame line, if it is one. */
  valueOf(frame: Frame, line: number | None): number {
    const symbols = frame.symbols.map(symbol => this.out.string(symbol));
    const module = frame.module === null ? null : this.out.string(frame.module);
    const { address, offset } = frame;
    const at = this.listed.length < maxListed ? frame.printedAddress : '';
    if (module === null) this.addInlined(at);
    else if (symbols.length === 1 && !this.inlinedAt.has(at)) {
      if (line !== none) this.addLine(at, line);
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

  private addLine(at: string, line: number): void {
    const lines = this.linesAt.get(at);
    if (lines) lines.push(line);
    else this.linesAt.set(at, [line]);
  }

  /** perf prints inlined frames of an address in one stack and none in another, so its line may have a value already. */
  private addInlined(at: string): void {
    this.inlinedAt.add(at);
    this.linesAt.get(at)?.forEach(this.unset);
    this.linesAt.delete(at);
  }

  /** The stack of a single frame. */
  single(frame: Frame): StackId | None {
    return this.push(none, null, this.valueOf(frame, none)).stack;
  }

  /** Pushes the frames of `value` on stack `parent`. */
  private push(
    parent: StackId | None,
    around: EnclosingFrame | null,
    value: number,
  ): { stack: StackId | None; around: EnclosingFrame | null } {
    if (value < listedBase) return { stack: this.out.stack(parent, value as FrameId), around: null };
    const { symbols, module: own, address, offset, at } = this.listed[value - listedBase]!;
    // perf prints a function as inlined into itself if DWARF and the symbol table name it differently, as for many
    // functions of libc. No enclosing frame with the same address follows then, and its caller is in another module:
    // use `[unknown]`.
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

  /** Called after the scanner's frame lines were cleared. */
  forgetLines(): void {
    this.linesAt = new Map();
  }

  /** Called after the scanner's tree was cleared. */
  forgetNodes(): void {
    this.stacks = [];
    this.around = [];
  }
}
