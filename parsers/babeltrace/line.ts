/** Splits a line of babeltrace. Linear in its length: each character is looked at once per level of nesting. */

export interface Value {
  readonly key: string;
  /** As printed; a text without its quotes. */
  readonly value: string;
  readonly isText: boolean;
}

export interface Line {
  readonly time: string;
  readonly host: string | null;
  readonly event: string;
  /** The groups in braces, after the name of the event. */
  readonly text: string;
  /** Members of the packet's and the event's contexts: everything but the last group. */
  readonly context: readonly Value[];
  readonly payload: readonly Value[];
}

/** `[time] (+delta) host event: { … }, { … }`; the delta, and the host, may be missing. */
const layout =
  /^\[(?<time>\d[\d:. -]{7,40})\] (?:\(\+[?.\d]{1,24}\) )?(?:(?<host>[^\s:{}]{1,255}) )?(?<event>[^\s{}]{1,255}): (?<text>\{.*)$/;

/** null if the line is not an event, or is cut. */
export function readLine(line: string): Line | null {
  const { time, host, event, text } = layout.exec(line)?.groups ?? {};
  if (time === undefined || event === undefined || text === undefined) return null;
  const groups = groupsOf(text);
  const payload = groups?.pop();
  if (groups === null || payload === undefined) return null;
  return { time, host: host ?? null, event, text, context: groups.flat(), payload };
}

/** Members of `{ … }, { … }`; null if a brace is not closed. */
function groupsOf(text: string): Value[][] | null {
  const groups: Value[][] = [];
  let at = 0;
  while (text[at] === '{') {
    const end = endOf(text, at);
    if (end < 0) return null;
    groups.push(membersOf(text, at + 1, end));
    at = end + 1;
    if (text.startsWith(', {', at)) at += 2;
  }
  return at === text.length ? groups : null;
}

const opening = '{[(';
const closing = '}])';

/** Place of the bracket that closes the one at `at`; -1 without one. */
function endOf(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    const char = text[i]!;
    if (char === '"') {
      i = quoteEnd(text, i);
      if (i < 0) return -1;
    } else if (opening.includes(char)) depth++;
    else if (closing.includes(char) && --depth === 0) return i;
  }
  return -1;
}

function quoteEnd(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i;
  }
  return -1;
}

function membersOf(text: string, from: number, to: number): Value[] {
  const members: Value[] = [];
  let begin = from;
  for (let at = from; at <= to; at++) {
    const char = text[at]!;
    if (char === '"') at = quoteEnd(text, at);
    else if (opening.includes(char)) at = endOf(text, at);
    else if (at === to || char === ',') {
      const member = memberOf(text.slice(begin, at).trim());
      if (member !== null) members.push(member);
      begin = at + 1;
    }
  }
  return members;
}

/** `key = value`; an enumeration, `( "NAME" : container = 1 )`, has its number as value. */
function memberOf(text: string): Value | null {
  const [, key, printed] = /^([^\s=]{1,255}) = (.*)$/.exec(text) ?? [];
  if (key === undefined || printed === undefined) return null;
  if (printed.startsWith('"'))
    return { key, value: printed.slice(1, -1).replace(/\\(.)/g, '$1'), isText: true };
  const [, number] = /^\( .{0,4096} : container = (-?\d{1,20}) \)$/.exec(printed) ?? [];
  return { key, value: number ?? printed, isText: false };
}
