import type { CaptureRecord } from '../store/captures.ts';

type OfPath = Pick<CaptureRecord, 'path'>;

/**
 * True if the files of two captures are in one folder. Without Node's `path`, because the gallery runs questions that
 * fit clocks in a page; with both separators, because a capture may have been imported on another system.
 */
export const isSameFolder = (a: OfPath, b: OfPath): boolean => folderOf(a) === folderOf(b);

const folderOf = ({ path }: OfPath): string =>
  path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'), 0));
