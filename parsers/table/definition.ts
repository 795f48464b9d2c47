/** What a person says of a table: plain data, from a JSON file or a dialog. What is left out is found by itself. */
import type { MeaningName } from '../meanings.ts';

/** What a column holds. */
export const columnUses = [
  /** When the row was taken; a `date` stands apart from its time of day. */
  'time',
  'date',
  /** Numbers: a counter. */
  'value',
  /** Names what the values of the row are about: a device, a virtual machine. */
  'instance',
  'host',
  /** In a table of one value a row: the counter's name, and its unit. */
  'counter',
  'unit',
  'nothing',
] as const;

export type ColumnUse = (typeof columnUses)[number];

export interface ColumnDefinition {
  readonly is?: ColumnUse;
  /** Of a time or date: a `TimeFormName`, or the time in letters, `dd.MM.yyyy HH:mm`. */
  readonly time?: string;
  /** Of a value: what the counter is called, where that is not the title. */
  readonly name?: string;
  /** Of a value; `''`: it has none, whatever the title says. */
  readonly unit?: string;
  /** Of a value: a count that only grows, shown as a rate. */
  readonly cumulative?: boolean;
  /** Of a value: what it measures, so that it is judged and shown as what tools measure. */
  readonly meaning?: MeaningDefinition;
}

/** A name of `meanings.ts`, or one with more to be said. */
export type MeaningDefinition =
  | MeaningName
  | {
      readonly name: MeaningName;
      readonly attributes?: Readonly<Record<string, string>>;
      /** factor × value + addend is in the unit of the meaning; where it is not given, the unit of the column tells it. */
      readonly factor?: number;
      readonly addend?: number;
    };

export interface TableDefinition {
  readonly id: string;
  readonly title: string;
  /** By title. A table that has all of these columns is one of these tables. */
  readonly columns: Readonly<Record<string, ColumnDefinition>>;
  readonly separator?: string;
  /** What stands before the fraction of a number. */
  readonly decimal?: '.' | ',';
  /** Zone of times that name none: `Europe/Berlin`. */
  readonly zone?: string;
  /** What the counters belong to; `table` unless said. */
  readonly object?: string;
}
