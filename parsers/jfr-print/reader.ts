import { type FieldType, type None, none, type StackId, type ThreadId } from '../contract.ts';
import { ascii } from '../kit/bytes.ts';
import { epochSeconds } from '../kit/civil.ts';
import { TextReader, type Verdict } from '../kit/metrics/text-reader.ts';
import { timeOfDay, WallClock } from '../kit/metrics/wall-clock.ts';
import { nanoseconds } from '../kit/time-units.ts';
import { begin } from './entry.ts';

interface Value {
  readonly type: FieldType;
  readonly value: number | string;
}

/** An event whose end has not been read. */
class OpenEvent {
  start = '';
  duration = Number.NaN;
  thread: string | null = null;
  /** Leaf first. */
  readonly frames: string[] = [];
  readonly fields: Value[] = [];
  /** The text of the last field, if it is in quotes: it may have further lines. */
  open: { key: string; text: string } | null = null;
  /** Names of the structures around the current line. */
  readonly path: string[] = [];
  list: 'stack' | 'other' | null = null;

  constructor(
    readonly type: string,
    readonly line: number,
    readonly offset: number,
  ) {}
}

/** Samples of a profiler; all other events are events, with their stacks. */
const samples: ReadonlySet<string> = new Set([
  'jdk.ExecutionSample',
  'jdk.NativeMethodSample',
  'jdk.CPUTimeSample',
]);
/** Fields that name the thread of an event, the best first. */
const threadFields = ['sampledThread', 'eventThread', 'thread'];
/** More fields than any event of the JDK has. */
const maxFields = 40;
const longestText = 1 << 16;

const nanos: Readonly<Record<string, number>> = { ...nanoseconds, m: 60e9, h: 3600e9, d: 86_400e9 };
const bytes: Readonly<Record<string, number>> = {
  byte: 1,
  bytes: 1,
  B: 1,
  kB: 1024,
  MB: 1024 ** 2,
  GB: 1024 ** 3,
  TB: 1024 ** 4,
};

export class JfrPrintReader extends TextReader {
  private wall: WallClock | null = null;
  private event: OpenEvent | null = null;

  protected read(line: string): Verdict {
    const type = begin.exec(line)?.[1];
    if (type !== undefined) {
      this.abandon();
      this.event = new OpenEvent(type, this.lineNumber, this.lineOffset);
      return 'held';
    }
    const { event } = this;
    if (event === null) return this.unknown();
    const text = line.trim();
    if (line === '}') return this.close(event);
    if (event.list !== null) {
      if (text === ']') event.list = null;
      else if (event.list === 'stack' && text !== '...')
        event.frames.push(text.replace(/ line: ?\d{0,10}$/, ''));
      return 'held';
    }
    if (text === '}') {
      this.endText(event);
      event.path.pop();
      return 'held';
    }
    const [, key, value = ''] = /^\s{2,}(\w{1,80}) = (.*)$/.exec(line) ?? [];
    if (key === undefined) return this.continued(event, line);
    this.endText(event);
    if (value === '[') event.list = key === 'stackTrace' ? 'stack' : 'other';
    else if (value === '{') event.path.push(key);
    else this.field(event, key, value);
    return 'held';
  }

  private field(event: OpenEvent, key: string, value: string): void {
    const inner = event.path.length > 0;
    if (!inner && key === 'startTime') event.start = value;
    else if (!inner && key === 'duration') event.duration = durationOf(value);
    else if (!inner && threadFields.includes(key) && (event.thread === null || key === threadFields[0]))
      event.thread = /^"(.*)"/.exec(value)?.[1] ?? null;
    else if (value.startsWith('"')) event.open = { key: [...event.path, key].join('.'), text: value };
    else if (!/^(?:N\/A|null|\[\]|\{\})$/.test(value) && event.fields.length < maxFields)
      event.fields.push(fieldOf([...event.path, key].join('.'), value));
  }

  /** Quotes and line ends in a text are not escaped, so only the next field shows where it ends. */
  private continued(event: OpenEvent, line: string): Verdict {
    if (event.open === null) return this.unknown();
    if (event.open.text.length < longestText) event.open.text += `\n${line}`;
    return 'held';
  }

  private endText(event: OpenEvent): void {
    if (event.open === null) return;
    const { key, text } = event.open;
    event.open = null;
    if (event.fields.length < maxFields) event.fields.push(fieldOf(key, text));
  }

  private close(event: OpenEvent): Verdict {
    this.event = null;
    this.endText(event);
    const { out } = this;
    const ts = this.checkedTime(this.time(event.start));
    const kind = out.string(event.type);
    const thread: ThreadId | None =
      event.thread === null ? none : out.thread(out.string(event.thread), -1, -1);
    const stack = this.stack(event.frames);
    if (samples.has(event.type)) out.sample(ts, -1, thread, kind, 1, Number.NaN, stack);
    else this.write(event, ts, thread, stack);
    this.settle('used');
    return 'used';
  }

  private write(event: OpenEvent, ts: number, thread: ThreadId | None, stack: StackId | None): void {
    const { out } = this;
    const { fields, type, duration, line, offset } = event;
    const message = ascii(
      fields
        .map(({ type: { key, unit }, value }) => `${key}=${value}${unit === undefined ? '' : ` ${unit}`}`)
        .join(' '),
    );
    out.event({
      ts,
      duration,
      kind: out.string(type),
      thread,
      cpu: -1,
      message: { bytes: message, start: 0, end: message.length },
      fieldSchema: fields.length === 0 ? none : out.fieldSchema(fields.map(each => each.type)),
      fields: fields.map(({ value }) => (typeof value === 'number' ? value : out.string(value))),
      stack,
      line,
      lines: this.lineNumber - line + 1,
      offset,
    });
  }

  private stack(frames: readonly string[]): StackId | None {
    const module = this.out.string('[unknown]');
    let stack: StackId | None = none;
    for (const symbol of frames.toReversed())
      stack = this.out.stack(stack, this.out.frame(this.out.string(symbol), module));
    return stack;
  }

  /** `12:00:00.010 (2024-05-01)`, in the zone of the machine that printed it; the date since JDK 17. */
  private time(text: string): number {
    const clock = timeOfDay(text.split(' ', 1)[0]!);
    if (clock === null) return Number.NaN;
    this.wall ??= new WallClock(this.out, this.options, {
      domain: 'local',
      zone: null,
      source: 'row-times',
      error: 1e6,
    });
    const [, year, month, day] = /\((\d{4})-(\d\d)-(\d\d)\)/.exec(text) ?? [];
    if (year === undefined) return this.wall.at(this.wall.nearestSeconds(clock.seconds), clock.nanos);
    const midnight = epochSeconds(Number(year), Number(month), Number(day));
    if (Number.isNaN(midnight)) return Number.NaN;
    this.wall.setDate(midnight / 86_400);
    return this.wall.at(midnight + clock.seconds, clock.nanos);
  }

  private abandon(): void {
    if (this.event === null) return;
    this.event = null;
    this.settle('skipped');
    this.problem('cut-off', 'warning', 'An event has no end: it was skipped.');
  }

  protected override finish(): void {
    this.abandon();
    this.wall?.finish();
  }
}

/** `12.3 ms`, `1 m 5 s`, in ns; NaN if it is not a duration. */
function durationOf(text: string): number {
  const parts = [...text.matchAll(/(\d{1,18}(?:[.,]\d{1,9})?) ?([a-z]{1,2})(?= |$)/g)];
  const sum = parts.reduce(
    (ns, [, number, unit]) => ns + Number(number!.replace(',', '.')) * (nanos[unit!] ?? Number.NaN),
    0,
  );
  return parts.length === 0 ? Number.NaN : Math.round(sum);
}

/** A field: sizes in bytes and times in ms, because the JDK chooses the unit of each value by its size. */
function fieldOf(key: string, text: string): Value {
  const quoted = /^"(.*)"/s.exec(text)?.[1];
  if (quoted !== undefined) return { type: { key, type: 'text' }, value: quoted.trimEnd() };
  const [, number, unit = ''] = /^(-?\d{1,18}(?:[.,]\d{1,9})?) ?([A-Za-z%/]{0,8})$/.exec(text) ?? [];
  const value = Number(number?.replace(',', '.') ?? Number.NaN);
  if (!Number.isFinite(value)) return { type: { key, type: 'text' }, value: text };
  const measured = (scaled: number, name: string): Value => ({
    type: { key, type: 'number', unit: name },
    value: scaled,
  });
  if (nanos[unit] !== undefined) return measured((value * nanos[unit]) / 1e6, 'ms');
  if (bytes[unit] !== undefined) return measured(value * bytes[unit], 'B');
  return unit === '' ? { type: { key, type: 'number' }, value } : measured(value, unit);
}
