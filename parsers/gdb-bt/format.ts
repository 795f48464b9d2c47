import {
  type Format,
  type FrameId,
  type None,
  none,
  type Options,
  type Output,
  type StackId,
  type ThreadId,
} from '../contract.ts';
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';
import { frame, gdbBtEntry, head } from './entry.ts';

const maxFrames = 4096;

/** What gdb says while it attaches and leaves. */
const said =
  /^(?:\[(?:New |Thread debugging|Inferior |Switching |Current thread|Detaching)|Using host libthread_db|warning: |0x[\da-f]{1,16} in |Detaching from |\(gdb\)|Reading symbols|Attaching to|Missing separate|Backtrace stopped|\(More stack frames follow)/;

class GdbReader extends TextReader {
  private readonly clock: MomentClock;
  private ts = Number.NaN;
  private isDated = false;
  private thread: ThreadId | None = none;
  /** Leaf first. */
  private frames: FrameId[] = [];

  constructor(out: Output, options: Options) {
    super(out, options);
    this.clock = new MomentClock(out, options, 'report-times');
  }

  protected read(line: string): Verdict {
    const [, lwp, name] = head.exec(line) ?? [];
    if (lwp !== undefined) return this.begin(Number(lwp), name);
    const number = frame.exec(line)?.[1];
    if (number !== undefined) {
      // The next stack of a process of one thread has no title.
      if (number === '0' && this.frames.length > 0) this.close();
      if (this.frames.length < maxFrames) this.frames.push(this.frame(line.slice(number.length + 1).trim()));
      return 'used';
    }
    // Local variables, and the rest of a long frame.
    if (this.frames.length > 0 && /^\s/.test(line)) return 'used';
    const ts = this.clock.read(line);
    if (ts !== null) {
      this.close();
      this.ts = ts;
      this.isDated = true;
      return 'used';
    }
    return said.test(line) ? 'used' : this.unknown();
  }

  protected override finish(): void {
    this.close();
    if (!this.isDated) this.out.clock(undated(this.options, 'none'));
  }

  private begin(lwp: number, name: string | undefined): Verdict {
    this.close();
    const { out } = this;
    this.thread = out.thread(name === undefined ? none : out.string(name), -1, lwp < 2 ** 31 ? lwp : -1);
    return 'used';
  }

  private frame(printed: string): FrameId {
    const { out } = this;
    const [, text = printed, module = '[unknown]'] = /^(.{1,8192}\)) from (\S.{0,4096})$/.exec(printed) ?? [];
    const call = text.replace(/^0x[\da-f]{1,16} in /, '').replace(/\) at \S[^()]{0,4096}$/, ')');
    return out.frame(out.string(functionOf(call)), out.string(module));
  }

  /** A thread in a dump is one sample. */
  private close(): void {
    const { out, frames } = this;
    if (frames.length > 0) {
      let stack: StackId | None = none;
      for (const each of frames.reverse()) stack = out.stack(stack, each);
      out.sample(this.ts, -1, this.thread, out.string('thread dump'), 1, Number.NaN, stack);
    }
    this.frames = [];
    this.thread = none;
  }
}

/** `run(int)` of `run(int) (this=0x1, n=2)`: without the arguments, the last group in brackets. */
function functionOf(printed: string): string {
  // Texts among the arguments may hold brackets.
  const call = printed.replace(/"(?:[^"\\]|\\.){0,1000}"/g, '""');
  let depth = 0;
  for (let at = call.length - 1; at > 0 && call.endsWith(')'); at--) {
    if (call[at] === ')') depth++;
    else if (call[at] === '(' && --depth === 0) return call[at - 1] === ' ' ? call.slice(0, at - 1) : call;
  }
  return call;
}

export const gdbBt: Format = {
  ...gdbBtEntry,
  open: (out, options) => new GdbReader(out, options),
};
