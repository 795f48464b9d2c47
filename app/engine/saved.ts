/** Saved searches and SQL: a list stored in the workspace, and shared as a file. */
import { readFileSync, statSync } from 'node:fs';
import type { SavedQuery } from '../contract.ts';
import { EngineError } from './errors.ts';

export const savedKey = 'saved queries';

const maxSaved = 1000;
const longestName = 200;
const longestText = 20_000;
/** Upper bound of such a file, bytes. */
const largestFile = 32 << 20;

/** The list stored in the workspace; empty if the text is not such a list. */
export function readSaved(text: string | null): readonly SavedQuery[] {
  return text === null ? [] : queriesIn(parsed(text));
}

/** @throws EngineError `bad-request` if a name is missing or duplicate, or the list is too large */
export function checkedSaved(saved: readonly SavedQuery[]): readonly SavedQuery[] {
  const wrong = (message: string) => new EngineError('bad-request', message);
  if (saved.length > maxSaved) throw wrong(`A workspace can store at most ${maxSaved} searches.`);
  const names = new Set<string>();
  for (const { name, of: kind, text } of saved) {
    if (name.trim() === '') throw wrong('Enter a name.');
    if (name.length > longestName) throw wrong(`A name has at most ${longestName} characters.`);
    if (text.length > longestText) throw wrong(`“${name}” is longer than ${longestText} characters.`);
    if (names.has(`${kind} ${name}`)) throw wrong(`There is a saved ${kind} called “${name}” already.`);
    names.add(`${kind} ${name}`);
  }
  return saved.map(({ name, of: kind, text }) => ({ name: name.trim(), of: kind, text }));
}

/**
 * Adds the queries of a file: identical ones are kept once; a different one of the same name gets a number.
 */
export function joinedSaved(
  saved: readonly SavedQuery[],
  more: readonly SavedQuery[],
): readonly SavedQuery[] {
  const all = [...saved];
  for (const one of more) {
    if (all.some(each => each.of === one.of && each.text === one.text)) continue;
    let { name } = one;
    const isTaken = (name: string) => all.some(each => each.of === one.of && each.name === name);
    for (let n = 2; isTaken(name); n++) name = `${one.name} (${n})`;
    all.push({ ...one, name });
  }
  return all;
}

/** The content of such a file. */
export function savedFile(saved: readonly SavedQuery[]): string {
  return `${JSON.stringify({ aftertrace: kindOfFile, saved }, null, 2)}\n`;
}

/** @throws EngineError `bad-request` if it is not such a file */
export function readSavedFile(path: string): readonly SavedQuery[] {
  const isTooLarge = (statSync(path, { throwIfNoEntry: false })?.size ?? largestFile + 1) > largestFile;
  const content = isTooLarge ? null : parsed(readFileSync(path, 'utf8'));
  if (!isObject(content) || content.aftertrace !== kindOfFile)
    throw new EngineError('bad-request', `${path} is not a file of saved searches.`);
  return checkedSaved(queriesIn(content.saved));
}

const kindOfFile = 'saved queries';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function queriesIn(value: unknown): readonly SavedQuery[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap(each => {
    if (!isObject(each)) return [];
    const { name, of: kind, text } = each;
    const isOne =
      typeof name === 'string' && typeof text === 'string' && (kind === 'search' || kind === 'sql');
    return isOne ? [{ name, of: kind, text }] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
