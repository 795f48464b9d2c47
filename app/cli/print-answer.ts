import { counted } from '../../analyzers/kit/answer.ts';
import { firstOnly } from '../../analyzers/kit/notes.ts';
import type { AskRequest, Note } from '../contract.ts';
import { analyzerOf } from '../engine/questions.ts';
import { sheetOf, sheetsOf } from '../engine/sheet.ts';
import { toText } from '../engine/text.ts';
import type { Args } from './command.ts';
import type { Io } from './io.ts';
import { type Form, rowsAsked, writeLines, writeNotes } from './output.ts';
import { job, withEngine } from './session.ts';
import { printerOf } from './shapes.ts';

/** Asks a workspace and prints the answer. */
export function printAnswer(
  io: Io,
  workspace: string,
  request: AskRequest,
  args: Args,
  form: Form,
): Promise<void> {
  const analyzer = analyzerOf(request.question);
  return withEngine(workspace, io, async engine => {
    const { answer, columns, notes, grid } = await engine.ask(job, request);
    const { arrangement, limit } = rowsAsked(columns, args, Object.keys(analyzer.params));
    const read = (offset: number, limit: number) =>
      engine.page(job, answer, { ...arrangement, offset, limit });
    const { total } = await read(0, 0);
    await writeNotes(io, [...(limit < total ? [cut(limit, total)] : []), ...notes], form);
    switch (form) {
      case 'table': {
        const sheet = sheetOf(columns, await read(0, limit), notes);
        return writeLines(io, printerOf(analyzer.shape)(columns, sheet, io.width, grid));
      }
      case 'arrow': {
        const { toArrow } = await import('../engine/arrow.ts');
        return io.write(toArrow(columns, await read(0, limit), 'stream', notes));
      }
      case 'parquet': {
        const { toParquet } = await import('../engine/parquet.ts');
        return io.write(await toParquet(columns, await read(0, limit)));
      }
      default:
        for await (const piece of toText(sheetsOf(columns, read, notes, limit), form)) await io.write(piece);
    }
  });
}

/** The note that only part of the answer is printed, pictures of it included. */
const cut = (limit: number, total: number): Note =>
  firstOnly(limit, total, `The first ${counted(limit)} of ${counted(total)} rows.`, {
    option: 'limit',
    does: 'changes how many are printed',
  });
