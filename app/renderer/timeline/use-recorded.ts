import { useMemo } from 'react';
import type { CaptureInfo } from '../../contract.ts';
import type { Interval } from '../lib/interval.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';

/** The intervals in which some capture recorded one of the tables, to distinguish no value from not recorded. */
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
  /** The parts of an interval outside of the recorded times. */
  unrecordedIn(interval: Interval): readonly Interval[];
}

export function recorded(captures: readonly CaptureInfo[], tables: readonly string[]): Recorded {
  const spans = captures
    .filter(({ rows }) => tables.some(table => (rows[table] ?? 0) > 0))
    .flatMap(({ start, end }) => (start === null || end === null ? [] : [{ from: start, to: end }]))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  return {
    // Unaligned captures have no span on this axis.
    at: moment => spans.length === 0 || spans.some(({ from, to }) => from <= moment && moment <= to),
    unrecordedIn({ from, to }) {
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
