import type { WorkspaceInfo } from './contract.ts';

/** A new workspace as the engine describes it, for tests and the gallery. */
export const emptyWorkspace: WorkspaceInfo = {
  path: null,
  revision: 1,
  captures: [],
  rows: {},
  span: null,
  ownStart: null,
  unread: [],
  removed: [],
  isOwing: false,
  clockChange: null,
};
