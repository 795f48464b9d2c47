/** Numbers and units as metric tools print them. */

const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const comma = /^[+-]?\d*,\d+$/;

/**
 * Parses `12`, `12.5`, `.70`, `1e-3`, and `0,56` of a locale with a decimal comma; `NaN` for anything else,
 * also for `nan` and `-`.
 */
export function number(text: string): number {
  // Fast path without an expression: nearly every cell is digits and a point.
  let digits = 0;
  let points = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char >= 0x30 && char <= 0x39) digits++;
    else if (char === 0x2e) points++;
    else return otherNumber(text);
  }
  return digits > 0 && points <= 1 ? finite(text) : Number.NaN;
}

export const isNumber = (text: string): boolean => !Number.isNaN(number(text));

/** NaN in place of the infinity that too many digits give. */
function finite(text: string): number {
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NaN;
}

function otherNumber(text: string): number {
  const first = text.charCodeAt(0);
  if (first > 0x39) return Number.NaN;
  if (plain.test(text)) return finite(text);
  return comma.test(text) ? finite(text.replace(',', '.')) : Number.NaN;
}

/** True if the word may be a value: a number with or without a suffix, or `nan` or `inf`. */
export const isValue = (text: string): boolean =>
  !Number.isNaN(quantity(text, null)) || /^[+-]?(?:nan|inf)$/i.test(text);

/** True for texts that tools print in place of a missing value. */
export const isNone = (text: string): boolean => /^(?:|-|N\/A|[+-]?(?:nan|inf))$/i.test(text);

const suffixes = ['b', 'k', 'm', 'g', 't', 'p', 'e'];
const suffixed = /^([+-]?[\d.,]+)([bkmgtpe])(?:i|i?b)?$/i;

/**
 * A number that may have a suffix: `4.9K`, `222.1k`, `1.5G`, `99.0%`.
 *
 * In a column of bytes (`unit` begins with B, kB, MB, …) the suffix is a power of 1024 bytes and the result
 * is in the column's unit: `1.5G` in a column of kB is 1572864. In other columns it is a power of 1000:
 * `2.3K` is 2300.
 */
export function quantity(text: string, unit: string | null): number {
  const value = number(text);
  if (!Number.isNaN(value) || text.charCodeAt(0) > 0x39) return value;
  if (text.endsWith('%')) return number(text.slice(0, -1));
  const match = suffixed.exec(text);
  if (match === null) return Number.NaN;
  const power = suffixes.indexOf(match[2]!.toLowerCase());
  const size = bytesOf(unit);
  return size === null ? number(match[1]!) * 1000 ** power : (number(match[1]!) * 1024 ** power) / size;
}

/** Number of bytes in the unit; null for a unit of something else. */
export function bytesOf(unit: string | null): number | null {
  const match = /^([kMGTPE]?)i?B(?:\/s)?$/.exec(unit ?? '');
  return match === null ? null : 1024 ** suffixes.indexOf(match[1]!.toLowerCase() || 'b');
}

/**
 * The unit in a column title as Linux tools write it: `%util`, `rkB/s`, `kbmemfree`, `r_await`, `cswch/s`;
 * null without one. Readers that know the unit otherwise set it themselves.
 */
export function unitOf(title: string): string | null {
  if (/^%|%$|_pct$|^pct_/.test(title)) return '%';
  const perSecond = title.endsWith('/s');
  if (/^[rw]B\/s$/.test(title)) return 'B/s';
  const size = /^(?:[rwdt]x?|rx|tx)?([kMG])B/.exec(title) ?? /(?:^|_)([kMG])B(?:_|$|\/s$)/.exec(title);
  if (size !== null) return `${size[1]}B${perSecond ? '/s' : ''}`;
  if (/^kb[a-z]/.test(title)) return 'kB';
  if (/^Blk_/.test(title)) return perSecond ? 'blocks/s' : 'blocks';
  if (/sec\/s$/.test(title)) return 'sectors/s';
  if (perSecond || /^[rwd]?tps$/.test(title)) return '/s';
  if (/await$|^svctm$|-ms$|_ms$/.test(title)) return 'ms';
  if (/areq-sz$/.test(title)) return 'kB';
  if (/^avgrq-sz$/.test(title)) return 'sectors';
  if (/MHz$/.test(title)) return 'MHz';
  return null;
}
