/** Reads stacks as DTrace prints them: one frame per line, leaf first. */
import { type FrameId, type None, none, type Output, type StackId, type TextId } from '../contract.ts';

/** stack(), ustack() and jstack() indent by 14; pasted output may be indented more. */
const indent = 12;
/** Maximum number of cached frames. */
const maxFrames = 1 << 18;
/** Maximum number of frames held until their value comes; no stack has more. */
const deepest = 1 << 14;

export class Stacks {
  private readonly known = new Map<string, FrameId>();
  private readonly unknown: TextId;
  /** Frames of the record, leaf first; a second stack (`stack(), ustack()`) continues the first. */
  private readonly frames: FrameId[] = [];
  private place = -1;

  constructor(private readonly out: Output) {
    this.unknown = out.string('[unknown]');
  }

  get depth(): number {
    return this.frames.length;
  }

  /** @returns true if the line is a frame */
  add(line: string): boolean {
    const start = indentOf(line);
    if (start < indent || this.frames.length >= deepest) return false;
    const text = line.slice(start);
    let frame = this.known.get(text);
    if (frame === undefined) {
      if (!this.isFrame(text, start)) return false;
      frame = this.parse(text);
      if (this.known.size >= maxFrames) this.known.clear();
      this.known.set(text, frame);
    }
    this.place = start;
    this.frames.push(frame);
    return true;
  }

  /**
   * Interns the stack of the frames added so far, below the given roots, and clears them; none if there are no
   * frames.
   */
  take(roots: readonly string[] = []): StackId | None {
    let stack: StackId | None = none;
    for (const root of roots)
      stack = this.out.stack(stack, this.out.frame(this.out.string(root), this.unknown));
    for (let at = this.frames.length - 1; at >= 0; at--) stack = this.out.stack(stack, this.frames[at]!);
    this.frames.length = 0;
    this.place = -1;
    return stack;
  }

  /** A frame of JIT code, or one without a known module, is recognised by its position among other frames. */
  private isFrame(text: string, start: number): boolean {
    if (text.includes('  ')) return false;
    if (/^[^\s`]{1,200}`\S/.test(text) || /^0x[0-9a-f]{1,16}$/.test(text)) return true;
    if (this.place >= 0) return start === this.place && !/^-?\d+$/.test(text);
    return /^[\w$/.<>:*&,()[\]{}~-]+(?:\+0x[0-9a-f]+|:0x[0-9a-f]+|:\{ptr\})$/.test(text);
  }

  private parse(text: string): FrameId {
    const { out, unknown } = this;
    const mark = text.indexOf('`');
    const module = mark > 0 ? out.string(text.slice(0, mark)) : unknown;
    const symbol = text.slice(mark + 1);
    if (/^0x[0-9a-f]{1,16}$/.test(symbol)) return out.frame(unknown, module, BigInt(symbol));
    return out.frame(out.string(symbol.replace(/\+0x[0-9a-f]+$/, '')), module);
  }
}

function indentOf(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === 0x20) at++;
  return at;
}
