import { KeyedColumns } from './columns.ts';
import type { JsonMap, LogFormat } from './definition.ts';
import { Levels } from './levels.ts';
import type { Match } from './match.ts';
import type { Draft, RecordReader } from './record.ts';

/** Reads records that are pairs of a key and a value, whose keys say what the values are. */
export abstract class PairLines implements RecordReader {
  protected readonly columns: KeyedColumns;
  readonly heaviest: number;

  constructor(map: JsonMap, format: LogFormat) {
    this.columns = new KeyedColumns(map, new Levels(format.levels), format.units);
    this.heaviest = format.specificity ?? 20;
  }

  abstract begins(bytes: Uint8Array, start: number, end: number, into: Match): boolean;

  /** Fills in the event, and returns the number of pairs; 0 if the record proves nothing. */
  protected abstract parse(bytes: Uint8Array, start: number, end: number, draft: Draft): number;

  proves(bytes: Uint8Array, start: number, end: number, into: Match, draft: Draft): boolean {
    if (!this.begins(bytes, start, end, into)) return false;
    draft.clear();
    return this.parse(bytes, start, end, draft) >= 3 && draft.time !== null;
  }

  weight(): number {
    return this.heaviest;
  }

  read(bytes: Uint8Array, start: number, end: number, _match: Match, draft: Draft): boolean {
    this.parse(bytes, start, end, draft);
    draft.pairs = false;
    return true;
  }
}
