/** Resolves the name of a function, module or process that the user gives; errors list the nearest names. */
import { AskError } from '../contract.ts';

/** `/usr/lib/libc.so.6` → `libc.so.6`, `C:\Windows\System32\ntdll.dll` → `ntdll.dll`; `[kernel.kallsyms]` stays. */
export function baseName(module: string): string {
  if (module.startsWith('[')) return module;
  return module.slice(Math.max(module.lastIndexOf('/'), module.lastIndexOf('\\')) + 1);
}

/** True if `name` is the full path or base name of `module`. */
export function isModule(module: string, name: string): boolean {
  return module === name || baseName(module) === name;
}

/** The error for an unknown name; it lists the nearest known names. */
export function notFound(what: string, name: string, known: Iterable<string>): AskError {
  const near = nearest(name, known);
  const hint =
    near.length > 0
      ? `nearest: ${near.map(each => `"${each}"`).join(', ')}`
      : 'the captures in this workspace name none';
  return new AskError('not-found', `There is no ${what} "${name}" in this workspace; ${hint}.`);
}

/** The names in `known` most similar to `name`, best first. */
export function nearest(name: string, known: Iterable<string>, maxNames = 3): string[] {
  const wanted = name.toLowerCase();
  const scored: { name: string; score: number }[] = [];
  for (const each of new Set(known))
    if (each !== '') scored.push({ name: each, score: distance(wanted, each.toLowerCase()) });
  scored.sort((a, b) => a.score - b.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  return scored.slice(0, maxNames).map(each => each.name);
}

/** 0 when equal, under 1 when one holds the other, else 1 and the share of letters to change. */
function distance(a: string, b: string): number {
  if (a === b) return 0;
  const longer = Math.max(a.length, b.length, 1);
  if (b.includes(a) || (b.length > 2 && a.includes(b))) return 1 - Math.min(a.length, b.length) / longer;
  return (
    1 + edits(a.slice(0, longestCompared), b.slice(0, longestCompared)) / Math.min(longer, longestCompared)
  );
}

/** Names of C++ templates may have thousands of letters; comparing their beginning suffices. */
const longestCompared = 64;

/**
 * Edits between two words: letters added, dropped, changed or swapped with their neighbour (Damerau's
 * distance).
 */
function edits(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let smallest = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        smallest = Math.min(smallest, before[j - 2]! + 1);
      row.push(smallest);
    }
    before = above;
    above = row;
  }
  return above[b.length]!;
}
