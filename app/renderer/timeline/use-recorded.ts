import { useMemo } from 'react';
import type { CaptureInfo } from '../../contract.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** Whether some capture with rows of a table stood at a moment: else nothing there is not none. */
export function useRecorded(table: string): (moment: bigint) => boolean {
  const session = useSession();
  const captures = useStore(session.workspace, workspace => workspace?.captures);
  return useMemo(() => recorded(captures ?? [], table), [captures, table]);
}

export function recorded(captures: readonly CaptureInfo[], table: string): (moment: bigint) => boolean {
  const spans = captures
    .filter(({ rows }) => (rows[table] ?? 0) > 0)
    .flatMap(({ start, end }) => (start === null || end === null ? [] : [{ from: start, to: end }]));
  // Captures on a clock of their own have no span to compare with.
  return moment => spans.length === 0 || spans.some(({ from, to }) => from <= moment && moment <= to);
}
