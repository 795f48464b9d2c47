import { type None, none, type Options, type Output, type ThreadId } from '../contract.ts';
import { TracepointFields } from '../families/tracepoints/tracepoint-fields.ts';
import type { Field } from '../families/tracepoints/tracepoint-payload.ts';
import { callOf } from '../families/tracepoints/tracepoints.ts';
import { decode } from '../kit/bytes.ts';
import { ReusedRow } from '../kit/event-row.ts';
import { LineClock } from '../kit/line-clock.ts';
import { LineReader, type Verdict } from '../kit/line-reader.ts';
import { LineTime } from '../kit/line-time.ts';
import { readLine, type Value } from './line.ts';

/** A longer line is no event: LTTng limits a record to a sub-buffer, and texts in it are short. */
const maxLine = 64 << 10;
const maxFields = 128;
const maxThreads = 1 << 14;

/** Members of contexts that say which thread the event is of, for LTTng and `perf data convert`. */
const threadKeys = {
  process: ['procname'],
  pid: ['vpid', 'pid', 'perf_pid'],
  tid: ['vtid', 'tid', 'perf_tid'],
} as const;
/** The converter of perf puts them into the payload, beside fields that have the plain names. */
const ofPerf = /^perf_[pt]id$/;

/** States as the kernel numbers them (`TASK_…`); a task that is preempted is marked by the bit after the last. */
const stateLetters: ReadonlyMap<number, string> = new Map([
  [0, 'R'],
  [1, 'S'],
  [2, 'D'],
  [4, 'T'],
  [8, 't'],
  [16, 'X'],
  [32, 'Z'],
  [64, 'P'],
  [128, 'I'],
  [0x402, 'I'],
  [0x100, 'R+'],
  [0x1000, 'R+'],
]);

export class BabeltraceReader extends LineReader {
  private readonly clock: LineClock;
  private readonly time = new LineTime();
  private readonly row: ReusedRow;
  private readonly fields: TracepointFields;
  private readonly threads = new Map<string, ThreadId>();
  private readonly encoder = new TextEncoder();
  private isHostKnown = false;

  constructor(out: Output, options: Options) {
    super(out, options);
    this.clock = new LineClock(out, options, 'start');
    this.row = new ReusedRow(out.string('event'));
    this.fields = new TracepointFields(out);
  }

  protected readBytes(bytes: Uint8Array, start: number, end: number): Verdict {
    const line = end - start > maxLine ? null : readLine(decode(bytes, start, end));
    if (line === null) {
      this.problem('unknown-line', 'warning', 'A line that is not an event of babeltrace was skipped.');
      return 'skipped';
    }
    const { host, event, text, context, payload } = line;
    if (host !== null && !this.isHostKnown) {
      this.isHostKnown = true;
      this.out.about({ host });
    }
    const { row } = this;
    const stamp = this.encoder.encode(line.time);
    this.time.read(stamp, 0, stamp.length);
    row.ts = this.checkedTime(this.clock.at(this.time));
    row.kind = this.out.string(event);
    row.thread = this.thread([...context, ...payload.filter(({ key }) => ofPerf.test(key))]);
    row.cpu = numberIn(context, ['cpu_id']);
    row.message.bytes = this.encoder.encode(text);
    row.message.end = row.message.bytes.length;
    Object.assign(row, this.fields.intern(event, fieldsOf(event, [...payload, ...context])));
    Object.assign(row, { line: this.lineNumber, lines: 1, offset: this.lineOffset });
    this.out.event(row);
    return 'used';
  }

  protected override finish(): void {
    this.clock.finish();
  }

  private thread(values: readonly Value[]): ThreadId | None {
    const [pid, tid] = [numberIn(values, threadKeys.pid), numberIn(values, threadKeys.tid)];
    const process = values.find(({ key }) => key === threadKeys.process[0])?.value;
    if (pid < 0 && tid < 0 && process === undefined) return none;
    const key = `${pid} ${tid} ${process ?? ''}`;
    let thread = this.threads.get(key);
    if (thread === undefined) {
      if (this.threads.size >= maxThreads) this.threads.clear();
      thread = this.out.thread(process === undefined ? none : this.out.string(process), pid, tid);
      this.threads.set(key, thread);
    }
    return thread;
  }
}

const columnKeys: ReadonlySet<string> = new Set(['cpu_id', ...Object.values(threadKeys).flat()]);

function fieldsOf(event: string, values: readonly Value[]): Field[] {
  const fields: Field[] = [];
  const seen = new Set<string>();
  const inPayload = /^sched_|^sched:/.test(event);
  for (const { key, value, isText } of values) {
    if (seen.has(key) || fields.length >= maxFields) continue;
    seen.add(key);
    // The `pid` and `tid` of scheduler events name the other thread.
    if (columnKeys.has(key) && !(inPayload && (key === 'pid' || key === 'tid'))) continue;
    const number =
      isText || !/^-?(?:\d{1,20}(?:\.\d{1,20})?|0x[\da-fA-F]{1,16})$/.test(value)
        ? Number.NaN
        : Number(value);
    if (key === 'prev_state')
      fields.push({ type: { key, type: 'text' }, value: stateLetters.get(number) ?? value });
    else if (Number.isSafeInteger(number) || (value.includes('.') && !Number.isNaN(number)))
      fields.push({ type: { key, type: 'number' }, value: number });
    else fields.push({ type: { key, type: 'text' }, value });
  }
  const call = callOf(event);
  return call === null ? fields : [...fields, { type: call.type, value: call.call }];
}

function numberIn(values: readonly Value[], keys: readonly string[]): number {
  for (const key of keys) {
    const value = Number(values.find(each => each.key === key)?.value ?? Number.NaN);
    if (Number.isInteger(value) && value >= 0 && value < 2 ** 31) return value;
  }
  return -1;
}
