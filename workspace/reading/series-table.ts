/** Series by all that names them, as ids of texts: a capture may have a million, so there is no object for each. */
import { grown, TupleTable } from '../../parsers/kit/intern.ts';

/** Ids of a series' texts and of its thread; -1 is none. */
export interface SeriesIds {
  readonly host: number;
  readonly object: number;
  readonly instance: number;
  readonly counter: number;
  readonly unit: number;
  readonly cumulative: number;
  readonly thread: number;
}

/** Width of a row: host, object, instance, counter, unit, cumulative, thread, meaning. */
export const seriesWidth = 8;

export class SeriesTable {
  /** object, counter, unit, cumulative: what all hosts and instances have in common. */
  private readonly measures = new TupleTable(4);
  /** measure, host, instance, thread. */
  private readonly series = new TupleTable(4);
  /** The meaning is no part of what identifies a series. */
  private meanings = new Int32Array(64);

  get count(): number {
    return this.series.count;
  }

  /** Size in bytes. */
  get size(): number {
    return this.measures.size + this.series.size + this.meanings.byteLength;
  }

  /** The id; `meaning` is called if the series is new, and returns the meaning's id, or -1. */
  intern(ids: SeriesIds, meaning: () => number): number {
    const measure = this.measures.intern(ids.object, ids.counter, ids.unit, ids.cumulative);
    const { count } = this;
    const id = this.series.intern(measure, ids.host, ids.instance, ids.thread);
    if (this.count > count) {
      if (id === this.meanings.length) this.meanings = grown(this.meanings, id + 1);
      this.meanings[id] = meaning();
    }
    return id;
  }

  /** The rows from id `from` on, one after the other. */
  since(from: number): Int32Array {
    const { measures, series } = this;
    const rows = new Int32Array((this.count - from) * seriesWidth);
    for (let id = from, at = 0; id < this.count; id++) {
      const measure = series.get(id, 0);
      rows[at++] = series.get(id, 1);
      rows[at++] = measures.get(measure, 0);
      rows[at++] = series.get(id, 2);
      rows[at++] = measures.get(measure, 1);
      rows[at++] = measures.get(measure, 2);
      rows[at++] = measures.get(measure, 3);
      rows[at++] = series.get(id, 3);
      rows[at++] = this.meanings[id] as number;
    }
    return rows;
  }
}
