import type { CaptureInfo, UnreadFile } from '../../contract.ts';
import { baseName, folderOf } from '../../wording/names.ts';
import type { GroupedRow } from '../widgets/fold-list.tsx';

/** Up to this many captures are listed without groups. */
const maxUngrouped = 12;
/** Up to this many captures of one folder are not grouped by format. */
const fewOfFolder = 8;
/** Minimum number of captures of a format, on average, to group by it. */
const minOfFormat = 2;
/** From this many captures on, groups are closed at first, so that they fit the panel. */
const minClosed = 60;

/** Groups the user opened or closed, by key. */
export type Folds = ReadonlyMap<string, boolean>;

/** A capture with the name that its row shows. */
export interface ListedCapture {
  readonly capture: CaptureInfo;
  readonly name: string;
}

/** Captures grouped by folder and format; groups with matches of the search are open. */
export function captureRows(
  captures: readonly CaptureInfo[],
  find: string,
  folds: Folds,
): readonly GroupedRow<ListedCapture>[] {
  const words = wordsOf(find);
  const matching = captures.filter(({ name, path, formatTitle }) =>
    hasAll(`${name} ${path} ${formatTitle}`, words),
  );
  const item = (capture: CaptureInfo, level: number, name: string): GroupedRow<ListedCapture> => ({
    kind: 'item',
    key: String(capture.id),
    level,
    item: { capture, name },
  });
  if (captures.length <= maxUngrouped) return matching.map(capture => item(capture, 0, capture.name));
  const isOpen = (key: string) => words.length > 0 || (folds.get(key) ?? captures.length < minClosed);
  const common = commonFolder(captures.map(({ path }) => path));
  const byFolder = grouped(matching, ({ path }) => folderOf(path).slice(common.length));
  const rows: GroupedRow<ListedCapture>[] = [];
  const group = (key: string, level: number, title: string, about: string, count: number) =>
    rows.push({ kind: 'group', key, level, title, about, count, isOpen: isOpen(key) });
  const isOneFolder = new Set(captures.map(({ path }) => folderOf(path))).size === 1;
  // The group above names the folder.
  const nameOf = ({ name }: CaptureInfo) => (isOneFolder ? name : baseName(name));
  for (const [folder, inside] of byFolder) {
    const byFormat = grouped(inside, ({ formatTitle }) => formatTitle);
    const isDivided =
      byFormat.length > 1 && inside.length > Math.max(fewOfFolder, minOfFormat * byFormat.length);
    const only = byFormat.length === 1 ? byFormat[0]![0] : '';
    const key = `folder ${folder}`;
    if (!isOneFolder) {
      group(
        key,
        0,
        folder.replace(/[\\/]$/, '') || baseName(common.replace(/[\\/]$/, '')),
        only,
        inside.length,
      );
      if (!isOpen(key)) continue;
    }
    const level = isOneFolder ? 0 : 1;
    if (!isDivided) {
      rows.push(...inside.map(capture => item(capture, level, nameOf(capture))));
      continue;
    }
    for (const [format, captured] of byFormat) {
      const formatKey = `format ${folder} ${format}`;
      group(formatKey, level, format, '', captured.length);
      if (isOpen(formatKey)) {
        rows.push(...captured.map(capture => item(capture, level + 1, nameOf(capture))));
      }
    }
  }
  return rows;
}

/** Files that were not read, by the reason; the most frequent first. */
export function unreadRows(
  unread: readonly UnreadFile[],
  find: string,
  folds: Folds,
): readonly GroupedRow<UnreadFile>[] {
  const words = wordsOf(find);
  const matching = unread.filter(({ path, message }) => hasAll(`${path} ${message}`, words));
  return grouped(matching, reasonOf)
    .sort(([, a], [, b]) => b.length - a.length)
    .flatMap(([reason, files]): GroupedRow<UnreadFile>[] => {
      const key = `reason ${reason}`;
      const isOpen = words.length > 0 || (folds.get(key) ?? unread.length < minClosed);
      return [
        { kind: 'group', key, level: 0, title: reason, about: '', count: files.length, isOpen },
        ...(isOpen
          ? files.map(item => ({ kind: 'item' as const, key: `file ${item.path}`, level: 1, item }))
          : []),
      ];
    });
}

/** The sentence without the name of the file: `is empty: there is nothing to read.` */
export function reasonOf({ path, message }: UnreadFile): string {
  const text = message.replace(path, '').replace(/^\W+/, '').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** True if the text contains every word. */
function hasAll(text: string, words: readonly string[]): boolean {
  const folded = text.toLowerCase();
  return words.every(word => folded.includes(word));
}

const wordsOf = (find: string): readonly string[] => find.toLowerCase().split(/\s+/).filter(Boolean);

/** Groups a list, sorted by the text of the group. */
function grouped<T>(list: readonly T[], by: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const each of list) {
    const key = by(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b, 'en'));
}

function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map(folderOf);
  let common = first;
  for (const folder of others)
    while (!folder.startsWith(common)) common = folderOf(common.replace(/[\\/]$/, ''));
  return common;
}
