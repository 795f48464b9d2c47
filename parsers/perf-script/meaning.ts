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
import { switchFields, switchState } from '../families/tracepoints/switch-records.ts';
import { TracepointEvents } from '../families/tracepoints/tracepoint-events.ts';
import type { Field } from '../families/tracepoints/tracepoint-payload.ts';
import { callOf } from '../families/tracepoints/tracepoints.ts';
import { decode, isText } from '../kit/bytes.ts';
import { idOf } from '../kit/metrics/series.ts';
import { CallNames } from '../kit/syscalls/names.ts';
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
import { isBareNumber, isDetailLine, withoutDetails } from './record-text.ts';
import type { Stacks } from './stacks.ts';

/** Text before the time. */
export interface Thread {
  readonly thread: ThreadId | None;
  readonly cpu: number;
  /** -1 if unknown. */
  readonly tid: number;
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
  /** Bytes of the payload before the frame; 0 if the frame comes first, -1 if there is no frame. */
  readonly payloadLength: number;
  /** True if fields after the frame were left out. */
  readonly hasDetails: boolean;
  readonly fieldSchema: FieldSchemaId | None;
  readonly fields: ArrayLike<number>;
  /** True if a field is the id of the thread that begins to run, which is that of the event. */
  readonly switchesTo: boolean;
  readonly valid: boolean;
}

/** A line without a time. */
export type UntimedLine =
  | { readonly is: 'frame' | 'number' | 'source' | 'detail' | 'unknown' }
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
    const what = parseEvent(text) ?? {
      event: unknown,
      payload: text,
      payloadAt: 0,
      frame: null,
      hasDetails: false,
    };
    const ascii = text.length === end - start;
    const counted = ascii ? what : parseEvent(latin1.decode(bytes.subarray(start, end)));
    return this.event(what, counted ?? what, isText(bytes, start, end));
  }

  untimedAt(bytes: Uint8Array, start: number, end: number): UntimedLine {
    const text = decode(bytes, start, end);
    const line = text.trim();
    if (isDetailLine(line)) return { is: 'detail' };
    if (looksLikeFrame(line)) return { is: 'frame' };
    if (isSourceLine(withoutDetails(line))) return { is: 'source' };
    if (isBareNumber(line)) return { is: 'number' };
    const error = traceError.exec(line)?.groups;
    if (error !== undefined) return this.traceError(line, error);
    const header = parseUntimed(text);
    if (header === null)
      return /^\s+(?:0x)?[0-9a-f]+(?:\s|$)/i.test(text) ? { is: 'frame' } : { is: 'unknown' };
    const valid = isText(bytes, start, end);
    const ascii = text.length === end - start;
    const counted = ascii ? header : parseUntimed(latin1.decode(bytes.subarray(start, end)));
    return {
      is: 'header',
      thread: this.thread(header.task, valid),
      event: this.event(header.event, counted?.event ?? header.event, valid),
      period: header.period,
      time: null,
    };
  }

  private thread({ comm, pid, tid, cpu }: TaskText, valid: boolean): Thread {
    const named = comm !== null || pid >= 0 || tid >= 0;
    const thread = named ? this.out.thread(comm === null ? none : this.out.string(comm), pid, tid) : none;
    return { thread, cpu, tid, valid };
  }

  /** @param counted the same with positions in bytes */
  private event({ event, payload, frame, hasDetails }: EventText, counted: EventText, valid: boolean): Event {
    // A system call without arguments prints nothing after its name.
    const isSilent = payload === '' && callOf(event) === null;
    return {
      known: event !== unknown || frame !== null,
      kind: this.out.string(event),
      stack: frame === null ? none : this.stacks.single(frame),
      sampled: isSilent || isSample(event, payload),
      payloadAt: isSilent && frame === null ? -1 : counted.payloadAt,
      payloadLength: frame === null ? -1 : counted.payload.length,
      hasDetails,
      switchesTo: event === 'PERF_RECORD_SWITCH' && payload === 'IN',
      ...this.fieldsOf(event, payload),
      valid,
    };
  }

  private fieldsOf(event: string, payload: string) {
    if (event.startsWith('PERF_RECORD_SWITCH'))
      return this.tracepoints.fields.intern(event, fieldsOfSwitch(payload));
    const access = isTracepoint(event) ? [] : accessFields(payload);
    return access.length > 0
      ? this.tracepoints.fields.intern(event, access)
      : this.tracepoints.fieldsOf(event, payload);
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
        payloadLength: -1,
        hasDetails: false,
        switchesTo: false,
        ...this.tracepoints.fields.intern('instruction trace error', fields),
        valid: true,
      },
      period: Number.NaN,
      time: time === undefined ? null : instantOf(time),
    };
  }
}

/** A record of a profiler. `-F +metric` prints lines of its own, which have a time and a text. */
const isSample = (event: string, payload: string): boolean =>
  event !== unknown && event !== 'metric' && !isTracepoint(event) && !payload.includes(' => ');

/** `IN`, `OUT preempt`, `OUT  next pid/tid: 12/13`. The record of the thread that runs next says nothing more. */
function fieldsOfSwitch(payload: string): readonly Field[] {
  const [, way, preempt, pid, tid] =
    /^(IN|OUT)( preempt)?(?: +next pid\/tid: *(\d+)\/(\d+))?/.exec(payload) ?? [];
  if (way === 'IN' && !payload.includes('prev pid')) return [{ type: switchFields.nextTid, value: -1 }];
  if (way !== 'OUT') return [];
  const fields: Field[] = [{ type: switchFields.state, value: switchState(preempt !== undefined) }];
  if (pid === undefined) return fields;
  return [
    ...fields,
    { type: switchFields.nextPid, value: Number(pid) },
    { type: switchFields.nextTid, value: Number(tid) },
  ];
}

/** Fields that `-F` prints before the address, if their text shows which they are. `perf.data` has them under the same names. */
function accessFields(payload: string): readonly Field[] {
  const patterns = {
    operation: /\|OP ([^|]*)/,
    level: /\|LVL ([^|]*)/,
    cgroup: /(?:^|[ \t])(\/.*)$/,
  };
  return Object.entries(patterns).flatMap(([key, pattern]) => {
    const value = pattern.exec(payload)?.[1]?.trim();
    return value === undefined ? [] : [{ type: { key, type: 'text' }, value }];
  });
}

/** Positions are counted in bytes: in Latin-1 every byte is one character. */
const latin1 = new TextDecoder('latin1');
