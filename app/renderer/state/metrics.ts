import { Store } from './store.ts';

/** One series as the question `series` tells it. */
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

/** Series drawn over each other on the timeline's axis. */
export interface MetricTrack {
  readonly id: string;
  readonly title: string;
  readonly series: readonly SeriesRef[];
  readonly scale: TrackScale;
  /** The largest value that must find room: small multiples share it, so that their heights compare. */
  readonly top?: number;
}

export type MetricsPart = 'series' | 'saturation' | 'balance';

/** Tracks a person chose; null while they are those the window proposes. */
export class MetricsState {
  readonly part = new Store<MetricsPart>('series');
  readonly search = new Store('');
  readonly chosen = new Store<readonly MetricTrack[] | null>(null);
  private lastTrack = 0;

  /** A new track of these series. */
  add(tracks: readonly MetricTrack[], series: readonly SeriesRef[]): void {
    this.chosen.set([...tracks, this.track(series)]);
  }

  /** One new track for each group, all on the scale of the largest. */
  addEach(
    tracks: readonly MetricTrack[],
    groups: readonly (readonly (SeriesRef & { readonly max: number })[])[],
  ): void {
    const units = new Set(groups.flat().map(({ unit }) => unit));
    const top = units.size === 1 ? { top: Math.max(...groups.flat().map(({ max }) => max)) } : {};
    this.chosen.set([...tracks, ...groups.map(group => ({ ...this.track(group), ...top }))]);
  }

  /** Over what a track shows already. */
  overlay(tracks: readonly MetricTrack[], track: string, series: SeriesRef): void {
    this.chosen.set(
      tracks.map(each => (each.id === track ? this.track([...each.series, series], each.id) : each)),
    );
  }

  /** Out of the track it is in; a track without series is gone. */
  take(tracks: readonly MetricTrack[], series: SeriesRef): void {
    const rest = tracks.flatMap(track => {
      const left = track.series.filter(each => !isSameSeries(each, series));
      if (left.length === track.series.length) return [track];
      return left.length > 0 ? [this.track(left, track.id)] : [];
    });
    this.chosen.set(rest);
  }

  remove(tracks: readonly MetricTrack[], track: string): void {
    this.chosen.set(tracks.filter(({ id }) => id !== track));
  }

  setScale(tracks: readonly MetricTrack[], track: string, scale: TrackScale): void {
    this.chosen.set(tracks.map(each => (each.id === track ? { ...each, scale } : each)));
  }

  move(tracks: readonly MetricTrack[], track: string, by: -1 | 1): void {
    const from = tracks.findIndex(({ id }) => id === track);
    const to = from + by;
    if (from < 0 || to < 0 || to >= tracks.length) return;
    const next = [...tracks];
    [next[from], next[to]] = [next[to]!, next[from]!];
    this.chosen.set(next);
  }

  /** Those of a workspace left before; null: as proposed. */
  restore(tracks: readonly MetricTrack[] | null): void {
    this.chosen.set(tracks?.map(track => ({ ...track, id: this.newId() })) ?? null);
  }

  /**
   * Captures came to have other ids, or are gone: `idOf` says which, null where gone. Series stay in their tracks, or leave
   * them; where no track is left, those that the window proposes are shown.
   */
  follow(idOf: (capture: number) => number | null): void {
    const followed = (series: SeriesRef) => {
      const capture = idOf(series.capture);
      return capture === null ? [] : [{ ...series, capture }];
    };
    this.chosen.update(tracks => {
      const left = tracks?.flatMap(track => {
        const series = track.series.flatMap(followed);
        if (series.length === track.series.length) return [{ ...track, series }];
        return series.length > 0 ? [{ ...track, ...trackOf(series) }] : [];
      });
      return left && (left.length > 0 || tracks?.length === 0) ? left : null;
    });
  }

  /** What the window proposes, again. */
  reset(): void {
    this.chosen.set(null);
  }

  private track(series: readonly SeriesRef[], id = this.newId()): MetricTrack {
    return { id, ...trackOf(series) };
  }

  private newId(): string {
    return `track-${++this.lastTrack}`;
  }
}

/** How series are drawn together when nobody said how. */
export function trackOf(series: readonly SeriesRef[]): Omit<MetricTrack, 'id'> {
  const units = new Set(series.map(each => each.unit));
  return { title: titleOf(series), series, scale: units.size > 1 ? 'own' : 'one' };
}

/** The words of a series; of a table of no particular tool all is in its titles. */
const wordsOf = ({ object, instance, counter }: SeriesRef): readonly string[] =>
  [object === 'table' ? null : object, instance, counter].filter(word => word !== null);

/** `disk vda %util` */
export const nameOf = (series: SeriesRef): string => wordsOf(series).join(' ');

/** What a title leaves to be said of a series: `scheduler r` under `Run queue`, `%util` under `Disk vda`. */
export function unsaid(title: string, series: SeriesRef): string {
  const said = ` ${title.toLowerCase()} `;
  return wordsOf(series)
    .filter(word => !said.includes(` ${word.toLowerCase()} `))
    .join(' ');
}

/** More series than this make no title. */
const mostNamed = 3;

/**
 * What the series have in common: `disk vda %util`, `disk %util` of several disks, `disk vda` of several counters; where
 * they have nothing in common and are few, what they are: `scheduler r · system cs`.
 */
export function titleOf(series: readonly SeriesRef[]): string {
  const common = (of: (each: SeriesRef) => string | null) => {
    const values = new Set(series.map(of));
    return values.size === 1 ? [...values][0] : null;
  };
  const words = [common(each => each.object), common(each => each.instance), common(each => each.counter)];
  const names = [...new Set(series.map(({ object, counter }) => `${object} ${counter}`))];
  const listed = names.length <= mostNamed ? names.join(' · ') : `${series.length} series`;
  return words.filter(Boolean).join(' ') || listed;
}

/** What tells them apart in a track whose title says the rest; the capture only where nothing else does. */
export function namesOf(
  series: readonly SeriesRef[],
  nameOf: (capture: number) => string,
): readonly string[] {
  const parts = (each: SeriesRef) => [each.object, each.instance, each.counter, each.host];
  const differs = [0, 1, 2, 3].map(part => {
    const values = new Set(series.map(each => parts(each)[part]));
    // That a capture names no host does not make it another's.
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

/** The selection that means just this series, as questions about series take it. */
export function selectionOf({ capture, object, instance, counter }: SeriesRef): string {
  const path = instance === null ? `${object}/${counter}` : `${object}/${instance}/${counter}`;
  // In a selection these three mean something else; `?` stands for any character.
  return `${capture}:${path.replaceAll(/[,*?]/g, '?')}`;
}
