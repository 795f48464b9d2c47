import type { WireScope } from '../../contract.ts';
import { Store } from './store.ts';

/** A function as questions name it. */
export interface FunctionRef {
  readonly function: string;
  readonly module: string;
}

/** Where the window stands: what Back returns to. */
export interface Place {
  readonly scope: WireScope;
  readonly view: string;
  /** The subject of the callers view and the inspector. */
  readonly subject: FunctionRef | null;
  /** The subject of the modules view. */
  readonly module: string | null;
}

interface Places {
  readonly past: readonly Place[];
  readonly present: Place;
  readonly future: readonly Place[];
}

const limit = 200;

/**
 * The places the window has been. A change of scope or subject is a step; going to another view or choosing a module
 * is not, so that one key always undoes the last change of what is being looked at.
 */
export class History {
  readonly places: Store<Places>;

  constructor(start: Place) {
    this.places = new Store<Places>({ past: [], present: start, future: [] });
  }

  get present(): Place {
    return this.places.get().present;
  }

  /** A step, unless neither scope nor subject changes. */
  go(change: Partial<Place>): void {
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
  reset(start: Place): void {
    this.places.set({ past: [], present: start, future: [] });
  }
}

function sameSubject(a: Place, b: Place): boolean {
  return JSON.stringify([a.scope, a.subject]) === JSON.stringify([b.scope, b.subject]);
}
