/**
 * Maps as bpftrace prints them: `@reads[dd, 4179]: 12`. A key may have several values; a stack in a key takes
 * one line per frame.
 */

export interface MapText {
  /** `@`, `@usecs`. */
  readonly name: string;
  /** Values of the key that are not stacks; empty for a map without a key. */
  readonly key: readonly string[];
  /** Frames of all stacks of the key, leaf first; null if the key has none. */
  readonly frames: readonly string[] | null;
  /** Text after the colon; empty if a histogram follows. */
  readonly value: string;
}

/** Maximum lines of a map's key: eight stacks of 127 frames (`kernel.perf_event_max_stack`). */
const maxLines = 1024;

const mapName = /^@[A-Za-z0-9_]{0,200}/;

/** The text after `@name[` if the line ends, or after `@name: `. */
export function readMap(line: string): MapText | null {
  const name = mapName.exec(line)?.[0];
  if (name === undefined) return null;
  const rest = line.slice(name.length);
  if (rest === ':' || rest.startsWith(': ')) return { name, key: [], frames: null, value: rest.slice(2) };
  if (!rest.startsWith('[')) return null;
  const close = endOfKey(rest);
  if (close < 0) return null;
  return { name, key: rest.slice(1, close).split(', '), frames: null, value: rest.slice(close + 2).trim() };
}

/** True if the key continues with the frames of a stack on the next line: `@[`, `@usecs[dd, `. */
export const opensKey = (line: string): boolean => {
  const name = mapName.exec(line)?.[0];
  return name !== undefined && line[name.length] === '[' && endOfKey(line.slice(name.length)) < 0;
};

/** Names of the maps in a text whose keys have stacks: these continue on indented lines. */
export const namesOfStacks = (text: string): Set<string> =>
  new Set([...text.matchAll(/^(@[A-Za-z0-9_]{0,200})\[[^\n]{0,400}\n[ \t]/gm)].map(([, name]) => name!));

/**
 * Position of the `]:` that ends the key: the last one, because texts in keys may contain `]:`, and values hardly
 * ever do.
 */
function endOfKey(text: string): number {
  if (text.endsWith(']:')) return text.length - 2;
  return text.lastIndexOf(']: ');
}

/** The key of a map over several lines. */
export class OpenMap {
  private readonly name: string;
  private readonly key: string[];
  private readonly frames: string[] = [];
  private lines = 1;
  /** Set when the last line has been added. */
  result: MapText | null = null;

  /** @param line that {@link opensKey}, without blanks at its end */
  constructor(line: string) {
    this.name = mapName.exec(line)![0];
    this.key = valuesOf(line.slice(this.name.length + 1));
  }

  /** @returns true if the line continues the key */
  add(line: string): boolean {
    if (++this.lines > maxLines) return false;
    const first = line[0];
    if (first === ' ' || first === '\t') {
      this.frames.push(line.trim());
      return true;
    }
    const close = endOfKey(line);
    if (close < 0) {
      if (first !== ',') return false;
      this.key.push(...valuesOf(line));
      return true;
    }
    if (first !== ',' && first !== ']') return false;
    this.key.push(...valuesOf(line.slice(0, close)));
    const { name, key, frames } = this;
    this.result = { name, key, frames, value: line.slice(close + 2).trim() };
    return true;
  }
}

const valuesOf = (text: string): string[] =>
  text
    .split(', ')
    .map(value => value.replace(/^,|,$/g, '').trim())
    .filter(value => value !== '');
