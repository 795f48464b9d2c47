/** Notes on captures whose import was interrupted before everything was made that a question rests on. */
import type { Note, Scope } from '../../analyzers/contract.ts';
import type { RowTable } from '../../parsers/tables.ts';
import { captureNames } from '../../workspace/clocks/clock-words.ts';
import { byCapture, lacking } from '../../workspace/store/owed.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** @param needs the tables that the question reads; empty: any */
export async function owedNotes(
  workspace: Workspace,
  needs: readonly RowTable[],
  scope: Scope,
): Promise<readonly Note[]> {
  const owed = byCapture(await workspace.owed());
  if (owed.size === 0) return [];
  const captures = await workspace.captures();
  const names = captureNames(captures);
  const inScope = captures.filter(({ id }) => !scope.captures?.length || scope.captures.includes(id));
  return inScope.flatMap(({ id }) => {
    const missing = lacking(owed.get(id) ?? [], needs.length > 0 ? needs : undefined);
    if (missing === null) return [];
    const name = names.get(id) ?? String(id);
    return {
      code: 'not-made-yet',
      text: `${name} is partial (${missing}): this is done at the end of its import, or when the workspace is opened again.`,
      data: { capture: id },
    };
  });
}
