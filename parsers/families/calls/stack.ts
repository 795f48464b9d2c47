import { type FrameId, type None, none, type Output, type StackId } from '../../contract.ts';

const unknown = '[unknown]';

/**
 * A frame as `-k` prints it: `/lib/libc.so.6(__read+0x13) [0x1234]`; without a symbol the parentheses are
 * empty.
 */
const frame = /^(.+?)\(([^()]*(?:\([^()]*\)[^()]*)*)\) \[0x([0-9a-f]{1,16})\]$/;

/** The frames of a call, innermost first as they are printed. */
export class CallStack {
  private readonly frames: FrameId[] = [];

  constructor(private readonly out: Output) {}

  /** @returns true if the text is a frame */
  add(text: string): boolean {
    const match = frame.exec(text);
    if (match === null) return false;
    const [, module = unknown, symbol = '', address = ''] = match;
    const { out } = this;
    const named = symbol.replace(/\+0x[0-9a-f]+$/, '');
    this.frames.push(
      named === ''
        ? out.frame(out.string(unknown), out.string(module), null, BigInt(`0x${address}`))
        : out.frame(out.string(named), out.string(module)),
    );
    return true;
  }

  /** Returns the stack of the frames so far, and clears them. */
  take(): StackId | None {
    let stack: StackId | None = none;
    for (let frame = this.frames.pop(); frame !== undefined; frame = this.frames.pop()) {
      stack = this.out.stack(stack, frame);
    }
    return stack;
  }
}
