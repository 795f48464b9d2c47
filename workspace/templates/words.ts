/**
 * Decides for groups that differ in one word whether they are the same event with another value, or different events.
 */
import { announcers, type Evidence } from './evidence.ts';
import { type Group, grouped, union } from './group.ts';
import { mask } from './tokens.ts';

/** Merging makes further groups equal; after this many rounds hardly any. */
const rounds = 8;

/** Groups that are equal except for the word at `at` and its echoes. */
interface WordPosition {
  readonly at: number;
  /** Positions where the same word occurs again, alone or within another: `Running config-ssh (cc_ssh)`. */
  readonly echoes: readonly number[];
  readonly groups: number[];
}

interface Word {
  readonly hash: number;
  /** Its letters and digits in lower case, to find it within others. */
  readonly letters: string;
  /** True if it has letters or digits outside of masks. */
  readonly plain: boolean;
  /** True if it may be a value. */
  readonly open: boolean;
}

/** Merges groups that differ in one word if the words are evidence for it. Yields often. */
export function* byWords(groups: readonly Group[], evidence: Evidence): Generator<void, readonly Group[]> {
  /** Words that turned out to be values at any position. */
  const values = new Set<string>();
  let merged = groups;
  for (let round = 0; round < rounds; round++) {
    const before = merged.length;
    merged = yield* mergeRound(merged, values, evidence);
    if (merged.length === before) break;
  }
  return merged;
}

function* mergeRound(
  groups: readonly Group[],
  values: Set<string>,
  evidence: Evidence,
): Generator<void, Group[]> {
  const found = (yield* placesOf(groups))
    .map(({ at, echoes, groups: ids }) => {
      const parts = ids.map(id => groups[id]!);
      return { at, echoes, parts, words: new Set(parts.map(part => part.keys[at]!)) };
    })
    .filter(({ at, parts, words }) => varies(parts[0]!.keys, at, words, values, evidence))
    .map(place => ({ ...place, name: without(place.parts[0]!.keys, [place.at, ...place.echoes]).join('') }))
    .sort((a, b) => b.words.size - a.words.size || (a.name < b.name ? -1 : 1));
  const done = new Set<Group>();
  const result: Group[] = [];
  for (const { parts, words } of found) {
    yield;
    const left = parts.filter(part => !done.has(part));
    if (left.length < 2) continue;
    for (const part of left) done.add(part);
    for (const word of words) if (word !== mask) values.add(word);
    result.push(union(left));
  }
  for (const group of groups) if (!done.has(group)) result.push(group);
  return grouped(result, group => group.keys.join('\0')).map(same =>
    same.length === 1 ? same[0]! : union(same),
  );
}

/** Every position at which two or more groups agree in all other words. */
function* placesOf(groups: readonly Group[]): Generator<void, WordPosition[]> {
  const vocabulary = new Map<string, Word>();
  const wordOf = (text: string): Word => {
    const known = vocabulary.get(text);
    if (known) return known;
    const plain = isWord(text);
    const letters = text.replaceAll(mask, '').toLowerCase().replace(notLetters, '');
    const hash = Math.imul(vocabulary.size + 1, 0x9e3779b1);
    const word = { hash, letters, plain, open: plain || text === mask };
    vocabulary.set(text, word);
    return word;
  };
  // The key of a position is a hash of all other words: a sum over the words of the group, minus that one.
  const places = new Map<number, WordPosition>();
  for (const [id, { keys }] of groups.entries()) {
    yield;
    const words = keys.map(wordOf);
    const plain = words.filter(word => word.plain).length;
    let one = words.length;
    let two = 0;
    words.forEach(({ hash }, at) => {
      one = (one + scatter(hash, at)) | 0;
      two = (two + scatter(hash, ~at)) | 0;
    });
    const add = (at: number, echoes: readonly number[]): void => {
      let high = one;
      let low = two;
      for (const place of [at, ...echoes]) {
        high += scatter(1, place) - scatter(words[place]!.hash, place);
        low -= scatter(words[place]!.hash, ~place);
      }
      const key = (high >>> 0) * 2 ** 20 + (low >>> 12);
      const place = places.get(key);
      if (place) place.groups.push(id);
      else places.set(key, { at, echoes, groups: [id] });
    };
    words.forEach((word, at) => {
      // At least one plain word must remain to say what happened.
      if (!word.open || (word.plain ? plain - 1 : plain) < 1) return;
      add(at, []);
      const echoes = echoesOf(words, at);
      if (echoes.length > 0 && echoes.filter(echo => words[echo]!.plain).length < plain - 1) add(at, echoes);
    });
  }
  const rest = (id: number, places: readonly number[]): string =>
    without(groups[id]!.keys, places).join('\0');
  const found: WordPosition[] = [];
  for (const { at, echoes, groups: ids } of places.values()) {
    if (ids.length < 2) continue;
    yield;
    // Equal hashes are not proof.
    for (const same of grouped(ids, id => rest(id, [at, ...echoes])))
      if (same.length > 1) found.push({ at, echoes, groups: same });
  }
  return found;
}

/** Shorter words are parts of others by chance. */
const minEcho = 3;
const notLetters = /[^\p{L}\p{N}]+/gu;

/** Positions of words that contain the word at `at`. */
function echoesOf(words: readonly Word[], at: number): number[] {
  const { letters, plain } = words[at]!;
  if (!plain || letters.length < minEcho) return [];
  return words.flatMap((word, place) => (place !== at && word.letters.includes(letters) ? [place] : []));
}

function scatter(hash: number, at: number): number {
  const mixed = Math.imul(hash ^ Math.imul(at + 1, 0x85ebca6b), 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
}

function without(texts: readonly string[], places: readonly number[]): string[] {
  const masked = [...texts];
  for (const place of places) masked[place] = mask;
  return masked;
}

const isWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replaceAll(mask, ''));

function varies(
  texts: readonly string[],
  at: number,
  words: ReadonlySet<string>,
  values: ReadonlySet<string>,
  evidence: Evidence,
): boolean {
  if (words.size < 2) return false;
  if (words.has(mask)) return true;
  if (at === 0) return words.size >= evidence.first;
  if (!isAnnounced(texts, at)) return words.size >= evidence.word;
  return words.size >= evidence.slot || [...words].every(word => values.has(word));
}

/** True if the word before announces a name. */
function isAnnounced(texts: readonly string[], at: number): boolean {
  for (let before = at - 1; before >= 0; before--) {
    const text = texts[before]!;
    if (text === mask || isWord(text)) return announcers.test(text);
  }
  return false;
}
