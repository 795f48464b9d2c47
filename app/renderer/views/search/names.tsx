import { useId, useState } from 'react';
import type { SearchQuery } from '../../../../analyzers/search/language/query.ts';
import type { Scope } from '../../../contract.ts';
import { formatInteger } from '../../../wording/numbers.ts';
import { visible } from '../../../wording/visible.ts';
import { useSession } from '../../state/session.ts';
import { useRows } from '../../state/use-answer.ts';
import { asksForNames, type NameGroup, nameGroups, showNamed } from './name-groups.ts';

const maxPerGroup = 20;

interface NamesProps {
  readonly search: string;
  readonly query: SearchQuery;
  readonly scope: Scope;
  readonly isAsked: boolean;
}

/** Functions, modules, processes, captures, series and findings whose names match, in a line above the records. */
export function Names({ search, query, scope, isAsked }: NamesProps) {
  const [open, setOpen] = useState<string | null>(null);
  const id = useId();
  const params = { query: search, top: maxPerGroup };
  const isMeant = isAsked && asksForNames(query);
  const { rows, answer, isAsking } = useRows(
    isMeant ? { question: 'search-names', params, scope } : null,
    200,
  );
  const cut = answer?.head.notes.find(({ code }) => code === 'cut')?.data?.cut;
  const groups = nameGroups(isMeant && !isAsking ? (rows ?? []) : [], Array.isArray(cut) ? cut : []);
  const shown = groups.find(({ type }) => type === open);
  if (groups.length === 0) return null;
  return (
    <section className="search-names" aria-label="Also called so">
      <p>
        <span className="muted">also called so:</span>
        {groups.map(({ type, words }) => (
          <button
            key={type}
            type="button"
            className="quiet"
            aria-expanded={type === open}
            aria-controls={id}
            onClick={() => setOpen(type === open ? null : type)}
          >
            {words} <span aria-hidden="true">{type === open ? '▴' : '▾'}</span>
          </button>
        ))}
      </p>
      <div id={id}>{shown && <NamesOf group={shown} />}</div>
    </section>
  );
}

function NamesOf({ group: { type, rows } }: { group: NameGroup }) {
  const session = useSession();
  return (
    <ul>
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
        <li key={i}>
          <button type="button" className="link ellipsis" onClick={() => showNamed(session, row)}>
            {type === 'function' ? <code>{visible(String(row.name))}</code> : visible(String(row.name))}
          </button>
          {typeof row.amount === 'number' && (
            <span className="muted number">
              {formatInteger(row.amount)} {String(row.unit ?? '')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
