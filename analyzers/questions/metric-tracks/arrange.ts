/** Assigns series to tracks, and names each within its track. */
import { pathOf, type SeriesFact } from '../../metrics/series-facts.ts';

export const arrangements = ['counter', 'instance', 'series', 'one'] as const;
export type Arrangement = (typeof arrangements)[number];

interface Name {
  readonly track: string;
  readonly key: string;
}

/** Names of the series, in their order. Equal names are distinguished by host, then by capture. */
export function arranged(
  series: readonly SeriesFact[],
  by: Arrangement,
  captureName: (id: number) => string,
): readonly Name[] {
  let names = series.map(each => nameOf(each, by));
  names = distinguished(
    names,
    series.map(each => each.host),
  );
  return distinguished(
    names,
    series.map(each => captureName(each.capture)),
  );
}

/** Adds `more` to equal names if it differs among them. */
function distinguished(names: readonly Name[], more: readonly (string | null)[]): Name[] {
  const variants = new Map<string, Set<string | null>>();
  const id = ({ track, key }: Name) => `${track}\n${key}`;
  names.forEach((name, i) => {
    const variant = variants.get(id(name)) ?? new Set();
    variants.set(id(name), variant.add(more[i]!));
  });
  return names.map((name, i) =>
    variants.get(id(name))!.size > 1 && more[i] !== null
      ? { track: name.track, key: `${name.key} (${more[i]})` }
      : name,
  );
}

function nameOf(series: SeriesFact, by: Arrangement): Name {
  const { object, instance, counter } = series;
  switch (by) {
    case 'counter':
      return { track: `${object} ${counter}`, key: instance ?? counter };
    case 'instance':
      return { track: instance === null ? object : `${object} ${instance}`, key: counter };
    case 'series':
      return { track: pathOf(series), key: pathOf(series) };
    case 'one':
      return { track: 'metrics', key: pathOf(series) };
  }
}
