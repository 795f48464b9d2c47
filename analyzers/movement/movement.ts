/** All signals in scope on one grid of time, computed once per scope and revision of the workspace. */
import type { Ask, Note, Scope } from '../contract.ts';
import { AskError } from '../contract.ts';
import { notFound } from '../kit/names.ts';
import { onceEach } from '../kit/notes.ts';
import { signalKinds } from '../kit/signal-ids.ts';
import { scopeKey } from '../samples/samples.ts';
import { eventSignals, searchSignal } from './event-signals.ts';
import { type Grid, gridOf } from './grid.ts';
import { sampleSignals } from './sample-signals.ts';
import { compressed, type Standard, standardOf } from './series-math.ts';
import { seriesSignals } from './series-signals.ts';
import type { Signal } from './signal.ts';
import { stateSignals } from './state-signals.ts';

export interface Moving extends Signal {
  readonly standard: Standard;
}

export interface Movement {
  readonly grid: Grid;
  /** Signals with enough values that are not all equal. */
  readonly signals: readonly Moving[];
  readonly notes: readonly Note[];
}

/** A signal with values in fewer buckets is left out. */
const minBuckets = 16;

export function movementIn(ask: Ask, scope: Scope): Promise<Movement> {
  return ask.memo(`movement ${scopeKey(scope)}`, async () => {
    const grid = await gridOf(ask, scope);
    const series = await seriesSignals(ask, grid);
    const samples = await sampleSignals(ask, grid);
    const events = await eventSignals(ask, grid);
    const states = await stateSignals(ask, grid);
    const all = [...series, ...samples.signals, ...events.signals, ...states.signals];
    const signals = all.flatMap(signal => moving(signal) ?? []).sort(byKindAndId);
    const notes = onceEach([...grid.notes, ...samples.notes, ...events.notes, ...states.notes]);
    return { value: { grid, signals, notes }, bytes: signals.length * grid.buckets * 20 };
  });
}

const kinds = Object.keys(signalKinds);

/** DuckDB returns rows in any order, so equally strong signals need a fixed one. */
function byKindAndId(a: Signal, b: Signal): number {
  return kinds.indexOf(a.what) - kinds.indexOf(b.what) || (a.id < b.id ? -1 : 1);
}

function moving(signal: Signal): Moving | null {
  const standard = standardOf(compressed(signal.values));
  return standard && standard.count >= minBuckets ? { ...signal, standard } : null;
}

const searchPrefix = 'search/';

/**
 * The signal that others are compared with: a search (`search/level>=warn`), or one of the signals, see
 * {@link signalOf}.
 *
 * @throws AskError also if a search finds too little to be compared
 */
export async function symptomOf(ask: Ask, movement: Movement, named: string): Promise<Moving> {
  if (!named.startsWith(searchPrefix)) return signalOf(movement, named);
  const query = named.slice(searchPrefix.length);
  const found = moving(await searchSignal(ask, movement.grid, query));
  if (found) return found;
  throw new AskError(
    'not-found',
    `The search ${query} has hits too seldom to be compared: it needs ${minBuckets} buckets with a value, not all equal.`,
  );
}

export const isCalled = ({ id, alias }: Signal, named: string): boolean => id === named || alias === named;

/**
 * The signal with this id, or the only one whose name contains this text.
 *
 * @throws AskError `not-found`, naming the nearest; `bad-parameter` if several match.
 */
export function signalOf({ signals }: Movement, named: string): Moving {
  const byId = signals.find(each => isCalled(each, named));
  if (byId) return byId;
  const wanted = named.toLowerCase();
  const alike = [
    signals.filter(
      ({ name, id }) => `${name.toLowerCase()} (`.startsWith(`${wanted} (`) || id.toLowerCase() === wanted,
    ),
    signals.filter(({ name }) => name.toLowerCase().startsWith(wanted)),
    signals.filter(({ name }) => name.toLowerCase().includes(wanted)),
  ].find(each => each.length > 0);
  if (alike === undefined)
    throw notFound(
      'signal',
      named,
      signals.flatMap(({ id, name }) => [id, name]),
    );
  const [only] = alike;
  if (alike.length === 1 && only) return only;
  const some = alike.slice(0, 5).map(({ id, name }) => `${id} (${name})`);
  throw new AskError(
    'bad-parameter',
    `"${named}" may mean ${alike.length} signals: ${some.join(', ')}${alike.length > some.length ? ' …' : ''}. Name one by its id.`,
  );
}
