import { useEffect, useMemo, useState } from 'react';

/** Counts up whenever the window turns dark or light. */
function useThemeChanges(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const changed = () => setCount(n => n + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    const chosen = new MutationObserver(changed);
    system.addEventListener('change', changed);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      system.removeEventListener('change', changed);
      chosen.disconnect();
    };
  }, []);
  return count;
}

/** CSS colours as a canvas takes them: `var(--x)` resolved in the present theme. */
export function useColours(colours: readonly string[]): readonly string[] {
  const theme = useThemeChanges();
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
  }, [key, theme]);
}
