import { Store } from './store.ts';
import { type ChosenTracks, newTrackId, type Track } from './tracks.ts';

/** Identifies a series by the columns of the question `series`. */
export interface SeriesRef {
  readonly capture: number;
  readonly host: string | null;
  readonly object: string;
  readonly instance: string | null;
  readonly counter: string;
  readonly unit: string | null;
}

/** One scale for all series of a track, one for each, or each as percent of its peak. */
export type TrackScale = 'one' | 'own' | 'percent';

/** The kind of the tracks of metrics. */
export const metricKind = 'metrics';

/** Series drawn over each other on the timeline's axis. */
export interface MetricParams {
  readonly title: string;
  readonly series: readonly SeriesRef[];
  readonly scale: TrackScale;
  /** Minimum of the top of the scale, which small multiples share, so that their heights compare. */
  readonly top?: number;
}

export type MetricTrack = Track<MetricParams>;

/** The tracks of metrics. Their params are validated when a file is read. */
export const metricTracks = (tracks: readonly Track[]): readonly MetricTrack[] =>
  tracks.filter(({ kind }) => kind === metricKind) as readonly MetricTrack[];

const newTrack = (tracks: readonly Track[], params: MetricParams): MetricTrack => ({
  id: newTrackId(tracks),
  kind: metricKind,
  params,
});

/** Adds a track of these series. */
export const withSeries = (tracks: readonly Track[], series: readonly SeriesRef[]): readonly Track[] => [
  ...tracks,
  newTrack(tracks, trackOf(series)),
];

/** Adds a track for each group, all on the scale of the largest. */
export function withEach(
  tracks: readonly Track[],
  groups: readonly (readonly (SeriesRef & { readonly max: number })[])[],
): readonly Track[] {
  const units = new Set(groups.flat().map(({ unit }) => unit));
  const top = units.size === 1 ? { top: Math.max(...groups.flat().map(({ max }) => max)) } : {};
  let all = tracks;
  for (const group of groups) all = [...all, newTrack(all, { ...trackOf(group), ...top })];
  return all;
}

/** Adds a series to a track. */
export const overlaid = (tracks: readonly Track[], id: string, series: SeriesRef): readonly Track[] =>
  changed(tracks, id, ({ series: before }) => trackOf([...before, series]));

/** Removes a series from its track, and tracks that become empty. */
export function withoutSeries(tracks: readonly Track[], series: SeriesRef): readonly Track[] {
  const having = new Set(
    metricTracks(tracks).flatMap(({ id, params }) =>
      params.series.some(each => isSameSeries(each, series)) ? [id] : [],
    ),
  );
  const remaining = (track: MetricTrack) => track.params.series.filter(each => !isSameSeries(each, series));
  return tracks.flatMap(track => {
    if (!having.has(track.id)) return [track];
    const metric = track as MetricTrack;
    return remaining(metric).length > 0 ? [{ ...metric, params: trackOf(remaining(metric)) }] : [];
  });
}

export const scaled = (tracks: readonly Track[], id: string, scale: TrackScale): readonly Track[] =>
  changed(tracks, id, params => ({ ...params, scale }));

function changed(
  tracks: readonly Track[],
  id: string,
  change: (params: MetricParams) => MetricParams,
): readonly Track[] {
  return tracks.map(track => {
    if (track.id !== id || track.kind !== metricKind) return track;
    const metric = track as MetricTrack;
    return { ...metric, params: change(metric.params) };
  });
}

/**
 * Updates tracks after captures got other ids (`idOf`) or were removed (null). Series of removed captures leave
 * their tracks. If no track of metrics remains, the proposed tracks are shown.
 */
export function followed(
  chosen: ChosenTracks | null,
  idOf: (capture: number) => number | null,
): ChosenTracks | null {
  if (!chosen) return null;
  const seriesLeft = (series: SeriesRef) => {
    const capture = idOf(series.capture);
    return capture === null ? [] : [{ ...series, capture }];
  };
  const tracks = chosen.tracks.flatMap(track => {
    if (track.kind !== metricKind) return [track];
    const metric = track as MetricTrack;
    const series = metric.params.series.flatMap(seriesLeft);
    if (series.length === metric.params.series.length)
      return [{ ...metric, params: { ...metric.params, series } }];
    return series.length > 0 ? [{ ...metric, params: { ...metric.params, ...trackOf(series) } }] : [];
  });
  const areGone = metricTracks(tracks).length === 0 && metricTracks(chosen.tracks).length > 0;
  return {
    ...chosen,
    tracks,
    kinds: areGone ? chosen.kinds.filter(kind => kind !== metricKind) : chosen.kinds,
  };
}

export type MetricsPart = 'series' | 'saturation' | 'balance';

export class MetricsState {
  readonly part = new Store<MetricsPart>('series');
  readonly search = new Store('');
}

/** Default parameters of a track of these series. */
export function trackOf(series: readonly SeriesRef[]): MetricParams {
  const units = new Set(series.map(each => each.unit));
  return { title: titleOf(series), series, scale: units.size > 1 ? 'own' : 'one' };
}

/** The words that name a series; for tables of no known tool, the column title alone. */
const wordsOf = ({ object, instance, counter }: SeriesRef): readonly string[] =>
  [object === 'table' ? null : object, instance, counter].filter(word => word !== null);

/** `disk vda %util` */
export const nameOf = (series: SeriesRef): string => wordsOf(series).join(' ');

/** The words of a series that the title lacks: `scheduler r` under `Run queue`, `%util` under `Disk vda`. */
export function wordsBeyondTitle(title: string, series: SeriesRef): string {
  const titleWords = ` ${title.toLowerCase()} `;
  return wordsOf(series)
    .filter(word => !titleWords.includes(` ${word.toLowerCase()} `))
    .join(' ');
}

/** The title does not name more series than this. */
const maxNamed = 3;

/**
 * The words that all series share: `disk vda %util`, `disk %util` for several disks, `disk vda` for several counters. If they
 * share none, the names of up to {@link maxNamed} series (`scheduler r · system cs`), else their number.
 */
export function titleOf(series: readonly SeriesRef[]): string {
  const common = (read: (each: SeriesRef) => string | null) => {
    const values = new Set(series.map(read));
    return values.size === 1 ? [...values][0] : null;
  };
  const words = [common(each => each.object), common(each => each.instance), common(each => each.counter)];
  const names = [...new Set(series.map(({ object, counter }) => `${object} ${counter}`))];
  const listed = names.length <= maxNamed ? names.join(' · ') : `${series.length} series`;
  return words.filter(Boolean).join(' ') || listed;
}

/** Distinguishing names in a track with this title; with the capture only if nothing else distinguishes them. */
export function namesOf(
  series: readonly SeriesRef[],
  nameOf: (capture: number) => string,
): readonly string[] {
  const parts = (each: SeriesRef) => [each.object, each.instance, each.counter, each.host];
  const differs = [0, 1, 2, 3].map(part => {
    const values = new Set(series.map(each => parts(each)[part]));
    // A capture without a host may be from the same host.
    if (part === 3) values.delete(null);
    return values.size > 1;
  });
  const names = series.map(each => {
    const words = parts(each).filter((word, part) => differs[part] && word !== null);
    return words.join(' ') || each.counter;
  });
  const isAlone = (name: string) => names.filter(each => each === name).length === 1;
  return names.map((name, i) => (isAlone(name) ? name : `${name} ${nameOf(series[i]!.capture)}`));
}

export function isSameSeries(a: SeriesRef, b: SeriesRef): boolean {
  return (
    a.capture === b.capture &&
    a.host === b.host &&
    a.object === b.object &&
    a.instance === b.instance &&
    a.counter === b.counter
  );
}

/** A selection that matches only this series, as questions about series take it. */
export function selectionOf({ capture, object, instance, counter }: SeriesRef): string {
  const path = instance === null ? `${object}/${counter}` : `${object}/${instance}/${counter}`;
  // These characters are special in a selection; `?` matches any character.
  return `${capture}:${path.replaceAll(/[,*?]/g, '?')}`;
}
