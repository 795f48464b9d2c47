import type { MenuEntry } from '../lib/menu-entry.ts';
import type { PagedAnswer } from '../state/paged-answer.ts';
import type { Front, Session } from '../state/session.ts';

/** An answer in the order and with the filter of the table of this name. */
export function frontOf(session: Session, answer: PagedAnswer, name: string): Front {
  const shown = () => {
    const sort = session.sorts.of(name);
    const filter = session.filters.of(name);
    return answer.arranged({ ...(sort && { sort }), ...(filter && { filter }) });
  };
  return {
    name,
    request: () => ({ ...answer.request, arrangement: shown().arrangement }),
    export: (as, path) => shown().export(as, path),
  };
}

/** Menu entries of every table: copy and export. */
export function wholeEntries(session: Session, table: Front): MenuEntry[] {
  return [
    { label: 'Copy table', run: () => void copyTable(session, table) },
    { label: 'Export as CSV…', run: () => void exportCsv(session, table), keys: 'Ctrl+E' },
  ];
}

export function copyTable(session: Session, table: Front): Promise<void> {
  return session.attempt(async () => {
    await session.shell.copy(await table.export('tsv'));
    session.imports.notify('info', 'The table is on the clipboard.');
  });
}

export function exportCsv(session: Session, table: Front): Promise<void> {
  return session.attempt(async () => {
    const path = await session.shell.pickSave(
      'csv',
      `${table.name.toLowerCase().replaceAll(/\W+/g, '-')}.csv`,
    );
    if (path === null) return;
    await table.export('csv', path);
    session.imports.notify('info', `Written to ${path}.`);
  });
}
