/** Frames and stacks by their ids, with the ids that they refer to. */
import { type None, none, type Output, type StackId, type TextId, type ThreadId } from '../contract.ts';
import { internFrame } from '../families/windows/frames.ts';

/** Role of a frame in its stack: PerfView puts process and thread at the root. */
type Frame =
  | { readonly is: 'process'; readonly name: TextId; readonly pid: number }
  | { readonly is: 'thread'; readonly tid: number }
  | { readonly is: 'root' }
  | { readonly is: 'function'; readonly frame: ReturnType<typeof internFrame> };

interface Process {
  readonly name: TextId | None;
  readonly pid: number;
}

export interface Resolved {
  readonly stack: StackId | None;
  readonly process: Process | null;
  readonly tid: number;
}

const nothing: Resolved = { stack: none, process: null, tid: -1 };

/** Deeper stacks are truncated at the root. */
const deepest = 1 << 14;

export class PerfViewStacks {
  private readonly frames = new Map<number, Frame>();
  private readonly callers = new Map<number, readonly [caller: number, frame: number]>();
  private readonly resolved = new Map<number, Resolved>();

  constructor(private readonly out: Output) {}

  addFrame(id: number, text: string): void {
    this.frames.set(id, this.frameOf(text));
  }

  addStack(id: number, caller: number, frame: number): void {
    this.callers.set(id, [caller, frame]);
  }

  /** null if the stack, or one of its callers, is missing. */
  resolve(id: number): Resolved | null {
    const path: number[] = [];
    let at = id;
    while (at >= 0 && !this.resolved.has(at) && path.length < deepest) {
      const entry = this.callers.get(at);
      if (entry === undefined) return null;
      path.push(at);
      at = entry[0];
    }
    let above = this.resolved.get(at) ?? nothing;
    for (const stack of path.reverse()) {
      above = this.push(above, this.frames.get(this.callers.get(stack)![1]));
      this.resolved.set(stack, above);
    }
    return above;
  }

  /** A stack given inline, leaf first. */
  ofTexts(texts: readonly string[]): Resolved {
    return texts.reduceRight((above, text) => this.push(above, this.frameOf(text)), nothing);
  }

  threadOf({ process, tid }: Resolved): ThreadId | None {
    if (process === null && tid < 0) return none;
    return this.out.thread(process?.name ?? none, process?.pid ?? -1, tid);
  }

  private push(above: Resolved, frame: Frame | undefined): Resolved {
    switch (frame?.is) {
      case 'process':
        return { ...above, process: frame };
      case 'thread':
        return { ...above, tid: frame.tid };
      case 'function':
        return { ...above, stack: this.out.stack(above.stack, frame.frame) };
      default:
        return above;
    }
  }

  private frameOf(text: string): Frame {
    if (text === 'ROOT') return { is: 'root' };
    const process = /^Process(?:32|64)? ([^()]{1,300}?) ?\((\d{1,9})\)/.exec(text);
    if (process !== null)
      return { is: 'process', name: this.out.string(process[1] ?? ''), pid: small(process[2]) };
    const thread = /^Thread \((\d{1,9})\)/.exec(text);
    if (thread !== null) return { is: 'thread', tid: small(thread[1]) };
    return { is: 'function', frame: internFrame(this.out, text) };
  }
}

const small = (digits: string | undefined): number => {
  const id = Number(digits);
  return id <= 0x7fff_ffff ? id : -1;
};
