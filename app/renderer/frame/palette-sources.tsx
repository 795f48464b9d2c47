/** The sources of the palette; each is a section of its list. */
import type { ReactNode } from 'react';
import { baseName } from '../../wording/names.ts';
import { formatInteger, formatPercent } from '../../wording/numbers.ts';
import { formatExact } from '../../wording/time.ts';
import { visible } from '../../wording/visible.ts';
import { momentOf } from '../lib/moment.ts';
import { goToMoment, searchFor, showModule, walkTo } from '../meaning/actions.ts';
import { templateOf } from '../state/events.ts';
import { narrowedTo } from '../state/scope.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { useFiltered } from '../state/use-filtered.ts';
import { showTemplate } from '../views/events/event-entries.ts';
import { Level } from '../views/events/level.tsx';
import { useOffer } from '../views/offer.ts';
import { shownQuestions, views } from '../views/views.ts';
import { type Command, writtenKeys } from './keys.ts';

export interface Found {
  /** Unique in the palette. */
  readonly key: string;
  /** If exactly this is typed, the result is the first of all. */
  readonly name?: string | undefined;
  run(): void;
  readonly shown: ReactNode;
}

export interface Section {
  readonly title: string;
  readonly results: readonly Found[];
}

/** A section of the engine's answers. */
interface AnsweredSection extends Section {
  readonly isCurrent: boolean;
}

const offered = 8;

/** Sections in their order, without empty ones; `isCurrent` is false while some are those of an earlier query. */
export function useFound(
  query: string,
  commands: readonly Command[],
): { readonly sections: readonly Section[]; readonly isCurrent: boolean } {
  const answered = [useFunctions(query), useModules(query), useTemplates(query), useSeries(query)];
  const sections = [
    { title: 'Time', results: useMoment(query) },
    ...answered,
    { title: 'Captures', results: useCaptures(query) },
    { title: 'Saved searches', results: useSavedSearches(query) },
    { title: 'Questions', results: useQuestions(query) },
    { title: 'Commands', results: useCommands(query, commands) },
    { title: 'Search', results: useSearch(query) },
  ];
  return {
    sections: namesakesFirst(
      sections.filter(({ results }) => results.length > 0),
      query,
    ),
    isCurrent: answered.every(({ isCurrent }) => isCurrent),
  };
}

/** Puts results first whose name is exactly what was typed: `Moved` is the view, not a function with "moved" in its name. */
export function namesakesFirst(sections: readonly Section[], query: string): readonly Section[] {
  const isNamesake = ({ name }: Found) => name?.toLowerCase() === query.toLowerCase();
  return trueFirst(
    sections.map(section => ({ ...section, results: trueFirst(section.results, isNamesake) })),
    ({ results }) => results.some(isNamesake),
  );
}

const trueFirst = <T,>(items: readonly T[], isTrue: (item: T) => boolean): readonly T[] => [
  ...items.filter(isTrue),
  ...items.filter(item => !isTrue(item)),
];

/** True if the title has every word of the query, in any order: `export findings` finds “Export the findings”. */
export function isIn(title: string, query: string): boolean {
  const folded = title.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => folded.includes(word));
}

function useMoment(query: string): Found[] {
  const session = useSession();
  const zone = useStore(session.shownZone);
  const span = useStore(session.span);
  const moment = span && momentOf(query, span, zone);
  if (moment === null) return [];
  const isOutside = moment < span!.from || moment > span!.to;
  return [
    {
      key: `time ${moment}`,
      run: () => goToMoment(session, moment),
      shown: (
        <>
          Go to {formatExact(moment, zone)}
          {isOutside && <span className="muted">outside of all captures</span>}
        </>
      ),
    },
  ];
}

function useFunctions(query: string): AnsweredSection {
  const session = useSession();
  const { rows, isCurrent } = useFiltered('functions', query, offered);
  const results = rows.map(row => {
    const to = { function: String(row.function), module: String(row.module) };
    return {
      key: `f ${to.function} ${to.module}`,
      name: to.function,
      run: () => walkTo(session, to),
      shown: (
        <>
          <code>{to.function}</code>
          <span className="muted">{baseName(to.module)}</span>
          <span className="number">{formatPercent(Number(row.total_percent))} %</span>
        </>
      ),
    };
  });
  return { title: 'Functions', results, isCurrent };
}

function useModules(query: string): AnsweredSection {
  const session = useSession();
  const { rows, isCurrent } = useFiltered('modules', query, offered);
  const results = rows.map(row => ({
    key: `m ${row.module}`,
    name: baseName(String(row.module)),
    run: () => showModule(session, String(row.module)),
    shown: (
      <>
        <code>{baseName(String(row.module))}</code>
        <span className="number">{formatPercent(Number(row.total_percent))} %</span>
      </>
    ),
  }));
  return { title: 'Modules', results, isCurrent };
}

function useTemplates(query: string): AnsweredSection {
  const session = useSession();
  const { rows, isCurrent } = useFiltered('templates', query, offered, { table: 'event', column: 'count' });
  const results = rows.map(row => ({
    key: `t ${row.level} ${row.template}`,
    run: () => {
      const { template, level } = templateOf(row);
      showTemplate(session, template, level);
      session.history.go({ view: 'events' });
    },
    shown: (
      <>
        {typeof row.level === 'string' && (
          <span className="palette-level">
            <Level level={row.level} />
          </span>
        )}
        <span className="ellipsis">{visible(String(row.template))}</span>
        <span className="number">{formatInteger(Number(row.count))}</span>
      </>
    ),
  }));
  return { title: 'Templates', results, isCurrent };
}

function useSeries(query: string): AnsweredSection {
  const session = useSession();
  const { rows, isCurrent } = useFiltered('series', query, offered, { table: 'metric', column: 'points' });
  const results = rows.map(row => {
    const words = [row.object, row.instance, row.counter].filter(word => typeof word === 'string');
    return {
      key: `s ${row.capture} ${row.host} ${words.join(' ')}`,
      run: () => {
        session.metrics.part.set('series');
        session.metrics.search.set(words.join(' '));
        session.history.go({ view: 'metrics' });
      },
      shown: (
        <>
          <span>{words.join(' › ')}</span>
          <span className="muted">{session.captureName(Number(row.capture))}</span>
          <span className="number">{String(row.unit ?? '')}</span>
        </>
      ),
    };
  });
  return { title: 'Series', results, isCurrent };
}

function useCaptures(query: string): Found[] {
  const session = useSession();
  const captures = useStore(session.workspace, workspace => workspace?.captures ?? noCaptures);
  return captures
    .filter(({ name }) => query !== '' && isIn(name, query))
    .map(({ id, name, formatTitle }) => ({
      key: `c ${id}`,
      name,
      run: () => session.narrow(narrowedTo(session.history.present.scope, 'captures', id)),
      shown: titled(name, <span className="muted">{formatTitle}</span>),
    }));
}

function useSavedSearches(query: string): Found[] {
  const session = useSession();
  return useStore(session.saved.all)
    .filter(({ of, name, text }) => of === 'search' && isIn(`${name} ${text}`, query))
    .map(({ name, text }) => ({
      key: `saved ${name}`,
      name,
      run: () => searchFor(session, text),
      shown: titled(name, <code className="ellipsis muted">{text}</code>),
    }));
}

function useQuestions(query: string): Found[] {
  const session = useSession();
  const { questions, lackOfQuestion } = useOffer();
  return questions
    .filter(each => !shownQuestions.has(each.id) && !lackOfQuestion(each))
    .filter(({ title, question }) => isIn(`${title} ${question}`, query))
    .map(({ id, title, question }) => ({
      key: `q ${id}`,
      name: title,
      run: () => session.history.go({ view: `question-${id}` }),
      shown: titled(title, <span className="muted">{question}</span>),
    }));
}

function useCommands(query: string, commands: readonly Command[]): Found[] {
  const { lackOfView } = useOffer();
  const lacking = new Set(views.filter(view => lackOfView(view)).map(({ id }) => `view-${id}`));
  return commands
    .filter(({ id, title }) => id !== 'palette' && !lacking.has(id) && isIn(title, query))
    .map(({ id, title, name = title, keys, run }) => ({
      key: `x ${id}`,
      name,
      run,
      shown: (
        <>
          {title}
          {keys && <kbd>{writtenKeys(keys)}</kbd>}
        </>
      ),
    }));
}

/** Offers a search of the text of events. */
function useSearch(query: string): Found[] {
  const session = useSession();
  const hasEvents = useStore(session.workspace, workspace => Boolean(workspace?.rows.event));
  if (query === '' || !hasEvents) return [];
  const shown = (
    <>
      Search for “{query}”<kbd>{writtenKeys('Ctrl+Shift+F')}</kbd>
    </>
  );
  return [{ key: 'search', run: () => searchFor(session, query), shown }];
}

const titled = (title: string, detail: ReactNode): ReactNode => (
  <>
    <span className="palette-title">{title}</span>
    {detail}
  </>
);

const noCaptures: readonly never[] = [];
