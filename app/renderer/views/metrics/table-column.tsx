import type { ColumnDefinition, ColumnUse, FoundColumn, TableDefinition } from '../../../contract.ts';
import { isNamedForm, lettersOf, timeForms, uses, withColumn } from './table-form.ts';

interface TableColumnProps {
  readonly column: FoundColumn;
  readonly given: TableDefinition;
  onChange(given: TableDefinition): void;
}

/** A row for one column of the file: title, content and format. */
export function TableColumn({ column, given, onChange }: TableColumnProps) {
  const { title, is, guess, cells } = column;
  const how = {
    column,
    wish: given.columns[title] ?? {},
    change: (wish: ColumnDefinition) => onChange(withColumn(given, title, wish)),
  };
  return (
    <tr>
      <th scope="row" className="ellipsis" title={title}>
        {title || 'no title'}
      </th>
      <td>
        <select
          aria-label={`What ${title} holds`}
          value={is}
          onChange={event => how.change({ is: event.target.value as ColumnUse })}
        >
          {Object.entries(uses).map(([use, label]) => (
            <option key={use} value={use}>
              {label}
            </option>
          ))}
        </select>
      </td>
      <td className="columns-how">
        {(is === 'time' || is === 'date') && <HowTime {...how} />}
        {is === 'value' && <HowValue {...how} />}
      </td>
      <td className="ellipsis muted" title={cells.join('\n')}>
        <code>{cells.join('  ')}</code>
      </td>
      <td className={column.given ? 'muted' : 'columns-guess'}>
        {column.given ? 'set by hand' : guess ? 'guess' : ''}
      </td>
    </tr>
  );
}

interface HowProps {
  readonly column: FoundColumn;
  /** The given settings; while they are invalid, the column keeps its former meaning. */
  readonly wish: ColumnDefinition;
  change(wish: ColumnDefinition): void;
}

const inLetters = 'letters';

function HowTime({ column: { title, is, time: found, cells }, wish, change }: HowProps) {
  const time = wish.time ?? found;
  const isSpelt = time !== null && !isNamedForm(time);
  const choose = (form: string) =>
    change({ is, time: form === inLetters ? lettersOf(cells[0] ?? '', time === 'month-first') : form });
  return (
    <>
      <select
        aria-label={`Format of the times of ${title}`}
        value={isSpelt ? inLetters : (time ?? '')}
        onChange={event => choose(event.target.value)}
      >
        {time === null && <option value="">not known</option>}
        {Object.entries(timeForms).map(([form, label]) => (
          <option key={form} value={form}>
            {label}
          </option>
        ))}
        <option value={inLetters}>in letters …</option>
      </select>
      {isSpelt && (
        <input
          aria-label={`Pattern of the times of ${title}`}
          title="yyyy MM dd HH mm ss, f a fraction, a AM or PM, Z a zone"
          className="columns-letters"
          value={time}
          onChange={event => change({ time: event.target.value })}
        />
      )}
    </>
  );
}

function HowValue({ column: { title, unit, cumulative }, wish, change }: HowProps) {
  return (
    <>
      <input
        aria-label={`Name of the counter ${title}`}
        className="columns-name"
        value={wish.name ?? ''}
        placeholder={title}
        onChange={({ target: { value } }) => change({ name: value === '' ? title : value })}
      />
      <input
        aria-label={`Unit of ${title}`}
        className="columns-unit"
        value={wish.unit ?? unit ?? ''}
        placeholder="no unit"
        onChange={event => change({ unit: event.target.value })}
      />
      <label title="A count that only grows: shown as a rate">
        <input
          type="checkbox"
          checked={cumulative}
          onChange={event => change({ cumulative: event.target.checked })}
        />
        only grows
      </label>
    </>
  );
}
