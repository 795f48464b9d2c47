/** Parses values of fields in queries: numbers with units, classes such as `5xx`, times of day. */
import { levels } from '../../parsers/levels.ts';
import { capitalized } from '../kit/answer.ts';
import { timeUnits } from '../kit/time-units.ts';
import type { Operator } from './language/query.ts';

/** ns per unit of time; null for other units. */
export const nsOf = (unit: string | null): number | null =>
  unit === null ? null : (timeUnits[unit] ?? null);

/** ns; null if the text is not a duration. A bare number is in ms. */
export function durationOf(text: string): number | null {
  const found = /^(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|min|h|d)?$/.exec(text);
  return found ? Math.round(Number(found[1]) * timeUnits[found[2] ?? 'ms']!) : null;
}

/** The range of a number: `5xx` is 500 to 599; a bigint beyond 2^53. Null if the text is not a number. */
export function numberRange(text: string): readonly [low: number | bigint, high: number | bigint] | null {
  const digits = /^(\d+)(x+)$/i.exec(text);
  if (digits) {
    const scale = 10 ** digits[2]!.length;
    const low = Number(digits[1]) * scale;
    return [low, low + scale - 1];
  }
  if (!/^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|0x[\da-f]{1,16})$/i.test(text)) return null;
  const number = Number(text);
  const isExact = !Number.isInteger(number) || Number.isSafeInteger(number) || /^-?\d*[.e]/i.test(text);
  const value = isExact ? number : BigInt(text);
  return [value, value];
}

/** SQL of a comparison with a number; null if the text is not a number. */
export function numberSql(sql: string, operator: Operator, text: string): string | null {
  const range = numberRange(text);
  return range && rangeSql(sql, operator, ...range);
}

/** {@link rangeSql} for a value in memory. */
export function compare(
  value: number | bigint,
  operator: Operator,
  [low, high]: readonly [number | bigint, number | bigint],
): boolean {
  switch (operator) {
    case ':':
    case '=':
      return value >= low && value <= high;
    case '!=':
      return value < low || value > high;
    case '<':
      return value < low;
    case '<=':
      return value <= high;
    case '>':
      return value > high;
    case '>=':
      return value >= low;
  }
}

/** SQL of a comparison of a value with the range `low` … `high`. */
export function rangeSql(
  sql: string,
  operator: Operator,
  low: number | bigint,
  high: number | bigint,
): string {
  switch (operator) {
    case ':':
    case '=':
      return low === high ? `${sql} = ${low}` : `${sql} BETWEEN ${low} AND ${high}`;
    case '!=':
      return `${sql} NOT BETWEEN ${low} AND ${high}`;
    case '<':
      return `${sql} < ${low}`;
    case '<=':
      return `${sql} <= ${high}`;
    case '>':
      return `${sql} > ${high}`;
    case '>=':
      return `${sql} >= ${low}`;
  }
}

/** Spellings of levels in logs, to the value of `event.level`. */
const levelWords: Readonly<Record<string, string>> = {
  panic: 'fatal',
  emerg: 'fatal',
  alert: 'fatal',
  crit: 'fatal',
  critical: 'fatal',
  err: 'error',
  severe: 'error',
  warn: 'warning',
  log: 'info',
  information: 'info',
  dbg: 'debug',
  verbose: 'trace',
};

/** The level of a word, ignoring case; null if it is not a level. */
export function levelOf(text: string): string | null {
  const word = text.toLowerCase();
  const known: readonly string[] = levels;
  return levelWords[word] ?? (known.includes(word) ? word : null);
}

/** Levels for which the comparison with `level` holds; a worse level is greater. */
export function levelsBy(operator: Operator, level: string): readonly string[] {
  const at = (levels as readonly string[]).indexOf(level);
  return levels.filter((_, each) => {
    const rank = at - each;
    if (operator === '>') return rank > 0;
    if (operator === '>=') return rank >= 0;
    if (operator === '<') return rank < 0;
    if (operator === '<=') return rank <= 0;
    return operator === '!=' ? rank !== 0 : rank === 0;
  });
}

/** First and last ns of a time: `03:49` is that minute of any day; a date with a time covers the digits left out. */
export interface TimeValue {
  readonly ofDay: boolean;
  readonly low: bigint;
  readonly high: bigint;
}

export function timeOf(text: string): TimeValue | null {
  const found =
    /^(?:(\d{4})-(\d\d)-(\d\d)(?:$|[T ]))?(?:(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?Z?$/.exec(text);
  if (!found || text === '') return null;
  const [, year, month, day, hour, minute, second, fraction] = found;
  if (year === undefined && hour === undefined) return null;
  const date = year === undefined ? 0 : Date.UTC(Number(year), Number(month) - 1, Number(day));
  const seconds = Number(hour ?? 0) * 3600 + Number(minute ?? 0) * 60 + Number(second ?? 0);
  const low =
    BigInt(date) * 1_000_000n + BigInt(seconds) * 1_000_000_000n + BigInt((fraction ?? '').padEnd(9, '0'));
  const open =
    fraction !== undefined
      ? 10n ** BigInt(9 - fraction.length)
      : BigInt(second !== undefined ? 1 : hour !== undefined ? 60 : 86_400) * 1_000_000_000n;
  return { ofDay: year === undefined, low, high: low + open - 1n };
}

/** Spellings of a level in files. */
export const spellingsOf = (level: string): readonly string[] =>
  [level, ...Object.keys(levelWords).filter(word => levelWords[word] === level)].flatMap(word => [
    word,
    word.toUpperCase(),
    capitalized(word),
  ]);
