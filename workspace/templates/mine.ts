/**
 * From skeletons to templates: which of the words that the masker left are variable?
 *
 * Two messages are of one template when they were printed by one statement. Evidence for it, strongest first:
 * 1. they are equal but for what looks like values (paths, addresses, lists of them of any length);
 * 2. one word differs, and many different words were seen in its place;
 * 3. one word differs, and the words are known as values from other places.
 *
 * The result depends on the *set* of skeletons alone, not on their order or how often each occurred: files give the
 * same templates in whichever order they are read, and more of the same changes nothing.
 */
import { common, evidence, shapeOf } from './columns.ts';
import { mask, type Token, tokensOf } from './tokens.ts';

/** A skeleton, its lists folded: `blk_<*> blk_<*> blk_<*>` is one slot. */
interface Row {
  readonly index: number;
  readonly tokens: readonly Token[];
  readonly folded: readonly Token[];
}

/** Skeletons of one template, as far as is known. */
interface Group {
  /** Texts of its folded tokens; {@link mask} where they vary. */
  texts: string[];
  readonly rows: Row[];
}

/** A place in a message, and what was seen there while the rest was equal. */
interface Place {
  readonly at: number;
  readonly named: boolean;
  readonly words: Map<string, Group[]>;
}

/** Nouns that are followed by a name. */
const announcers =
  /^(?:user(?:name)?|login|account|role|group|owner|(?:host|domain|server|client|node|peer|device|volume|file|table|database|schema|index|topic|queue|bucket|namespace|pod|container|cluster|pool|partition|package|module|plugin|service|process|program|task|job|thread|session|key|property|name|id|path|directory|folder|interface|address)(?:name)?)$/i;

/** Longest list element, in tokens. */
const longestPeriod = 16;

/** The template of each skeleton. */
export function templatesOf(skeletons: readonly string[]): string[] {
  const rows = skeletons.map((skeleton, index): Row => {
    const tokens = tokensOf(skeleton);
    return { index, tokens, folded: fold(tokens) };
  });
  let groups = byColumns(rows);
  const values = new Set<string>();
  for (let merged = true; merged; ) {
    const before = groups.length;
    groups = byWord(groups, values);
    merged = groups.length < before;
  }
  const templates = new Array<string>(skeletons.length);
  for (const group of groups) {
    const text = textOf(group);
    for (const row of group.rows) templates[row.index] = text;
  }
  return templates;
}

/** What a token is for the structure: itself, or a slot. */
function keyOf(token: Token): string {
  if (token.kind === 'word') return token.text;
  if (token.kind === 'mark') return /^\s/.test(token.text) ? ' ' : token.text;
  return mask;
}

const isSlot = (token: Token | undefined): boolean =>
  token !== undefined && token.kind !== 'mark' && token.kind !== 'word';

/** Folds lists: a run of slots with commas between, then a run of any equal pieces with a slot in them. */
function fold(tokens: readonly Token[]): readonly Token[] {
  let result: readonly Token[] = foldCommas(tokens);
  for (let period = 1; period <= longestPeriod; period++) {
    const keys = result.map(keyOf);
    const kept: Token[] = [];
    const keptKeys: string[] = [];
    for (let at = 0; at < result.length; ) {
      kept.push(result[at]!);
      keptKeys.push(keys[at]!);
      at++;
      while (repeats(keptKeys, keys, at, period)) {
        for (let offset = 0; offset < period; offset++) {
          const place = kept.length - period + offset;
          if (isSlot(kept[place]) && kept[place]!.text !== result[at + offset]!.text) kept[place] = anyValue;
        }
        at += period;
      }
    }
    result = kept;
  }
  return result;
}

const anyValue: Token = { text: mask, kind: 'value' };

function foldCommas(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    const blank = kept.at(-1)?.text === ' ' ? 1 : 0;
    const slot = kept.length - 2 - blank;
    if (isSlot(token) && /^[,;]$/.test(kept[slot + 1]?.text ?? '') && isSlot(kept[slot])) {
      kept.length = slot;
      kept.push(anyValue);
    } else kept.push(token);
  }
  return kept;
}

/** Whether the last `period` keys kept stand once more at `at`, with a slot among them. */
function repeats(kept: readonly string[], keys: readonly string[], at: number, period: number): boolean {
  const from = kept.length - period;
  if (from < 0 || at + period > keys.length) return false;
  let slot = false;
  for (let offset = 0; offset < period; offset++) {
    const key = keys[at + offset]!;
    if (kept[from + offset] !== key) return false;
    if (key === mask) slot = true;
  }
  return slot;
}

/** Rows of equal structure, split by the columns that do not vary enough. */
function byColumns(rows: readonly Row[]): Group[] {
  const groups: Group[] = [];
  for (const alike of grouped(rows, row => row.folded.map(keyOf).join('\0')).values()) {
    const texts = alike[0]!.folded.map((token, column) => {
      if (!isSlot(token)) return keyOf(token);
      return common(new Map(alike.map(row => [row.folded[column]!.text, row.folded[column]!])));
    });
    // Several that vary a little are values too when their combinations are many.
    const open = texts.flatMap((text, column) => (text === null ? [column] : []));
    const combinations = new Set(alike.map(row => open.map(column => row.folded[column]!.text).join('\0')));
    if (open.length > 1 && combinations.size >= evidence.slot)
      for (const column of open) texts[column] = mask;
    const whole = (row: Row): string[] => texts.map((text, column) => text ?? row.folded[column]!.text);
    for (const part of grouped(alike, row => whole(row).join('\0')).values()) {
      groups.push({ texts: whole(part[0]!), rows: part });
    }
  }
  return groups;
}

function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const map = new Map<string, T[]>();
  for (const item of items) {
    const name = key(item);
    const list = map.get(name);
    if (list) list.push(item);
    else map.set(name, [item]);
  }
  return map;
}

const isMark = (text: string): boolean => !isWord(text) && text !== mask;

const isWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replaceAll(mask, ''));

/** Merges groups that differ in one word, where the words speak for it. Adds to `values` what turned out to vary. */
function byWord(groups: readonly Group[], values: Set<string>): Group[] {
  const places = new Map<string, Place>();
  for (const group of groups) {
    const { texts } = group;
    const words = texts.reduce((count, text) => count + (isWord(text) ? 1 : 0), 0);
    for (let at = 0; at < texts.length; at++) {
      const text = texts[at]!;
      const slot = text === mask;
      if (!slot && !isWord(text)) continue;
      // Something must remain that says what happened.
      if (words - (slot ? 0 : 1) < 1) continue;
      const key = `${texts.slice(0, at).join('\0')}\0\0${texts.slice(at + 1).join('\0')}`;
      const place = places.get(key) ?? { at, named: isNamed(texts, at), words: new Map<string, Group[]>() };
      places.set(key, place);
      const same = place.words.get(text);
      if (same) same.push(group);
      else place.words.set(text, [group]);
    }
  }
  const found = [...places]
    .filter(([, place]) => varies(place, values))
    .sort(([a, one], [b, two]) => two.words.size - one.words.size || (a < b ? -1 : 1));
  const done = new Set<Group>();
  const result: Group[] = [];
  for (const [, { at, words }] of found) {
    const parts = [...words.values()].flat().filter(group => !done.has(group));
    if (parts.length < 2) continue;
    for (const part of parts) done.add(part);
    for (const word of words.keys()) if (word !== mask) values.add(word);
    const texts = [...parts[0]!.texts];
    texts[at] = mask;
    result.push({ texts, rows: parts.flatMap(part => part.rows) });
  }
  for (const group of groups) if (!done.has(group)) result.push(group);
  return [...grouped(result, group => group.texts.join('\0')).values()].map(same =>
    same.length === 1 ? same[0]! : { texts: same[0]!.texts, rows: same.flatMap(group => group.rows) },
  );
}

function varies(place: Place, values: ReadonlySet<string>): boolean {
  const words = [...place.words.keys()];
  if (words.length < 2) return false;
  if (words.includes(mask) || words.includes('')) return true;
  if (place.at === 0) return words.length >= evidence.first;
  const needed = place.named ? evidence.slot : evidence.word;
  return words.length >= needed || words.every(word => values.has(word));
}

/** Whether the word before says that a name follows. */
function isNamed(texts: readonly string[], at: number): boolean {
  let before = at - 1;
  while (before >= 0 && isMark(texts[before]!)) before--;
  return before >= 0 && announcers.test(texts[before]!);
}

/** The template as it is shown: the skeletons' own spelling, masked where they differ. */
function textOf(group: Group): string {
  const [first] = group.rows;
  const width = first!.tokens.length;
  const aligned = group.rows.every(row => row.tokens.length === width);
  if (!aligned) return group.texts.join('');
  return first!.tokens
    .map((token, column) => {
      const texts = new Set(group.rows.map(row => row.tokens[column]!.text));
      if (texts.size === 1) return token.text;
      if (token.kind === 'mark') return ' ';
      const shapes = new Set([...texts].map(shapeOf));
      const [shape] = shapes;
      return shapes.size === 1 && shape!.includes(mask) ? shape! : mask;
    })
    .join('');
}
