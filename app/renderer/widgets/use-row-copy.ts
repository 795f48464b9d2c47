import { count } from '../../wording/numbers.ts';
import type { MenuEntry } from '../lib/menu-entry.ts';
import { useSession } from '../state/session.ts';
import type { ArrangedRows } from '../state/use-arranged.ts';
import type { GridColumn } from './columns.ts';
import { type Copying, copiedCell, copiedRows } from './copied.ts';
import { copyKeys } from './row-menu.tsx';
import type { ChosenRows } from './use-chosen-rows.ts';

/** Maximum number of rows to copy; more must be exported. */
const maxCopied = 100_000;

export interface RowCopy {
  /** Copies the selected rows. */
  chosen(): void;
  /** Menu entries that copy a row. */
  entries(row: number, column: string): readonly MenuEntry[];
}

export function useRowCopy(
  columns: readonly GridColumn[],
  rows: ArrangedRows,
  chosenRows: ChosenRows,
  copying: Omit<Copying, 'captureName'>,
): RowCopy {
  const session = useSession();
  const context: Copying = { ...copying, captureName: session.captureName };
  const copy = (first: number, last: number) =>
    void session.attempt(async () => {
      const length = last - first + 1;
      if (length > maxCopied) {
        session.imports.notify(
          'info',
          `${count(length, 'row')} are too many to copy: export the table as CSV.`,
        );
        return;
      }
      const cells = (await rows.load?.(first, length)) ?? rows.cell;
      await session.shell.copy(copiedRows(columns, first, last, cells, context));
    });
  const copyCell = (row: number, column: GridColumn): MenuEntry => ({
    label: 'Copy cell',
    run: () => void session.shell.copy(copiedCell(rows.cell(row, column.name), column, context)),
  });
  return {
    chosen: () => copy(chosenRows.first, chosenRows.last),
    entries(row, name) {
      const column = columns.find(each => each.name === name);
      const isRange = chosenRows.has(row) && chosenRows.last > chosenRows.first;
      const [first, last] = isRange ? [chosenRows.first, chosenRows.last] : [row, row];
      return [
        null,
        ...(column ? [copyCell(row, column)] : []),
        {
          label: isRange ? `Copy ${count(last - first + 1, 'row')}` : 'Copy row',
          keys: copyKeys,
          run: () => copy(first, last),
        },
      ];
    },
  };
}
