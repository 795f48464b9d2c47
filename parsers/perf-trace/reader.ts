import {
  type EventRow,
  type FieldSchemaId,
  type None,
  none,
  type Options,
  type Output,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { RunClock } from '../kit/metrics/run-clock.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { Utf8Buffer } from '../kit/utf8-buffer.ts';
import { TraceStack } from './stack.ts';
import { TraceSummary } from './summary.ts';

export const summaryTitle = 'Summary of events:';

/** Time (ms), duration (ms), what comes behind the parentheses; a tracepoint has none. */
export const eventLine = /^ *(\?|\d{1,15}\.\d{1,6}) (?:(\( *(?:(\d{1,12}\.\d{1,6}) ms)? *\)): (.+)|(\S.*))$/;
const thread = /^([^()]{1,32})\/(\d{1,9}) +/;
const continued = /^\.\.\. \[continued\]: ([a-z_]\w*)\(\)\) *= ?(.*)$/;
const call = /^([a-z_]\w*)\((.*)\) *= ?(.*)$/;
const unfinished = /^([a-z_]\w*)\((.*)\) +\.\.\.$/;
const tracepoint = /^([\w-]+:[\w-]+)\((.*)\)$/;
const result = /^(?:(-?\d{1,15})|(0x[0-9a-f]{1,16}))(?: ([A-Z][A-Z0-9]+))?(?: \(.*\))?$/;

/** Calls that wait for their end, one a thread; of more, the oldest is given up. */
const mostOpen = 1 << 16;

interface Call {
  readonly ts: number;
  readonly thread: ThreadId | None;
  readonly name: string;
  readonly text: string;
  readonly line: number;
  readonly offset: number;
}

/** A call is one event from when it began; one that others' lines interrupted is continued on a later line. */
export class PerfTraceReader extends TextReader {
  private readonly clock = new RunClock(this.out, this.options, 'mayGoBack');
  private readonly summary = new TraceSummary(this.out);
  private readonly frames = new TraceStack(this.out);
  private readonly text = new Utf8Buffer();
  private readonly open = new Map<number, Call>();
  private held: (Omit<EventRow, 'message'> & { readonly text: string }) | null = null;
  private readonly numbers: FieldSchemaId;
  private readonly texts: FieldSchemaId;
  private readonly neverReturned: FieldSchemaId;

  constructor(out: Output, options: Options) {
    super(out, options);
    const name = { key: 'call', type: 'text', role: 'syscall.name' } as const;
    const error = { key: 'error', type: 'text', role: 'syscall.error' } as const;
    this.numbers = out.fieldSchema([name, { key: 'result', type: 'number', role: 'syscall.result' }, error]);
    this.texts = out.fieldSchema([name, { key: 'result', type: 'text', role: 'syscall.result' }, error]);
    this.neverReturned = out.fieldSchema([name, { key: 'state', type: 'text' }]);
  }

  protected read(line: string): Verdict {
    if (this.held !== null && this.frames.add(line)) return 'used';
    this.release();
    if (this.summary.read(line)) return 'used';
    const match = eventLine.exec(line);
    if (match === null) return this.other(line);
    const [, time = '', , duration, behind, alone] = match;
    const ts = time === '?' ? Number.NaN : this.clock.at(Number(time) / 1000);
    const took = duration === undefined ? Number.NaN : Math.round(Number(duration) * 1e6);
    const rest = (behind ?? alone ?? '').trimEnd();
    const who = thread.exec(rest);
    const tid = who === null ? -1 : Number(who[2]);
    // perf names a thread `:TID` while it does not know its name.
    const name = who === null || /^:\d+$/.test(who[1]!) ? none : this.out.string(who[1]!.trim());
    const task = who === null ? none : this.out.thread(name, -1, tid);
    const what = who === null ? rest.trimStart() : rest.slice(who[0].length);
    return this.event(ts, took, task, tid, what);
  }

  private event(ts: number, took: number, task: ThreadId | None, tid: number, what: string): Verdict {
    const begun = { ts, thread: task, line: this.lineNumber, offset: this.lineOffset };
    const end = continued.exec(what);
    if (end !== null) {
      const [, name = '', returned = ''] = end;
      const before = this.open.get(tid);
      if (before?.name === name) this.open.delete(tid);
      const of = before?.name === name ? before : { ...begun, name, text: `${name}()` };
      this.returned({ ...of, ts: Number.isNaN(of.ts) ? ts : of.ts }, took, returned);
      return 'used';
    }
    const whole = call.exec(what);
    if (whole !== null) {
      this.returned({ ...begun, name: whole[1]!, text: `${whole[1]}(${whole[2]})` }, took, whole[3]!);
      return 'used';
    }
    const waits = unfinished.exec(what);
    if (waits !== null) {
      this.wait(tid, { ...begun, name: waits[1]!, text: `${waits[1]}(${waits[2]})` });
      return 'used';
    }
    const point = tracepoint.exec(what);
    if (point === null) return this.unknown();
    const kind = this.out.string(point[1]!);
    this.hold({ ...begun, name: point[1]!, text: point[2]! }, kind, Number.NaN, none, []);
    return 'used';
  }

  private wait(tid: number, begun: Call): void {
    const before = this.open.get(tid);
    if (before !== undefined) this.giveUp(before);
    else if (this.open.size >= mostOpen) {
      for (const [oldest, of] of this.open) {
        this.giveUp(of);
        this.open.delete(oldest);
        break;
      }
    }
    this.open.delete(tid);
    this.open.set(tid, begun);
  }

  private returned(of: Call, took: number, returned: string): void {
    const { out } = this;
    const kind = out.string(of.name);
    const text = returned === '' ? of.text : `${of.text} = ${returned}`;
    const [, number, , error = ''] = result.exec(returned) ?? [];
    const failed = error === '' ? none : out.string(error);
    if (number !== undefined)
      this.hold({ ...of, text }, kind, took, this.numbers, [kind, Number(number), failed]);
    else {
      const value = returned === '' ? none : out.string(returned.slice(0, 256));
      this.hold({ ...of, text }, kind, took, this.texts, [kind, value, failed]);
    }
  }

  private giveUp(of: Call): void {
    const kind = this.out.string(of.name);
    this.release();
    this.hold(of, kind, Number.NaN, this.neverReturned, [kind, this.out.string('unfinished')]);
    this.release();
  }

  /** A stack may follow. */
  private hold(
    { ts, thread: task, text, line, offset }: Call,
    kind: TextId,
    duration: number,
    fieldSchema: FieldSchemaId | None,
    fields: readonly number[],
  ): void {
    this.held = {
      ...{ ts, duration, kind, thread: task, cpu: -1, text, fieldSchema, fields, stack: none },
      ...{ line, lines: 1, offset },
    };
  }

  private release(): void {
    const { held } = this;
    if (held === null) return;
    this.held = null;
    const stack: StackId | None = this.frames.take();
    this.text.write(held.text);
    const message = { bytes: this.text.bytes, start: 0, end: this.text.length };
    this.out.event({ ...held, stack, message });
  }

  /** What perf says itself. */
  private other(line: string): Verdict {
    if (line.trim() === summaryTitle) return 'used';
    const lost = /^LOST (\d+) events!$/.exec(line.trim());
    if (lost === null) return this.unknown();
    this.problem('lost-events', 'warning', `perf lost ${lost[1]} events here.`);
    return 'used';
  }

  protected override finish(): void {
    this.release();
    for (const of of this.open.values()) this.giveUp(of);
    this.open.clear();
  }
}
