import type { Refers } from '../../../analyzers/contract.ts';
import { isIdleName } from '../../../analyzers/samples/idle-rules.ts';
import { baseName } from '../../wording/names.ts';
import { levelColour } from '../lib/levels.ts';

/** Number of categorical colours of the theme, all distinguishable: see tokens.test.ts. */
export const categories = 14;

/** Number of colours reserved for processes, because every timeline shows processes. */
const forProcesses = 7;

const other = 'var(--other)';
const unknown = '[unknown]';

/**
 * One colour per process and per module, the same in every view and scope. Colours are distinct, except that a
 * module with the name of a process has its colour. Things for which no colour is left share the grey of `other`.
 */
export class Colours {
  constructor(private readonly category: ReadonlyMap<string, number> = new Map()) {}

  /** Categories by name, for storing with the workspace. */
  get categories(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.category);
  }

  /** Restores {@link kept}; drops invalid entries, because the file may come from anywhere. */
  static from(kept: Readonly<Record<string, unknown>>): Colours {
    const isCategory = (at: unknown): at is number =>
      Number.isInteger(at) && (at as number) >= 0 && (at as number) < categories;
    return new Colours(
      new Map(Object.entries(kept).flatMap(([key, at]) => (isCategory(at) ? [[key, at] as const] : []))),
    );
  }

  /**
   * These and colours for more names, given heaviest first. A name that has a colour keeps it, so that nothing changes its
   * colour when captures come and go.
   */
  with(processes: readonly string[], modules: readonly string[]): Colours {
    const category = new Map(this.category);
    const used = new Set(category.values());
    const take = (key: string, first: number, last: number) => {
      if (category.has(key)) return;
      for (let at = first; at < last; at++) {
        if (used.has(at)) continue;
        used.add(at);
        category.set(key, at);
        return;
      }
    };
    for (const name of new Set(processes))
      if (!isIdleName(name) && name !== unknown) take(processKey(name), 0, forProcesses);
    for (const path of modules) {
      const processColour = category.get(processKey(baseName(path)));
      if (processColour !== undefined) category.set(moduleKey(path), processColour);
      else if (path !== unknown) take(moduleKey(path), forProcesses, categories);
    }
    // Processes and modules can use colours that the other side leaves free.
    for (const path of modules) if (path !== unknown) take(moduleKey(path), 0, categories);
    for (const name of new Set(processes))
      if (!isIdleName(name) && name !== unknown) take(processKey(name), 0, categories);
    return new Colours(category);
  }

  /** A CSS colour. */
  process(name: string): string {
    return isIdleName(name) ? 'var(--idle)' : this.colourOf(processKey(name), name);
  }

  module(path: string): string {
    return this.colourOf(moduleKey(path), path);
  }

  /** Colour of the object that a cell refers to; null if its type has no colours. */
  of(refers: Refers, name: string): string | null {
    if (refers === 'process') return this.process(name);
    if (refers === 'module') return this.module(name);
    return refers === 'level' ? levelColour(name) : null;
  }

  private colourOf(key: string, name: string): string {
    const at = this.category.get(key);
    return at === undefined ? (name === unknown ? 'var(--unknown)' : other) : category(at);
  }
}

const processKey = (name: string) => `process ${name}`;
const moduleKey = (path: string) => `module ${path}`;

/** Name of the sum of all but the busiest. */
const otherName = 'other';

/**
 * CSS colours of the lines of one chart, distinct as far as possible. A key with a global colour keeps it; a key without one gets
 * a colour that no other line of this chart has; the rest are grey.
 *
 * @param colourOf the global colour of a key; null or the grey of `other` if it has none
 */
export function lineColours(
  keys: readonly string[],
  colourOf: (key: string) => string | null = () => null,
): readonly string[] {
  const preferred = keys.map(colourOf);
  const used = new Set(preferred);
  let next = 0;
  return keys.map((key, i) => {
    const colour = preferred[i] ?? other;
    if (colour !== other || key === otherName) return colour;
    while (next < categories && used.has(category(next))) next++;
    return next < categories ? category(next++) : other;
  });
}

const category = (at: number) => `var(--category-${at})`;
