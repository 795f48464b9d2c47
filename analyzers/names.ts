/** How a person names a function, a module or a process, and what to say when there is none of that name. */
import { AskError } from './contract.ts';

/** `/usr/lib/libc.so.6` → `libc.so.6`, `C:\Windows\System32\ntdll.dll` → `ntdll.dll`; `[kernel.kallsyms]` stays. */
export function baseName(module: string): string {
  if (module.startsWith('[')) return module;
  return module.slice(Math.max(module.lastIndexOf('/'), module.lastIndexOf('\\')) + 1);
}

/** Whether `module` is what a person means by `name`: its full path or its base name. */
export function isModule(module: string, name: string): boolean {
  return module === name || baseName(module) === name;
}

/** Refuses a name, and names the nearest that exist. */
export function notFound(what: string, name: string, known: Iterable<string>): AskError {
  const near = nearest(name, known);
  const hint =
    near.length > 0
      ? `nearest: ${near.map(each => `"${each}"`).join(', ')}`
      : 'the captures in this workspace name none';
  return new AskError('not-found', `There is no ${what} "${name}" in this workspace; ${hint}.`);
}

/** The few of `known` that look most like `name`, best first. */
export function nearest(name: string, known: Iterable<string>, most = 3): string[] {
  const wanted = name.toLowerCase();
  const scored: { name: string; score: number }[] = [];
  for (const each of new Set(known)) scored.push({ name: each, score: distance(wanted, each.toLowerCase()) });
  scored.sort((a, b) => a.score - b.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  return scored.slice(0, most).map(each => each.name);
}

/** 0 when equal, under 1 when one holds the other, else how few pairs of neighbouring letters they share. */
function distance(a: string, b: string): number {
  if (a === b) return 0;
  if (b.includes(a) || (b.length > 2 && a.includes(b))) {
    return 1 - Math.min(a.length, b.length) / Math.max(a.length, b.length, 1);
  }
  const pairs = new Set<string>();
  for (let i = 1; i < a.length; i++) pairs.add(a.slice(i - 1, i + 1));
  let shared = 0;
  for (let i = 1; i < b.length; i++) if (pairs.has(b.slice(i - 1, i + 1))) shared++;
  return 2 - (2 * shared) / Math.max(1, a.length + b.length - 2);
}
