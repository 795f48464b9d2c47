import type { Table } from '../state/table.ts';
import { sumAt, type TrackData } from './track-data.ts';

/** What is drawn, from the bottom up: what is left of a thread's time is waiting. */
export const stateColours = {
  running: 'var(--state-running)',
  ready: 'var(--state-ready)',
  unknown: 'var(--unknown)',
} as const;

export interface ThreadTrack {
  readonly name: string;
  /** Shares of each bucket, %. */
  readonly data: TrackData;
}

/** Rows of (track, key, time, value) as tracks; every thread has every state at the same times. */
export function threadTracks(table: Table | null): readonly ThreadTrack[] {
  if (!table || table.rows === 0) return [];
  const [tracks, keys] = [table.texts('track'), table.texts('key')];
  const [time, value] = [table.times('time'), table.numbers('value')];
  const series = new Map<number, Map<string, number[]>>();
  const times: bigint[] = [];
  for (let row = 0; row < table.rows; row++) {
    const [track, key] = [tracks.index[row]!, keys.values[keys.index[row]!] ?? ''];
    let ofTrack = series.get(track);
    if (!ofTrack) {
      ofTrack = new Map();
      series.set(track, ofTrack);
    }
    const values = ofTrack.get(key) ?? [];
    ofTrack.set(key, values);
    if (series.size === 1 && ofTrack.size === 1) times.push(time[row]!);
    values.push(value[row]!);
  }
  return [...series].map(([track, byState]) => {
    const drawn = Object.keys(stateColours).map(key => ({
      key,
      values: Float64Array.from(byState.get(key) ?? times.map(() => 0)),
    }));
    const data = { times: BigInt64Array.from(times), series: drawn, peak: 0 };
    const peak = times.reduce((most, _, at) => Math.max(most, sumAt(data.series, at)), 0);
    return { name: tracks.values[track] ?? '', data: { ...data, peak } };
  });
}
