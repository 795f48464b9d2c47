import { useMemo, useSyncExternalStore } from 'react';

const dark = () => matchMedia('(prefers-color-scheme: dark)');

function watch(changed: () => void): () => void {
  const query = dark();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

export function useIsDark(): boolean {
  return useSyncExternalStore(watch, () => dark().matches);
}

/** CSS colours as a canvas takes them: `var(--x)` resolved in the present theme. */
export function useColours(colours: readonly string[]): readonly string[] {
  const isDark = useIsDark();
  const key = colours.join('|');
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme gives other colours by the same names
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    return key === ''
      ? []
      : key.split('|').map(colour => {
          const name = /^var\((--[\w-]+)\)$/.exec(colour)?.[1];
          return name ? style.getPropertyValue(name).trim() : colour;
        });
  }, [key, isDark]);
}
