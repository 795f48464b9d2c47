import { isIdle } from '../lib/idle.ts';
import { baseName } from '../lib/names.ts';

/** How many categories the theme has a colour for; the last is for everything else. */
const categories = 8;

/**
 * One colour per process and per module, the same in every view: the heaviest of the whole workspace get one each,
 * whatever the scope is. A module that bears its process's name wears its colour.
 */
export class Colours {
  private readonly index = new Map<string, number>();

  /** Names from the heaviest down. */
  constructor(processes: readonly string[], modules: readonly string[]) {
    const own = categories - 1;
    // Idle CPUs have no category of their own, so that work stands out.
    const working = processes.filter(name => !isIdle(name));
    for (const [i, name] of working.slice(0, own).entries()) this.index.set(`process ${name}`, i);
    const taken = new Set<number>();
    const named = modules
      .slice(0, own)
      .map(path => ({ path, at: this.index.get(`process ${baseName(path)}`) }));
    for (const { at } of named) if (at !== undefined) taken.add(at);
    const free = Array.from({ length: own }, (_, i) => i).filter(i => !taken.has(i));
    for (const { path, at } of named) this.index.set(`module ${path}`, at ?? free.shift()!);
  }

  /** A CSS colour. */
  process(name: string): string {
    return this.of(`process ${name}`);
  }

  module(path: string): string {
    return this.of(`module ${path}`);
  }

  private of(key: string): string {
    return `var(--category-${this.index.get(key) ?? categories - 1})`;
  }
}

/** A CSS colour for the line at `index` of a chart; lines beyond the categories share the last. */
export function seriesColour(index: number): string {
  return `var(--category-${Math.min(index, categories - 1)})`;
}
