/** How services keep the lines of others: a document of JSON around them, with a time and labels for each. */
import type { JsonPlace } from '../kit/json-stream.ts';
import type { LogFormat } from '../logs/definition.ts';

export interface Envelope {
  /** How a record, with what its document says of it, is an event; its `nested` line is read in its own format. */
  readonly record: LogFormat;
  /** How such files begin, and what else stands in their first bytes, if that is not enough. */
  readonly marks: readonly { readonly begins: RegExp; readonly holds?: RegExp }[];
  /** Where the records are; none: every document is one, or a list of them. */
  readonly documents: JsonPlace;
  /** Keys that lists of records stand under, as `documents` has them. */
  readonly lists: readonly string[];
  /** Members beside the records, or around them, that are labels of each. */
  readonly labels: readonly string[];
  /** Names of the elements of records that are lists. */
  readonly elements?: readonly string[];
  readonly lost?: string;
}
