import type { BulkOutput } from '../../bulk.ts';
import {
  type EventRow,
  type FieldSchemaId,
  type None,
  none,
  type Options,
  type StackId,
  type TextId,
  type ThreadId,
} from '../../contract.ts';
import { ascii, decode, indexOf, indexOfByte, skipBlanks, startsWith, trimEnd } from '../../kit/bytes.ts';
import { LineClock } from '../../kit/line-clock.ts';
import { LineReader, type Verdict } from '../../kit/line-reader.ts';
import { endsWith, Prefix, Result } from './line.ts';
import { CallStack } from './stack.ts';
import { Summary } from './summary.ts';
import { Threads } from './threads.ts';

/**
 * Maximum number of threads with unfinished calls, more than any system has. Beyond it, the calls of the
 * thread that has waited longest are written as calls that never returned.
 */
const maxWaitingThreads = 1 << 16;
/** Maximum depth of nested calls of a thread. */
const maxDepth = 1 << 12;

/** strace prints this when it detaches. */
const detached = ascii('<detached ...>');
const resumedStart = ascii('<... ');
const resumedEnd = ascii(' resumed>');
const frameStart = ascii(' > ');
const signalStart = ascii('--- ');
const exitStart = ascii('+++ ');

/** A call whose end comes on a later line, or whose stack may follow. */
export class Call implements EventRow {
  ts = Number.NaN;
  duration = Number.NaN;
  kind = 0 as TextId;
  thread: ThreadId | None = none;
  cpu = -1;
  message = { bytes: new Uint8Array(0) as Uint8Array, start: 0, end: 0 };
  fieldSchema: FieldSchemaId | None = none;
  fields: number[] = [];
  stack: StackId | None = none;
  line = 0;
  lines = 1;
  offset = 0;
}

/**
 * Turns lines of strace and ltrace into events: one per call, at the time it began. A call that is split
 * because lines of other threads come between is one event. A call that never returned has no result and the
 * field `state`.
 */
export abstract class CallReader extends LineReader<BulkOutput> {
  private readonly prefix = new Prefix();
  private readonly result = new Result();
  private readonly clock: LineClock;
  private readonly threads: Threads;
  private readonly summary: Summary;
  private readonly frames: CallStack;
  /** Unfinished calls by thread id, innermost last: a function can call others before it returns. */
  private readonly unfinishedCalls = new Map<number, Call[]>();
  /** True with `-k`: the frames of a call follow on its next lines, so the last call is held until they end. */
  private readonly hasStacks: boolean;
  private held: Call | null = null;

  private readonly signals: FieldSchemaId;
  private readonly row = new Call();

  private ts = Number.NaN;
  /** Thread and end of the call that was written last. */
  private lastTid = -1;
  private lastEnd = Number.NaN;
  /** Begin of a line in which strace printed a message of its own; the rest follows on the next line. */
  private interrupted: Uint8Array | null = null;

  constructor(
    out: BulkOutput,
    options: Options,
    /** The kind of the tool's own messages. */
    private readonly tool: string,
    /** True if a thread can be in several calls at once. */
    private readonly nests: boolean,
  ) {
    super(out, options);
    this.clock = new LineClock(out, options);
    this.threads = new Threads(out);
    this.summary = new Summary(out);
    this.frames = new CallStack(out);
    this.hasStacks = indexOf(options.head, 0, options.head.length, ascii('\n > ')) >= 0;
    this.signals = out.fieldSchema([{ key: 'signal', type: 'text' }]);
  }

  /** End of the name of a call, at its opening parenthesis; -1 if the text is not a call. */
  protected abstract nameEnd(bytes: Uint8Array, start: number, end: number): number;

  /** The kind of events for calls of the name in the range. */
  protected kindOf(bytes: Uint8Array, start: number, end: number): TextId {
    return this.out.text(bytes, start, end);
  }

  /** Length of the text at the end of a line that says that the call is unfinished (`<unfinished ...>`); 0 without one. */
  protected abstract waitMark(bytes: Uint8Array, start: number, end: number): number;

  /**
   * Sets kind, field schema and values of a call that returned, from `result`, whose ranges are in `bytes`.
   */
  protected abstract returned(call: Call, result: Result, bytes: Uint8Array): void;

  /** Sets kind, field schema and values of a call that never returned. */
  protected abstract neverReturned(call: Call): void;

  /** True if the text is one of the tool's own messages. */
  protected abstract isNote(text: string): boolean;

  /** Position of the tool's own message that interrupts a call, to the end of the line; -1 without one. */
  protected interruption(_bytes: Uint8Array, _start: number, _end: number): number {
    return -1;
  }

  protected override finish(): void {
    this.release();
    for (const tid of [...this.unfinishedCalls.keys()]) this.writeAllUnreturned(tid);
    this.clock.finish();
  }

  protected readBytes(bytes: Uint8Array, start: number, end: number): Verdict {
    return this.read(bytes, start, end)
      ? 'used'
      : this.unknown('A line that is not a call, signal or exit was skipped.');
  }

  /** @returns true if the line was understood */
  private read(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.interrupted !== null) {
      const whole = new Uint8Array(this.interrupted.length + end - start);
      whole.set(this.interrupted);
      whole.set(bytes.subarray(start, end), this.interrupted.length);
      this.interrupted = null;
      return this.readLine(whole, 0, whole.length);
    }
    const at = this.interruption(bytes, start, end);
    if (at < 0) return this.readLine(bytes, start, end);
    this.interrupted = bytes.slice(start, at);
    return this.note(bytes, at, end);
  }

  private readLine(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.hasStacks) {
      if (startsWith(bytes, start, end, frameStart)) return this.frame(bytes, start + 3, end);
      this.release();
    }
    const { prefix } = this;
    prefix.read(bytes, start, end);
    const body = this.nests ? skipPointer(bytes, prefix.body, end) : prefix.body;
    const first = body < end ? bytes[body] : undefined;
    // A summary has numbers where lines of calls have pids and times.
    if (
      (first === 0x25 || first === 0x2d || prefix.time.kind === 'relative' || body === start) &&
      this.summarised(bytes, start, end)
    )
      return true;
    const { countsFromEnds } = this.clock;
    this.ts = this.clock.at(prefix.time, prefix.tid === this.lastTid ? this.lastEnd : Number.NaN);
    if (prefix.time.kind !== 'none') this.checkedTime(this.ts);
    if (this.clock.countsFromEnds && !countsFromEnds)
      this.problem(
        'relative-to-ends',
        'notice',
        'A relative time would begin a call within the one before: from here on, they are counted from the end of the call before.',
      );
    if (first === 0x3c) return this.resumed(bytes, body, end);
    if (first === 0x2d) return this.signal(bytes, body, end);
    if (first === 0x2b) return this.exit(bytes, body, end);
    const open = this.nameEnd(bytes, body, end);
    return open < 0 ? this.note(bytes, body, end) : this.call(bytes, body, open, end);
  }

  private call(bytes: Uint8Array, body: number, open: number, end: number): boolean {
    const { row, result, prefix } = this;
    const mark = this.waitMark(bytes, body, end);
    if (mark > 0) {
      this.suspend(bytes, body, open, end - mark);
      return true;
    }
    if (result.read(bytes, open, end)) {
      this.begin(row, bytes, body, open, result.end);
      this.conclude(row, bytes);
      this.threads.learn(prefix.tid, bytes, body, open, result);
      return true;
    }
    const isDetached = endsWith(bytes, body, end, detached);
    // If a line without a result ends in `)`, the program ended inside the call; else other text was written
    // into the line.
    if (!isDetached && bytes[end - 1] !== 0x29) return false;
    this.begin(row, bytes, body, open, isDetached ? trimEnd(bytes, body, end - detached.length) : end);
    this.writeUnreturned(row);
    return true;
  }

  private suspend(bytes: Uint8Array, body: number, open: number, end: number): void {
    const { tid } = this.prefix;
    const waiting = this.unfinishedCalls.get(tid) ?? [];
    if (!this.nests || waiting.length >= maxDepth) this.writeAllUnreturned(tid, waiting);
    const call = new Call();
    this.begin(call, bytes, body, open, trimEnd(bytes, body, end));
    copyMessage(call);
    waiting.push(call);
    // Moves the thread to the end of the map: the first is the one that has waited longest.
    this.unfinishedCalls.delete(tid);
    this.unfinishedCalls.set(tid, waiting);
    if (this.unfinishedCalls.size > maxWaitingThreads)
      this.writeAllUnreturned(this.unfinishedCalls.keys().next().value as number);
  }

  /** `<... futex resumed>) = 0 <0.000264>` */
  private resumed(bytes: Uint8Array, body: number, end: number): boolean {
    const { prefix, result } = this;
    const nameEnd = indexOf(bytes, body, end, resumedEnd);
    if (!startsWith(bytes, body, end, resumedStart) || nameEnd < 0) return false;
    const from = nameEnd + resumedEnd.length;
    if (this.waitMark(bytes, from, end) > 0) return this.unfinishedCalls.has(prefix.tid);
    if (endsWith(bytes, from, end, detached)) {
      this.writeAllUnreturned(prefix.tid);
      return true;
    }
    if (!result.read(bytes, from - 1, end)) return false;
    const call = this.resume(prefix.tid, this.out.text(bytes, body + resumedStart.length, nameEnd));
    if (call === undefined) {
      const { row } = this;
      this.begin(row, bytes, body + resumedStart.length, nameEnd, result.end);
      // The call began before the capture, or its beginning was lost.
      if (!Number.isNaN(result.duration)) row.ts -= result.duration;
      this.conclude(row, bytes);
      return true;
    }
    appendToMessage(call, bytes, from, result.end);
    call.lines = 1;
    if (Number.isNaN(result.duration)) result.duration = this.ts - call.ts;
    this.conclude(call, bytes);
    return true;
  }

  /** Sets everything of a call except its result. */
  private begin(call: Call, bytes: Uint8Array, start: number, nameEnd: number, end: number): void {
    call.ts = this.ts;
    call.duration = Number.NaN;
    call.kind = this.kindOf(bytes, start, nameEnd);
    call.thread = this.threads.at(this.prefix, bytes);
    call.message.bytes = bytes;
    call.message.start = start;
    call.message.end = end;
    call.stack = none;
    call.line = this.lineNumber;
    call.offset = this.lineOffset;
  }

  /** Takes the thread's unfinished call of that name. Calls inside it have not returned and never will: they are written so. */
  private resume(tid: number, name: TextId): Call | undefined {
    const waiting = this.unfinishedCalls.get(tid);
    if (waiting === undefined) return undefined;
    // A thread is in at most one system call, even if it resumes under another name.
    const at = this.nests ? waiting.findLastIndex(call => call.kind === name) : waiting.length - 1;
    if (at < 0) return undefined;
    for (const inside of waiting.splice(at + 1)) this.writeUnreturned(inside);
    const call = waiting.pop();
    if (waiting.length === 0) this.unfinishedCalls.delete(tid);
    return call;
  }

  private conclude(call: Call, bytes: Uint8Array): void {
    call.duration = this.result.duration;
    this.lastTid = this.prefix.tid;
    this.lastEnd = call.ts + call.duration;
    this.returned(call, this.result, bytes);
    this.write(call);
  }

  private writeUnreturned(call: Call): void {
    this.neverReturned(call);
    this.out.event(call);
  }

  private writeAllUnreturned(tid: number, waiting = this.unfinishedCalls.get(tid)): void {
    this.unfinishedCalls.delete(tid);
    for (const call of waiting?.splice(0) ?? []) this.writeUnreturned(call);
  }

  private write(call: Call): void {
    if (!this.hasStacks) {
      this.out.event(call);
      return;
    }
    this.held = Object.assign(new Call(), call, { message: { ...call.message }, fields: [...call.fields] });
    copyMessage(this.held);
  }

  private frame(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.held === null || !this.frames.add(decode(bytes, start, end))) return false;
    this.held.lines++;
    return true;
  }

  /** Writes the held call, whose frames are complete. */
  private release(): void {
    const { held } = this;
    const stack = this.frames.take();
    if (held === null) return;
    this.held = null;
    held.stack = stack;
    this.out.event(held);
  }

  /** `--- SIGCHLD {si_signo=SIGCHLD, …} ---` */
  private signal(bytes: Uint8Array, body: number, end: number): boolean {
    if (!startsWith(bytes, body, end, signalStart)) return false;
    const from = body + signalStart.length;
    let stop = from;
    while (stop < end && bytes[stop] !== 0x20) stop++;
    this.beginMessage('signal', bytes, from, markEnd(bytes, from, end));
    this.row.fieldSchema = this.signals;
    this.row.fields[0] = this.out.text(bytes, from, stop);
    this.row.fields.length = 1;
    this.out.event(this.row);
    return true;
  }

  /** `+++ exited with 0 +++` */
  private exit(bytes: Uint8Array, body: number, end: number): boolean {
    if (!startsWith(bytes, body, end, exitStart)) return false;
    const from = skipBlanks(bytes, body + exitStart.length, end);
    this.beginMessage('exit', bytes, from, markEnd(bytes, from, end));
    this.out.event(this.row);
    this.writeAllUnreturned(this.prefix.tid);
    return true;
  }

  private note(bytes: Uint8Array, body: number, end: number): boolean {
    const text = decode(bytes, body, Math.min(end, body + 100));
    if (!this.isNote(text)) return false;
    const [, attached] = /\bProcess (\d{1,10}) attached/.exec(text) ?? [];
    if (attached !== undefined) this.threads.attach(Number(attached));
    this.beginMessage(this.tool, bytes, body, end);
    this.out.event(this.row);
    return true;
  }

  private beginMessage(kind: string, bytes: Uint8Array, start: number, end: number): void {
    const { row } = this;
    this.begin(row, bytes, start, start, end);
    row.kind = this.out.string(kind);
    row.fieldSchema = none;
    row.fields.length = 0;
  }

  private summarised(bytes: Uint8Array, start: number, end: number): boolean {
    return end - start < 200 && this.summary.read(decode(bytes, start, end));
  }
}

/** Skips ltrace's `[0x401125] ` (`-i`) and its indentation (`-n`). */
function skipPointer(bytes: Uint8Array, start: number, end: number): number {
  const at = skipBlanks(bytes, start, end);
  if (bytes[at] !== 0x5b || bytes[at + 1] !== 0x30 || bytes[at + 2] !== 0x78) return at;
  const close = indexOfByte(bytes, 0x5d, at, Math.min(end, at + 24));
  return close < 0 ? at : skipBlanks(bytes, close + 1, end);
}

/** End of the text before the closing ` ---` or ` +++`. */
const markEnd = (bytes: Uint8Array, start: number, end: number): number =>
  end - start > 4 && (bytes[end - 1] === 0x2d || bytes[end - 1] === 0x2b)
    ? trimEnd(bytes, start, end - 3)
    : end;

/** Copies the text, whose bytes are valid only while the line is read. */
function copyMessage({ message }: Call): void {
  message.bytes = message.bytes.slice(message.start, message.end);
  message.end -= message.start;
  message.start = 0;
}

/** Appends the text after `resumed>`. */
function appendToMessage({ message }: Call, bytes: Uint8Array, start: number, end: number): void {
  const whole = new Uint8Array(message.end - message.start + end - start);
  whole.set(message.bytes.subarray(message.start, message.end));
  whole.set(bytes.subarray(start, end), message.end - message.start);
  message.bytes = whole;
  message.start = 0;
  message.end = whole.length;
}
