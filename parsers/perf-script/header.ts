/**
 * The line that begins a record: `comm pid/tid [cpu] time: period event: payload`, in which every part may be
 * missing. A thread's name may contain blanks, colons and digits, so ids are parsed from the right.
 *
 * Blanks are space and tab only (`\s` would also match characters of names).
 */
import { type Frame, unknown } from './frame.ts';
import { parseSampleText, parseTracepointText } from './record-text.ts';

export interface Time {
  /** Text before the time. */
  readonly before: string;
  readonly seconds: string;
  readonly fraction: string;
  /** Text after the time and the period. */
  readonly after: string;
}

/** Finds the time of a header as the scanner does; null if the line has none. */
export function findTime(line: string): Time | null {
  let found: RegExpExecArray | null = null;
  for (const match of line.matchAll(/(?<=^|[ \t])(\d{1,15})\.(\d+):(?=[ \t]|$)/g)) {
    const afterId = /[\d\]][ \t]+$/.test(line.slice(0, match.index));
    if (afterId || found === null) found = match;
    if (afterId) break;
  }
  if (found === null) return null;
  const [whole, seconds = '', fraction = ''] = found;
  return {
    before: line.slice(0, found.index),
    seconds,
    fraction,
    after: afterPeriod(line.slice(found.index + whole.length)),
  };
}

/** perf prints a period 10 wide. A number that is padded further is an address of digits alone. */
function afterPeriod(text: string): string {
  const [before = '', blanks = '', digits = ''] = /^([ \t]+)(\d+)(?:[ \t]+|$)/.exec(text) ?? [];
  const isAddress = blanks.length > 1 && blanks.length + digits.length > 11;
  return before === '' || isAddress ? text.replace(/^[ \t]+/, '') : text.slice(before.length);
}

export interface TaskText {
  /** The thread's name. */
  readonly comm: string | null;
  /** -1 if unknown: perf prints a single number for the thread alone. */
  readonly pid: number;
  readonly tid: number;
  readonly cpu: number;
}

/** Parses the text before the time. */
export function parseTask(text: string): TaskText {
  // Before the time, `-F +tod` prints the time of day, and `-F +misc` letters: K, U, H, … A guest is stated first.
  let rest = trim(text)
    .replace(/(?<![ \t])[ \t]+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{1,9}$/, '')
    .replace(/(\d\]?)[ \t]+[KUHGgMESTt?]{1,4}$/, '$1')
    .replace(/^VM: {0,8}\d{1,10} VCPU:\d{1,6} +/, '');
  let cpu = -1;
  let pid = -1;
  let tid = -1;
  const onCpu = /(?:^|[ \t])\[(\d{1,6})\]$/.exec(rest);
  if (onCpu !== null) {
    cpu = Number(onCpu[1]);
    rest = trim(rest.slice(0, onCpu.index));
  }
  const ids = /(?:^|[ \t])(?:(-?\d{1,10})\/)?(-?\d{1,10})$/.exec(rest);
  if (ids !== null) {
    pid = id(ids[1]);
    tid = id(ids[2]);
    rest = trim(rest.slice(0, ids.index));
  }
  return { comm: rest === '' ? null : rest, pid, tid, cpu };
}

const id = (text: string | undefined): number => {
  const value = Number(text ?? -1);
  return value >= 0 && value <= 0x7fff_ffff ? value : -1;
};

const trim = (text: string): string => text.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '');

export interface EventText {
  /** The event with its modifiers, as printed. */
  readonly event: string;
  /** Text after the event and before the frame, and where it starts. */
  readonly payload: string;
  readonly payloadAt: number;
  /** The frame of a record on one line. */
  readonly frame: Frame | null;
  /** True if fields after the frame were left out. */
  readonly hasDetails: boolean;
}

/** Parses the text after time and period; null if it has neither event nor frame. */
export function parseEvent(text: string): EventText | null {
  const match = /^(?:(PERF_RECORD_[A-Z0-9_]+):?|([^ \t]+):(?=[ \t]|$))/.exec(text);
  const payloadAt = match?.[0].length ?? 0;
  const event = match?.[1] ?? match?.[2] ?? unknown;
  const printed = text.slice(payloadAt);
  const leading = printed.length - printed.trimStart().length;
  // A sample on one line has an address in place of a tracepoint's text.
  const found = isTracepoint(event)
    ? parseTracepointText(printed)
    : printed.includes(' => ')
      ? null
      : parseSampleText(printed);
  if (match === null && found === null && text !== '') return null;
  return {
    event,
    payload: found === null ? trim(printed) : found.before,
    payloadAt: payloadAt + leading,
    frame: found?.frame ?? null,
    hasDetails: found?.hasDetails ?? false,
  };
}

/** `subsystem:name`, but not `cycles:u`, whose colon separates modifiers. */
export function isTracepoint(event: string): boolean {
  const colon = event.lastIndexOf(':');
  return (
    event.startsWith('PERF_RECORD_') || (colon > 0 && !/^[ukhHGpPSDIWeb]+$/.test(event.slice(colon + 1)))
  );
}

export interface Untimed {
  readonly task: TaskText;
  readonly period: number;
  readonly event: EventText;
}

/** A header without a time: `java 19983 cycles:`; null if the line is not one. */
export function parseUntimed(line: string): Untimed | null {
  const match =
    /^(.*?(?:^|[ \t])(?:\d+\/)?\d+(?:[ \t]+\[\d+\])?(?:[ \t]+[KUHGgMESTt?]{1,4})?(?:[ \t]+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+)?)[ \t]+(?:(\d+)[ \t]+)?([^ \t:][^ \t]*:(?:[ \t].*)?)$/.exec(
      line,
    );
  if (match === null) return null;
  const [, task = '', period, rest = ''] = match;
  // A time of too many digits is no event.
  if (/^\d+\.\d+:/.test(rest)) return null;
  const event = parseEvent(rest);
  if (event === null) return null;
  return {
    task: parseTask(task),
    period: period === undefined ? Number.NaN : Number(period),
    event: { ...event, payloadAt: line.length - rest.length + event.payloadAt },
  };
}
