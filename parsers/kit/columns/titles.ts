/** Finds the columns of a table in text by their titles. */

/** Use of a column. */
export type ColumnUse =
  /** Time of the row: a date and time, a time of day, or a number in the unit of the title. */
  | 'time'
  | 'pid'
  | 'tid'
  /** `311481/2`: process and thread. */
  | 'pid/tid'
  /** Name of the process. */
  | 'process'
  | 'cpu'
  /** Duration of the row's event. */
  | 'duration'
  | 'number'
  | 'text';

export interface Column {
  /** Without its unit: `LAT` of `LAT(ms)`. */
  readonly title: string;
  readonly unit: string | null;
  readonly use: ColumnUse;
  /** Position of the title in its line, tabs expanded. */
  readonly start: number;
  readonly end: number;
}

/** Position of a word in its line. */
export interface Word {
  readonly start: number;
  readonly end: number;
}

const uses: Readonly<Record<string, ColumnUse>> = {
  PID: 'pid',
  TID: 'tid',
  LWP: 'tid',
  LWPID: 'tid',
  'PID/TID': 'pid/tid',
  'PID/LWP': 'pid/tid',
  COMM: 'process',
  CMD: 'process',
  EXEC: 'process',
  PCOMM: 'process',
  PROCESS: 'process',
  C: 'cpu',
  CPU: 'cpu',
  LAT: 'duration',
  STRTIME: 'time',
  TIMESTR: 'time',
};

/** Titles of numbers that state no unit. */
const numbers =
  /^(?:[UGEP]?[UGP]IDS?|SUID|FD|FDNUM|ERR|ERRNO|RET|RVAL|COUNT|CALLS|NUM|SIZE|BYTES|BLOCK|SECTOR|LEN|OFF|[LRSDF]?PORT|MAJ|MIN|VALUE|TOTAL|READS?|WRITES?|SIG|AGE|HITS?|MISS(?:ES)?|DIRTIES|PAGES|XCALLS|MINFAULTS|LASTPID|LOADS|OBJS|ELAPSD|ELAPSED|[DR]TIME|DELTA|DISKTIME|MMAPS|INTERRUPTS|PERCENT|PCNT|MS|TPID|MODE|TARGPID)$/;
const unitsOfNumbers: readonly (readonly [RegExp, string])[] = [
  [/^%|%$|^(?:PCNT|PERCENT)$/, '%'],
  [/\/s$/, '/s'],
  [/^(?:BYTES)$/, 'B'],
  [/(?:^|_)K(?:B|b)(?:ytes)?$|^KBYTES$/, 'kB'],
  [/^MS$/, 'ms'],
];

/** Units in the parentheses of a title, as the tables of the workspace spell them. */
const units: Readonly<Record<string, string>> = {
  usecs: 'us',
  µs: 'us',
  nsecs: 'ns',
  msecs: 'ms',
  sec: 's',
  KB: 'kB',
};

/** Title, unit and use of a column, without its position: `LAT(ms)`, `TIME (ns)`, `%I/O`, `READ/s`. */
export function parseTitle(text: string): Pick<Column, 'title' | 'unit' | 'use'> {
  const inParentheses = /^(.+?) ?\(([a-zµ%KMG]{1,6}(?:\/s)?)\)$/.exec(text);
  const glued = /^(LAT|AGE|DELTA)(ms|us|ns|s)$/.exec(text);
  const [, title = text, unit = null] = inParentheses ?? glued ?? [];
  if (unit !== null) {
    const use = columnUse(title) ?? 'number';
    return { title, unit: units[unit] ?? unit, use };
  }
  const implied = unitsOfNumbers.find(([pattern]) => pattern.test(title))?.[1] ?? null;
  const isNumber = implied !== null || numbers.test(title.toUpperCase());
  return { title, unit: implied, use: columnUse(title) ?? (isNumber ? 'number' : 'text') };
}

const columnUse = (title: string): ColumnUse | undefined =>
  Object.hasOwn(uses, title) ? uses[title] : /^TIME$/i.test(title) ? 'time' : undefined;

/**
 * Uses of columns that may precede a `TIME` that is the time of the row; after other columns, `TIME` is a
 * duration.
 */
const beforeTime: ReadonlySet<ColumnUse> = new Set(['time', 'cpu', 'pid', 'tid', 'pid/tid', 'process']);

/**
 * The columns of a line of titles. Titles are separated by blanks; a unit in parentheses belongs to the title
 * before it, and `--`, with arrows below it, to the title after it.
 */
export function columnsOf(header: string, givenUses: Readonly<Record<string, ColumnUse>> = {}): Column[] {
  const titles: { text: string; start: number; end: number }[] = [];
  for (const { start, end } of wordsOf(header)) {
    const text = header.slice(start, end);
    const last = titles.at(-1);
    if (last !== undefined && /^\([a-zµ%KMG/]+\)$/.test(text)) {
      last.text += ` ${text}`;
      last.end = end;
    } else if (last?.text === '--') {
      last.text = text;
      last.end = end;
    } else titles.push({ text, start, end });
  }
  let isEarly = true;
  return titles.map(({ text, start, end }) => {
    const { title, unit, use } = parseTitle(text);
    const finalUse = givenUses[title] ?? (use === 'time' && !isEarly ? 'number' : use);
    isEarly &&= beforeTime.has(finalUse) || title === 'UID';
    return { title, unit, use: finalUse, start, end };
  });
}

const inCapitals = /^[%#]?[A-Z](?:[A-Z_/-][\w/%.:#-]*|[a-z]+\/s)?$/;
const capitalised = /^[%#]?[A-Z][\w/%.:#-]*$|^[a-z]+\/s$/;

/**
 * True if a line may be titles: more than one word, all in capitals; or more than two, each with a capital
 * first, and with a wider gap than a sentence has.
 */
export function mayBeTitles(line: string): boolean {
  if (!beginsLikeTitles(line)) return false;
  const columns = columnsOf(expandTabs(line));
  if (columns.length < 2 || !columns.some(({ use, unit }) => use !== 'text' || unit !== null)) return false;
  if (columns.every(({ title }) => inCapitals.test(title))) return true;
  const isWide = columns.some(({ start }, at) => at > 0 && start - columns[at - 1]!.end > 2);
  return columns.length > 2 && isWide && columns.every(({ title }) => capitalised.test(title));
}

/** Maximum length of a line of titles: a longer line is damaged, or text, and its columns would cost much. */
const maxTitles = 1 << 14;

/** Checks only the first letter of each word, which rules out nearly every line cheaply. */
function beginsLikeTitles(line: string): boolean {
  if (line.length > maxTitles) return false;
  let isBlank = true;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    const wasBlank = isBlank;
    isBlank = code === 0x20 || code === 0x09;
    if (!wasBlank || isBlank || (code >= 0x41 && code <= 0x5a)) continue;
    // `%`, `#`, `(`, `-` may begin a title. A word in small letters is a title only if it is a rate (`scall/s`).
    if (code === 0x25 || code === 0x23 || code === 0x28 || code === 0x2d) continue;
    if (code < 0x61 || code > 0x7a || !/^[a-z]+\/s(?: |$)/.test(line.slice(at, at + 30))) return false;
  }
  return true;
}

export function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  let at = 0;
  for (;;) {
    while (at < line.length && line.charCodeAt(at) === 0x20) at++;
    if (at >= line.length) return words;
    const start = at;
    while (at < line.length && line.charCodeAt(at) !== 0x20) at++;
    words.push({ start, end: at });
  }
}

/** Expands tabs to blanks, with a tab stop every 8 columns. */
export function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let text = '';
  for (const part of line.split('\t')) {
    text += part;
    text += ' '.repeat(8 - (text.length % 8));
  }
  return text.trimEnd();
}
