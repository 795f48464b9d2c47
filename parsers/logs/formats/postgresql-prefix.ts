/**
 * Compiles PostgreSQL's `log_line_prefix` to the beginning of a pattern.
 * https://www.postgresql.org/docs/current/runtime-config-logging.html#GUC-LOG-LINE-PREFIX
 */

const time = '{time:yyyy-MM-dd HH:mm:ssf Z}';

/** Escapes that always write the same kind of text. */
const fixed: Readonly<Record<string, string>> = {
  t: time,
  m: time,
  n: '{time:X}',
  s: '{session_start<}{_:[0-9-]} {_:[0-9:]} {_:[A-Z0-9+-]}{session_start>}',
  p: '{pid:int}',
  P: '{leader:int}',
  l: '{_:int}',
  c: '{session:[0-9a-f.]}',
  v: '{virtual_transaction:[0-9/]*}',
  x: '{transaction:int}',
  e: '{sqlstate:[0-9A-Z]}',
  Q: '{query_id:int}',
  '%': '%',
};

/** Escapes for texts, which may be empty and end at the next character of the prefix. */
const texts: Readonly<Record<string, string>> = {
  a: 'application',
  u: 'user',
  d: 'database',
  r: 'client',
  h: 'client',
  L: 'local_address',
  b: 'backend',
  i: 'command',
};

/** Names of programs, backends and commands may hold blanks. */
const withBlanks = 'abi';

/** Text after `%q` is left out by processes that serve no session. */
export function prefixPattern(prefix: string): string {
  const [always = '', session] = prefix.split('%q');
  return session === undefined
    ? compile(always, '')
    : `${compile(always, session)}(${compile(session, '')})?`;
}

function compile(prefix: string, after: string): string {
  return prefix.replace(/%-?\d{0,3}(.)|([\\{}()|~])/g, (whole, letter: string, mark: string, at: number) => {
    if (mark !== undefined) return `\\${mark}`;
    const known = fixed[letter];
    if (known !== undefined) return known;
    const name = texts[letter];
    if (name === undefined) throw new Error(`log_line_prefix has no ${whole}`);
    const rest = prefix.slice(at + whole.length) || after;
    const next = rest[0] ?? ' ';
    // A bracket cannot be part of a class, except as its first character.
    const stops = `${next === ']' ? ']' : ''}${next === ' ' || !withBlanks.includes(letter) ? ' ' : ''}${next === ']' || next === ' ' ? '' : next}`;
    // Names beside others: a text with `=` or `@` is more than one.
    const others = next === ' ' && (letter === 'u' || letter === 'd') ? '=@' : '';
    return `{${name}:[^${stops}${others}]*}`;
  });
}
