/**
 * Patterns for a `log_line_prefix` that is not listed, from what the lines of a file show: names before `=`, and values
 * whose form says what they are (`[local]`, `6638a1b9.1092`, `app@shop`). If a value shows neither, the field `prefix`
 * holds the text.
 */
import { decode } from '../../kit/bytes.ts';

/** Bytes of the file that are looked at; patterns for one file. */
const looked = 65_536;
const mostPatterns = 6;

const line =
  /^(.{0,80}?)(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})? (?:[A-Z]{1,6}|[+-]\d\d(?::?\d\d)?)(?![A-Za-z\d])|\b\d{10}\.\d{3}\b)(.{0,300}?)(?:LOG|ERROR|FATAL|PANIC|WARNING|NOTICE|INFO|DEBUG[1-5]?|STATEMENT|DETAIL|HINT|CONTEXT|QUERY|LOCATION): {2}/;

/** Columns by the names that prefixes give to their values; any other name is a field. */
const columns: Readonly<Record<string, string>> = {
  pid: 'pid',
  process: 'pid',
  user: 'user',
  username: 'user',
  usr: 'user',
  db: 'database',
  dbname: 'database',
  database: 'database',
  app: 'application',
  appname: 'application',
  application: 'application',
  client: 'client',
  host: 'client',
  remote: 'client',
  sess: 'session',
  session: 'session',
  state: 'sqlstate',
  sqlstate: 'sqlstate',
  sql_error_code: 'sqlstate',
  vxid: 'virtual_transaction',
  xid: 'transaction_id',
  line: '_',
  l: '_',
};

/** https://www.postgresql.org/docs/current/monitoring-stats.html#MONITORING-PG-STAT-ACTIVITY-VIEW */
const backends =
  'client backend|autovacuum launcher|autovacuum worker|background worker|background writer|checkpointer|walwriter|walsender|walreceiver|startup|archiver|parallel worker|logical replication launcher|logical replication worker|postmaster|not initialized';

/** A client by Unix socket, whose brackets may stand in others. */
const local = '{client<}[local]{client>}';

const pair = /([A-Za-z_]{1,20}) ?= ?/y;
const bracketed = /\[(?:local|unknown)\]/y;
const pairEnd = /[,|\])]|\s{1,8}(?:[A-Za-z_]{1,20} ?=|$)|$/g;

/** Patterns of values that their form tells. `stop` is the character after the value. */
const forms: readonly (readonly [form: RegExp, pattern: (stop: string, value: string) => string])[] = [
  [/[0-9a-f]{6,10}\.[0-9a-f]{1,8}(?![\w.])/y, () => '{session:[0-9a-f.]}'],
  // An address before the only number in brackets, which is the pid.
  [
    /(?:\[local\]|\d{1,3}(?:\.\d{1,3}){3})\(\d{1,10}\)(?!.{0,200}[[|:(#]\d{1,10}[\]|:)])/y,
    () => `(${local}|{client:[0-9.]})\\({pid:int}\\)`,
  ],
  [
    /(?:\[local\]|\d{1,3}(?:\.\d{1,3}){3}|(?=[0-9a-f:]{0,39}::)(?=:{0,2}[0-9a-f])[0-9a-f:]{2,39})\(\d{1,5}\)/y,
    () => `(${local}|{client<}{_:[0-9a-f.:]}\\({_:int}\\){client>})`,
  ],
  [
    /(?:\[local\]|\d{1,3}(?:\.\d{1,3}){3}|(?=[0-9a-f:]{0,39}::)(?=:{0,2}[0-9a-f])[0-9a-f:]{2,39})(?::\d{1,5}(?!\d))?/y,
    (_, value) => `(${local}|{client:[0-9a-f.${value.includes(':') ? ':' : ''}]})`,
  ],
  [
    /(?:[\w.$-]{1,63}|\[unknown\])?@(?:[\w.$-]{1,63}|\[unknown\])?\/(?!\d{4}-)[\w.[\]-]{0,63}(?![^\s\]])/y,
    stop => `{user:[^ @]*}@{database:[^ /]*}/{application:${until(stop)}*}`,
  ],
  [
    /(?:[\w.$-]{1,63}|\[unknown\])?@(?:[\w.$-]{1,63}|\[unknown\])?/y,
    stop => `{user:[^ @]*}@{database:${until(stop)}*}`,
  ],
  [/\d{1,6}\/\d{1,12}(?!\w)/y, () => '{virtual_transaction:[0-9/]*}'],
  [/(?:00000|\d\d(?=\d{0,2}[A-Z])[0-9A-Z]{3})(?!\w)/y, () => '{sqlstate:[0-9A-Z]}'],
  [new RegExp(`(?:${backends})(?!\\w)`, 'y'), () => `{backend<}(${backends}){backend>}`],
];
const integer = /\d{1,10}(?![\w.])/y;
const word = /\w[^\s[\](),|=<>@]{0,63}/y;

export interface Learned {
  /** Beginnings of patterns, the most frequent first, whose every value has a column. */
  readonly whole: readonly string[];
  /** Those that leave values to the field `prefix`. */
  readonly partial: readonly string[];
}

/** The prefixes at the beginning of a file. */
export function learnedPrefixes(head: Uint8Array): Learned {
  const counts = new Map<string, number>();
  for (const text of decode(head, 0, Math.min(head.length, looked)).split('\n')) {
    const found = line.exec(text);
    if (found === null) continue;
    const [, before = '', time = '', after = ''] = found;
    const pattern = new Compiler().prefix(before, time, after);
    counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  }
  const all = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostPatterns)
    .map(([pattern]) => pattern);
  const isPartial = (pattern: string) => pattern.includes('{prefix<}');
  return { whole: all.filter(pattern => !isPartial(pattern)), partial: all.filter(isPartial) };
}

/** All but a blank and the character after the value; a bracket must be the first of a class. */
const until = (stop: string): string =>
  stop === ']' ? '[^] ]' : stop === '' ? '[^ ]' : `[^ ${stop === ' ' ? '' : stop}]`;
const literal = (text: string): string => text.replace(/[\\{}()|~]/g, '\\$&');

class Compiler {
  /** Columns of the pattern so far: each is read once. */
  private readonly used = new Set<string>();
  /** True if the pattern has a value that no column takes. */
  private isLeft = false;

  prefix(before: string, time: string, after: string): string {
    const first = this.part(before);
    const rest = this.part(after.trimEnd());
    const spelled = time.includes('-') ? '{time:yyyy-MM-dd HH:mm:ssf Z}' : '{time:X}';
    return `${first}${spelled}${this.isLeft ? `{prefix<}${rest}{prefix>}` : rest}`;
  }

  private part(text: string): string {
    let made = '';
    for (let at = 0; at < text.length; ) {
      const [pattern, length] = this.pair(text, at) ??
        this.form(text, at) ??
        this.number(text, at) ??
        this.word(text, at) ?? [text[at] === ' ' ? ' ' : literal(text[at]!), 1];
      if (pattern !== ' ' || !made.endsWith(' ')) made += pattern;
      at += length;
    }
    return made;
  }

  private pair(text: string, at: number): [pattern: string, length: number] | null {
    const name = matched(pair, text, at);
    if (name === null) return null;
    const from = at + name.length;
    // The name of the time, which follows.
    if (/^time/i.test(name) && from === text.length) return [literal(name), name.length];
    pairEnd.lastIndex = from + (matched(bracketed, text, from)?.length ?? 0);
    const end = pairEnd.exec(text)?.index ?? text.length;
    const stop = text[end] ?? ' ';
    const key = name.replace(/\W/g, '').toLowerCase();
    const column = columns[key] ?? key;
    const value = column === 'pid' ? this.int(column) : this.column(column, stop);
    return [`${literal(name)}${value}`, end - at];
  }

  private form(text: string, at: number): [pattern: string, length: number] | null {
    for (const [form, patternOf] of forms) {
      const value = matched(form, text, at);
      if (value === null) continue;
      const pattern = patternOf(text[at + value.length] ?? '', value);
      const names = [...pattern.matchAll(/\{([a-z_]{1,24})[:<]/g)].map(([, name]) => name!);
      if (names.some(name => this.used.has(name))) continue;
      for (const name of names) this.used.add(name);
      return [pattern, value.length];
    }
    return null;
  }

  /** The first whole number behind a sign, or before the number of a line, is the pid; others count the lines of the session. */
  private number(text: string, at: number): [pattern: string, length: number] | null {
    const value = matched(integer, text, at);
    if (value === null) return null;
    const before = text[at - 1] ?? '';
    const isLine = /\d[:-]$/.test(text.slice(0, at));
    const isNumbered = /^[:-]\d{1,9}(?!\d|[:.-])/.test(text.slice(at + value.length, at + value.length + 12));
    if ((isNumbered || (/[[|:(#]/.test(before) && !isLine)) && !this.used.has('pid'))
      return [this.int('pid'), value.length];
    if (!isLine && !/[[-]/.test(before)) this.isLeft = true;
    return ['{_:int}', value.length];
  }

  private word(text: string, at: number): [pattern: string, length: number] | null {
    const value = matched(word, text, at);
    if (value === null) return null;
    this.isLeft = true;
    return [`{_:${until(text[at + value.length] ?? '')}}`, value.length];
  }

  private int(column: string): string {
    if (this.used.has(column)) return '{_:int}';
    this.used.add(column);
    return `{${column}:int}`;
  }

  private column(column: string, stop: string): string {
    if (column === '_' || this.used.has(column)) return `{_:${until(stop)}*}`;
    this.used.add(column);
    // Names of programs may hold blanks.
    if (column === 'application')
      return stop === ' ' ? '{application:lazy}' : `{application:${stop === ']' ? '[^]]' : `[^${stop}]`}*}`;
    const text = `{${column}:${until(stop)}*}`;
    return column === 'client' ? `(${local}|${text})` : text;
  }
}

function matched(form: RegExp, text: string, at: number): string | null {
  form.lastIndex = at;
  return form.exec(text)?.[0] ?? null;
}
