/** Slices recorded as a begin and an end event, each with its own arguments. */
import type { JsonObject } from '../kit/json-values.ts';
import type { Position } from './events.ts';

export interface Begun {
  readonly event: JsonObject;
  readonly at: Position;
}

/** Maximum number of open slices. More are leaks of the program: the oldest are written without an end. */
const maxOpen = 1 << 18;

export class OpenSlices {
  /** Open slices by the key of their end event, the latest last. */
  private readonly open = new Map<string, Begun[]>();
  private count = 0;

  constructor(private readonly endless: (begun: Begun) => void) {}

  begin(key: string, begun: Begun): void {
    if (this.count >= maxOpen) this.end();
    const all = this.open.get(key);
    if (all) all.push(begun);
    else this.open.set(key, [begun]);
    this.count++;
  }

  /**
   * @param name for asynchronous slices, which end by name; null: the latest slice ends
   * @returns the slice that ends; null if none is open
   */
  close(key: string, name: string | null): Begun | null {
    const all = this.open.get(key);
    if (!all) return null;
    const at = name === null ? all.length - 1 : all.findLastIndex(({ event }) => event.name === name);
    const [found = null] = at < 0 ? [] : all.splice(at, 1);
    if (found) this.count--;
    if (all.length === 0) this.open.delete(key);
    return found;
  }

  /** Writes slices that have no end. */
  end(): void {
    for (const all of this.open.values()) for (const begun of all) this.endless(begun);
    this.open.clear();
    this.count = 0;
  }
}
