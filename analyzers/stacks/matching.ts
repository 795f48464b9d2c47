/** The search of functions, shared by pictures and the engine. */
import type { Functions } from './functions.ts';

/**
 * True if a name contains one of the texts in `sought`, separated by `|`, ignoring case. An empty `sought`
 * matches nothing.
 */
export function contains(sought: string): (name: string) => boolean {
  const inFolded = containsFolded(sought);
  return name => inFolded(name.toLowerCase());
}

/** The same for names in lower case, because a search repeats the test with each letter typed. */
export function containsFolded(sought: string): (folded: string) => boolean {
  const parts = sought
    .toLowerCase()
    .split('|')
    .map(part => part.trim())
    .filter(part => part !== '');
  return folded => parts.some(part => folded.includes(part));
}

/** By function: 1 if its name or module matches. Tests each distinct name once. */
export function matching(of: Functions, sought: string): Uint8Array {
  const matches = contains(sought);
  const names = of.names.map(matches);
  const modules = of.modules.map(matches);
  const found = new Uint8Array(of.count);
  for (let func = 0; func < of.count; func++)
    found[func] = names[of.name[func]!] || modules[of.module[func]!] ? 1 : 0;
  return found;
}
