/** True if the whole text matches. */
export type Glob = (text: string) => boolean;

/** Characters of a part of a pattern between stars; null stands for any one. */
type Part = readonly (string | null)[];

/**
 * `*` matches any run of characters, `?` any one, and a backslash takes the next character literally.
 *
 * Each part between stars is taken at its first occurrence after the one before, which finds a match if there is any. So
 * no place is tried twice for a part, as a regular expression would: names of C++ have thousands of letters.
 */
export function glob(pattern: string): Glob {
  const parts: (string | null)[][] = [[]];
  for (const [, escaped, each] of pattern.matchAll(/\\(.)|(.)/gs)) {
    if (each === '*') parts.push([]);
    else parts.at(-1)!.push(each === '?' ? null : (escaped ?? each!));
  }
  const [first = [], ...others]: Part[] = parts;
  const last = others.pop();
  if (!last) return text => text.length === first.length && isAt(text, first, 0);
  return text => {
    const end = text.length - last.length;
    if (end < first.length || !isAt(text, first, 0) || !isAt(text, last, end)) return false;
    let from = first.length;
    for (const part of others) {
      while (from + part.length <= end && !isAt(text, part, from)) from++;
      from += part.length;
      if (from > end) return false;
    }
    return true;
  };
}

function isAt(text: string, part: Part, at: number): boolean {
  for (let i = 0; i < part.length; i++) if (part[i] !== null && part[i] !== text[at + i]) return false;
  return true;
}
