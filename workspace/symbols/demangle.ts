/**
 * Names of Rust as people write them: `_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE` is `core::fmt::Write::write_fmt`. Those of
 * C++ stay as the compiler wrote them.
 */

const rust: Readonly<Record<string, string>> = {
  SP: '@',
  BP: '*',
  RF: '&',
  LT: '<',
  GT: '>',
  LP: '(',
  RP: ')',
  C: ',',
};

export function demangled(name: string): string {
  if (!name.startsWith('_ZN')) return name;
  const parts: string[] = [];
  let at = 3;
  while (at < name.length && name[at] !== 'E') {
    const digits = /^\d{1,4}/.exec(name.slice(at, at + 4))?.[0];
    if (digits === undefined) return name;
    const start = at + digits.length;
    at = start + Number(digits);
    if (at > name.length) return name;
    parts.push(name.slice(start, at));
  }
  if (!/^h[0-9a-f]{16}$/.test(parts.at(-1) ?? '') || parts.length < 2) return name;
  return parts.slice(0, -1).map(rustPart).join('::');
}

function rustPart(part: string): string {
  return part
    .replace(/^_\$/, '$')
    .replace(/\$(SP|BP|RF|LT|GT|LP|RP|C|u[0-9a-f]{1,6})\$/g, (all, code: string) => {
      const named = rust[code];
      if (named !== undefined) return named;
      const point = Number.parseInt(code.slice(1), 16);
      return point >= 0x20 && point <= 0x10ffff ? String.fromCodePoint(point) : all;
    })
    .replaceAll('..', '::');
}
