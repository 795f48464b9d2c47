import { useMemo, useSyncExternalStore } from 'react';

/** Created once, because every component with colours reads it at each render. */
let query: MediaQueryList | undefined;
const dark = () => {
  query ??= matchMedia('(prefers-color-scheme: dark)');
  return query;
};

function watch(changed: () => void): () => void {
  dark().addEventListener('change', changed);
  return () => dark().removeEventListener('change', changed);
}

export function useIsDark(): boolean {
  const get = () => dark().matches;
  return useSyncExternalStore(watch, get, get);
}

/** CSS colours for a canvas: `var(--x)` resolved in the current theme. */
export function useColours(colours: readonly string[]): readonly string[] {
  const isDark = useIsDark();
  const key = colours.join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the resolved colours depend on the theme
  return useMemo(() => coloursNow(key === '' ? [] : key.split('|')), [key, isDark]);
}

/** The same outside of React. */
export function coloursNow(colours: readonly string[]): readonly string[] {
  const style = getComputedStyle(document.documentElement);
  return colours.map(colour => {
    const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
    return name ? style.getPropertyValue(name).trim() : colour;
  });
}
