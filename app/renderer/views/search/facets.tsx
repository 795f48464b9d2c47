import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { SearchQuery } from '../../../../analyzers/search/language/query.ts';
import type { Scope } from '../../../contract.ts';
import { formatInteger } from '../../../wording/numbers.ts';
import { visible } from '../../../wording/visible.ts';
import { levelColour } from '../../lib/levels.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useRows } from '../../state/use-answer.ts';
import { type Inclusion, withInclusion } from './conditions.ts';
import { type CountedValue, type FacetGroup, facetGroups, ownFacets } from './facet-groups.ts';
import { everything } from './vocabulary.ts';

/** Number of values of a facet requested, and shown at first. */
const maxFacets = 50;
const shownFirst = 6;
/** Number of field names offered at most. */
const maxFields = 500;

interface FacetsProps {
  readonly text: string;
  readonly query: SearchQuery;
  readonly scope: Scope;
  readonly isAsked: boolean;
}

/** The facets of the hits: a click includes a value, a right click excludes it. */
export function Facets({ text, query, scope, isAsked }: FacetsProps) {
  const session = useSession();
  const fields = useStore(session.search.facets);
  const params = {
    query: text === '' ? everything : text,
    top: maxFacets,
    ...(fields.length > 0 && { fields: fields.join(',') }),
  };
  const { rows } = useRows(isAsked ? { question: 'search-facets', params, scope } : null, 10_000);
  // The former counts stay until new ones arrive.
  const [last, setLast] = useState(rows);
  useEffect(() => {
    if (rows) setLast(rows);
  }, [rows]);
  const counted = rows ?? last;
  const groups = useMemo(
    () => facetGroups(counted ?? [], query, fields, maxFacets),
    [counted, query, fields],
  );
  const stand = (value: CountedValue, to: Inclusion) =>
    session.history.go({ search: withInclusion(query, value, to) });
  return (
    <section className="facets" aria-label="Facets" onKeyDown={walk}>
      {groups.map(group => (
        <Facet key={group.field} group={group} onInclusion={stand} />
      ))}
      <Fields chosen={fields} />
    </section>
  );
}

interface FacetProps {
  readonly group: FacetGroup;
  onInclusion(value: CountedValue, to: Inclusion): void;
}

function Facet({ group: { field, values, more }, onInclusion }: FacetProps) {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  const max = values.reduce((peak, { count }) => Math.max(peak, count), 1);
  const shown = isOpen ? values : values.filter(({ inclusion }, i) => i < shownFirst || inclusion);
  const isOwn = (ownFacets as readonly string[]).includes(field);
  return (
    <fieldset className="facet" aria-label={field}>
      <h3 className="panel-title">
        {field}
        {!isOwn && (
          <button
            type="button"
            className="quiet"
            aria-label={`Remove the facet ${field}`}
            onClick={() => session.search.facets.update(all => all.filter(each => each !== field))}
          >
            <span aria-hidden="true">✕</span>
          </button>
        )}
      </h3>
      {shown.map(value => (
        <Value
          key={value.value}
          value={value}
          share={value.count / max}
          onInclusion={to => onInclusion(value, to)}
        />
      ))}
      {values.length === 0 && <p className="facet-none">no hit has it</p>}
      {(values.length > shown.length || isOpen) && values.length > shownFirst && (
        <button type="button" className="link facet-more" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'fewer' : `${formatInteger(values.length - shown.length)} more`}
          {isOpen && more > 0 && ` · ${formatInteger(more)} not shown`}
        </button>
      )}
    </fieldset>
  );
}

interface ValueProps {
  readonly value: CountedValue;
  readonly share: number;
  onInclusion(to: Inclusion): void;
}

function Value({ value: { field, value, count, inclusion }, share, onInclusion }: ValueProps) {
  const [include, exclude] = (['included', 'excluded'] as const).map(
    to => () => onInclusion(inclusion === to ? null : to),
  );
  return (
    <button
      type="button"
      className="facet-value"
      data-inclusion={inclusion ?? undefined}
      aria-pressed={inclusion === 'included'}
      aria-keyshortcuts="Enter Delete"
      title={`${value}\nClick to include only this value, right-click or Delete to exclude it`}
      onClick={include}
      onContextMenu={event => {
        event.preventDefault();
        exclude!();
      }}
      onKeyDown={event => {
        if (event.key !== 'Delete' && event.key !== 'Backspace') return;
        event.preventDefault();
        exclude!();
      }}
    >
      <span className="facet-bar" style={{ width: `${share * 100}%` }} />
      {field === 'level' && <span className="swatch" style={{ background: levelColour(value) }} />}
      <span className="ellipsis grow">
        {inclusion === 'excluded' && 'not '}
        {visible(value)}
      </span>
      <span className="number">{formatInteger(count)}</span>
    </button>
  );
}

/** A menu that adds a field of events as a facet. */
function Fields({ chosen }: { chosen: readonly string[] }) {
  const session = useSession();
  const { rows } = useRows({ question: 'search-fields', scope: {} }, maxFields);
  const names = [
    ...new Set((rows ?? []).flatMap(({ field, carried }) => (carried === null ? [] : String(field)))),
  ];
  const left = names.filter(name => !chosen.some(each => each.toLowerCase() === name.toLowerCase()));
  if (left.length === 0) return null;
  return (
    <label className="facet-add">
      <span className="panel-title">also count</span>
      <select
        aria-label="Add a field as a facet"
        value=""
        onChange={({ target: { value } }) => session.search.facets.update(all => [...all, value])}
      >
        <option value="">a field …</option>
        {left.map(name => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Arrow keys move between values. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const values = [...event.currentTarget.querySelectorAll<HTMLElement>('.facet-value')];
  const at = values.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  values[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  event.preventDefault();
}
