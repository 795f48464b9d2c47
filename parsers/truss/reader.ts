import {
  type EventRow,
  type FieldSchemaId,
  type None,
  none,
  type Options,
  type Output,
  type TextId,
  type ThreadId,
} from '../contract.ts';
import { ascii, parseSeconds } from '../kit/bytes.ts';
import { headLines } from '../kit/metrics/text-lines.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { undated } from '../kit/undated.ts';
import {
  baseTime,
  type Call,
  isExit,
  isNote,
  type Line,
  readCall,
  readFunction,
  readLine,
  readSignal,
} from './line.ts';
import { TrussSummary } from './summary.ts';
import { type Columns, columnsOf } from './times.ts';

/** Maximum length of an event's text. */
const maxText = 64 << 10;
/** Maximum number of threads, and of open calls per thread. */
const maxThreads = 1 << 16;
const deepest = 1 << 10;

class Row implements EventRow {
  ts = Number.NaN;
  duration = Number.NaN;
  thread: ThreadId | None = none;
  readonly cpu = -1;
  readonly stack = none;
  fieldSchema: FieldSchemaId | None = none;
  fields: number[] = [];
  lines = 1;
  text = '';
  message = { bytes: new Uint8Array(0) as Uint8Array, start: 0, end: 0 };

  constructor(
    readonly kind: TextId,
    readonly line: number,
    readonly offset: number,
  ) {}
}

export class TrussReader extends TextReader {
  private readonly columns: Columns;
  private readonly summary: TrussSummary;
  private readonly schemas: Readonly<
    Record<'number' | 'text' | 'open' | 'signal' | 'function' | 'functionOpen', FieldSchemaId>
  >;
  /** Sleeping calls, and functions that call others, by thread; innermost last. */
  private readonly open = new Map<number, Row[]>();
  /** The last event, whose details may follow. */
  private held: Row | null = null;
  private base = Number.NaN;
  private clockGiven = false;
  private hasReportedAssumed = false;

  constructor(out: Output, options: Options) {
    super(out, options);
    this.columns = columnsOf(headLines(options.head, Number.POSITIVE_INFINITY));
    this.summary = new TrussSummary(out);
    const call = { key: 'call', type: 'text', role: 'syscall.name' } as const;
    const error = { key: 'error', type: 'text', role: 'syscall.error' } as const;
    const state = { key: 'state', type: 'text' } as const;
    const name = { key: 'function', type: 'text' } as const;
    this.schemas = {
      number: out.fieldSchema([call, { key: 'result', type: 'number', role: 'syscall.result' }, error]),
      text: out.fieldSchema([call, { key: 'result', type: 'text', role: 'syscall.result' }, error]),
      open: out.fieldSchema([call, state]),
      signal: out.fieldSchema([{ key: 'signal', type: 'text' }]),
      function: out.fieldSchema([name, { key: 'result', type: 'text' }]),
      functionOpen: out.fieldSchema([name, state]),
    };
  }

  protected read(line: string): Verdict {
    if (this.summary.read(line)) return 'used';
    const parsed = readLine(line);
    const { text } = parsed;
    // Nearly all lines are calls.
    const call = readCall(text);
    if (call !== null) return this.call(parsed, call);
    const base = baseTime(text);
    if (base !== null) {
      this.base = base;
      return 'used';
    }
    const called = readFunction(text);
    if (called !== null) return this.function(parsed, called);
    const signal = readSignal(text);
    if (signal !== null) {
      const row = this.begin(parsed, 'signal');
      row.fieldSchema = this.schemas.signal;
      row.fields = [this.out.string(signal)];
      return this.hold(row);
    }
    if (isExit(text)) {
      this.hold(this.begin(parsed, 'exit'));
      this.writeUnfinished(parsed.tid);
      return 'used';
    }
    if (isNote(text)) return this.hold(this.begin(parsed, 'truss'));
    if (this.held !== null && /^\s|^[\d/]+:\s{2,}/.test(line)) {
      const { held } = this;
      held.lines = this.lineNumber - held.line + 1;
      if (held.text.length < maxText) held.text += `\n${text}`;
      return 'used';
    }
    return this.unknown('A line that is not a call, signal or exit was skipped.');
  }

  protected override finish(): void {
    this.release();
    for (const tid of [...this.open.keys()]) this.writeUnfinished(tid);
    if (!this.clockGiven) this.out.clock(undated(this.options, 'none'));
  }

  private call(said: Line, call: Call): Verdict {
    const waiting = this.open.get(said.tid);
    const slept = waiting?.at(-1);
    const kind = this.out.string(call.name);
    const isSame = slept !== undefined && slept.kind === kind && slept.fieldSchema === this.schemas.open;
    if (isSame && call.end === 'sleeping') return 'used';
    if (isSame) waiting?.pop();
    const row = isSame ? slept : this.begin(said, call.name);
    if (isSame) {
      // The line with the result repeats the call in full.
      row.text = said.text;
      const at = this.at(said);
      const took = this.took(said);
      row.duration = Number.isNaN(took) ? at - row.ts : took;
      if (!Number.isNaN(took)) row.ts = at - took;
    }
    row.fields = [kind, this.out.string('unfinished')];
    row.fieldSchema = this.schemas.open;
    if (call.end === 'sleeping') {
      this.wait(said.tid, row);
      return 'used';
    }
    if (call.end === 'returned') {
      const value = /^-?\d{1,15}$/.test(call.result) ? Number(call.result) : Number.NaN;
      const isNumber = !Number.isNaN(value);
      row.fieldSchema = isNumber ? this.schemas.number : this.schemas.text;
      const error = call.error === '' ? none : this.out.string(call.error);
      row.fields = [kind, isNumber ? value : this.out.string(call.result), error];
    }
    return this.hold(row);
  }

  private function(said: Line, called: NonNullable<ReturnType<typeof readFunction>>): Verdict {
    const name = this.out.string(called.name);
    const waiting = this.open.get(said.tid);
    if (called.enters) {
      const row = this.begin(said, called.name);
      row.fieldSchema = this.schemas.functionOpen;
      row.fields = [name, this.out.string('unfinished')];
      this.release();
      this.wait(said.tid, row);
      return 'used';
    }
    const at = waiting?.findLastIndex(({ kind }) => kind === name) ?? -1;
    const row = at < 0 ? this.begin(said, called.name) : waiting!.splice(at)[0]!;
    if (at >= 0) row.duration = this.at(said) - row.ts;
    row.fieldSchema = this.schemas.function;
    row.fields = [name, called.result === '' ? none : this.out.string(called.result)];
    return this.hold(row);
  }

  /** Creates the event of a line: at its begin, or at its end if the line states how long it took. */
  private begin(said: Line, kind: string): Row {
    const { pid, tid, text } = said;
    const row = new Row(this.out.string(kind), this.lineNumber, this.lineOffset);
    const took = this.took(said);
    row.ts = this.at(said);
    row.duration = took;
    if (!Number.isNaN(took)) row.ts -= took;
    row.thread = pid < 0 && tid < 0 ? none : this.out.thread(none, pid, tid);
    row.text = text;
    return row;
  }

  private took({ times }: Line): number {
    const { took, assumed } = this.columns;
    if (took < 0) return Number.NaN;
    if (assumed && !this.hasReportedAssumed) {
      this.hasReportedAssumed = true;
      this.problem(
        'times-assumed',
        'notice',
        'There is one column of times: it is read as the time in each call (-E). With -D it would be the time since the previous event.',
      );
    }
    return ns(times[took]);
  }

  /** `ts` of the line's event; NaN if it has no time. */
  private at({ times }: Line): number {
    const { columns } = this;
    if (columns.at >= 0) {
      const at = ns(times[columns.at]);
      if (!Number.isNaN(at)) this.giveClock();
      return at;
    }
    return Number.NaN;
  }

  private giveClock(): void {
    if (this.clockGiven) return;
    this.clockGiven = true;
    const { base, options } = this;
    if (Number.isNaN(base)) this.out.clock(undated(options, 'run-seconds'));
    else
      this.out.clock({
        domain: 'utc',
        // Four digits: a double is exact to the microsecond.
        zero: BigInt(Math.round(base / 1e5)) * 100_000n,
        utcOffset: 0n,
        zone: null,
        source: 'run-start',
        error: 1e5,
      });
  }

  private hold(row: Row): Verdict {
    this.release();
    this.held = row;
    return 'used';
  }

  private release(): void {
    if (this.held !== null) this.give(this.held);
    this.held = null;
  }

  private give(row: Row): void {
    row.message.bytes = ascii(row.text);
    row.message.end = row.message.bytes.length;
    this.out.event(row);
  }

  private wait(tid: number, row: Row): void {
    const waiting = this.open.get(tid) ?? [];
    if (waiting.length >= deepest || this.open.size >= maxThreads) {
      for (const each of waiting.splice(0)) this.give(each);
    }
    waiting.push(row);
    this.open.set(tid, waiting);
  }

  private writeUnfinished(tid: number): void {
    for (const row of this.open.get(tid) ?? []) this.give(row);
    this.open.delete(tid);
  }
}

function ns(seconds: string | undefined): number {
  if (seconds === undefined) return Number.NaN;
  const bytes = ascii(seconds);
  return parseSeconds(bytes, 0, bytes.length);
}
