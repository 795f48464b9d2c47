import { expect, it } from 'vitest';
import type { ImportReport } from '../contract.ts';
import { importStatus } from './exit.ts';

const status = (
  captures: readonly ('complete' | 'partial' | 'empty' | 'failed')[],
  failures: readonly string[] = [],
  more: Partial<ImportReport> = {},
) =>
  importStatus({
    captures: captures.map(status => ({ status })),
    failures: failures.map(code => ({ code })),
    duplicates: [],
    replaced: [],
    cancelled: false,
    ...more,
  } as unknown as ImportReport);
const duplicates = [{ path: 'a' }] as unknown as ImportReport['duplicates'];

it.each([
  ['all captures are complete', status(['complete']), 0],
  ['the workspace has all of them', status([], [], { duplicates }), 0],
  ['a file is missing, and nothing else was asked for', status([], ['not-found']), 1],
  ['no file is a capture', status([], ['binary', 'not-recognised']), 1],
  ['the only capture failed', status(['failed']), 1],
  ['the disk is full', status(['complete'], ['disk-full']), 1],
  ['a capture is partial', status(['complete', 'partial']), 5],
  ['a capture is empty', status(['complete', 'empty']), 5],
  ['the only capture is empty', status(['empty']), 5],
  ['a capture is partial, and a file is none', status(['partial'], ['binary']), 5],
  ['a capture is missing, and another is read', status(['complete'], ['not-found']), 5],
  ['a file is no capture', status(['complete'], ['not-recognised']), 6],
  ['a file is no capture, and the workspace has the others', status([], ['empty'], { duplicates }), 6],
  ['it was interrupted', status(['complete'], [], { cancelled: true }), 130],
])('an import where %s ends with its status', (_, found, expected) => {
  expect(found).toBe(expected);
});
