import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { opacities } from '../shapes/flame/palette.ts';
import { categories as count } from '../state/colours.ts';

/** WCAG AA for text of any size. */
const least = 4.5;
const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** Colours of a block of the style sheet, by name. */
function coloursOf(block: string): Map<string, string> {
  return new Map(
    Array.from(block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g), ([, name, value]) => [name!, value!]),
  );
}

type Triple = readonly [number, number, number];

function linear(hex: string): Triple {
  const [r, g, b] = [1, 3, 5].map(at => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return [r!, g!, b!];
}

/** Oklab (bottosson.github.io/posts/oklab): distances are about as far apart as colours look. */
function oklab([r, g, b]: Triple): Triple {
  const [l, m, s] = [
    Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b),
    Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b),
    Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b),
  ];
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Linear RGB as seen, by the matrices of Machado, Oliveira and Fernandes (2009) at severity 1. */
const sights: Readonly<Record<string, { matrix: readonly Triple[]; least: number }>> = {
  'full colour vision': {
    matrix: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
    least: 0.06,
  },
  deuteranopia: {
    matrix: [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
    least: 0.03,
  },
  protanopia: {
    matrix: [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
    least: 0.03,
  },
};

function seenBy(matrix: readonly Triple[], [r, g, b]: Triple): Triple {
  const [x, y, z] = matrix.map(row => Math.min(1, Math.max(0, row[0] * r + row[1] * g + row[2] * b)));
  return [x!, y!, z!];
}

function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** `share` of a colour laid over another. */
function mixed(colour: string, over: string, share: number): string {
  const part = (at: number) => {
    const [a, b] = [colour, over].map(hex => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a * share + b * (1 - share))
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

const [light, dark] = css.split('@media (prefers-color-scheme: dark)') as [string, string];

describe.each([
  ['light', coloursOf(light)],
  ['dark', coloursOf(dark)],
])('%s', (scheme, colours) => {
  const texts = ['text', 'muted', 'accent', 'error', 'warning'];
  const code = [...colours.keys()].filter(name => name.startsWith('code-'));
  const surfaces = ['background', 'surface', 'raised', 'selection'];

  it.each([...texts, ...code].flatMap(text => surfaces.map(surface => [text, surface] as const)))(
    '%s reads on %s',
    (text, surface) => {
      expect(contrast(colours.get(text)!, colours.get(surface)!)).toBeGreaterThanOrEqual(least);
    },
  );

  it.each(['error', 'warning'])('%s is legible on its badge', level => {
    expect(contrast(colours.get(level)!, colours.get(`${level}-back`)!)).toBeGreaterThanOrEqual(least);
  });

  it('text is legible on the accent colour', () => {
    expect(contrast(colours.get('on-accent')!, colours.get('accent')!)).toBeGreaterThanOrEqual(least);
  });

  const drawn = [...colours].filter(([name]) => /^(?:category-\d+|other|idle|unknown)$/.test(name));

  it('distinguishes every category from the surface', () => {
    const categories = drawn.filter(([name]) => name.startsWith('category-'));
    expect(categories).toHaveLength(count);
    // WCAG asks 3:1 of graphics; on a dark surface less than 3.5 looks murky.
    const minContrast = scheme === 'dark' ? 3.5 : 3;
    for (const [name, value] of categories)
      expect(contrast(value, colours.get('background')!), name).toBeGreaterThanOrEqual(minContrast);
  });

  it.each(drawn)('names are legible on frames of %s in a flame graph', (_, colour) => {
    const surface = colours.get('surface')!;
    for (const [how, share] of Object.entries(opacities)) {
      const ink = colours.get(how === 'aside' ? 'muted' : 'on-block')!;
      expect(contrast(ink, mixed(colour, surface, share)), how).toBeGreaterThanOrEqual(
        how === 'aside' ? 3 : least,
      );
    }
  });

  it('distinguishes the levels of a log, and idle CPUs from the rest', () => {
    const apart = (a: string, b: string) => {
      const [x, y] = [a, b].map(name => oklab(linear(colours.get(name)!))) as [Triple, Triple];
      return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
    };
    for (const [a, b] of [
      ['fatal-dot', 'error-dot'],
      ['error-dot', 'warning-dot'],
      ['idle', 'other'],
      ['idle', 'unknown'],
    ] as const)
      expect(apart(a, b), `${a} and ${b}`).toBeGreaterThan(0.1);
  });

  it('names are legible on the colour of matches', () => {
    expect(contrast(colours.get('on-hit')!, colours.get('hit')!)).toBeGreaterThanOrEqual(least);
  });

  it.each(Object.entries(sights))(
    'tells every two of them apart: %s',
    (_sight, { matrix, least: minApart }) => {
      const seen = drawn.map(([name, value]) => [name, oklab(seenBy(matrix, linear(value)))] as const);
      for (const [i, [a, x]] of seen.entries())
        for (const [b, y] of seen.slice(i + 1)) {
          const apart = Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
          expect(apart, `${a} and ${b}`).toBeGreaterThan(minApart);
        }
    },
  );
});

/** Style sheets of the window. */
const sheets = readdirSync(new URL('..', import.meta.url), { recursive: true })
  .map(String)
  .filter(path => path.endsWith('.css'))
  .map(path => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''));

interface Rule {
  readonly selector: string;
  /** Classes of its only element; `not` are those that it must not have. */
  readonly classes: readonly string[];
  readonly not: readonly string[];
  readonly body: string;
}

/** Rules for one element, whose background can clash with the colour of text that another rule sets. */
const rules: readonly Rule[] = sheets.flatMap(sheet =>
  Array.from(sheet.matchAll(/([^{}]+)\{([^{}]*)\}/g)).flatMap(([, selectors, body]) =>
    selectors!.split(',').flatMap(each => {
      const selector = each.trim();
      if (/[\s>+~]/.test(selector)) return [];
      const not = Array.from(selector.matchAll(/:not\(\.([\w-]+)\)/g), ([, name]) => name!);
      const rest = selector.replace(/:not\([^)]*\)/g, '');
      return [
        { selector, not, classes: Array.from(rest.matchAll(/\.([\w-]+)/g), ([, n]) => n!), body: body! },
      ];
    }),
  ),
);

it('nothing under the pointer gets a background for which its text is not made', () => {
  const variants = rules.filter(
    ({ selector, body }) =>
      /(?:^|[\s;])color:/.test(body) && /background/.test(body) && !selector.includes(':'),
  );
  expect(variants.map(({ selector }) => selector)).toContain('.button.is-primary');
  const clashes = variants.flatMap(variant =>
    rules
      .filter(
        ({ selector, body }) =>
          selector.includes(':hover') && /background/.test(body) && !/(?:^|[\s;])color:/.test(body),
      )
      .filter(
        ({ classes, not }) =>
          classes.length < variant.classes.length &&
          classes.every(name => variant.classes.includes(name)) &&
          !not.some(name => variant.classes.includes(name)),
      )
      .map(({ selector }) => `${selector} over ${variant.selector}`),
  );
  expect(clashes).toEqual([]);
});
