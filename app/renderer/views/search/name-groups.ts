/** Named things that a search finds besides records, grouped by type, and the view that shows each. */
import type { SearchQuery } from '../../../../analyzers/search/language/query.ts';
import { formatInteger } from '../../../wording/numbers.ts';
import { narrowToProcess, showModule, walkTo } from '../../meaning/actions.ts';
import type { Cell } from '../../state/paged-answer.ts';
import { narrowedTo } from '../../state/scope.ts';
import type { Session } from '../../state/session.ts';

export type NameRow = Readonly<Record<string, Cell>>;

export interface NameGroup {
  readonly type: string;
  readonly rows: readonly NameRow[];
  /** `3 functions`; `20+ functions` if not all are listed. */
  readonly words: string;
}

/** Types without kinds and templates, which are facets. */
const plurals: Readonly<Record<string, string>> = {
  finding: 'findings',
  function: 'functions',
  module: 'modules',
  process: 'processes',
  capture: 'captures',
  series: 'series',
};

/** @param cut types that are not listed in full, from the note `cut` of the question: `function (12)` */
export function nameGroups(rows: readonly NameRow[], cut: readonly string[]): readonly NameGroup[] {
  return Object.entries(plurals).flatMap(([type, many]) => {
    const found = rows.filter(row => row.what === type);
    if (found.length === 0) return [];
    const more = cut.some(each => each.startsWith(type)) ? '+' : '';
    const word = found.length === 1 && more === '' ? type : many;
    return [{ type, rows: found, words: `${formatInteger(found.length)}${more} ${word}` }];
  });
}

/** True if the search includes a name, and does not only exclude some. */
export function asksForNames(query: SearchQuery): boolean {
  if (query.type === 'and') return query.operands.some(asksForNames);
  if (query.type === 'or') return query.operands.every(asksForNames);
  if (query.type === 'field') return query.name.toLowerCase() in plurals;
  return query.type === 'text' || query.type === 'regex';
}

/** Shows a thing in the view for its type. */
export function showNamed(session: Session, row: NameRow): void {
  const text = (column: string) => String(row[column] ?? '');
  const scope = session.history.present.scope;
  switch (row.what) {
    case 'finding':
      session.notebook.show(Number(row.id));
      break;
    case 'function':
      walkTo(session, { function: text('function'), module: text('module') });
      break;
    case 'module':
      showModule(session, text('module'));
      break;
    case 'process':
      narrowToProcess(session, text('process'));
      break;
    case 'capture':
      session.narrow(narrowedTo(scope, 'captures', Number(row.capture)));
      break;
    case 'series':
      session.metrics.part.set('series');
      session.metrics.search.set(text('name').replaceAll(' › ', ' '));
      session.history.go({ view: 'metrics' });
  }
}
