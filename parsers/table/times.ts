/**
 * Times in the cells of tables: finds the form of a column, once for all its cells, and parses cells by it.
 */
import { ascii } from '../kit/bytes.ts';
import { daysFromCivil } from '../kit/civil.ts';
import { certain, type ReadMoment, readMoment } from '../kit/metrics/moments.ts';
import { number } from '../kit/metrics/values.ts';
import { fractionOf, timeOfDay } from '../kit/metrics/wall-clock.ts';
import { ReadTime as SpelledTime, Spelling } from '../logs/time.ts';
import { mayDiffer } from './numbers.ts';

export type TimeForm =
  /** Since 1970, in units of `unit` ns. */
  | { readonly kind: 'epoch'; readonly unit: number }
  /** Date, with or without a time; `guess`: the order of day and month is assumed. */
  | { readonly kind: 'civil'; readonly dayFirst: boolean; readonly guess: boolean }
  /** Spelled in letters by the user. */
  | { readonly kind: 'letters'; readonly spelling: Spelling }
  /** Time of day. */
  | { readonly kind: 'clock' }
  /** Since the start, in units of `unit` ns, or as `mm:ss.f`. */
  | { readonly kind: 'elapsed'; readonly unit: number | 'minutes' };

const titled =
  /^(?:#\s*)?["']?(?:[@_]?time|date|epoch|utc|when|ts$|clock|datum|zeit|uhrzeit|fecha|hora|elapsed|seconds|sample ?time)|timestamp|date ?time|[_ ]time$/i;

/** True if the title of a column says that it holds times. */
export const namesTime = (title: string): boolean => titled.test(title.trim());

/**
 * The form that these cells share; null if they are not times.
 *
 * @param lenient true if a few cells may be of another form: their rows are left out, not the table
 */
export function timeFormOf(
  title: string,
  cells: readonly string[],
  lenient = namesTime(title),
): TimeForm | null {
  const filled = cells.map(cell => cell.trim()).filter(cell => cell !== '');
  if (filled.length === 0) return null;
  const most = lenient ? mayDiffer(filled.length) : 0;
  const fits = (form: TimeForm): TimeForm | null =>
    filled.filter(cell => readTime(cell, form) === null).length <= most ? form : null;
  const numbers = filled.map(number).filter(value => !Number.isNaN(value));
  if (filled.length - numbers.length <= most) return numeric(title, numbers, most);
  const order = orderOf(filled);
  return (
    fits({ kind: 'civil', ...order }) ??
    fits({ kind: 'clock' }) ??
    (namesTime(title) ? fits({ kind: 'elapsed', unit: 'minutes' }) : null)
  );
}

/** The forms that have a name; others are given in letters. */
const named = {
  date: { kind: 'civil', dayFirst: false, guess: false },
  'month-first': { kind: 'civil', dayFirst: false, guess: false },
  'day-first': { kind: 'civil', dayFirst: true, guess: false },
  'epoch-s': { kind: 'epoch', unit: 1e9 },
  'epoch-ms': { kind: 'epoch', unit: 1e6 },
  'epoch-us': { kind: 'epoch', unit: 1e3 },
  'epoch-ns': { kind: 'epoch', unit: 1 },
  clock: { kind: 'clock' },
  'elapsed-s': { kind: 'elapsed', unit: 1e9 },
  'elapsed-ms': { kind: 'elapsed', unit: 1e6 },
  'elapsed-us': { kind: 'elapsed', unit: 1e3 },
  'elapsed-ns': { kind: 'elapsed', unit: 1 },
  'elapsed-min': { kind: 'elapsed', unit: 'minutes' },
} as const satisfies Readonly<Record<string, TimeForm>>;

export type TimeFormName = keyof typeof named;

/** @throws Error that names the unknown letters */
export function timeFormNamed(text: string): TimeForm {
  if (Object.hasOwn(named, text)) return named[text as TimeFormName];
  const spelling = new Spelling(text);
  if (!spelling.dated && /[dM]/.test(text)) throw new Error(`the time "${text}" has a date without a year`);
  return { kind: 'letters', spelling };
}

/** Name of a form, for which {@link timeFormNamed} returns the form again. */
export function nameOfForm(form: TimeForm, cells: readonly string[]): string {
  switch (form.kind) {
    case 'letters':
      return form.spelling.text;
    case 'civil':
      return cells.some(cell => slashed.test(cell)) ? (form.dayFirst ? 'day-first' : 'month-first') : 'date';
    default: {
      const unit = 'unit' in form ? form.unit : null;
      const found = Object.entries(named).find(
        ([, spelling]) => spelling.kind === form.kind && unitOf(spelling) === unit,
      );
      return found![0];
    }
  }
}

const unitOf = (form: TimeForm): number | 'minutes' | null => ('unit' in form ? form.unit : null);

/**
 * The form of numbers; null unless their size or the title says that they are times. They must not go back,
 * except that `most` of them may differ.
 */
function numeric(title: string, values: readonly number[], most: number): TimeForm | null {
  const back = values.filter((value, at) => at > 0 && value < values[at - 1]!).length;
  if (back > most) return null;
  for (const [least, unit] of [
    [1e18, 1],
    [1e15, 1e3],
    [1e12, 1e6],
    [1e9, 1e9],
  ] as const) {
    // From 1e9 to 3e9 s since 1970: the years 2001 to 2065.
    const others = values.filter(value => value < least || value >= 3 * least).length;
    if (others <= most && others < values.length) return { kind: 'epoch', unit };
  }
  if (back > 0 || !namesTime(title) || values.every(value => value === values[0])) return null;
  const unit = /\b(?:ns|nanos\w*)\b/i.test(title)
    ? 1
    : /(?:\b|_)(?:us|µs|micros\w*)\b/i.test(title)
      ? 1e3
      : /(?:\b|_)(?:ms|millis\w*)\b/i.test(title)
        ? 1e6
        : 1e9;
  return { kind: 'elapsed', unit };
}

const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2,4})\b/;

/** The order of day and month, by cells in which only one order is possible. */
function orderOf(cells: readonly string[]): { dayFirst: boolean; guess: boolean } {
  let guess = false;
  for (const cell of cells) {
    const match = slashed.exec(cell);
    if (match === null) continue;
    if (Number(match[1]) > 12) return { dayFirst: true, guess: false };
    if (Number(match[2]) > 12) return { dayFirst: false, guess: false };
    guess = true;
  }
  // Locales that write dates with dots put the day first.
  const dotted = guess && cells.every(cell => /^\d{1,2}\.\d{1,2}\./.test(cell));
  return { dayFirst: dotted, guess: guess && !dotted };
}

/** A parsed cell: an instant, or seconds of the day or since the start. */
export type ReadTime =
  | ReadMoment
  | { readonly elapsed: number }
  | { readonly ofDay: number; readonly nanos: number };

export function readTime(cell: string, form: TimeForm): ReadTime | null {
  const text = cell.trim();
  switch (form.kind) {
    case 'epoch':
      return epoch(text, form.unit);
    case 'civil':
      return civil(text, form.dayFirst);
    case 'letters':
      return spelled(text, form.spelling);
    case 'clock': {
      const time = timeOfDay(withSeconds(text));
      return time === null || time.end < withSeconds(text).length
        ? null
        : { ofDay: time.seconds, nanos: time.nanos };
    }
    case 'elapsed':
      return elapsed(text, form.unit);
  }
}

/** Parses whole seconds and ns separately, because a double cannot hold ns since 1970 exactly. */
function epoch(text: string, unit: number): ReadMoment | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const places = Math.round(Math.log10(1e9 / unit));
  const whole = match[1]!.slice(0, match[1]!.length - places) || '0';
  const rest = match[1]!.slice(match[1]!.length - places) + (match[2] ?? '');
  return { seconds: Number(whole), ...fractionOf(rest), utc: true, ...certain };
}

function civil(text: string, dayFirst: boolean): ReadMoment | null {
  let given = text.replace(/^"|"$/g, '').replace(/^(\d{4})(\d\d)(\d\d)[ T-]?(?=\d\d:)/, '$1-$2-$3 ');
  const match = slashed.exec(given);
  if (match !== null) {
    const [all, first, second, year] = match;
    const [month, day] = dayFirst ? [second, first] : [first, second];
    const full = year!.length === 2 ? `20${year}` : year!;
    given = `${full}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}${given.slice(all.length).replace(/^,/, '')}`;
  }
  if (/^\d{4}[-/]\d\d?[-/]\d\d?$/.test(given)) given += ' 00:00:00';
  return readMoment(withSeconds(given), null);
}

const minutes = /((?:^|[ T])\d{1,2}:\d\d)(?=$|Z$|\s*[AaPp]\.?[Mm]|\s*[+-]\d\d|\s[A-Z])/;

/** Adds seconds: `22:42` becomes 22:42:00. */
const withSeconds = (text: string): string => text.replace(minutes, '$1:00');

const into = new SpelledTime();

function spelled(text: string, spelling: Spelling): ReadTime | null {
  const bytes = ascii(text);
  if (spelling.read(bytes, 0, bytes.length, into) !== bytes.length) return null;
  const { year, month, day, seconds, nanos, offset, abbreviated, absolute, boot } = into;
  if (boot) return { elapsed: seconds + nanos / 1e9 };
  if (absolute) return { seconds, nanos, precision: null, utc: true, ...certain };
  if (month === 0) return { ofDay: seconds, nanos };
  const utc = !Number.isNaN(offset);
  const wall = daysFromCivil(year, month, day) * 86400 + seconds;
  return {
    seconds: wall - (utc ? offset : 0),
    nanos,
    precision: null,
    utc,
    orderAssumed: false,
    abbreviated,
  };
}

function elapsed(text: string, unit: number | 'minutes'): { elapsed: number } | null {
  if (unit !== 'minutes') {
    const value = number(text);
    return Number.isNaN(value) ? null : { elapsed: value * (unit / 1e9) };
  }
  const match = /^(\d+):(\d\d(?:\.\d+)?)$/.exec(text);
  return match === null ? null : { elapsed: Number(match[1]) * 60 + Number(match[2]) };
}
