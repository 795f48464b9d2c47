/** Parsed and interned parts of headers, computed once for each distinct text. */
import {
  type FieldSchemaId,
  type None,
  none,
  type Output,
  type StackId,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { decode, isText } from '../kit/bytes.ts';
import { idOf } from '../kit/metrics/series.ts';
import { CallNames } from '../kit/syscalls/names.ts';
import { TracepointEvents } from '../kit/tracepoint-events.ts';
import type { Field } from '../kit/tracepoint-payload.ts';
import { callOf } from '../kit/tracepoints.ts';
import { type Instant, instantOf } from './banner.ts';
import { isSourceLine, looksLikeFrame, unknown } from './frame.ts';
import {
  type EventText,
  isTracepoint,
  parseEvent,
  parseTask,
  parseUntimed,
  type TaskText,
} from './header.ts';
import type { Stacks } from './stacks.ts';

/** Text before the time. */
export interface Thread {
  readonly thread: ThreadId | None;
  readonly cpu: number;
  readonly hasTid: boolean;
  /** True if it is valid UTF-8. */
  readonly valid: boolean;
}

/** Text after the time. */
export interface Event {
  /** True if it names an event or a frame. */
  readonly known: boolean;
  readonly kind: TextId;
  /** The stack of a record on one line. */
  readonly stack: StackId | None;
  /** True if a profiler took it: then it is a sample, even with a text. */
  readonly sampled: boolean;
  /** Start of the payload or the frame, in bytes from the start of the range; -1 if there is neither. */
  readonly payloadAt: number;
  readonly fieldSchema: FieldSchemaId | None;
  readonly fields: ArrayLike<number>;
  readonly valid: boolean;
}

/** A line without a time. */
export type UntimedLine =
  | { readonly is: 'frame' | 'source' | 'unknown' }
  | {
      readonly is: 'header';
      readonly thread: Thread;
      readonly event: Event;
      readonly period: number;
      readonly time: Instant | null;
    };

/** `instruction trace error type 1 time 12.345678901 cpu 0 pid 7 tid 8 ip 0 code 7: Overflow packet` */
const traceError =
  /^instruction trace error type (?<type>\d+)(?: time (?<time>[\d.]+))?(?: cpu (?<cpu>\d+))?(?: pid (?<pid>-?\d+))?(?: tid (?<tid>-?\d+))?(?: ip (?<ip>\w+))?(?: code (?<code>\d+))?: (?<reason>.*)$/;

export class Meaning {
  readonly calls: CallNames;
  private readonly tracepoints: TracepointEvents;

  /** `machine`: as the capture states it. */
  constructor(
    private readonly out: Output,
    private readonly stacks: Stacks,
    machine: string | null,
  ) {
    this.calls = new CallNames(machine);
    this.tracepoints = new TracepointEvents(out, this.calls);
  }

  threadAt(bytes: Uint8Array, start: number, end: number): Thread {
    return this.thread(parseTask(decode(bytes, start, end)), isText(bytes, start, end));
  }

  eventAt(bytes: Uint8Array, start: number, end: number): Event {
    const text = decode(bytes, start, end);
    const what = parseEvent(text) ?? { event: unknown, payload: text, payloadAt: 0, frame: null };
    const ascii = text.length === end - start;
    const counted = ascii ? what : parseEvent(latin1.decode(bytes.subarray(start, end)));
    const payloadAt = counted?.payloadAt ?? 0;
    return this.event(what, payloadAt, isText(bytes, start, end));
  }

  untimedAt(bytes: Uint8Array, start: number, end: number): UntimedLine {
    const text = decode(bytes, start, end);
    const line = text.trim();
    if (looksLikeFrame(line)) return { is: 'frame' };
    if (isSourceLine(line)) return { is: 'source' };
    const error = traceError.exec(line)?.groups;
    if (error !== undefined) return this.traceError(line, error);
    const header = parseUntimed(text);
    if (header === null)
      return /^\s+(?:0x)?[0-9a-f]+(?:\s|$)/i.test(text) ? { is: 'frame' } : { is: 'unknown' };
    const valid = isText(bytes, start, end);
    const ascii = text.length === end - start;
    const counted = ascii ? header : parseUntimed(latin1.decode(bytes.subarray(start, end)));
    const payloadAt = counted?.event.payloadAt ?? 0;
    return {
      is: 'header',
      thread: this.thread(header.task, valid),
      event: this.event(header.event, payloadAt, valid),
      period: header.period,
      time: null,
    };
  }

  private thread({ comm, pid, tid, cpu }: TaskText, valid: boolean): Thread {
    const named = comm !== null || pid >= 0 || tid >= 0;
    const thread = named ? this.out.thread(comm === null ? none : this.out.string(comm), pid, tid) : none;
    return { thread, cpu, hasTid: tid >= 0, valid };
  }

  private event({ event, payload, frame }: EventText, payloadAt: number, valid: boolean): Event {
    // A system call without arguments prints nothing after its name.
    const isSilent = payload === '' && callOf(event) === null;
    return {
      known: event !== unknown || frame !== null,
      kind: this.out.string(event),
      stack: frame === null ? none : this.stacks.single(frame),
      sampled: isSilent || (event !== unknown && !isTracepoint(event) && !payload.includes(' => ')),
      payloadAt: isSilent && frame === null ? -1 : payloadAt,
      ...this.tracepoints.fieldsOf(event, payload),
      valid,
    };
  }

  private traceError(line: string, groups: Record<string, string | undefined>): UntimedLine {
    const { time, cpu, pid, tid, ip = '', code = '', reason = '' } = groups;
    const field = (key: string, value: string): Field => ({ type: { key, type: 'text' }, value });
    const fields = [
      field('type', groups.type ?? ''),
      field('ip', ip),
      field('code', code),
      field('reason', reason),
    ];
    return {
      is: 'header',
      thread: this.thread({ comm: null, pid: idOf(pid), tid: idOf(tid), cpu: idOf(cpu) }, true),
      event: {
        known: true,
        kind: this.out.string('instruction trace error'),
        stack: none,
        sampled: false,
        payloadAt: line.startsWith('instruction') ? 0 : -1,
        ...this.tracepoints.fields.intern('instruction trace error', fields),
        valid: true,
      },
      period: Number.NaN,
      time: time === undefined ? null : instantOf(time),
    };
  }
}

/** Positions are counted in bytes: in Latin-1 every byte is one character. */
const latin1 = new TextDecoder('latin1');
