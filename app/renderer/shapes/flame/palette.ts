/** Which colour each block has: its module's, as everywhere else; fainter without a symbol or beside what is sought. */
import type { Colours } from '../../state/colours.ts';
import type { FunctionRef } from '../../state/history.ts';
import { nameOf, typeOf } from './frames.ts';
import type { Layout } from './layout.ts';
import type { Paints } from './scene.ts';
import type { Found } from './search.ts';

export interface Paint {
  /** CSS colours. */
  readonly fill: string;
  readonly text: string;
  /** Of the fill, over the background: words must be read on it. See palette.test.ts. */
  readonly opacity: number;
}

export interface Palette extends Paints {
  readonly paints: readonly Paint[];
}

export const opacities = { known: 0.5, unknown: 0.27, process: 0.33, aside: 0.15 } as const;

const text = 'var(--on-block)';
const fixed: readonly Paint[] = [
  { fill: 'var(--muted)', text, opacity: 0.25 },
  { fill: 'var(--accent)', text, opacity: 1 },
  { fill: 'var(--hit)', text: 'var(--on-hit)', opacity: 1 },
];
const [rest, mark, hit] = [0, 1, 2];

export function paletteOf(layout: Layout, colours: Colours, found: Found | null): Palette {
  const { frames, count, row } = layout;
  const paints: Paint[] = [...fixed];
  const places = new Map<string, number>();
  const place = (fill: string, opacity: number) => {
    const key = `${fill} ${opacity}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, paints.length);
    const ink = opacity === opacities.aside ? 'var(--muted)' : text;
    return paints.push({ fill, text: ink, opacity }) - 1;
  };
  const { func, module } = frames;
  const isUnknown = func.values.map(name => name === '[unknown]');
  const fills = module.values.map(name => colours.module(name));
  const of = new Uint16Array(count);
  // By module and how it looks, so that no text is put together for each block.
  const known = new Int32Array(module.values.length * 3).fill(-1);
  for (let block = 0; block < count; block++) {
    const [name, at] = [func.index[row[block]!]!, module.index[row[block]!]!];
    if (found?.isMatch[block]) of[block] = hit!;
    else if (at < 0) {
      // Of a thread, nothing but its label says the process.
      const isProcess = typeOf(frames, row[block]!) === 'process';
      const fill = isProcess ? colours.process(nameOf(frames, row[block]!)) : 'var(--other)';
      of[block] = place(fill, found ? opacities.aside : opacities.process);
    } else {
      const look = found ? 2 : isUnknown[name] ? 1 : 0;
      const opacity = [opacities.known, opacities.unknown, opacities.aside][look]!;
      let own = known[at * 3 + look]!;
      if (own < 0) own = known[at * 3 + look] = place(fills[at]!, opacity);
      of[block] = own;
    }
  }
  return { paints, count: paints.length, of, rest: rest!, mark: mark! };
}

/** By block: 1 where it is of the function that is selected in the window. */
export function marked({ frames, count, row }: Layout, selected: FunctionRef | null): Uint8Array {
  const isMarked = new Uint8Array(count);
  if (!selected) return isMarked;
  const { func, module } = frames;
  const [name, at] = [func.values.indexOf(selected.function), module.values.indexOf(selected.module)];
  for (let block = 0; block < count; block++)
    isMarked[block] = func.index[row[block]!] === name && module.index[row[block]!] === at ? 1 : 0;
  return isMarked;
}
