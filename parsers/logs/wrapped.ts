/**
 * Finds the formats of the messages that a log such as syslog collects from programs. The beginning of the file
 * decides, so that a log whose messages have no format of their own is still read in runs.
 */
import { decode } from '../kit/bytes.ts';
import { offsetName } from '../kit/civil.ts';
import type { LogFormat } from './definition.ts';
import type { Verdict } from './detect.ts';
import { ignore } from './ignore.ts';
import { LinesReader } from './lines.ts';
import { Match } from './match.ts';
import { Draft, type RecordReader } from './record.ts';
import { mayHoldTime } from './text.ts';
import { midnight, ReadTime } from './time.ts';

/** What the beginning of a file says about the lines that it wraps. */
export interface Wrapped {
  /** Formats of the wrapped lines, as they are written behind the log's own time; empty if they have none. */
  readonly formats: readonly LogFormat[];
  /** Zone of the wrapping log's times, such as `+02:00`, by times that wrapped lines state; else null. */
  readonly zone: string | null;
  /** Year of the record at an offset of the file, by the time of the line that it wraps; else null. */
  readonly year: { readonly value: number; readonly offset: number } | null;
}

const nothing: Wrapped = { formats: [], zone: null, year: null };

/** Number of lines examined, and of programs whose messages are recognised. */
const maxLines = 400;
const maxPrograms = 24;
/** Bytes at the beginning of a message within which its time, if it has one, must be. */
const beginning = 64;
/** A line is logged within this time of being written, s. */
const together = 120;
const quarter = 900;

/** A message of a program, and the record that wraps it. */
interface Message {
  readonly text: Uint8Array;
  readonly time: ReadTime;
  readonly offset: number;
}

export function wrappedIn(
  head: Uint8Array,
  reader: RecordReader,
  formats: readonly LogFormat[],
  recognise: (head: Uint8Array) => Verdict | null,
  open: (format: LogFormat) => RecordReader,
): Wrapped {
  const found = new Set<LogFormat>();
  const shifts: number[] = [];
  let year: Wrapped['year'] = null;
  for (const messages of messagesOf(head, reader)) {
    const format = formatOf(messages, formats, recognise);
    if (format === null) continue;
    found.add(format);
    const inner = open(asInner(format));
    const match = new Match();
    const draft = new Draft(ignore);
    for (const { text, time, offset } of messages) {
      draft.clear();
      if (!inner.begins(text, 0, text.length, match)) continue;
      if (!inner.read(text, 0, text.length, match, draft) || draft.time === null) continue;
      if (year === null && time.year < 0 && draft.time.year >= 0) year = { value: draft.time.year, offset };
      const shift = shiftOf(time, draft.time);
      if (!Number.isNaN(shift)) shifts.push(shift);
    }
  }
  if (found.size === 0) return nothing;
  return { formats: [...found].map(asInner), zone: zoneOf(shifts), year };
}

/** The zone that all shifts agree on; null if there is none. */
function zoneOf([first, ...others]: readonly number[]): string | null {
  if (first === undefined || others.some(shift => shift !== first)) return null;
  return first === 0 ? 'UTC' : offsetName(first);
}

/** Messages by program that may be lines of another format. */
function messagesOf(head: Uint8Array, reader: RecordReader): readonly (readonly Message[])[] {
  const programs = new Map<string, Message[]>();
  const match = new Match();
  const draft = new Draft(ignore);
  let start = 0;
  for (let line = 0; line < maxLines; line++) {
    const newline = head.indexOf(0x0a, start);
    if (newline < 0) break;
    const end = newline > start && head[newline - 1] === 0x0d ? newline - 1 : newline;
    if (reader instanceof LinesReader && reader.begins(head, start, end, match)) {
      draft.clear();
      reader.read(head, start, end, match, draft);
      const { bytes, start: from, end: to } = draft.message;
      if (mayBeLine(bytes, from, to)) {
        const name = reader.programOf(head, match) ?? '';
        const messages = programs.get(name) ?? [];
        if (programs.size < maxPrograms) programs.set(name, messages);
        const time = Object.assign(new ReadTime(), draft.time ?? {});
        messages.push({ text: bytes.slice(from, to), time, offset: start });
      }
    }
    start = newline + 1;
  }
  return [...programs.values()];
}

/** True if the message begins with a time, an address, an object or a pair; most messages do not. */
function mayBeLine(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 16) return false;
  const first = bytes[start]!;
  if (first === 0x7b) return true;
  const head = decode(bytes, start, Math.min(end, start + beginning));
  if (/^[a-z]{1,16}=\S|^\[\d{1,9}-\d{1,9}\] |^[A-Z]{3,9}: {2}/.test(head)) return true;
  return /^[\d["<A-Z]/.test(head) && mayHoldTime(bytes, start, Math.min(end, start + beginning));
}

function formatOf(
  messages: readonly Message[],
  formats: readonly LogFormat[],
  recognise: (head: Uint8Array) => Verdict | null,
): LogFormat | null {
  const text = messages.map(({ text: { length }, text: bytes }) => `${decode(bytes, 0, length)}\n`).join('');
  const verdict = recognise(new TextEncoder().encode(text));
  if (verdict !== null && !verdict.format.lastResort && isInner(verdict.format)) return verdict.format;
  const match = new Match();
  for (const format of formats) {
    if (format.behind === undefined) continue;
    const reader = new LinesReader(asInner(format));
    const begun = messages.filter(each => reader.begins(each.text, 0, each.text.length, match));
    if (begun.length >= messages.length / 2) return format;
  }
  // Objects and pairs without a time, which the log has stated.
  const objects = messages.filter(each => each.text[0] === 0x7b);
  if (objects.length >= messages.length / 2 && /"(?:level|msg|message|severity)"/.test(text))
    return formats.find(({ id }) => id === 'json-lines') ?? null;
  return /^(?:\w+=\S* )?(?:level|lvl|severity)=\w+ |^msg="/m.test(text)
    ? (formats.find(({ id }) => id === 'logfmt') ?? null)
    : null;
}

/** True if lines of another format may hold lines of this one. */
export const isInner = ({ nested, table, blocks, marks }: LogFormat): boolean =>
  nested === undefined && !table && !blocks && !marks;

/** The format as its lines are written behind a log that states the time. */
const asInner = (format: LogFormat): LogFormat =>
  format.behind === undefined
    ? format
    : { ...format, patterns: [...format.behind, ...(format.patterns ?? [])], untimed: true };

/** Offset from UTC of a wall clock, by a time that states its zone; NaN if the two are not of one moment. */
function shiftOf(outer: ReadTime, inner: ReadTime): number {
  const isInstant = inner.absolute || (!Number.isNaN(inner.offset) && inner.year >= 0);
  if (!isInstant || !Number.isNaN(outer.offset) || outer.absolute || outer.boot || outer.month === 0)
    return Number.NaN;
  const instant = inner.absolute
    ? inner.seconds
    : midnight(inner.year, inner.month, inner.day) + inner.seconds - inner.offset;
  const year = outer.year >= 0 ? outer.year : new Date(instant * 1000).getUTCFullYear();
  const difference = midnight(year, outer.month, outer.day) + outer.seconds - instant;
  const shift = Math.round(difference / quarter) * quarter;
  return Math.abs(difference - shift) <= together && Math.abs(shift) <= 14 * 3600 ? shift : Number.NaN;
}
