/** What was not saved when an engine, or all of the program, ended unexpectedly. */
import { statSync } from 'node:fs';
import { WorkspaceError } from '../../workspace/errors.ts';
import { removeWorkspace, unsavedIn } from '../../workspace/temporary.ts';
import { Workspace } from '../../workspace/workspace.ts';
import type { UnsavedWorkspace } from '../contract.ts';

/**
 * The workspaces in `folder` that hold captures. Those that hold none are removed.
 *
 * @param open the one in use
 */
export async function unsavedWorkspaces(
  folder: string,
  open: string | undefined,
): Promise<readonly UnsavedWorkspace[]> {
  const found: UnsavedWorkspace[] = [];
  for (const { path, changedMs } of unsavedIn(folder)) {
    if (path === open) continue;
    const bytes = statSync(path).size;
    const captures = await captureNames(path);
    if (captures?.length === 0) removeWorkspace(path);
    else if (captures) found.push({ path, captures, bytes, changed: changedMs });
  }
  return found;
}

/** Null where it cannot be opened: another program has it, or it is damaged, and stays for whoever can mend it. */
async function captureNames(path: string): Promise<readonly string[] | null> {
  try {
    const workspace = await Workspace.open(path);
    const captures = await workspace.captures();
    await workspace.close();
    return captures.map(({ name }) => name);
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
}
