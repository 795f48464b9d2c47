/** Files that imports could not read, stored with the workspace as JSON. */
import { type ImportReport, type UnreadFile, wrongFormat } from '../contract.ts';

/** Key under which the workspace stores them. */
export const unreadKey = 'unread';

/**
 * The stored list; empty if the text is not such a list, because the workspace file may come from anywhere.
 */
export function unreadFrom(text: string | null): readonly UnreadFile[] {
  const list: unknown = text === null ? [] : parsed(text);
  return Array.isArray(list) ? list.filter(isUnread) : [];
}

/**
 * The unread files after an import: without files that have been read since or are known; one that failed
 * again is listed once.
 */
export function unreadAfter(
  before: readonly UnreadFile[],
  { captures, failures, duplicates }: Pick<ImportReport, 'captures' | 'failures' | 'duplicates'>,
): readonly UnreadFile[] {
  const paths = new Set([...captures, ...failures, ...duplicates].map(({ path }) => path));
  // Every import loads user formats again and reports their errors again.
  return [...before.filter(({ path, code }) => code !== wrongFormat && !paths.has(path)), ...failures];
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
