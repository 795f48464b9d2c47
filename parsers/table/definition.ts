/**
 * A user's definition of a table: plain data, from a JSON file or a dialog. Properties that are left out are
 * detected.
 */
import type { MeaningName } from '../meanings.ts';

/** Use of a column. */
export const columnUses = [
  /** Time of the row; `date` is for a date in a column of its own. */
  'time',
  'date',
  /** Numbers: a counter. */
  'value',
  /** Name of the object that the row's values belong to: a device, a virtual machine. */
  'instance',
  'host',
  /** In a table with one value per row: the counter's name, and its unit. */
  'counter',
  'unit',
  'nothing',
] as const;

export type ColumnUse = (typeof columnUses)[number];

export interface ColumnDefinition {
  readonly is?: ColumnUse;
  /** For a time or date: a `TimeFormName`, or the form in letters, `dd.MM.yyyy HH:mm`. */
  readonly time?: string;
  /** For a value: name of the counter, if it is not the title. */
  readonly name?: string;
  /** For a value: its unit; `''` means none, whatever the title says. */
  readonly unit?: string;
  /** For a value: true if it is a count that only grows, shown as a rate. */
  readonly cumulative?: boolean;
  /** For a value: its meaning, by which verdicts and tracks use it like the metrics of known tools. */
  readonly meaning?: MeaningDefinition;
}

/** A name of `meanings.ts`, alone or with further properties. */
export type MeaningDefinition =
  | MeaningName
  | {
      readonly name: MeaningName;
      readonly attributes?: Readonly<Record<string, string>>;
      /**
       * factor × value + addend is in the unit of the meaning; if left out, it follows from the unit of the
       * column.
       */
      readonly factor?: number;
      readonly addend?: number;
    };

export interface TableDefinition {
  readonly id: string;
  readonly title: string;
  /** Columns by title. The definition applies to tables that have all of these columns. */
  readonly columns: Readonly<Record<string, ColumnDefinition>>;
  readonly separator?: string;
  /** The decimal mark. */
  readonly decimal?: '.' | ',';
  /** Zone of times that state none: `Europe/Berlin`. */
  readonly zone?: string;
  /** Object of the counters; `table` if left out. */
  readonly object?: string;
}
