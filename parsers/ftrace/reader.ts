import {
  type FrameId,
  type None,
  none,
  type Options,
  type Output,
  type StackId,
  type ThreadId,
} from '../contract.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { TracepointFields } from '../kit/tracepoint-fields.ts';
import { parsePayload } from '../kit/tracepoint-payload.ts';
import { callOf } from '../kit/tracepoints.ts';
import { isTranscript, promptCommand } from '../kit/transcript.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import { BootClock } from './clock.ts';
import { Graph } from './graph.ts';
import { type Entry, parseEntry, parseGraph, parseSaid, parseSwitch } from './line.ts';

const mostFrames = 1024;

/** What tools say around the trace. */
const said =
  /^(?:#|Tracing .*Ctrl-C|Ending tracing|\^C|cpus=\d+|version = |CPU \d+ is empty|-{10,}$| ?-{10,}$|\[\.\.\.\]|entries-in-buffer)/;

interface Held {
  readonly entry: Entry;
  readonly frames: string[];
  readonly line: number;
  readonly offset: number;
}

/** Events wait for the stack that may follow them; the graph of functions nests its calls. */
export class FtraceReader extends TextReader {
  private readonly clock: BootClock;
  private readonly graph: Graph;
  private readonly fields: TracepointFields;
  private readonly threads = new Map<string, ThreadId>();
  private readonly message = new Utf8Buffer();
  private readonly transcript: boolean;
  private held: Held | null = null;
  /** Frames follow. */
  private inStack = false;

  constructor(out: Output, options: Options) {
    super(out, options);
    this.clock = new BootClock(out, options);
    this.graph = new Graph(out, this.clock);
    this.fields = new TracepointFields(out);
    this.transcript = isTranscript(options.head);
  }

  protected read(line: string): Verdict {
    if (line.startsWith(' => ')) return this.frame(line.slice(4));
    const entry = parseEntry(line);
    if (entry !== null) return this.entry(entry);
    const row = parseGraph(line);
    if (row !== null) {
      return this.graph.add(row, this.lineNumber, this.lineOffset)
        ? 'used'
        : this.unknown('Calls are nested too deep.');
    }
    return this.other(line);
  }

  private other(line: string): Verdict {
    const change = parseSwitch(line);
    if (change !== null) {
      this.graph.switched(change);
      return 'used';
    }
    if (/\[LOST \d+ EVENTS\]/.test(line)) {
      this.problem(
        'lost-events',
        'warning',
        'The kernel lost events: what is recorded is not all that happened.',
      );
      return 'used';
    }
    const cpus = /^#.*#P:(\d{1,5})/.exec(line)?.[1];
    if (cpus !== undefined) this.out.about({ cpus: Number(cpus) });
    if (said.test(line) && promptCommand(line) === null) return 'used';
    if (!this.transcript) return this.unknown();
    const command = promptCommand(line);
    if (command !== null) {
      this.out.about({ command });
      return 'used';
    }
    this.problem('prose', 'notice', 'What stands around the outputs of a session was left out.');
    return 'skipped';
  }

  private entry(entry: Entry): Verdict {
    const isStack = entry.text === '<stack trace>' || entry.text === '<user stack trace>';
    if (isStack && this.held !== null && this.held.entry.tid === entry.tid) {
      this.inStack = true;
      return 'used';
    }
    this.release();
    this.held = { entry, frames: [], line: this.lineNumber, offset: this.lineOffset };
    this.inStack = isStack;
    return 'used';
  }

  private frame(text: string): Verdict {
    const { held } = this;
    if (held === null || !this.inStack || held.frames.length >= mostFrames) {
      return this.unknown('A frame without an event that it belongs to was left out.');
    }
    held.frames.push(text.trim());
    return 'used';
  }

  private release(): void {
    const { held } = this;
    if (held === null) return;
    this.held = null;
    const { entry, frames, line, offset } = held;
    const what = parseSaid(entry.text);
    const name = what.is === 'event' ? what.name : what.is === 'function' ? 'function' : 'stack trace';
    const call = callOf(name);
    const printed =
      what.is === 'event'
        ? parsePayload(name, what.payload)
        : what.is === 'function'
          ? [
              { type: { key: 'function', type: 'text' as const }, value: what.name },
              { type: { key: 'caller', type: 'text' as const }, value: what.caller },
            ]
          : [];
    const fields = call === null ? printed : [...printed, { type: call.type, value: call.call }];
    this.message.write(what.is === 'event' ? what.payload : entry.text);
    this.out.event({
      ts: this.clock.at(entry.time),
      kind: this.out.string(name),
      thread: this.thread(entry),
      cpu: entry.cpu,
      message: { bytes: this.message.bytes, start: 0, end: this.message.length },
      ...this.fields.of(name, fields),
      stack:
        what.is === 'function' && frames.length === 0
          ? this.stack([what.name, what.caller])
          : this.stack(frames),
      line,
      lines: 1,
      offset,
    });
  }

  /** @param frames leaf first */
  private stack(frames: readonly string[]): StackId | None {
    let stack: StackId | None = none;
    for (let at = frames.length - 1; at >= 0; at--) stack = this.out.stack(stack, this.frameOf(frames[at]!));
    return stack;
  }

  /** `vfs_read`, `vfs_read+0x8f/0x150`; of user space `<00007fca9f0e376d>`, `/bin/bash[+0x8db60]`. */
  private frameOf(text: string): FrameId {
    const { out } = this;
    const [, address] = /^<([0-9a-f]{1,16})>$/.exec(text) ?? [];
    if (address !== undefined)
      return out.frame(out.string('[unknown]'), out.string('[unknown]'), BigInt(`0x${address}`));
    const [, module, offset] = /^(\/[^[]+)\[\+0x([0-9a-f]{1,16})\]/.exec(text) ?? [];
    if (module !== undefined) {
      const at = BigInt(`0x${offset}`);
      return out.frame(out.string('[unknown]'), out.string(module), null, at);
    }
    return out.frame(
      out.string(text.replace(/\+0x[0-9a-f]+(?:\/0x[0-9a-f]+)?$/, '')),
      out.string('[kernel]'),
    );
  }

  private thread({ comm, pid, tid }: Entry): ThreadId {
    const key = `${pid} ${tid} ${comm ?? ''}`;
    let thread = this.threads.get(key);
    if (thread === undefined) {
      thread = this.out.thread(comm === null ? none : this.out.string(comm), pid, tid);
      if (this.threads.size >= 1 << 18) this.threads.clear();
      this.threads.set(key, thread);
    }
    return thread;
  }

  protected override finish(): void {
    this.release();
    this.graph.finish();
  }
}
