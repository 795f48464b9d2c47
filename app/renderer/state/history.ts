import type { Scope } from '../../contract.ts';
import { valueKey } from '../lib/value-key.ts';
import { Store } from './store.ts';

/** A function as questions name it. */
export interface FunctionRef {
  readonly function: string;
  readonly module: string;
}

/** Where the window stands: what Back returns to. */
export interface ViewLocation {
  readonly scope: Scope;
  readonly view: string;
  /** The subject of the callers view and the inspector. */
  readonly subject: FunctionRef | null;
  /** The subject of the modules view. */
  readonly module: string | null;
}

interface Locations {
  readonly past: readonly ViewLocation[];
  readonly present: ViewLocation;
  readonly future: readonly ViewLocation[];
}

const limit = 200;

/**
 * The places the window has been. A change of scope or subject is a step; going to another view or choosing a module
 * is not, so that one key always undoes the last change of what is being looked at.
 */
export class History {
  readonly places: Store<Locations>;

  constructor(start: ViewLocation) {
    this.places = new Store<Locations>({ past: [], present: start, future: [] });
  }

  get present(): ViewLocation {
    return this.places.get().present;
  }

  /** A step, unless neither scope nor subject changes. */
  go(change: Partial<ViewLocation>): void {
    this.places.update(({ past, present, future }) => {
      const next = { ...present, ...change };
      if (sameSubject(next, present)) return { past, present: next, future };
      return { past: [...past, present].slice(-limit), present: next, future: [] };
    });
  }

  back(): void {
    this.places.update(places => {
      const previous = places.past.at(-1);
      if (!previous) return places;
      return {
        past: places.past.slice(0, -1),
        present: previous,
        future: [places.present, ...places.future],
      };
    });
  }

  forward(): void {
    this.places.update(places => {
      const [next, ...future] = places.future;
      return next ? { past: [...places.past, places.present], present: next, future } : places;
    });
  }

  /** Begins anew: another workspace has other captures and times. */
  reset(start: ViewLocation): void {
    this.places.set({ past: [], present: start, future: [] });
  }
}

function sameSubject(a: ViewLocation, b: ViewLocation): boolean {
  return valueKey([a.scope, a.subject]) === valueKey([b.scope, b.subject]);
}
