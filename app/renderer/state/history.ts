import type { Scope } from '../../contract.ts';
import { valueKey } from '../lib/value-key.ts';
import { Store } from './store.ts';

/** A function as questions name it. */
export interface FunctionRef {
  readonly function: string;
  readonly module: string;
}

/** One entry of the history: what Back returns to. */
export interface ViewLocation {
  readonly scope: Scope;
  readonly view: string;
  /** The selected function, which the callers view shows; null if none. */
  readonly function: FunctionRef | null;
  /** The selected module, which the modules view shows; null if none. */
  readonly module: string | null;
  /** The search query. */
  readonly search: string;
}

export interface Locations {
  readonly past: readonly ViewLocation[];
  readonly present: ViewLocation;
  readonly future: readonly ViewLocation[];
}

/** Key of view and scope: equal for locations that differ only in function, module or search. */
export const locationKey = ({ view, scope }: ViewLocation): string => valueKey([view, scope]);

const limit = 200;

/**
 * Back and Forward. A change of scope, function or search adds an entry; a change of view or module does not, so that one key
 * always undoes the last change of the current view.
 */
export class History {
  readonly places: Store<Locations>;

  constructor(start: ViewLocation) {
    this.places = new Store<Locations>({ past: [], present: start, future: [] });
  }

  get present(): ViewLocation {
    return this.places.get().present;
  }

  /** Changes the location. Adds an entry if scope, function or search changes. */
  go(change: Partial<ViewLocation>): void {
    this.places.update(({ past, present, future }) => {
      const next = { ...present, ...change };
      if (isSameEntry(next, present)) return { past, present: next, future };
      return { past: [...past, present].slice(-limit), present: next, future: [] };
    });
  }

  /** Changes the present entry without adding one, for a search that is still being typed. Clears the forward entries. */
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

  /** Changes the scope of every entry, after a capture that scopes name was removed or got another id. Drops entries that then equal the one before. */
  rewrite(scopeOf: (scope: Scope) => Scope): void {
    const changed = (location: ViewLocation) => ({ ...location, scope: scopeOf(location.scope) });
    this.places.update(({ past, present, future }) => {
      const now = changed(present);
      return {
        past: withoutRepeats([...past.map(changed), now]).slice(0, -1),
        present: now,
        future: withoutRepeats([now, ...future.map(changed)]).slice(1),
      };
    });
  }

  /** Adds an entry for another location, even if it equals the present one: opens a finding's view. */
  push(to: ViewLocation): void {
    this.places.update(({ past, present }) => ({
      past: [...past, present].slice(-limit),
      present: to,
      future: [],
    }));
  }

  /** Drops all entries: another workspace has other captures and times. */
  reset(start: ViewLocation): void {
    this.places.set({ past: [], present: start, future: [] });
  }
}

/**
 * The location to show after Back or Forward. If the scope differs, the view stays, so that the user sees it in the other scope.
 * If the scope is equal, the view of the entry returns, because the function was selected there.
 */
function walked(from: ViewLocation, to: ViewLocation): ViewLocation {
  const isSameScope = valueKey(from.scope) === valueKey(to.scope);
  return isSameScope ? to : { ...to, view: from.view };
}

/** Drops entries that equal the one before them. */
function withoutRepeats(locations: readonly ViewLocation[]): readonly ViewLocation[] {
  return locations.filter((location, i) => i === 0 || !isSameEntry(location, locations[i - 1]!));
}

function isSameEntry(a: ViewLocation, b: ViewLocation): boolean {
  return valueKey([a.scope, a.function, a.search]) === valueKey([b.scope, b.function, b.search]);
}
