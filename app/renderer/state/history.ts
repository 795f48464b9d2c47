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
  /** Chosen: the callers view is about it. */
  readonly function: FunctionRef | null;
  /** Chosen: the modules view is about it. */
  readonly module: string | null;
  /** What is searched for. */
  readonly search: string;
}

export interface Locations {
  readonly past: readonly ViewLocation[];
  readonly present: ViewLocation;
  readonly future: readonly ViewLocation[];
}

/** The same while neither view nor scope is another. */
export const placeKey = ({ view, scope }: ViewLocation): string => valueKey([view, scope]);

const limit = 200;

/**
 * The places the window has been. A change of scope, function or search is a step; going to another view or choosing a module
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

  /** A step, unless scope, function and search stay. */
  go(change: Partial<ViewLocation>): void {
    this.places.update(({ past, present, future }) => {
      const next = { ...present, ...change };
      if (isSameStep(next, present)) return { past, present: next, future };
      return { past: [...past, present].slice(-limit), present: next, future: [] };
    });
  }

  /** Changes where the window stands, which stays one step: what is still being typed. */
  amend(change: Partial<ViewLocation>): void {
    this.places.update(places => ({ ...places, present: { ...places.present, ...change }, future: [] }));
  }

  back(): void {
    this.places.update(places => {
      const previous = places.past.at(-1);
      if (!previous) return places;
      return {
        past: places.past.slice(0, -1),
        present: walked(places.present, previous),
        future: [places.present, ...places.future],
      };
    });
  }

  forward(): void {
    this.places.update(places => {
      const [next, ...future] = places.future;
      if (!next) return places;
      return { past: [...places.past, places.present], present: walked(places.present, next), future };
    });
  }

  /** Changes the scope of every step: what it was narrowed to is gone, or is called otherwise. */
  rewrite(scopeOf: (scope: Scope) => Scope): void {
    const changed = (place: ViewLocation) => ({ ...place, scope: scopeOf(place.scope) });
    this.places.update(({ past, present, future }) => {
      const now = changed(present);
      return {
        past: withoutRepeats([...past.map(changed), now]).slice(0, -1),
        present: now,
        future: withoutRepeats([now, ...future.map(changed)]).slice(1),
      };
    });
  }

  /** A step to where nothing need be as it was. */
  walk(to: ViewLocation): void {
    this.places.update(({ past, present }) => ({
      past: [...past, present].slice(-limit),
      present: to,
      future: [],
    }));
  }

  /** Begins anew: another workspace has other captures and times. */
  reset(start: ViewLocation): void {
    this.places.set({ past: [], present: start, future: [] });
  }
}

/**
 * A place come back to. The tab stays where the scope changes: what is looked at is seen through another scope. Where only the
 * function changes, so does the tab: the function was walked to from there.
 */
function walked(from: ViewLocation, to: ViewLocation): ViewLocation {
  const isSameScope = valueKey(from.scope) === valueKey(to.scope);
  return isSameScope ? to : { ...to, view: from.view };
}

/** Steps that have become no steps are left out. */
function withoutRepeats(places: readonly ViewLocation[]): readonly ViewLocation[] {
  return places.filter((place, i) => i === 0 || !isSameStep(place, places[i - 1]!));
}

function isSameStep(a: ViewLocation, b: ViewLocation): boolean {
  return valueKey([a.scope, a.function, a.search]) === valueKey([b.scope, b.function, b.search]);
}
