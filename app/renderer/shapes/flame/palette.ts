/**
 * The colour of each block: the colour of its module; fainter without a symbol, or if a search does not
 * match it.
 */
import type { Colours } from '../../state/colours.ts';
import { nameOf, typeOf } from './frames.ts';
import type { Layout } from './layout.ts';
import type { Paints } from './scene.ts';
import type { Found } from './search.ts';

export interface Paint {
  /** CSS colours. */
  readonly fill: string;
  readonly text: string;
  /** Opacity of the fill over the background, low enough that labels are legible. See palette.test.ts. */
  readonly opacity: number;
}

/** The paints of a layout, and the paint of each block. Independent of the search and the selection. */
export interface Palette {
  readonly paints: readonly Paint[];
  /** By block: its paint without a search, and the paint if it does not match. */
  readonly plain: Uint16Array;
  readonly faint: Uint16Array;
  /** Colours of matches, and of branches left out. */
  readonly hit: number;
  readonly rest: number;
}

export const opacities = { known: 0.5, unknown: 0.27, process: 0.33, faint: 0.15 } as const;

const text = 'var(--on-block)';
const fixed: readonly Paint[] = [
  { fill: 'var(--muted)', text, opacity: 0.25 },
  { fill: 'var(--hit)', text: 'var(--on-hit)', opacity: 1 },
];
const [rest, hit] = [0, 1] as const;

const palettes = new WeakMap<Layout, { readonly colours: Colours; readonly palette: Palette }>();

/** Cached per layout and colours. */
export function paletteOf(layout: Layout, colours: Colours): Palette {
  const cached = palettes.get(layout);
  if (cached?.colours === colours) return cached.palette;
  const palette = newPalette(layout, colours);
  palettes.set(layout, { colours, palette });
  return palette;
}

function newPalette({ frames, count, row }: Layout, colours: Colours): Palette {
  const paints: Paint[] = [...fixed];
  const places = new Map<string, number>();
  const paintIndex = (fill: string, opacity: number) => {
    const key = `${fill} ${opacity}`;
    const index = places.get(key);
    if (index !== undefined) return index;
    places.set(key, paints.length);
    const ink = opacity === opacities.faint ? 'var(--muted)' : text;
    return paints.push({ fill, text: ink, opacity }) - 1;
  };
  const { func, module } = frames;
  const isUnknown = func.values.map(name => name === '[unknown]');
  // By module, which saves building a text for each block.
  const looks = module.values.map(name => {
    const fill = colours.module(name);
    return {
      known: paintIndex(fill, opacities.known),
      unknown: paintIndex(fill, opacities.unknown),
      faint: paintIndex(fill, opacities.faint),
    };
  });
  const plain = new Uint16Array(count);
  const faint = new Uint16Array(count);
  for (let block = 0; block < count; block++) {
    const look = looks[module.index[row[block]!]!];
    if (look) {
      plain[block] = isUnknown[func.index[row[block]!]!] ? look.unknown : look.known;
      faint[block] = look.faint;
    } else {
      // For a thread, only its label names the process.
      const isProcess = typeOf(frames, row[block]!) === 'process';
      const fill = isProcess ? colours.process(nameOf(frames, row[block]!)) : 'var(--other)';
      plain[block] = paintIndex(fill, opacities.process);
      faint[block] = paintIndex(fill, opacities.faint);
    }
  }
  return { paints, plain, faint, hit, rest };
}

/** The paint of each block, with matches of the search highlighted. */
export function paintsOf({ plain, faint, hit, rest }: Palette, found: Found | null): Paints {
  const paintOf = found
    ? (block: number) => (found.isMatch[block] ? hit : faint[block]!)
    : (block: number) => plain[block]!;
  return { paintOf, rest };
}
