import type { CaptureRecord } from '../../../workspace/store/captures.ts';
import { notFound } from '../../kit/names.ts';

/** Finds a capture by id or name. @throws AskError `not-found` */
export function captureNamed(all: readonly CaptureRecord[], idOrName: string): CaptureRecord {
  const found = all.find(({ id, name }) => String(id) === idOrName || name === idOrName);
  if (found) return found;
  throw notFound(
    'capture',
    idOrName,
    all.map(({ name }) => name),
  );
}
