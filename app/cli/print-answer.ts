import type { AskRequest } from '../contract.ts';
import { analyzerOf } from '../engine/questions.ts';
import type { Args } from './command.ts';
import type { Io } from './io.ts';
import { type Form, rowsOf, writeAnswer } from './output.ts';
import { job, withEngine } from './session.ts';
import { shapes } from './shapes.ts';

/** Asks a workspace and prints what it answers. */
export function printAnswer(
  io: Io,
  workspace: string,
  request: AskRequest,
  args: Args,
  form: Form,
): Promise<void> {
  const of = analyzerOf(request.question);
  return withEngine(workspace, io, async engine => {
    const { answer } = await engine.ask(job, request);
    const held = engine.held(answer);
    const rows = rowsOf(held, args, Object.keys(of.params));
    if (form === 'parquet') {
      const { toParquet } = await import('../engine/parquet.ts');
      return io.write(await toParquet(held, rows));
    }
    return writeAnswer(io, held, rows, form, shapes[of.shape]);
  });
}
