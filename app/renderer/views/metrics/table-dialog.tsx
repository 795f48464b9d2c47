import { type FormEvent, useEffect, useState } from 'react';
import type { CaptureInfo, TableDefinition, TableInfo } from '../../../contract.ts';
import { count } from '../../../wording/numbers.ts';
import { sentence } from '../../state/engine-link.ts';
import { useSession } from '../../state/session.ts';
import { Modal } from '../../widgets/modal.tsx';
import { TableColumn } from './table-column.tsx';
import { shownColumns, withoutMember } from './table-form.ts';

/** More columns than this are searched, not scrolled. */
const mostShown = 100;
const fewColumns = 12;

/**
 * Shows how the columns of a CSV are interpreted and lets a person correct that; then the file is read again.
 */
export function TableDialog({ capture }: { capture: CaptureInfo }) {
  const session = useSession();
  const [given, setGiven] = useState<TableDefinition | null>(null);
  const [table, setTable] = useState<TableInfo | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const close = () => session.dialog.set(null);

  // Every change is tried on the file's beginning at once, so that it is seen what it does.
  useEffect(() => {
    let isCurrent = true;
    session.link.api.table(capture.id, given).then(
      found => {
        if (!isCurrent) return;
        setTable(found);
        setError(found.problem);
      },
      failure => {
        if (isCurrent) setError(sentence(failure));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [session, capture.id, given]);

  const now = given ?? table?.given ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!given || error) return;
    close();
    void session.readAgainByTable(capture, given);
  };

  const found = table ? shownColumns(table.columns, search) : [];
  return (
    <Modal label={`Columns of ${capture.name}`} className="columns-dialog" onClose={close}>
      <h2>Columns of {capture.name}</h2>
      <form onSubmit={submit}>
        {table && now && (
          <>
            <Whole table={table} given={now} onChange={setGiven} />
            {table.columns.length > fewColumns && (
              <input
                type="search"
                aria-label="Search the columns"
                placeholder={`search ${count(table.columns.length, 'column')}`}
                value={search}
                onChange={event => setSearch(event.target.value)}
              />
            )}
            <div className="columns-scroll">
              <table>
                <thead>
                  <tr>
                    <th scope="col">column</th>
                    <th scope="col">holds</th>
                    <th scope="col">how</th>
                    <th scope="col">cells</th>
                    <th scope="col">source</th>
                  </tr>
                </thead>
                <tbody>
                  {found.slice(0, mostShown).map(column => (
                    <TableColumn key={column.title} column={column} given={now} onChange={setGiven} />
                  ))}
                </tbody>
              </table>
              {found.length > mostShown && (
                <p className="hint">{count(found.length - mostShown, 'more column')}: search for them.</p>
              )}
            </div>
            <Times table={table} />
          </>
        )}
        {error && (
          <p className="failure" role="alert">
            {error}
          </p>
        )}
        <div className="modal-doors">
          <button
            type="button"
            className="button"
            disabled={!now || !isTold(now)}
            onClick={() => setGiven({ id: 'table', title: capture.formatTitle, columns: {} })}
          >
            As found
          </button>
          <span className="grow" />
          <button type="button" className="button" onClick={close}>
            Cancel
          </button>
          <button type="submit" className="button is-primary" disabled={!given || error !== null}>
            Read again
          </button>
        </div>
      </form>
    </Modal>
  );
}

const isTold = ({ id: _, title: _title, columns, ...whole }: TableDefinition): boolean =>
  Object.keys(columns).length + Object.keys(whole).length > 0;

interface WholeProps {
  readonly table: TableInfo;
  readonly given: TableDefinition;
  onChange(given: TableDefinition): void;
}

const separators = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

/** Settings of the table as a whole. */
function Whole({ table, given, onChange }: WholeProps) {
  const texts = { zone: 'Zone of times without one', object: 'What it measured' } as const;
  const hints = { zone: 'UTC', object: 'table' };
  return (
    <div className="columns-whole">
      <label>
        Between cells
        <select
          value={table.separator}
          onChange={event => onChange({ ...given, separator: event.target.value })}
        >
          {Object.entries({ ...separators, [table.separator]: nameOf(table.separator) }).map(
            ([mark, name]) => (
              <option key={mark} value={mark}>
                {name}
              </option>
            ),
          )}
        </select>
      </label>
      <label>
        Fractions
        <select
          value={table.decimal}
          onChange={event => onChange({ ...given, decimal: event.target.value as '.' | ',' })}
        >
          <option value=".">1.5</option>
          <option value=",">1,5</option>
        </select>
      </label>
      {(['zone', 'object'] as const).map(member => (
        <label key={member}>
          {texts[member]}
          <input
            value={given[member] ?? ''}
            placeholder={hints[member]}
            onChange={({ target: { value } }) =>
              onChange(value === '' ? withoutMember(given, member) : { ...given, [member]: value })
            }
          />
        </label>
      ))}
    </div>
  );
}

const nameOf = (mark: string): string => (separators as Readonly<Record<string, string>>)[mark] ?? mark;

/** The first times as they are read, so that a person can check them. */
function Times({ table: { times } }: { table: TableInfo }) {
  const [first] = times;
  if (!first) return null;
  return (
    <p className="columns-times">
      <code>{first.cell}</code> is read as{' '}
      {first.read === null ? <b className="is-error">no time</b> : <b>{first.read}</b>}
    </p>
  );
}
