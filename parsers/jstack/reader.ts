import {
  type FieldSchemaId,
  type FrameId,
  type None,
  none,
  type Options,
  type Output,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { ascii } from '../kit/bytes.ts';
import { MomentClock } from '../kit/metrics/moment-clock.ts';
import { MetricTable } from '../kit/metrics/series.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';
import { dump } from './entry.ts';

const maxFrames = 4096;

/** A thread whose stack is being read. */
class OpenThread {
  state: string;
  /** Leaf first. */
  readonly frames: FrameId[] = [];

  constructor(
    readonly thread: ThreadId,
    /** What stands behind the ids: `runnable`, `waiting on condition`. Threads of the JVM itself have nothing else. */
    activity: string,
  ) {
    this.state = activity;
  }
}

export class JstackReader extends TextReader {
  private readonly clock: MomentClock;
  private readonly fields: FieldSchemaId;
  private readonly lockKind: TextId;
  private readonly unknownModule: TextId;
  private readonly times = new MetricTable(this.out, null, 'thread', [
    { counter: 'cpu', unit: 'ms', cumulative: true },
    { counter: 'elapsed', unit: 's', cumulative: true },
  ]);
  private ts = Number.NaN;
  private isDated = false;
  private row = -1;
  private open: OpenThread | null = null;
  /** In a list that names threads by address, or in what the dump says of the JVM after its threads. */
  private isAside = false;

  constructor(out: Output, options: Options) {
    super(out, options);
    this.clock = new MomentClock(out, options, 'report-times');
    this.lockKind = out.string('lock');
    this.unknownModule = out.string('[unknown]');
    this.fields = out.fieldSchema([
      { key: 'action', type: 'text' },
      { key: 'lock', type: 'text' },
      { key: 'class', type: 'text' },
    ]);
  }

  protected read(line: string): Verdict {
    const head = /^"(.*)" (?:#|daemon |prio=|os_prio=|cpu=|tid=|\[)/.exec(line);
    if (head !== null && this.row >= 0) return this.begin(head[1]!, line);
    const { open } = this;
    const text = line.trim();
    if (open !== null) {
      if (text.startsWith('at ')) return this.frame(open, text.slice(3));
      const state = /^java\.lang\.Thread\.State: (.{1,80})$/.exec(text)?.[1];
      if (state !== undefined) {
        open.state = state;
        return 'used';
      }
      if (text.startsWith('- ')) return this.lock(open, text.slice(2));
      if (
        /^(?:No compile task|Compiling: |Locked ownable synchronizers:|Carrying virtual thread )/.test(text)
      )
        return 'used';
    }
    if (dump.test(line)) return this.beginDump(line);
    const ts = /^\d/.test(line) ? this.clock.read(line) : null;
    if (ts !== null) {
      this.close();
      this.ts = ts;
      this.isDated = true;
      return 'used';
    }
    this.close();
    if (
      /^(?:Threads class SMR info:|JNI global ref|Heap$|Found \d+ deadlock|Found one Java-level deadlock|Java stack information)/.test(
        line,
      )
    )
      this.isAside = true;
    return this.isAside ? 'used' : this.unknown();
  }

  protected override finish(): void {
    this.close();
    if (!this.isDated) this.out.clock(undated(this.options, 'none'));
  }

  private beginDump(line: string): Verdict {
    this.close();
    this.row++;
    this.isAside = false;
    this.out.about({ other: { jvm: line.slice('Full thread dump '.length, -1) } });
    return 'used';
  }

  private begin(name: string, line: string): Verdict {
    this.close();
    this.isAside = false;
    const [, nid = ''] = / nid=(0x[\da-f]{1,16}|\d{1,10})(?: |$)/.exec(line) ?? [];
    const tid = Number(nid);
    const thread = this.out.thread(this.out.string(name), -1, nid !== '' && tid < 2 ** 31 ? tid : -1);
    const [, activity = ''] = / nid=\S+ (.{0,200}?)\s*(?:\[0x[\da-f]{1,16}\])?$/.exec(line) ?? [];
    this.open = new OpenThread(thread, activity.trim() || 'unknown');
    const cpu = Number(/ cpu=(\d{1,15}(?:\.\d{1,6})?)ms /.exec(line)?.[1] ?? Number.NaN);
    const elapsed = Number(/ elapsed=(\d{1,15}(?:\.\d{1,6})?)s /.exec(line)?.[1] ?? Number.NaN);
    this.times.write(name, [cpu, elapsed], { ts: this.ts, row: this.row, sinceBoot: false });
    return 'used';
  }

  private frame(open: OpenThread, text: string): Verdict {
    if (open.frames.length >= maxFrames) return 'used';
    const [, symbol = text, place = ''] = /^([^(]{1,4096})\((.{0,4096})\)$/.exec(text) ?? [];
    // `java.base@17.0.12/Object.java:338`; `app//Foo.java:1` is the class loader.
    const module = /^([\w.$]{1,200})(?:@[^/]{0,100})?\//.exec(place)?.[1];
    const { out } = this;
    open.frames.push(
      out.frame(out.string(symbol), module === undefined ? this.unknownModule : out.string(module)),
    );
    return 'used';
  }

  /** `locked <0x…> (a Foo)`, `waiting to lock <0x…> (a Foo)`, `parking to wait for  <0x…> (a Foo)` */
  private lock(open: OpenThread, text: string): Verdict {
    const [, action, address, type] =
      /^([A-Za-z ]{1,60}?)\s{0,4}<([^>]{1,60})>(?: \((?:an? )?(.{1,400})\))?$/.exec(text) ?? [];
    // `- None`, below "Locked ownable synchronizers".
    if (action === undefined || address === undefined) return 'used';
    const { out } = this;
    const message = ascii(text);
    out.event({
      ts: this.ts,
      kind: this.lockKind,
      thread: open.thread,
      cpu: -1,
      message: { bytes: message, start: 0, end: message.length },
      fieldSchema: this.fields,
      fields: [out.string(action), out.string(address), type === undefined ? Number.NaN : out.string(type)],
      stack: none,
      line: this.lineNumber,
      lines: 1,
      offset: this.lineOffset,
    });
    return 'used';
  }

  /** A thread in a dump is one sample; its state is the kind, because a thread that waits uses no CPU. */
  private close(): void {
    const { open, out } = this;
    if (open === null) return;
    this.open = null;
    let stack: StackId | None = none;
    for (const frame of open.frames.reverse()) stack = out.stack(stack, frame);
    const kind = out.string(`thread dump: ${open.state}`);
    out.sample(this.ts, -1, open.thread, kind, 1, Number.NaN, stack);
  }
}
