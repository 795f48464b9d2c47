import { useMemo } from 'react';
import type { CaptureInfo } from '../../contract.ts';
import type { Interval } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** When some capture with rows of one of the tables stood: else nothing there is not none. */
export function useRecorded(tables: readonly string[]): Recorded {
  const session = useSession();
  const captures = useStore(session.workspace, workspace => workspace?.captures);
  const scope = useStore(session.history.places, places => places.present.scope);
  return useMemo(
    () =>
      recorded(
        (captures ?? []).filter(({ id }) => scope.captures?.includes(id) ?? true),
        tables,
      ),
    [captures, scope.captures, tables],
  );
}

export interface Recorded {
  at(moment: bigint): boolean;
  /** Between the recorded times and around them, in a stretch of time. */
  without(within: Interval): readonly Interval[];
}

export function recorded(captures: readonly CaptureInfo[], tables: readonly string[]): Recorded {
  const spans = captures
    .filter(({ rows }) => tables.some(table => (rows[table] ?? 0) > 0))
    .flatMap(({ start, end }) => (start === null || end === null ? [] : [{ from: start, to: end }]))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  return {
    // Captures on a clock of their own have no span to compare with.
    at: moment => spans.length === 0 || spans.some(({ from, to }) => from <= moment && moment <= to),
    without({ from, to }) {
      if (spans.length === 0) return [];
      const gaps: Interval[] = [];
      let end = from;
      for (const span of spans) {
        if (span.from > end) gaps.push({ from: end, to: span.from });
        if (span.to > end) end = span.to;
      }
      if (to > end) gaps.push({ from: end, to });
      return gaps;
    },
  };
}
