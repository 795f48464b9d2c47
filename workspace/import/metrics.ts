/** Metrics as a parser gathers them: values are kept as they come, and packed into runs by series when many wait. */
import type { MetricBlock } from './batch.ts';
import { grown } from './intern.ts';

/** So many values are packed when the next moment begins: of 30,000 series they make runs of 35. */
const enough = 1 << 20;

/** So many are packed even within a moment. */
const most = 4 * enough;

/**
 * Values of a run at most. Longer ones gain nothing when asked, and DuckDB compresses and writes only when it has
 * 122,880 rows: until then all their values wait in memory.
 */
export const longestRun = 128;

export class MetricLog {
  /** Values that wait. */
  count = 0;
  private series = new Int32Array(1024);
  private values = new Float64Array(1024);
  /** A moment is what the values from `starts` on, up to the next moment's, have in common. */
  private moments = 0;
  private starts = new Int32Array(64);
  private ts = new Float64Array(64);
  private row = new Int32Array(64);
  private sinceBoot = new Uint8Array(64);

  /** It is time to {@link take}. */
  isFull(betweenMoments: boolean): boolean {
    return this.count >= (betweenMoments ? enough : most);
  }

  /** The values to come are of this moment. */
  at(ts: number, row: number, sinceBoot: boolean): void {
    const last = this.moments - 1;
    const boot = sinceBoot ? 1 : 0;
    // Object.is, because moments without a time have NaN.
    if (last >= 0 && this.row[last] === row && Object.is(this.ts[last], ts) && this.sinceBoot[last] === boot)
      return;
    const i = this.moments++;
    if (i === this.ts.length) {
      this.starts = grown(this.starts, i + 1);
      this.ts = grown(this.ts, i + 1);
      this.row = grown(this.row, i + 1);
      this.sinceBoot = grown(this.sinceBoot, i + 1);
    }
    this.starts[i] = this.count;
    this.ts[i] = ts;
    this.row[i] = row;
    this.sinceBoot[i] = boot;
  }

  add(series: number, value: number): void {
    const i = this.count++;
    if (i === this.values.length) {
      this.series = grown(this.series, i + 1);
      this.values = grown(this.values, i + 1);
    }
    this.series[i] = series;
    this.values[i] = value;
  }

  /** Packs what waits. `seriesCount`: how many series there are. */
  take(seriesCount: number): MetricBlock {
    const { values, moments, ends } = this.bySeries(seriesCount);
    const times = new TimesLists(moments);
    const series: number[] = [];
    const timesOf: number[] = [];
    const lengths: number[] = [];
    for (let id = 0, from = 0; id < seriesCount; id++) {
      const end = ends[id] as number;
      for (let to = 0; from < end; from = to) {
        to = this.endOfRun(moments, from, end);
        series.push(id);
        timesOf.push(times.of(from, to));
        lengths.push(to - from);
      }
    }
    const block: MetricBlock = {
      times: times.built(this.ts, this.row, this.sinceBoot),
      series: Int32Array.from(series),
      timesOf: Int32Array.from(timesOf),
      values: { values, lengths: Int32Array.from(lengths) },
    };
    this.count = this.moments = 0;
    return block;
  }

  /** Values and the moments they are of, ordered by series; `ends[id]` is where those of a series end. */
  private bySeries(seriesCount: number): BySeries {
    const { count } = this;
    const to = {
      values: new Float64Array(count),
      moments: new Int32Array(count),
      ends: new Int32Array(seriesCount),
    };
    const width = this.rowWidth();
    if (width > 0) this.transpose(width, to);
    else this.sort(to);
    return to;
  }

  /** How many series there are if each moment has one value of each, in the same order; else 0. */
  private rowWidth(): number {
    const { count, moments, series, starts } = this;
    const width = moments > 1 ? (starts[1] as number) : count;
    if (width * moments !== count) return 0;
    for (let i = 1; i < width; i++) if ((series[i] as number) <= (series[i - 1] as number)) return 0;
    for (let i = 1; i < moments; i++) if (starts[i] !== i * width) return 0;
    for (let i = width; i < count; i++) if (series[i] !== series[i - width]) return 0;
    return width;
  }

  /** Reading along columns stays in the cache where writing along them does not: a fifth of the time of {@link sort}. */
  private transpose(width: number, { values, moments, ends }: BySeries): void {
    const rows = this.moments;
    for (let column = 0, at = 0; column < width; column++) {
      for (let row = 0; row < rows; row++, at++) {
        values[at] = this.values[row * width + column] as number;
        moments[at] = row;
      }
      ends[this.series[column] as number] = at;
    }
    for (let id = 1; id < ends.length; id++) if (ends[id] === 0) ends[id] = ends[id - 1] as number;
  }

  private sort({ values, moments, ends }: BySeries): void {
    const { count, series, starts } = this;
    for (let i = 0; i < count; i++) {
      const id = series[i] as number;
      ends[id] = (ends[id] as number) + 1;
    }
    for (let id = 0, before = 0; id < ends.length; id++) {
      const own = ends[id] as number;
      ends[id] = before;
      before += own;
    }
    for (let moment = 0; moment < this.moments; moment++) {
      const end = moment + 1 < this.moments ? (starts[moment + 1] as number) : count;
      for (let i = starts[moment] as number; i < end; i++) {
        // Where the series begins becomes where it ends, value by value.
        const id = series[i] as number;
        const place = ends[id] as number;
        ends[id] = place + 1;
        values[place] = this.values[i] as number;
        moments[place] = moment;
      }
    }
  }

  /** All values of a run are averages since boot, or none. */
  private endOfRun(moments: Int32Array, from: number, end: number): number {
    const { sinceBoot } = this;
    const most = Math.min(end, from + longestRun);
    const first = sinceBoot[moments[from] as number];
    for (let i = from + 1; i < most; i++) if (sinceBoot[moments[i] as number] !== first) return i;
    return most;
  }
}

interface BySeries {
  readonly values: Float64Array;
  readonly moments: Int32Array;
  readonly ends: Int32Array;
}

/** Lists of moments, each once: ranges of `moments`. */
class TimesLists {
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly byHash = new Map<number, number>();
  private last = -1;

  constructor(private readonly moments: Int32Array) {}

  /** The number of the list that equals this range. */
  of(from: number, to: number): number {
    // Mostly all series have values at the same times.
    if (this.last >= 0 && this.same(this.last, from, to)) return this.last;
    let hash = to - from;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ (this.moments[i] as number), 0x01000193);
    for (; ; hash++) {
      const known = this.byHash.get(hash);
      if (known !== undefined && !this.same(known, from, to)) continue;
      this.last = known ?? this.starts.length;
      if (known === undefined) {
        this.byHash.set(hash, this.last);
        this.starts.push(from);
        this.ends.push(to);
      }
      return this.last;
    }
  }

  built(ts: Float64Array, row: Int32Array, sinceBoot: Uint8Array): MetricBlock['times'] {
    const { starts, ends, moments } = this;
    const lengths = Int32Array.from(starts, (start, list) => (ends[list] as number) - start);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const times = new Float64Array(total);
    const rows = new Int32Array(total);
    let at = 0;
    starts.forEach((start, list) => {
      for (let i = start; i < (ends[list] as number); i++, at++) {
        times[at] = ts[moments[i] as number] as number;
        rows[at] = row[moments[i] as number] as number;
      }
    });
    return {
      ts: { values: times, lengths },
      row: { values: rows, lengths },
      sinceBoot: Uint8Array.from(starts, start => sinceBoot[moments[start] as number] as number),
    };
  }

  private same(list: number, from: number, to: number): boolean {
    const { moments } = this;
    const start = this.starts[list] as number;
    if ((this.ends[list] as number) - start !== to - from) return false;
    for (let i = from, j = start; i < to; i++, j++) if (moments[i] !== moments[j]) return false;
    return true;
  }
}
