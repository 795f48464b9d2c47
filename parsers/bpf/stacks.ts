/** Frames as bpftrace and bcc print them, one per line, leaf first. */
import { type FrameId, type None, none, type Output, type StackId } from '../contract.ts';

const unknown = '[unknown]';
/** Lowest address of the kernel in Linux. */
const kernelSpace = 0xff00_0000_0000_0000n;
/** Maximum number of cached frames, and maximum length of a frame that is parsed. */
const maxCached = 1 << 18;
const longest = 4096;

export interface FrameText {
  readonly symbol: string;
  readonly module: string;
  /** null if there is a symbol. */
  readonly address: bigint | null;
}

/**
 * - `submit_bio`, `blk_account_io_start+1`, `tcp_drop+0x1`, `b'tcp_drop+0x1'`;
 * - `ffffffff81189249 filemap_map_pages`, `0x44e955`: with an address, used if there is no symbol;
 * - `main+0x6d [allocs]`, `main+0x6d (/usr/bin/allocs)`: with a module.
 */
export function parseFrame(line: string): FrameText {
  let text = line.startsWith("b'") && line.endsWith("'") ? line.slice(2, -1) : line;
  if (text.length > longest) return { symbol: text, module: unknown, address: null };
  let address: bigint | null = null;
  const printed = /^(?:0x([0-9a-f]{1,16})|([0-9a-f]{8,16}))(?= |$)/.exec(text);
  if (printed !== null) {
    address = BigInt(`0x${printed[1] ?? printed[2]}`);
    text = text.slice(printed[0].length + 1);
  }
  let module = address !== null && address >= kernelSpace ? '[kernel]' : unknown;
  const inModule = / (?:\[([^[\]]+)\]|\((\/[^()]+|\[[^()]+\])\))$/.exec(text);
  if (inModule !== null) {
    const name = inModule[1] ?? inModule[2]!;
    module = name === 'kernel' ? '[kernel]' : name;
    text = text.slice(0, inModule.index);
  }
  const symbol = text.replace(/\+(?:0x[0-9a-f]+|\d+)$/, '');
  if (symbol === '' || symbol === unknown) return { symbol: unknown, module, address };
  return { symbol, module, address: null };
}

/** The stacks of a capture. */
export class Stacks {
  private readonly known = new Map<string, FrameId>();

  constructor(private readonly out: Output) {}

  /** @param frames leaf first */
  of(frames: readonly string[]): StackId | None {
    let stack: StackId | None = none;
    for (let at = frames.length - 1; at >= 0; at--) stack = this.out.stack(stack, this.frame(frames[at]!));
    return stack;
  }

  private frame(text: string): FrameId {
    let frame = this.known.get(text);
    if (frame === undefined) {
      const { symbol, module, address } = parseFrame(text);
      const { out } = this;
      frame = out.frame(out.string(symbol), out.string(module), address);
      if (this.known.size >= maxCached) this.known.clear();
      this.known.set(text, frame);
    }
    return frame;
  }
}
