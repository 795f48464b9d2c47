import type { Ask } from '../../analyzers/contract.ts';
import type { Cancel } from '../../workspace/query.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Memo } from './memo.ts';

/** The interface through which questions read a workspace; `cancel` stops everything that takes long. */
export function askingOf(workspace: Workspace, cancel: Cancel, memo: Memo): Ask {
  return {
    query: {
      columns: (sql, params, stop) => workspace.columns(sql, params, stop ?? cancel),
      table: (sql, options) => workspace.table(sql, { cancel, ...options }),
    },
    cancel,
    memo: (key, make) => memo.get(key, make),
  };
}
