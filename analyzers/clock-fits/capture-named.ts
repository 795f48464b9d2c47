import type { CaptureRecord } from '../../workspace/captures.ts';
import { notFound } from '../names.ts';

/** Finds a capture by id or name. @throws AskError `not-found` */
export function captureNamed(all: readonly CaptureRecord[], given: string): CaptureRecord {
  const found = all.find(({ id, name }) => String(id) === given || name === given);
  if (found) return found;
  throw notFound(
    'capture',
    given,
    all.map(({ name }) => name),
  );
}
