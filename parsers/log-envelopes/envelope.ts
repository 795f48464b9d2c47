/** Documents in which services store the log lines of other programs: JSON with a time and labels for each line. */
import type { JsonPlace } from '../kit/json-stream.ts';
import type { LogFormat } from '../logs/definition.ts';

export interface Envelope {
  /** Log format by which a record becomes an event; its `nested` line is read in its own format. */
  readonly record: LogFormat;
  /** The beginning of such files, and other text in their first bytes if that is not enough. */
  readonly marks: readonly { readonly begins: RegExp; readonly holds?: RegExp }[];
  /** Containers of the records; empty if every document is a record, or a list of them. */
  readonly documents: JsonPlace;
  /** Keys of lists of records, as in `documents`. */
  readonly lists: readonly string[];
  /** Members beside the records, or around them, that are labels of each record. */
  readonly labels: readonly string[];
  /** Names of the elements of records that are lists. */
  readonly elements?: readonly string[];
  readonly lost?: string;
}
