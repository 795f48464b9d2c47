/** Columns of jstat: https://docs.oracle.com/en/java/javase/21/docs/specs/man/jstat.html */
import type { Counter } from '../kit/metrics/series.ts';

/** Columns that `jstat -gcutil` gives in percent; `-gc` has names ending in C, U and the like. */
const percents = ['S0', 'S1', 'E', 'O', 'P', 'M', 'CCS'];
const sizes =
  /^(?:(?:NGC|OGC|PGC|MC|CCSC)(?:MN|MX)|NGC|OGC|S[01]C|S[01]U|S[01]CMX|EC|ECMX|EU|OC|OU|PC|PU|PGC|MC|MU|CCSC|CCSU|DSS|(?:Un)?[Ll]oaded Bytes)$/;
const counts = /^(?:YGC|FGC|CGC|Loaded|Unloaded|Compiled|Failed|Invalid)$/;
const times = /^(?:YGCT|FGCT|CGCT|GCT|Time)$/;
/** Columns of words, which come last; and those of the time and the process. */
const texts = /^(?:LGCC|GCC|FailedType|FailedMethod|Method|Type|Size|Timestamp|VMID|Date)$/;

/**
 * The titles in a line; null if it has none. `-class` has two columns of bytes, each after the number that it belongs
 * to.
 */
export function titlesOf(words: readonly string[]): readonly string[] | null {
  if (words.length < 3 || /^[\d-]/.test(words[0]!)) return null;
  const titles = words.map((word, at) => (word === 'Bytes' ? `${words[at - 1] ?? ''} Bytes` : word));
  const known = titles.filter(
    title => kindOf(title) !== null || title === 'THREAD' || title === 'TT' || title === 'MTT',
  );
  return known.length === titles.length ? titles : null;
}

type Kind = 'percent' | 'size' | 'count' | 'time' | 'text';

function kindOf(title: string): Kind | null {
  if (percents.includes(title)) return 'percent';
  if (sizes.test(title)) return 'size';
  if (counts.test(title)) return 'count';
  if (times.test(title)) return 'time';
  return texts.test(title) ? 'text' : null;
}

/** null for a column that is not a metric. */
export function counterOf(title: string, isDate: boolean): Counter | null {
  const kind = isDate && title === 'Time' ? 'text' : kindOf(title);
  if (kind === 'text') return null;
  if (kind === 'percent') return { counter: title, unit: '%' };
  if (kind === 'size') return { counter: title, unit: 'kB' };
  if (kind === 'count') return { counter: title, unit: 'count', cumulative: true };
  return { counter: title, unit: kind === 'time' ? 's' : null, cumulative: kind === 'time' };
}
