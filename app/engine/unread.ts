/** Files that imports could not read, kept with the workspace as JSON. */
import { type ImportReport, type UnreadFile, wrongFormat } from '../contract.ts';

/** Under what the workspace keeps them. */
export const unreadKey = 'unread';

/** What was kept; nothing of what is not such a list: the file may come from anywhere. */
export function unreadFrom(text: string | null): readonly UnreadFile[] {
  const list: unknown = text === null ? [] : parsed(text);
  return Array.isArray(list) ? list.filter(isUnread) : [];
}

/** What is unread after an import: a file that was read since, is known, or failed again, is not listed twice. */
export function unreadAfter(
  before: readonly UnreadFile[],
  { captures, failures, duplicates }: Pick<ImportReport, 'captures' | 'failures' | 'duplicates'>,
): readonly UnreadFile[] {
  const met = new Set([...captures, ...failures, ...duplicates].map(({ path }) => path));
  // Every import looks at formats anew, and reports what is wrong with them again.
  return [...before.filter(({ path, code }) => code !== wrongFormat && !met.has(path)), ...failures];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isUnread(value: unknown): value is UnreadFile {
  if (typeof value !== 'object' || value === null) return false;
  const { path, code, message, nearest = [] } = value as Readonly<Record<string, unknown>>;
  return Array.isArray(nearest) && [path, code, message, ...nearest].every(each => typeof each === 'string');
}
