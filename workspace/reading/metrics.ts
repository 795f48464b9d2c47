/**
 * Gathers metrics for a parser: values are appended in the order given, and grouped into runs by series when many
 * wait.
 */

import { grown } from '../../parsers/kit/intern.ts';
import { maxRunPoints } from '../store/packed.ts';
import type { MetricBlock } from './batch.ts';
import { Moments, TimesLists } from './moments.ts';

/** Number of waiting values that are grouped when the next moment begins: with 30,000 series, runs have 35 values. */
const enough = 1 << 20;

/** Number of waiting values that are grouped even within a moment. */
const maxRows = 4 * enough;

interface BySeries {
  readonly values: Float64Array;
  /** Per value, the index of its moment. */
  readonly order: Int32Array;
  /** Per series, the end of its values. */
  readonly ends: Int32Array;
}

export class MetricLog {
  /** Number of values not yet grouped. */
  count = 0;
  private series = new Int32Array(1024);
  private values = new Float64Array(1024);
  private moments = new Moments();

  /** True if it is time to {@link take}. */
  isFull(betweenMoments: boolean): boolean {
    return this.count >= (betweenMoments ? enough : maxRows);
  }

  /** Sets the moment of the values that follow. */
  at(ts: number, row: number, sinceBoot: boolean): void {
    this.moments.at(this.count, ts, row, sinceBoot);
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

  /** Adds a value for each of these series. */
  addAll(series: Int32Array, values: Float64Array): void {
    const end = this.count + values.length;
    if (end > this.values.length) {
      this.series = grown(this.series, end);
      this.values = grown(this.values, end);
    }
    this.series.set(series, this.count);
    this.values.set(values, this.count);
    this.count = end;
  }

  /** Groups the waiting values. `seriesCount`: number of series. */
  take(seriesCount: number): MetricBlock {
    const { values, order, ends } = this.bySeries(seriesCount);
    const times = new TimesLists(order, this.moments);
    const series: number[] = [];
    const timesOf: number[] = [];
    const lengths: number[] = [];
    for (let id = 0, from = 0; id < seriesCount; id++) {
      const end = ends[id] as number;
      for (let to = 0; from < end; from = to) {
        to = this.endOfRun(order, from, end);
        series.push(id);
        timesOf.push(times.of(from, to));
        lengths.push(to - from);
      }
    }
    const block: MetricBlock = {
      times: times.built(),
      series: Int32Array.from(series),
      timesOf: Int32Array.from(timesOf),
      values: { values, lengths: Int32Array.from(lengths) },
    };
    this.count = this.moments.count = 0;
    return block;
  }

  private bySeries(seriesCount: number): BySeries {
    const { count } = this;
    const to = {
      values: new Float64Array(count),
      order: new Int32Array(count),
      ends: new Int32Array(seriesCount),
    };
    const width = this.rowWidth();
    if (width > 0) this.transpose(width, to);
    else this.sort(to);
    return to;
  }

  /** Number of series if every moment has one value of each series, in the same order; else 0. */
  private rowWidth(): number {
    const { count, series, moments } = this;
    const { count: rows, starts } = moments;
    const width = rows > 1 ? (starts[1] as number) : count;
    if (width * rows !== count) return 0;
    for (let i = 1; i < width; i++) if ((series[i] as number) <= (series[i - 1] as number)) return 0;
    for (let i = 1; i < rows; i++) if (starts[i] !== i * width) return 0;
    for (let i = width; i < count; i++) if (series[i] !== series[i - width]) return 0;
    return width;
  }

  /** Reading along columns stays in the cache, writing along them does not: takes half the time of {@link sort}. */
  private transpose(width: number, { values, order, ends }: BySeries): void {
    const rows = this.moments.count;
    for (let column = 0, at = 0; column < width; column++) {
      for (let row = 0; row < rows; row++, at++) {
        values[at] = this.values[row * width + column] as number;
        order[at] = row;
      }
      ends[this.series[column] as number] = at;
    }
    for (let id = 1; id < ends.length; id++) if (ends[id] === 0) ends[id] = ends[id - 1] as number;
  }

  private sort({ values, order, ends }: BySeries): void {
    const { count, series, moments } = this;
    for (let i = 0; i < count; i++) {
      const id = series[i] as number;
      ends[id] = (ends[id] as number) + 1;
    }
    for (let id = 0, before = 0; id < ends.length; id++) {
      const end = ends[id] as number;
      ends[id] = before;
      before += end;
    }
    for (let moment = 0; moment < moments.count; moment++) {
      const end = moment + 1 < moments.count ? (moments.starts[moment + 1] as number) : count;
      for (let i = moments.starts[moment] as number; i < end; i++) {
        // `ends[id]` starts as the begin of the series and grows with each value.
        const id = series[i] as number;
        const place = ends[id] as number;
        ends[id] = place + 1;
        values[place] = this.values[i] as number;
        order[place] = moment;
      }
    }
  }

  /** End of the run that begins at `from`: its values are all averages since boot, or none is. */
  private endOfRun(order: Int32Array, from: number, end: number): number {
    const { sinceBoot } = this.moments;
    const last = Math.min(end, from + maxRunPoints);
    const first = sinceBoot[order[from] as number];
    for (let i = from + 1; i < last; i++) if (sinceBoot[order[i] as number] !== first) return i;
    return last;
  }
}
