import { type FrameId, type None, none, type Output, type StackId } from '../contract.ts';

/** `                                       __GI___libc_write (/usr/lib/libc.so.6)`, leaf first. */
const frame = /^ {20,}(\S.*) \((.*)\)$/;
const address = /^(?:0x|\[(?:0x)?)([0-9a-f]{1,16})\]?$/;
const unknown = '[unknown]';

export class TraceStack {
  private readonly frames: FrameId[] = [];

  constructor(private readonly out: Output) {}

  /** @returns true if the line is a frame */
  add(line: string): boolean {
    const match = frame.exec(line);
    if (match === null) return false;
    const { out } = this;
    const [, symbol = '', module = ''] = match;
    const inModule = out.string(module === '' || module === 'inlined' ? unknown : module);
    const at = address.exec(symbol)?.[1];
    this.frames.push(
      at === undefined
        ? out.frame(out.string(symbol), inModule)
        : out.frame(out.string(unknown), inModule, BigInt(`0x${at}`)),
    );
    return true;
  }

  /** Interns the stack of the frames added so far and clears them. */
  take(): StackId | None {
    let stack: StackId | None = none;
    for (let leaf = this.frames.pop(); leaf !== undefined; leaf = this.frames.pop())
      stack = this.out.stack(stack, leaf);
    return stack;
  }
}
