/** The search of functions, shared by pictures and the engine. */
import type { Functions } from './functions.ts';

/**
 * True if a name contains one of the texts in `text`, separated by `|`, ignoring case. An empty `text`
 * matches nothing.
 */
export function contains(text: string): (name: string) => boolean {
  const inFolded = containsFolded(text);
  return name => inFolded(name.toLowerCase());
}

/** The same for names in lower case, because a search repeats the test with each letter typed. */
export function containsFolded(text: string): (folded: string) => boolean {
  const parts = text
    .toLowerCase()
    .split('|')
    .map(part => part.trim())
    .filter(part => part !== '');
  return folded => parts.some(part => folded.includes(part));
}

/** By function: 1 if its name or module matches. Tests each distinct name once. */
export function matching(functions: Functions, text: string): Uint8Array {
  const matches = contains(text);
  const names = functions.names.map(matches);
  const modules = functions.modules.map(matches);
  const flags = new Uint8Array(functions.count);
  for (let func = 0; func < functions.count; func++)
    flags[func] = names[functions.name[func]!] || modules[functions.module[func]!] ? 1 : 0;
  return flags;
}
