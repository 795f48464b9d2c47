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
import { eventLine, summaryTitle } from './entry.ts';
import { TraceStack } from './stack.ts';
import { TraceSummary } from './summary.ts';

const thread = /^([^()]{1,32})\/(\d{1,9}) +/;
const continued = /^\.\.\. \[continued\]: ([a-z_]\w*)\(\)\) *= ?(.*)$/;
const call = /^([a-z_]\w*)\((.*)\) *= ?(.*)$/;
const unfinished = /^([a-z_]\w*)\((.*)\) +\.\.\.$/;
const tracepoint = /^([\w-]+:[\w-]+)\((.*)\)$/;
const result = /^(?:(-?\d{1,15})|(0x[0-9a-f]{1,16}))(?: ([A-Z][A-Z0-9]+))?(?: \(.*\))?$/;

/** Maximum number of open calls, one per thread; beyond it, the oldest is given up. */
const maxOpen = 1 << 16;

/** A call whose end, or whose stack, may follow. */
class Call implements EventRow {
  duration = Number.NaN;
  kind = 0 as TextId;
  readonly cpu = -1;
  readonly message = { bytes: new Uint8Array(0) as Uint8Array, start: 0, end: 0 };
  fieldSchema: FieldSchemaId | None = none;
  fields: readonly number[] = [];
  stack: StackId | None = none;
  readonly lines = 1;

  constructor(
    public ts: number,
    readonly thread: ThreadId | None,
    readonly name: string,
    public text: string,
    readonly line: number,
    readonly offset: number,
  ) {}
}

/**
 * A call is one event at the time of its begin; a call interrupted by lines of other threads continues on a later
 * line.
 */
export class PerfTraceReader extends TextReader {
  private readonly clock = new RunClock(
    this.out,
    this.options,
    (...problem) => this.problem(...problem),
    'mayGoBack',
  );
  private readonly summary = new TraceSummary(this.out);
  private readonly frames = new TraceStack(this.out);
  private readonly text = new Utf8Buffer();
  private readonly open = new Map<number, Call>();
  private held: Call | null = null;
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
    const match = eventLine.exec(line);
    if (match === null) return this.summary.read(line) ? 'used' : this.other(line);
    const [, time = '', , duration, behind, alone] = match;
    const ts = time === '?' ? Number.NaN : this.clock.at(Number(time) / 1000);
    const took = duration === undefined ? Number.NaN : Math.round(Number(duration) * 1e6);
    const rest = (behind ?? alone ?? '').trimEnd();
    const who = thread.exec(rest);
    const tid = who === null ? -1 : Number(who[2]);
    // perf prints a thread as `:TID` if it does not know its name.
    const name = who === null || /^:\d+$/.test(who[1]!) ? none : this.out.string(who[1]!.trim());
    const task = who === null ? none : this.out.thread(name, -1, tid);
    const what = who === null ? rest.trimStart() : rest.slice(who[0].length);
    return this.event(ts, took, task, tid, what);
  }

  private event(ts: number, took: number, task: ThreadId | None, tid: number, what: string): Verdict {
    const begun = (name: string, text: string) =>
      new Call(ts, task, name, text, this.lineNumber, this.lineOffset);
    const whole = call.exec(what);
    if (whole !== null) {
      this.returned(begun(whole[1]!, `${whole[1]}(${whole[2]})`), took, whole[3]!);
      return 'used';
    }
    const end = continued.exec(what);
    if (end !== null) {
      const [, name = '', result = ''] = end;
      const before = this.open.get(tid);
      if (before?.name === name) this.open.delete(tid);
      const call = before?.name === name ? before : begun(name, `${name}()`);
      if (Number.isNaN(call.ts)) call.ts = ts;
      this.returned(call, took, result);
      return 'used';
    }
    const waits = unfinished.exec(what);
    if (waits !== null) {
      this.wait(tid, begun(waits[1]!, `${waits[1]}(${waits[2]})`));
      return 'used';
    }
    const point = tracepoint.exec(what);
    if (point === null) return this.unknown();
    this.held = begun(point[1]!, point[2]!);
    this.held.kind = this.out.string(point[1]!);
    return 'used';
  }

  private wait(tid: number, begun: Call): void {
    const before = this.open.get(tid);
    if (before !== undefined) this.writeUnfinished(before);
    else if (this.open.size >= maxOpen) {
      for (const [oldest, of] of this.open) {
        this.writeUnfinished(of);
        this.open.delete(oldest);
        break;
      }
    }
    this.open.delete(tid);
    this.open.set(tid, begun);
  }

  private returned(call: Call, took: number, returned: string): void {
    const { out } = this;
    const [, number, , error = ''] = result.exec(returned) ?? [];
    call.kind = out.string(call.name);
    call.duration = took;
    if (returned !== '') call.text += ` = ${returned}`;
    call.fieldSchema = number === undefined ? this.texts : this.numbers;
    call.fields = [
      call.kind,
      number === undefined ? (returned === '' ? none : out.string(returned.slice(0, 256))) : Number(number),
      error === '' ? none : out.string(error),
    ];
    this.held = call;
  }

  private writeUnfinished(call: Call): void {
    this.release();
    call.kind = this.out.string(call.name);
    call.fieldSchema = this.neverReturned;
    call.fields = [call.kind, this.out.string('unfinished')];
    this.held = call;
    this.release();
  }

  /** Writes the held event, because no more frames follow. */
  private release(): void {
    const { held, text } = this;
    if (held === null) return;
    this.held = null;
    held.stack = this.frames.take();
    text.write(held.text);
    held.message.bytes = text.bytes;
    held.message.end = text.length;
    this.out.event(held);
  }

  /** Messages of perf itself. */
  private other(line: string): Verdict {
    if (line.trim() === summaryTitle) return 'used';
    const lost = /^LOST (\d+) events!$/.exec(line.trim());
    if (lost === null) return this.unknown();
    this.problem('lost-events', 'warning', `perf lost ${lost[1]} events here.`);
    return 'used';
  }

  protected override finish(): void {
    this.release();
    for (const call of this.open.values()) this.writeUnfinished(call);
    this.open.clear();
  }
}
