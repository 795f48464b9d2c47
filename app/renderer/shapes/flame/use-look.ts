/** Appearance of the picture in its window. */
import { useEffect, useMemo, useState } from 'react';
import { coloursNow, useColours } from '../../state/use-colours.ts';
import type { Paint } from './palette.ts';

export const fontSize = 11.5;

const look = ['var(--surface)', 'var(--text)', 'var(--mono)'];

export interface Look {
  readonly background: string;
  readonly ink: string;
  readonly family: string;
}

/** Background, text colour and font of the window; a new object when the font is loaded. */
export function useLook(): Look {
  const colours = useColours(look);
  const { family } = lookOf(colours);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    void document.fonts.load(`${fontSize}px ${family}`).then(() => setLoaded(true));
  }, [family]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: labels are redrawn when the font is loaded
  return useMemo(() => lookOf(colours), [colours, isLoaded]);
}

/** The current look, outside of React. */
export const lookNow = (): Look => lookOf(coloursNow(look));

const lookOf = ([background = '', ink = '', family = 'monospace']: readonly string[]): Look => ({
  background,
  ink,
  family,
});

/** The paints as a canvas takes them. */
export function useResolved(paints: readonly Paint[]): readonly Paint[] {
  const names = useMemo(() => namesOf(paints), [paints]);
  const colours = useColours(names);
  return useMemo(() => withColours(paints, names, colours), [paints, names, colours]);
}

/** The same outside of React. */
export function resolved(paints: readonly Paint[]): readonly Paint[] {
  const names = namesOf(paints);
  return withColours(paints, names, coloursNow(names));
}

/** Distinct colours, which are few, unlike paints. */
const namesOf = (paints: readonly Paint[]) => [...new Set(paints.flatMap(({ fill, text }) => [fill, text]))];

function withColours(paints: readonly Paint[], names: readonly string[], colours: readonly string[]) {
  const resolved = new Map(names.map((name, i) => [name, colours[i]!]));
  return paints.map(({ fill, text, opacity }) => ({
    fill: resolved.get(fill)!,
    text: resolved.get(text)!,
    opacity,
  }));
}

/** Device pixels per px; the window may move to another screen. */
export function useRatio(): number {
  const [ratio, setRatio] = useState(devicePixelRatio);
  useEffect(() => {
    const query = matchMedia(`(resolution: ${ratio}dppx)`);
    const changed = () => setRatio(devicePixelRatio);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, [ratio]);
  return ratio;
}
