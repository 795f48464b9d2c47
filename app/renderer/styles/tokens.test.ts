import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** WCAG AA for text of any size. */
const least = 4.5;
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Colours of a block of the style sheet, by name. */
function coloursOf(block: string): Map<string, string> {
  return new Map(
    Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g), ([, name, value]) => [name!, value!]),
  );
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map(at => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const [light, dark] = css.split('@media (prefers-color-scheme: dark)') as [string, string];

describe.each([
  ['light', coloursOf(light)],
  ['dark', coloursOf(dark)],
])('%s', (_, colours) => {
  const texts = ['text', 'muted', 'accent', 'error', 'warning'];
  const surfaces = ['background', 'surface', 'raised', 'selection'];

  it.each(texts.flatMap(text => surfaces.map(surface => [text, surface] as const)))(
    '%s reads on %s',
    (text, surface) => {
      expect(contrast(colours.get(text)!, colours.get(surface)!)).toBeGreaterThanOrEqual(least);
    },
  );

  it('reads on the accent', () => {
    expect(contrast(colours.get('on-accent')!, colours.get('accent')!)).toBeGreaterThanOrEqual(least);
  });

  it('tells every two categories apart from the surface', () => {
    const categories = [...colours].filter(([name]) => name.startsWith('category-'));
    expect(categories).toHaveLength(8);
    // WCAG asks 3:1 of graphics; colour is never alone here, a name stands beside it.
    for (const [, value] of categories)
      expect(contrast(value, colours.get('background')!)).toBeGreaterThan(2.4);
  });
});
