import { type FormEvent, useEffect, useState } from 'react';
import type { CaptureInfo, TableDefinition, TableInfo } from '../../../contract.ts';
import { count } from '../../../wording/numbers.ts';
import { sentence } from '../../state/engine-link.ts';
import { useSession } from '../../state/session.ts';
import { Modal } from '../../widgets/modal.tsx';
import { TableColumn } from './table-column.tsx';
import { shownColumns, withoutMember } from './table-form.ts';

/** Maximum number of columns shown; further ones are found by search. */
const maxShown = 100;
const fewColumns = 12;

/**
 * Shows how the columns of a CSV are interpreted, and lets the user correct it; then the file is read again.
 */
export function TableDialog({ capture }: { capture: CaptureInfo }) {
  const session = useSession();
  const { table, error, given, now, setGiven } = useTableForm(capture);
  const close = () => session.dialog.set(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!given || error) return;
    close();
    void session.readAgainByTable(capture, given);
  };
  return (
    <Modal label={`Columns of ${capture.name}`} className="columns-dialog" onClose={close}>
      <h2>Columns of {capture.name}</h2>
      <form onSubmit={submit}>
        {table && now && (
          <>
            <Whole table={table} given={now} onChange={setGiven} />
            <Columns table={table} given={now} onChange={setGiven} />
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
            disabled={!now || !isChanged(now)}
            onClick={() => setGiven({ id: 'table', title: capture.formatTitle, columns: {} })}
          >
            Reset to detected
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

/** The definition of a table while it is edited. Each change is tried on the beginning of the file, to show its effect. */
function useTableForm(capture: CaptureInfo) {
  const session = useSession();
  const [given, setGiven] = useState<TableDefinition | null>(null);
  const [table, setTable] = useState<TableInfo | null>(null);
  const [error, setError] = useState<string | null>(null);
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
  return { table, error, given, now: given ?? table?.given ?? null, setGiven };
}

const isChanged = ({ id: _, title: _title, columns, ...whole }: TableDefinition): boolean =>
  Object.keys(columns).length + Object.keys(whole).length > 0;

interface WholeProps {
  readonly table: TableInfo;
  readonly given: TableDefinition;
  onChange(given: TableDefinition): void;
}

const separators = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };

/** The columns of the table, with a search if there are many. */
function Columns({ table, given, onChange }: WholeProps) {
  const [search, setSearch] = useState('');
  const found = shownColumns(table.columns, search);
  return (
    <>
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
              <th scope="col">content</th>
              <th scope="col">format</th>
              <th scope="col">cells</th>
              <th scope="col">source</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, maxShown).map(column => (
              <TableColumn key={column.title} column={column} given={given} onChange={onChange} />
            ))}
          </tbody>
        </table>
        {found.length > maxShown && (
          <p className="hint">{count(found.length - maxShown, 'more column')}: search for them.</p>
        )}
      </div>
    </>
  );
}

/** Settings of the table as a whole. */
function Whole({ table, given, onChange }: WholeProps) {
  const texts = { zone: 'Zone of times without one', object: 'Object measured' } as const;
  const hints = { zone: 'UTC', object: 'table' };
  return (
    <div className="columns-whole">
      <label>
        Separator
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
        Decimal mark
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

/** The first times as they are read, so that the user can check them. */
function Times({ table: { times } }: { table: TableInfo }) {
  const [first] = times;
  if (!first) return null;
  return (
    <p className="columns-times">
      <code>{first.cell}</code> is read as{' '}
      {first.read === null ? <b className="is-error">not a time</b> : <b>{first.read}</b>}
    </p>
  );
}
