/** The parts of a scope with their texts, each removable. */
import type { Scope } from '../../contract.ts';
import { baseName } from '../../wording/names.ts';
import { formatDuration } from '../../wording/numbers.ts';
import { digitsFor, formatClock, type Zone } from '../../wording/time.ts';
import type { Interval } from '../lib/interval.ts';
import { rulesOf, ruleWords, withoutRule } from './grouping.ts';

export interface ScopePart {
  readonly key: string;
  readonly text: string;
  /** The scope without this part. */
  readonly without: Scope;
}

/** Parts of a scope that are lists. */
type ListKey = {
  [P in keyof Scope]-?: Required<Scope>[P] extends readonly unknown[] ? P : never;
}[keyof Scope];

export function intervalOf(scope: Scope): Interval | null {
  if (scope.from === undefined || scope.to === undefined) return null;
  return { from: scope.from, to: scope.to };
}

/**
 * The time of a scope: its interval, else the span of its captures.
 *
 * @returns null if the scope has neither, or its captures have no times
 */
export function extentOf(
  scope: Scope,
  captures: readonly { readonly id: number; readonly start: bigint | null; readonly end: bigint | null }[],
): Interval | null {
  const interval = intervalOf(scope);
  if (interval) return interval;
  let extent: Interval | null = null;
  for (const { id, start, end } of captures) {
    if (!scope.captures?.includes(id) || start === null || end === null) continue;
    extent = {
      from: extent && extent.from < start ? extent.from : start,
      to: extent && extent.to > end ? extent.to : end + 1n,
    };
  }
  return extent;
}

export function withInterval(scope: Scope, interval: Interval | null): Scope {
  const { from: _from, to: _to, ...rest } = scope;
  return interval ? { ...rest, from: interval.from, to: interval.to } : rest;
}

/** ns; `to` is exclusive, null: unbounded. */
export interface Durations {
  readonly from: number;
  readonly to: number | null;
}

export function durationsOf({ minDuration, maxDuration }: Scope): Durations | null {
  if (minDuration === undefined && maxDuration === undefined) return null;
  return { from: minDuration ?? 0, to: maxDuration ?? null };
}

export function withDurations(scope: Scope, durations: Durations | null): Scope {
  const { minDuration: _min, maxDuration: _max, ...rest } = scope;
  if (!durations) return rest;
  const { from, to } = durations;
  return { ...rest, ...(from > 0 && { minDuration: from }), ...(to !== null && { maxDuration: to }) };
}

/** `takes 1.00 ms – 2.00 ms`, `takes 1.00 s or longer` */
function durationsText({ minDuration, maxDuration }: Scope): string {
  if (maxDuration === undefined) return `takes ${formatDuration(minDuration ?? 0)} or longer`;
  if (minDuration === undefined) return `takes less than ${formatDuration(maxDuration)}`;
  return `takes ${formatDuration(minDuration)} – ${formatDuration(maxDuration)}`;
}

/** Lists are alternatives; narrowing to a value replaces the list. */
export function narrowedTo<K extends ListKey>(
  scope: Scope,
  key: K,
  value: NonNullable<Scope[K]>[number],
): Scope {
  return { ...scope, [key]: [value] };
}

function withoutValue(scope: Scope, key: ListKey, value: string | number): Scope {
  const remaining = (scope[key] as readonly (string | number)[]).filter(each => each !== value);
  const { [key]: _dropped, ...rest } = scope;
  return remaining.length > 0 ? ({ ...rest, [key]: remaining } as Scope) : rest;
}

/**
 * Updates a scope after captures were removed (`idOf` returns null) or got other ids. Drops a time range in which no
 * capture is left.
 *
 * @param span of all captures; null if none has times
 */
export function scopeOfLeft(
  scope: Scope,
  idOf: (capture: number) => number | null,
  span: Interval | null,
): Scope {
  const { captures, ...rest } = scope;
  const remaining = captures?.flatMap(capture => idOf(capture) ?? []) ?? [];
  const narrowed: Scope = remaining.length > 0 ? { ...rest, captures: remaining } : rest;
  const interval = intervalOf(scope);
  return interval && span && !overlaps(interval, span) ? withInterval(narrowed, null) : narrowed;
}

/** A part of a scope that narrows to one value. */
export interface ScopeValue {
  readonly part: ListKey | 'kind';
  readonly value: string;
}

/** Removes values from a scope. */
export function withoutValues(scope: Scope, values: readonly ScopeValue[]): Scope {
  let remaining = scope;
  for (const { part, value } of values) {
    if (part === 'kind') {
      const { kind, ...rest } = remaining;
      if (kind === value) remaining = rest;
    } else
      for (const each of remaining[part] ?? [])
        if (String(each) === value) remaining = withoutValue(remaining, part, each);
  }
  return remaining;
}

/** Merges the values of several scopes into one scope. */
export function valuesOf(scopes: readonly Scope[]): Scope {
  const all = <V>(read: (scope: Scope) => readonly V[] | undefined) => [
    ...new Set(scopes.flatMap(scope => read(scope) ?? [])),
  ];
  return {
    processes: all(scope => scope.processes),
    threads: all(scope => scope.threads),
    cpus: all(scope => scope.cpus),
    modules: all(scope => scope.modules),
  };
}

export const overlaps = (a: Interval, b: Interval): boolean => a.from <= b.to && b.from <= a.to;

export function formatInterval({ from, to }: Interval, zone: Zone): string {
  const length = Number(to - from);
  const digits = Math.max(1, digitsFor(length / 100));
  return `${formatClock(from, zone, digits)} – ${formatClock(to, zone, digits)} · ${formatDuration(length)}`;
}

export function scopeParts(scope: Scope, zone: Zone, captureName: (id: number) => string): ScopePart[] {
  const parts: ScopePart[] = [];
  const interval = intervalOf(scope);
  if (interval)
    parts.push({ key: 'time', text: formatInterval(interval, zone), without: withInterval(scope, null) });
  const words: Readonly<Record<ListKey, (value: string | number) => string>> = {
    captures: id => captureName(Number(id)),
    // `processes` takes names and pids.
    processes: process => (/^\d+$/.test(String(process)) ? `pid ${process}` : String(process)),
    threads: tid => `thread ${tid}`,
    cpus: cpu => `CPU ${cpu}`,
    modules: path => `module ${baseName(String(path))}`,
  };
  for (const key of Object.keys(words) as ListKey[])
    for (const value of scope[key] ?? [])
      parts.push({
        key: `${key} ${value}`,
        text: words[key](value),
        without: withoutValue(scope, key, value),
      });
  if (scope.minDuration !== undefined || scope.maxDuration !== undefined)
    parts.push({ key: 'duration', text: durationsText(scope), without: withDurations(scope, null) });
  for (const key of ['kind', 'search', 'weight'] as const) {
    const value = scope[key];
    if (value === undefined) continue;
    const { [key]: _dropped, ...others } = scope;
    parts.push({ key, text: key === 'kind' ? value : `${key} ${value}`, without: others });
  }
  if (scope.withIdle) {
    const { withIdle: _, ...without } = scope;
    parts.push({ key: 'idle', text: 'with idle CPUs', without });
  }
  for (const rule of rulesOf(scope))
    parts.push({ key: `group ${rule}`, text: ruleWords(rule), without: withoutRule(scope, rule) });
  return parts;
}
