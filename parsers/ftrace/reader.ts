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
import { TracepointEvents } from '../families/tracepoints/tracepoint-events.ts';
import type { InternedFields } from '../families/tracepoints/tracepoint-fields.ts';
import type { Field } from '../families/tracepoints/tracepoint-payload.ts';
import { ascii, decode } from '../kit/bytes.ts';
import { epochNs, isInstant } from '../kit/civil.ts';
import { LineReader, type Verdict } from '../kit/line-reader.ts';
import { memoized } from '../kit/memoized.ts';
import { CallNames } from '../kit/syscalls/names.ts';
import { isTranscript, promptCommand } from '../kit/transcript.ts';
import { undated } from '../kit/undated.ts';
import { Graph } from './graph.ts';
import {
  isInterruptMark,
  isRule,
  readGraphLine,
  readGraphText,
  readStep,
  readSwitch,
  type Step,
  type TaskOf,
} from './graph-line.ts';
import { Head } from './head.ts';
import {
  type Entry,
  isStackHead,
  isUserStack,
  readEntry,
  readFrame,
  readFunction,
  readTracepoint,
} from './line.ts';
import { Markers } from './markers.ts';
import { Row } from './row.ts';

const kernel = '[kernel]';
/** The tracer's own functions on top of the stack of an event. */
const ownFrame =
  /^(?:trace_event_raw_event_|__traceiter_|perf_trace_|trace_event_buffer_commit|ftrace_syscall_|__ftrace_trace_stack)/;
const maxFrames = 1024;
const marker = 'tracing_mark_write: ';
/** Maximum number of cached event texts. */
const maxCached = 1 << 14;
/** Text that perf-tools print around a trace. */
const toolMessage = /^(?:Tracing .*Ctrl-C|Ending tracing|\^C|\[\.\.\.\])/;
/** Maximum length of a line that is parsed. */
const maxLine = 8 << 10;

interface EventText extends InternedFields {
  readonly kind: TextId;
  readonly message: Uint8Array;
}

/** Where and when a step of a call graph is. */
interface StepPlace {
  readonly comm: string | null;
  /** -1 if unknown, as `pid`. */
  readonly tid: number;
  readonly pid: number;
  readonly cpu: number;
  readonly ts: number;
  readonly duration: number;
}

export class FtraceReader extends LineReader {
  private readonly head: Head;
  private readonly graph: Graph;
  private readonly markers: Markers;
  private readonly calls = new CallNames(null);
  private readonly tracepoints: TracepointEvents;
  private readonly callerSchema: FieldSchemaId;
  private readonly threads = new Map<string, ThreadId>();
  private readonly eventTexts = new Map<string, EventText>();

  /** The last event, held until its stack has been read or another line follows. */
  private held: Row | null = null;
  private readonly frames: FrameId[] = [];
  /** The held event's function and its caller: its stack if no stack follows. */
  private callerNames: readonly string[] = [];
  private inUserStack = false;
  private readonly isTranscript: boolean;
  private inGraph = false;
  private readonly stepOf = memoized(readStep);
  /** Task of each CPU, according to graph lines. */
  private readonly taskOfCpu = new Map<number, TaskOf>();

  private zero: { readonly seconds: number; readonly nanos: number } | null = null;
  private hasClock = false;
  private reportedCounter = false;
  private reportedUntimed = false;

  constructor(out: Output, options: Options) {
    super(out, options);
    this.head = new Head(out, (code, severity, message) => this.problem(code, severity, message));
    this.graph = new Graph(out);
    this.markers = new Markers(out);
    this.tracepoints = new TracepointEvents(out, this.calls);
    this.isTranscript = isTranscript(options.head);
    this.callerSchema = out.fieldSchema([
      { key: 'function', type: 'text' },
      { key: 'caller', type: 'text' },
    ]);
  }

  protected readBytes(bytes: Uint8Array, start: number, end: number): Verdict {
    const line = decode(bytes, start, Math.min(end, start + maxLine));
    const frame = this.held === null || !line.includes('=> ') ? null : readFrame(line);
    if (frame !== null) {
      this.frame(frame);
      return 'used';
    }
    // Most graph lines are followed by another one.
    if (this.inGraph && this.graphLine(line)) return 'used';
    const entry = readEntry(line);
    if (entry !== null) return this.entry(entry);
    this.release();
    if ((!this.isTranscript || promptCommand(line) === null) && this.head.read(line)) return 'used';
    if (isRule(line) || isInterruptMark(line)) return 'used';
    const switched = readSwitch(line);
    if (switched !== null) {
      const { cpu, from, to } = switched;
      if (!this.taskOfCpu.has(cpu)) {
        this.graph.named(keyOf(cpu, -1), keyOf(cpu, from.tid), this.thread(from.comm, -1, from.tid));
      }
      this.taskOfCpu.set(cpu, to);
      return 'used';
    }
    this.inGraph = this.graphLine(line);
    return this.inGraph ? 'used' : this.other(line);
  }

  /** @returns true if the line belongs to a call graph */
  private graphLine(line: string): boolean {
    const graph = readGraphLine(line);
    const step = graph === null ? null : this.stepOf(graph.text);
    if (graph === null || step === null) return false;
    this.release();
    const { cpu, time } = graph;
    const task = graph.tid >= 0 ? graph : this.taskOfCpu.get(cpu);
    const [seconds = '', fraction = ''] = time.split('.');
    const ts = time === '' ? Number.NaN : this.tsOf(seconds, fraction);
    const { comm = null, tid = -1 } = task ?? {};
    this.step(step, { comm, tid, pid: -1, cpu, ts, duration: graph.duration });
    return true;
  }

  /** A line that is no output of ftrace: messages of tools, prompts, prose. */
  private other(line: string): Verdict {
    const command = promptCommand(line);
    if (command === null && toolMessage.test(line)) return 'used';
    if (!this.isTranscript)
      return this.unknown('A line that is not an event, function or header of ftrace was skipped.');
    if (command !== null) {
      this.out.about({ command });
      return 'used';
    }
    this.problem('prose', 'notice', 'Text around the outputs of a session was skipped.');
    return 'skipped';
  }

  protected override separator(): void {
    this.release();
  }

  protected override finish(): void {
    this.release();
    this.graph.finish();
    this.markers.finish();
    if (this.calls.isMachineAssumed) {
      const place = { line: this.lineNumber, offset: this.lineOffset };
      this.out.problem({
        code: 'machine-assumed',
        severity: 'notice',
        ...place,
        message: CallNames.guessMessage,
      });
    }
    if (!this.hasClock) this.out.clock(undated(this.options, 'none'));
  }

  private entry(entry: Entry): Verdict {
    const { text } = entry;
    if (text.endsWith('>') && isStackHead(text)) {
      this.inUserStack = isUserStack(text);
      return 'used';
    }
    this.release();
    const ts = entry.relative ? this.relativeTs(entry) : this.tsOf(entry.seconds, entry.fraction);
    const { comm, tid, pid, cpu } = entry;
    const graph = text.startsWith('funcgraph_') ? readGraphText(text) : null;
    const step = graph === null ? null : this.stepOf(graph.text);
    if (graph !== null && step !== null) {
      const { duration } = graph;
      return this.step(step, { comm, tid, pid, cpu, ts, duration });
    }
    const functionCall = text.includes(' <-') ? readFunction(text) : null;
    const thread = this.thread(comm, pid, tid);
    const place = { line: this.lineNumber, offset: this.lineOffset };
    if (functionCall !== null) {
      const row = new Row(this.out.string('function'), text, place);
      row.fieldSchema = this.callerSchema;
      row.fields = [this.out.string(functionCall.name), this.out.string(functionCall.caller)];
      this.hold(row, ts, thread, cpu);
      this.callerNames = [functionCall.name, functionCall.caller];
      return 'used';
    }
    const marked = text.startsWith(marker) ? text.slice(marker.length).trim() : null;
    if (marked !== null && this.markers.read(marked, { ...place, tid, thread, cpu, ts })) return 'used';
    const event = this.eventText(text);
    const row = new Row(event.kind, event.message, place);
    row.fieldSchema = event.fieldSchema;
    row.fields = event.fields;
    return this.hold(row, ts, thread, cpu);
  }

  /**
   * Parsed text of an event, cached: switches between the same threads, and calls with the same arguments, repeat
   * often.
   */
  private eventText(text: string): EventText {
    let cached = this.eventTexts.get(text);
    if (cached !== undefined) return cached;
    if (this.eventTexts.size >= maxCached) this.eventTexts.clear();
    const switched = schedulerFields(text);
    const tracepoint = switched === null ? readTracepoint(text) : null;
    const event = switched?.event ?? tracepoint?.event ?? 'ftrace';
    const payload = tracepoint?.payload ?? text;
    const fields =
      switched === null
        ? this.tracepoints.fieldsOf(event, tracepoint === null ? '' : payload)
        : this.tracepoints.fields.intern(event, switched.fields);
    cached = { kind: this.out.string(event), message: ascii(payload), ...fields };
    this.eventTexts.set(text, cached);
    return cached;
  }

  private step(step: Step, { comm, tid, pid, cpu, ts, duration }: StepPlace): Verdict {
    if (Number.isNaN(ts)) this.untimed();
    const thread = tid < 0 ? none : this.thread(comm, pid, tid);
    const { lineNumber: line, lineOffset: offset } = this;
    if (step.type === 'event') {
      const { event, payload } = readTracepoint(step.text) ?? {
        event: 'tracing_mark_write',
        payload: step.text,
      };
      const row = new Row(this.out.string(event), payload, { line, offset });
      Object.assign(row, this.tracepoints.fieldsOf(event, payload));
      return this.hold(row, ts, thread, cpu);
    }
    const key = keyOf(cpu, tid);
    this.graph.step(step, { line, offset, key, thread, cpu, ts, duration });
    return 'used';
  }

  private hold(row: Row, ts: number, thread: ThreadId | None, cpu: number): Verdict {
    row.ts = ts;
    row.thread = thread;
    row.cpu = cpu;
    this.held = row;
    this.callerNames = [];
    this.inUserStack = false;
    return 'used';
  }

  private release(): void {
    const { held, frames, out } = this;
    if (held === null) return;
    this.held = null;
    if (frames.length === 0)
      for (const name of this.callerNames) frames.push(out.frame(out.string(name), out.string(kernel)));
    let stack: StackId | None = none;
    for (let frame = frames.pop(); frame !== undefined; frame = frames.pop()) stack = out.stack(stack, frame);
    held.stack = stack;
    out.event(held);
  }

  /** Reads a frame of the held event, innermost first. */
  private frame(text: string): void {
    const { held, frames, out } = this;
    if (held === null) return;
    held.lines = this.lineNumber - held.line + 1;
    if (frames.length === 0 && ownFrame.test(text)) return;
    const unknown = out.string('[unknown]');
    const address = /^<([0-9a-f]{1,16})>$/.exec(text)?.[1];
    const [, module, offset] = /^(\/[^[]+)\[\+0x([0-9a-f]{1,16})\]$/.exec(text) ?? [];
    if (frames.length >= maxFrames) return;
    if (address !== undefined) frames.push(out.frame(unknown, unknown, BigInt(`0x${address}`)));
    else if (module !== undefined) {
      frames.push(out.frame(unknown, out.string(module), null, BigInt(`0x${offset}`)));
    } else
      frames.push(
        out.frame(
          out.string(text.replace(/\+0x[0-9a-f]+(?:\/0x[0-9a-f]+)?$/, '')),
          this.inUserStack ? unknown : out.string(kernel),
        ),
      );
  }

  private thread(comm: string | null, pid: number, tid: number): ThreadId {
    const key = `${tid} ${pid} ${comm ?? ''}`;
    let thread = this.threads.get(key);
    if (thread === undefined) {
      if (this.threads.size > 1 << 18) this.threads.clear();
      thread = this.out.thread(comm === null ? none : this.out.string(comm), pid, tid);
      this.threads.set(key, thread);
    }
    return thread;
  }

  /** `ts` of a time in `latency-format`: µs since the capture began. */
  private relativeTs({ seconds }: Entry): number {
    if (!this.hasClock) {
      this.hasClock = true;
      this.out.clock({ ...undated(this.options, 'run-seconds'), error: 1000 });
    }
    return Number(seconds) * 1000;
  }

  /** `ts` of a time; NaN if the clock does not count seconds (`trace_clock` `counter` and the like). */
  private tsOf(seconds: string, fraction: string): number {
    if (fraction === '') {
      if (!this.reportedCounter) {
        this.reportedCounter = true;
        this.problem(
          'no-seconds',
          'notice',
          'The clock of the trace does not count seconds: its events have no times.',
        );
      }
      return Number.NaN;
    }
    const time = { seconds: Number(seconds), nanos: Number(fraction.padEnd(9, '0')) };
    if (!isInstant(time.seconds)) return Number.NaN;
    this.zero ??= this.beginClock(time, 10 ** (9 - fraction.length));
    const ts = (time.seconds - this.zero.seconds) * 1e9 + time.nanos - this.zero.nanos;
    return Number.isSafeInteger(ts) ? ts : Number.NaN;
  }

  private beginClock(time: { readonly seconds: number; readonly nanos: number }, error: number): typeof time {
    const zero = epochNs(time.seconds, 0);
    const { start } = this.options;
    this.hasClock = true;
    const common = { zero, zone: null, error };
    // trace-cmd prints seconds since 1970 if it knows the date.
    if (time.seconds >= 1e9)
      this.out.clock({ ...common, domain: 'utc', utcOffset: 0n, source: 'epoch-seconds' });
    else {
      const utcOffset = start === null ? null : start - zero;
      this.out.clock({
        ...common,
        domain: 'boot',
        utcOffset,
        source: 'boot-seconds',
        startSet: start !== null,
      });
    }
    return { seconds: time.seconds, nanos: 0 };
  }

  private untimed(): void {
    if (this.reportedUntimed) return;
    this.reportedUntimed = true;
    this.problem(
      'functions-without-times',
      'notice',
      'Functions have durations but no times: the trace was printed without funcgraph-abstime.',
    );
  }
}

/**
 * A task moves from CPU to CPU, but the idle tasks of all CPUs share one id; a task that no line names is identified
 * by its CPU.
 */
const keyOf = (cpu: number, tid: number): number => (tid > 0 ? tid : -2 * (cpu + 2) + Math.min(tid, 0));

/** The wake-up tracers abbreviate switches and wake-ups: `0:120:R ==> [003] 2312: 94:R sleep`. */
function schedulerFields(text: string): { readonly event: string; readonly fields: readonly Field[] } | null {
  const match =
    /^(\d{1,9}):\s*(-?\d{1,4}):(\S)\s+(==>|\+)\s+\[(\d{1,5})\]\s*(\d{1,9}):\s*(-?\d{1,4}):(\S)\s+(\S.{0,63})$/.exec(
      text,
    );
  if (match === null) return null;
  const [, prev, prevPrio, state, arrow, cpu, next, nextPrio, , comm] = match;
  const number = (key: string, value: string | undefined): Field => ({
    type: { key, type: 'number' },
    value: Number(value),
  });
  const word = (key: string, value: string | undefined): Field => ({
    type: { key, type: 'text' },
    value: value!,
  });
  return arrow === '+'
    ? {
        event: 'sched_wakeup',
        fields: [
          word('comm', comm),
          number('pid', next),
          number('prio', nextPrio),
          number('target_cpu', cpu),
        ],
      }
    : {
        event: 'sched_switch',
        fields: [
          number('prev_pid', prev),
          number('prev_prio', prevPrio),
          word('prev_state', state),
          word('next_comm', comm),
          number('next_pid', next),
          number('next_prio', nextPrio),
        ],
      };
}
