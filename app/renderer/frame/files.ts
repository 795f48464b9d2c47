import type { Session } from '../state/session.ts';

/** Imports the captures that the user picks in the desktop's file dialog. */
export async function pickCaptures(session: Session, type: 'files' | 'folder'): Promise<void> {
  await session.open(await session.shell.pickCaptures(type));
}

export async function pickWorkspace(session: Session): Promise<void> {
  const path = await session.shell.pickWorkspace();
  if (path) await session.openWorkspace(path);
}
