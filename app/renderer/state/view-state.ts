/**
 * The view state of a workspace, stored in its file and restored when it is opened: scope, view,
 * zoom, tracks, event filter, orders of tables, the selected function, colours. The file is validated member by
 * member: it may come from anywhere.
 */
import type { Shape } from '../../../analyzers/contract.ts';
import type { Scope } from '../../contract.ts';
import type { Interval } from '../lib/interval.ts';
import { Colours } from './colours.ts';
import type { EventFilter, EventsOrder, EventsPart, EventsState } from './events.ts';
import { type Exporting, exportingOf } from './exporting.ts';
import type { FunctionRef, History } from './history.ts';
import type { Mark, Marks } from './marks.ts';
import {
  type MetricParams,
  type MetricsPart,
  type MetricsState,
  metricKind,
  type SeriesRef,
  type TrackScale,
} from './metrics.ts';
import type { Sort } from './paged-answer.ts';
import { intervalOf } from './scope.ts';
import { hitOrders, type SearchState } from './search.ts';
import type { Sorts } from './sorts.ts';
import type { SqlState } from './sql.ts';
import type { Store } from './store.ts';
import { type ChosenTracks, newTrackId, type Track, type TracksState } from './tracks.ts';

/** The parts of a session that are stored. */
export interface Kept {
  readonly history: History;
  readonly zoom: Store<Interval | null>;
  readonly zone: Store<string>;
  readonly colours: Store<Colours>;
  readonly events: EventsState;
  readonly metrics: MetricsState;
  readonly sql: SqlState;
  readonly search: SearchState;
  readonly tracks: TracksState;
  readonly marks: Marks;
  readonly sorts: Sorts;
  readonly selected: Store<FunctionRef | null>;
  readonly exporting: Store<Exporting>;
}

/** Stores to watch for changes. */
export const storesOf = ({
  history,
  zoom,
  zone,
  events,
  metrics,
  sql,
  search,
  tracks,
  marks,
  sorts,
  selected,
  colours,
  exporting,
}: Kept): readonly Store<unknown>[] =>
  [
    history.places,
    zoom,
    zone,
    colours,
    events.part,
    events.filter,
    events.order,
    events.isKindChosen,
    metrics.part,
    sql.text,
    sql.lastRun,
    sql.shape,
    sql.history,
    search.order,
    search.facets,
    tracks.chosen,
    marks.all,
    sorts.all,
    selected,
    exporting,
  ] as unknown as readonly Store<unknown>[];

export function viewText(kept: Kept): string {
  const { history, zoom, zone, events, metrics, search, sql, tracks, marks, sorts, selected, colours } = kept;
  const interval = zoom.get();
  return JSON.stringify({
    place: { ...history.present, scope: scopeText(history.present.scope) },
    zoom: interval && intervalText(interval),
    zone: zone.get(),
    colours: colours.get().categories,
    events: {
      part: events.part.get(),
      filter: events.filter.get(),
      order: events.order.get(),
      isKindChosen: events.isKindChosen.get(),
    },
    metrics: { part: metrics.part.get() },
    sql: { text: sql.text.get(), asked: sql.lastRun.get(), shape: sql.shape.get(), ran: sql.history.get() },
    search: { order: search.order.get(), facets: search.facets.get() },
    tracks: tracks.chosen.get(),
    marks: marks.all.get().map(({ from, to, text }) => ({ from: String(from), to: to && String(to), text })),
    sorts: sorts.all.get(),
    selected: selected.get(),
    exporting: kept.exporting.get(),
  });
}

/** Restores the session from a text; invalid parts get the defaults of a new workspace. */
export function showView(text: string, kept: Kept): void {
  const { history, zoom, zone, events, metrics, search, sql, tracks, marks, sorts, selected, colours } = kept;
  const view = object(parsed(text));
  kept.exporting.set(exportingOf(object(view.exporting)));
  const place = object(view.place);
  history.reset({
    ...history.present,
    scope: scopeOf(place.scope),
    view: string(place.view) ?? history.present.view,
    module: string(place.module),
    search: string(place.search) ?? '',
    // Former name: subject.
    function: functionOf(place.function ?? place.subject),
  });
  zoom.set(readInterval(view.zoom));
  const zoneName = string(view.zone);
  if (zoneName !== null) zone.set(zoneName);
  const storedEvents = object(view.events);
  events.part.set(
    oneOf<EventsPart>(storedEvents.part, ['list', 'templates', 'exceptions']) ?? events.part.get(),
  );
  events.order.set(oneOf<EventsOrder>(storedEvents.order, ['time', 'newest', 'file']) ?? events.order.get());
  events.filter.set(filterOf(storedEvents.filter));
  events.isKindChosen.set(storedEvents.isKindChosen === true);
  const measured = object(view.metrics);
  const part = oneOf<MetricsPart>(measured.part, ['series', 'saturation', 'balance']);
  metrics.part.set(part ?? metrics.part.get());
  const written = object(view.sql);
  sql.text.set(string(written.text) ?? '');
  sql.lastRun.set(string(written.asked) ?? '');
  sql.shape.set(oneOf<Shape>(written.shape, ['table', 'series', 'bars', 'scatter']) ?? 'table');
  sql.history.set(strings(written.ran));
  const searched = object(view.search);
  search.order.set(oneOf(searched.order, hitOrders) ?? search.order.get());
  search.facets.set(strings(searched.facets));
  tracks.chosen.set(chosenOf(view.tracks) ?? olderChosen(measured.tracks));
  sorts.all.set(sortsOf(view.sorts));
  selected.set(functionOf(view.selected));
  marks.all.set(Array.isArray(view.marks) ? view.marks.flatMap(markOf) : []);
  colours.set(Colours.from(object(view.colours)));
}

/** JSON has no 64-bit integers: times are decimal texts. */
const intervalText = ({ from, to }: Interval) => ({ from: String(from), to: String(to) });

function scopeText(scope: Scope) {
  const interval = intervalOf(scope);
  return { ...scope, ...(interval && intervalText(interval)) };
}

type Json = Readonly<Record<string, unknown>>;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const string = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];
const oneOf = <T extends string>(value: unknown, options: readonly T[]): T | null =>
  options.find(each => each === value) ?? null;

function readInterval(value: unknown): Interval | null {
  const { from, to } = object(value);
  const isTime = (time: unknown): time is string => typeof time === 'string' && /^-?\d{1,19}$/.test(time);
  if (!isTime(from) || !isTime(to) || BigInt(from) >= BigInt(to)) return null;
  return { from: BigInt(from), to: BigInt(to) };
}

function markOf(value: unknown): readonly Mark[] {
  const { from, to, text } = object(value);
  const isMoment = to === null;
  const interval = readInterval({ from, to: isMoment ? String(lastTime) : to });
  if (!interval || typeof text !== 'string') return [];
  return [{ from: interval.from, to: isMoment ? null : interval.to, text }];
}

/** The latest time that 64 bits can represent. */
const lastTime = 2n ** 63n - 1n;

const texts = (value: unknown) => (strings(value).length > 0 ? strings(value) : null);
function wholes(value: unknown): readonly number[] | null {
  const list = Array.isArray(value) ? value.filter(each => Number.isInteger(each)) : [];
  return list.length > 0 ? list : null;
}

const amount = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

/** Parsers of the parts of a scope except its interval; null for invalid values. */
const scopeParts: {
  readonly [P in Exclude<keyof Scope, keyof Interval>]-?: (value: unknown) => Required<Scope>[P] | null;
} = {
  captures: wholes,
  processes: texts,
  threads: wholes,
  cpus: wholes,
  modules: texts,
  kind: string,
  search: string,
  weight: value => oneOf(value, ['samples', 'period']),
  group: string,
  minDuration: amount,
  maxDuration: amount,
  withIdle: value => (value === true ? true : null),
};

function scopeOf(value: unknown): Scope {
  const stored = object(value);
  const parts = Object.entries(scopeParts).flatMap(([part, read]) => {
    const found = read(stored[part]);
    return found === null ? [] : [[part, found] as const];
  });
  return { ...readInterval(stored), ...Object.fromEntries(parts) };
}

function sortsOf(value: unknown): Readonly<Record<string, Sort>> {
  const found = Object.entries(object(value)).flatMap(([label, each]) => {
    const { column, descending } = object(each);
    return typeof column === 'string' ? [[label, { column, descending: descending === true }] as const] : [];
  });
  return Object.fromEntries(found);
}

function functionOf(value: unknown): FunctionRef | null {
  const { function: name, module } = object(value);
  return typeof name === 'string' && typeof module === 'string' ? { function: name, module } : null;
}

function filterOf(value: unknown): EventFilter {
  const { kind, levels, template, text } = object(value);
  return {
    kind: string(kind),
    levels: strings(levels),
    template: string(template),
    text: string(text) ?? '',
  };
}

function chosenOf(value: unknown): ChosenTracks | null {
  const { tracks, kinds, foldedGroups } = object(value);
  if (!Array.isArray(tracks)) return null;
  const folded = strings(foldedGroups);
  return {
    tracks: numbered(tracks.flatMap(trackOf)),
    kinds: strings(kinds),
    ...(folded.length > 0 && { foldedGroups: folded }),
  };
}

/** Reads the former version, in which only tracks of metrics could be chosen. */
function olderChosen(value: unknown): ChosenTracks | null {
  if (!Array.isArray(value)) return null;
  const tracks = value.flatMap(params => trackOf({ kind: metricKind, params }));
  return { tracks: numbered(tracks), kinds: [metricKind] };
}

/** Assigns unique ids, whatever the file has. */
function numbered(tracks: readonly Omit<Track, 'id'>[]): readonly Track[] {
  const all: Track[] = [];
  for (const track of tracks) all.push({ ...track, id: newTrackId(all) });
  return all;
}

/** px */
const [lowest, highest] = [14, 2000];

function trackOf(value: unknown): readonly Omit<Track, 'id'>[] {
  const { kind, params, height, isFolded, isPinned, group, hidden } = object(value);
  const read = kind === metricKind ? metricParamsOf(params) : object(params);
  if (typeof kind !== 'string' || read === null) return [];
  const isHeight = typeof height === 'number' && height >= lowest && height <= highest;
  return [
    {
      kind,
      params: read as Json,
      ...(isHeight && { height }),
      ...(isFolded === true && { isFolded }),
      ...(isPinned === true && { isPinned }),
      ...(typeof group === 'string' && group !== '' && { group }),
      ...(strings(hidden).length > 0 && { hidden: strings(hidden) }),
    },
  ];
}

function metricParamsOf(value: unknown): MetricParams | null {
  const { title, series, scale, top } = object(value);
  const members = Array.isArray(series) ? series.flatMap(seriesOf) : [];
  const how = oneOf<TrackScale>(scale, ['one', 'own', 'percent']);
  if (members.length === 0 || how === null) return null;
  const shared = typeof top === 'number' && Number.isFinite(top) ? { top } : {};
  return { title: string(title) ?? '', series: members, scale: how, ...shared };
}

function seriesOf(value: unknown): readonly SeriesRef[] {
  const { capture, host, object: objectName, instance, counter, unit } = object(value);
  if (!Number.isInteger(capture) || typeof objectName !== 'string' || typeof counter !== 'string') return [];
  return [
    {
      capture: capture as number,
      host: string(host),
      object: objectName,
      instance: string(instance),
      counter,
      unit: string(unit),
    },
  ];
}
