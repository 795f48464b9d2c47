import { useMemo, useSyncExternalStore } from 'react';

/** Asked for once: every component with colours of its own looks at it whenever it renders. */
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
  return useSyncExternalStore(watch, () => dark().matches);
}

/** CSS colours as a canvas takes them: `var(--x)` resolved in the present theme. */
export function useColours(colours: readonly string[]): readonly string[] {
  const isDark = useIsDark();
  const key = colours.join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme gives other colours by the same names
  return useMemo(() => coloursNow(key === '' ? [] : key.split('|')), [key, isDark]);
}

/** The same for once, as they are now. */
export function coloursNow(colours: readonly string[]): readonly string[] {
  const style = getComputedStyle(document.documentElement);
  return colours.map(colour => {
    const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
    return name ? style.getPropertyValue(name).trim() : colour;
  });
}
