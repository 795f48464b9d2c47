/** Words for levels, in any case, with a number behind them or without (`DEBUG2`). */
import { decode } from '../kit/bytes.ts';
import { type Level, levels } from '../levels.ts';

const words: Readonly<Record<Level, string>> = {
  fatal: 'fatal panic emerg emergency critical crit alert f',
  error: 'error err severe e erro fehler',
  warning: 'warning warn w wrn warnung',
  notice: 'notice n note',
  info: 'info information informational i inf informativo',
  debug: 'debug dbg d fine verbose dbug',
  trace: 'trace t finer finest v trc silly',
};

const common = new Map<string, Level>();
for (const [level, names] of Object.entries(words) as [Level, string][]) {
  for (const name of names.split(' ')) common.set(name, level);
}

/** HTTP statuses have three digits. */
export const maxStatuses = 1000;

/**
 * Level of an HTTP response: the server failed, the client asked for something it may not have, or all is
 * well.
 */
export function statusLevel(status: number): Level | null {
  if (status >= maxStatuses) return null;
  if (status >= 500) return 'error';
  if (status >= 400) return 'warning';
  return status >= 100 ? 'info' : null;
}

/** Level of a record that holds an HTTP response: the stated level, or the response's if that is worse. */
export function worse(stated: Level | null, answer: Level | null): Level | null {
  if (stated === null || answer === null) return stated ?? answer;
  return answer !== 'info' && levels.indexOf(answer) < levels.indexOf(stated) ? answer : stated;
}

/** Maps a word to its level; words given by the format take precedence. */
export class Levels {
  private readonly own: ReadonlyMap<string, Level>;
  /** Cache, keyed by the word's bytes packed into a number: the same few words are on every line. */
  private readonly known = new Map<number, Level | null>();

  constructor(own: Readonly<Record<string, Level>> = {}) {
    this.own = new Map(Object.entries(own).map(([word, level]) => [word.toLowerCase(), level]));
  }

  /** The level a word means, or null. */
  of(word: string): Level | null {
    const lower = word.toLowerCase();
    const own = this.own.get(lower);
    if (own !== undefined) return own;
    const level = common.get(lower);
    if (level !== undefined) return level;
    const plain = lower.replace(/(?<!\d)\d+$/, '');
    return plain.length > 1 && plain !== lower ? (this.own.get(plain) ?? common.get(plain) ?? null) : null;
  }

  read(bytes: Uint8Array, start: number, end: number): Level | null {
    const length = end - start;
    if (length === 0 || length > 16) return null;
    if (length > 6) return this.of(decode(bytes, start, end));
    let packed = length;
    for (let at = start; at < end; at++) packed = packed * 256 + bytes[at]!;
    let level = this.known.get(packed);
    if (level === undefined) {
      level = this.of(decode(bytes, start, end));
      if (this.known.size < 1024) this.known.set(packed, level);
    }
    return level;
  }
}
