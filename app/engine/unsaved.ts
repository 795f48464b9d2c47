/** Workspaces not saved when an engine, or the whole program, ended unexpectedly. */
import { statSync } from 'node:fs';
import { removeWorkspace, unsavedIn } from '../../workspace/database/temporary.ts';
import { WorkspaceError } from '../../workspace/errors.ts';
import { Workspace } from '../../workspace/workspace.ts';
import type { UnsavedWorkspace } from '../contract.ts';
import { FindingStore } from './findings/store.ts';

/**
 * Workspaces in `folder` that hold captures or findings. Removes those that hold neither.
 *
 * @param open path of the workspace in use
 */
export async function unsavedWorkspaces(
  folder: string,
  open: string | undefined,
): Promise<readonly UnsavedWorkspace[]> {
  const workspaces: UnsavedWorkspace[] = [];
  for (const { path, changedMs } of unsavedIn(folder)) {
    if (path === open) continue;
    const bytes = statSync(path).size;
    const content = await contentOf(path);
    if (content && content.captures.length + content.findings.length === 0) removeWorkspace(path);
    else if (content) workspaces.push({ path, ...content, bytes, changed: changedMs });
  }
  return workspaces;
}

/**
 * null if it cannot be opened: another program has it open, or it is damaged; a damaged one is kept, as it
 * may be repaired.
 */
async function contentOf(path: string): Promise<Pick<UnsavedWorkspace, 'captures' | 'findings'> | null> {
  try {
    const workspace = await Workspace.open(path);
    try {
      const captures = await workspace.captures();
      const { summary, findings } = await new FindingStore(workspace).all();
      const titles = [summary.title || summary.text, ...findings.map(({ title, text }) => title || text)];
      return { captures: captures.map(({ name }) => name), findings: titles.filter(title => title !== '') };
    } finally {
      await workspace.close();
    }
  } catch (error) {
    if (error instanceof WorkspaceError) return null;
    throw error;
  }
}
