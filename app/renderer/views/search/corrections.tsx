import { useMemo } from 'react';
import { nearest } from '../../../../analyzers/kit/names.ts';
import { useSession } from '../../state/session.ts';
import { useRows } from '../../state/use-answer.ts';
import type { Wrong } from './use-query.ts';

const maxFields = 2000;

/** Suggests fields with similar names if a search uses an unknown field. */
export function Corrections({ search, wrong }: { search: string; wrong: Wrong }) {
  const session = useSession();
  const written = /^[\p{L}][\p{L}\p{N}_.-]*(?=[:=<>]|!=)/u.exec(search.slice(wrong.at))?.[0] ?? null;
  const { rows } = useRows(written === null ? null : { question: 'search-fields', scope: {} }, maxFields);
  const near = useMemo(() => {
    const known = (rows ?? []).map(({ field }) => String(field));
    const isKnown = known.some(name => name.toLowerCase() === written?.toLowerCase());
    return written === null || isKnown ? [] : nearest(written, known, 2);
  }, [rows, written]);
  if (written === null) return null;
  const corrected = (name: string) =>
    `${search.slice(0, wrong.at)}${name}${search.slice(wrong.at + written.length)}`;
  return near.map(name => (
    <button
      key={name}
      type="button"
      className="button"
      onClick={() => session.history.go({ search: corrected(name) })}
    >
      Use {name}
    </button>
  ));
}
