/** Parses column titles of PDH text: `\\HOST\Object(Instance)\Counter`. */
import type { SeriesKey } from '../../contract.ts';

/**
 * The series of a column; null if its title is not of this form. An instance may hold parentheses, colons and
 * blanks, and ends at the last `)\`; a counter may hold parentheses as well.
 */
export function columnOf(title: string): SeriesKey | null {
  let at = 0;
  let host: string | null = null;
  if (title.startsWith('\\\\')) {
    at = title.indexOf('\\', 2);
    if (at < 0) return null;
    host = title.slice(2, at);
  }
  if (title[at] !== '\\') return null;
  const object = /^[^\\(]*/.exec(title.slice(at + 1))![0];
  at += 1 + object.length;
  let instance: string | null = null;
  if (title[at] === '(') {
    const end = title.lastIndexOf(')\\');
    if (end < at) return null;
    instance = title.slice(at + 1, end);
    at = end + 1;
  }
  const counter = title.slice(at + 1);
  if (title[at] !== '\\' || object === '' || counter === '') return null;
  return {
    host,
    object,
    instance,
    counter,
    unit: unitOfCounter(counter),
    cumulative: isCount(object, counter),
  };
}

/**
 * True for counts since the start of Windows (PERF_COUNTER_RAWCOUNT), which the file does not mark as such.
 */
const isCount = (object: string, counter: string): boolean =>
  /^Network (?:Interface|Adapter)$/i.test(object) &&
  /^Packets (?:Outbound|Received) (?:Discarded|Errors)$/i.test(counter);

const prefixes: Readonly<Record<string, string>> = { '': '', K: 'k', M: 'M', G: 'G', T: 'T' };
const perSecond = /\/(?:sec|s|seg|сек|с|秒)\.?$/iu;

/** The unit in a counter's title; null without one. Localised titles often have none. */
export function unitOfCounter(title: string): string | null {
  if (title.startsWith('%') || /\(%\)$/.test(title)) return '%';
  const rate = perSecond.test(title) ? '/s' : '';
  if (/sec\/\w+$/i.test(title)) return /milli ?sec\/\w+$/i.test(title) ? 'ms' : 's';
  const size = /\b([KMGT]|Kilo|Mega|Giga)?(bytes|bits)\b/i.exec(title);
  if (size !== null)
    return `${prefixes[size[1]?.[0]?.toUpperCase() ?? '']}${/bits/i.test(size[2]!) ? 'bit' : 'B'}${rate}`;
  if (rate !== '') return rate;
  if (/\((?:ms|msec|milliseconds)\)$/i.test(title)) return 'ms';
  if (/\bMHz\b/i.test(title)) return 'MHz';
  return /\bWatts\b/i.test(title) ? 'W' : null;
}
