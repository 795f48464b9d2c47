import { useEffect, useRef, useState } from 'react';
import { noLevel } from '../../../../analyzers/kit/levels.ts';
import { formatInteger } from '../../../wording/numbers.ts';
import { visible } from '../../../wording/visible.ts';
import { levelColour } from '../../lib/levels.ts';
import { type EventsOrder, eventsLabel, paramsOf } from '../../state/events.ts';
import { narrowedTo } from '../../state/scope.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { useRows } from '../../state/use-answer.ts';
import { useMainSearch } from '../../widgets/use-main-grid.ts';
import { useEventKinds } from './use-event-kinds.ts';

/** Delay after the last key before the filter is applied. */
const settleMs = 220;

/** Filters of the events by level, capture, template and text. The capture is part of the window's scope. */
export function EventFilters({ withOrder }: { withOrder: boolean }) {
  return (
    <search className="event-filters" aria-label="Events shown">
      <Levels />
      <div className="event-choices">
        <Text />
        <Kind />
        <Capture />
        {withOrder && <Order />}
        <Template />
      </div>
    </search>
  );
}

/** The levels, worst first, with their numbers of events. */
function Levels() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const filter = useStore(session.events.filter);
  const { level: _level, ...params } = paramsOf(filter);
  const { rows, answer } = useRows({ question: 'levels', params: { ...params, buckets: 1 }, scope }, 20);
  const counts = new Map((rows ?? []).map(row => [String(row.level), Number(row.count)]));
  const withoutLevel = answer?.head.notes.find(({ code }) => code === 'without-level');
  if (withoutLevel && counts.size > 0) counts.set(noLevel, Number(withoutLevel.data?.events));
  // A filtered level stays, so that it can be removed.
  const shown = [...counts.keys(), ...filter.levels.filter(level => !counts.has(level))];
  return (
    <fieldset className="levels" aria-label="Levels">
      {shown.map(level => (
        <button
          key={level}
          type="button"
          className="level-toggle"
          aria-pressed={filter.levels.includes(level)}
          onClick={() => session.events.toggleLevel(level)}
        >
          <span className="swatch" style={{ background: levelColour(level) }} />
          {level} <span className="muted">{formatInteger(counts.get(level) ?? 0)}</span>
        </button>
      ))}
    </fieldset>
  );
}

/** Choice of the kind: lines of logs, tracepoints, calls; not shown for a single kind. */
function Kind() {
  const session = useSession();
  const filter = useStore(session.events.filter);
  const { rows } = useEventKinds();
  const counts = new Map((rows ?? []).map(row => [String(row.kind), Number(row.count)]));
  const { kind } = filter;
  if (kind !== null && !counts.has(kind)) counts.set(kind, 0);
  if (counts.size < 2 && kind === null) return null;
  return (
    <select
      aria-label="Kind"
      value={kind ?? ''}
      onChange={({ target: { value } }) => session.events.chooseKind(value === '' ? null : value)}
    >
      <option value="">all kinds</option>
      {[...counts].map(([name, count]) => (
        <option key={name} value={name}>
          {`${name === 'log' ? 'log lines' : name} · ${formatInteger(count)}`}
        </option>
      ))}
    </select>
  );
}

function Capture() {
  const session = useSession();
  const scope = useStore(session.history.places, places => places.present.scope);
  const captures = useStore(session.workspace, workspace => workspace?.captures);
  const withEvents = (captures ?? []).filter(({ rows }) => rows.event);
  if (withEvents.length < 2) return null;
  const [only] = scope.captures ?? [];
  return (
    <select
      aria-label="Capture"
      value={only ?? ''}
      onChange={({ target: { value } }) => {
        const { captures: _captures, ...rest } = scope;
        session.narrow(value === '' ? rest : narrowedTo(scope, 'captures', Number(value)));
      }}
    >
      <option value="">all captures</option>
      {withEvents.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Text() {
  const session = useSession();
  const text = useStore(session.events.filter, filter => filter.text);
  const [typed, setTyped] = useState(text);
  const input = useRef<HTMLInputElement>(null);
  // The filter was changed elsewhere.
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(
      () => session.events.filter.update(filter => ({ ...filter, text: typed })),
      settleMs,
    );
    return () => clearTimeout(timer);
  }, [session, typed, text]);
  useMainSearch(input);
  return (
    <input
      ref={input}
      type="search"
      aria-label="Text in the message"
      placeholder="text, pid:1094, component:…  /"
      title="Words of the message; case matters only if a capital letter is typed. pid:1094, tid:…, process:… and component:… filter by other columns, -component:… excludes."
      value={typed}
      onChange={event => setTyped(event.target.value)}
      onKeyDown={event => {
        if (event.key !== 'Escape' || typed === '') return;
        event.preventDefault();
        event.stopPropagation();
        setTyped('');
      }}
    />
  );
}

const orders: readonly (readonly [EventsOrder, string])[] = [
  ['time', 'oldest first'],
  ['newest', 'newest first'],
  ['file', 'as in the files'],
];

function Order() {
  const session = useSession();
  const order = useStore(session.events.order);
  return (
    <select
      aria-label="Order"
      value={order}
      onChange={event => {
        session.events.order.set(event.target.value as EventsOrder);
        // Otherwise the sort column would still come first.
        session.sorts.set(eventsLabel, undefined);
      }}
    >
      {orders.map(([value, title]) => (
        <option key={value} value={value}>
          {title}
        </option>
      ))}
    </select>
  );
}

function Template() {
  const session = useSession();
  const template = useStore(session.events.filter, filter => filter.template);
  if (template === null) return null;
  return (
    <button
      type="button"
      className="chip template-chip"
      title={template}
      aria-label={`All templates again, not only ${template}`}
      // The level was set with the template.
      onClick={() => session.events.filter.update(filter => ({ ...filter, template: null, levels: [] }))}
    >
      <span className="ellipsis">{visible(template)}</span> <span aria-hidden="true">✕</span>
    </button>
  );
}
