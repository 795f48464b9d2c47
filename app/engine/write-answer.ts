/** A whole answer as text or as a file: for an export, and for the evidence of a report. */
import { writeFile } from 'node:fs/promises';
import type { Arrangement, Ask } from '../../analyzers/contract.ts';
import type { HeldAnswer } from './held.ts';
import { toParquet } from './parquet.ts';
import { sheetsOf } from './sheet.ts';
import { type TextForm, toText, writePieces } from './text.ts';

export function answerText(
  ask: Ask,
  held: HeldAnswer,
  arrangement: Arrangement,
  as: TextForm,
): AsyncGenerator<string> {
  const { columns, notes } = held.answer;
  const read = (offset: number, limit: number) => held.page(ask, { ...arrangement, offset, limit });
  return toText(sheetsOf(columns, read, notes), as);
}

export async function writeAnswer(
  file: string,
  ask: Ask,
  held: HeldAnswer,
  arrangement: Arrangement,
  as: TextForm | 'arrow' | 'parquet',
  cancel: AbortSignal,
): Promise<void> {
  if (as !== 'arrow' && as !== 'parquet')
    return writePieces(file, answerText(ask, held, arrangement, as), cancel);
  const { columns, notes, rows } = held.answer;
  const page = await held.page(ask, { ...arrangement, offset: 0, limit: rows });
  if (as === 'parquet') return writeFile(file, await toParquet(columns, page));
  // Imported lazily: the library takes 15 ms, which an import does not need.
  const { toArrow } = await import('./arrow.ts');
  await writeFile(file, toArrow(columns, page, 'file', notes));
}
