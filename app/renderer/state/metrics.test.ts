import { describe, expect, it } from 'vitest';
import {
  followed,
  isSameSeries,
  metricTracks,
  nameOf,
  namesOf,
  overlaid,
  type SeriesRef,
  scaled,
  selectionOf,
  trackOf,
  withEach,
  withoutSeries,
  withSeries,
  wordsBeyondTitle,
} from './metrics.ts';
import { movedBy, type Track } from './tracks.ts';

const of = (
  object: string,
  instance: string | null,
  counter: string,
  unit: string | null = '%',
): SeriesRef => ({
  capture: 2,
  host: 'vm',
  object,
  instance,
  counter,
  unit,
});
const file = (capture: number) => `sar-${capture}.txt`;
const vda = of('disk', 'vda', '%util');
const vdb = of('disk', 'vdb', '%util');
const wait = of('disk', 'vda', 'w_await', 'ms');

describe('trackOf', () => {
  it('has the common parts of the series in the title, the others in the legend', () => {
    expect(trackOf([vda, vdb])).toMatchObject({ title: 'disk %util', scale: 'one' });
    expect(namesOf([vda, vdb], file)).toEqual(['vda', 'vdb']);
    expect(trackOf([vda]).title).toBe('disk vda %util');
    expect(namesOf([vda], file)).toEqual(['%util']);
    expect(trackOf([vda, of('memory', null, 'free', 'kB')]).title).toBe('disk %util · memory free');
    const many = ['a', 'b', 'c', 'd'].map((name, i) => of(`o${i}`, null, name));
    expect(trackOf(many).title).toBe('4 series');
  });
  it('has below the title the parts that it leaves out', () => {
    const queue = of('scheduler', null, 'r', null);
    expect(wordsBeyondTitle('Run queue', queue)).toBe('scheduler r');
    expect(wordsBeyondTitle('Disk vda', vda)).toBe('%util');
    expect(wordsBeyondTitle('scheduler r', queue)).toBe('');
    expect(wordsBeyondTitle('Latency', of('table', 'cart', 'p99 ms'))).toBe('cart p99 ms');
    expect(nameOf(vda)).toBe('disk vda %util');
  });
  it('names hosts only where there are several', () => {
    const nowhere = { ...wait, host: null };
    expect(namesOf([vda, nowhere], file)).toEqual(['%util', 'w_await']);
    expect(namesOf([vda, { ...nowhere, host: 'db' }], file)).toEqual(['%util vm', 'w_await db']);
  });
  it('names captures only if nothing else distinguishes the series', () => {
    const later = { ...vda, capture: 3 };
    expect(namesOf([vda, later, vdb], file)).toEqual(['vda sar-2.txt', 'vda sar-3.txt', 'vdb']);
  });
  it('gives each series its own scale if units differ', () => {
    expect(trackOf([vda, wait])).toMatchObject({ title: 'disk vda', scale: 'own' });
  });
});

describe('selectionOf', () => {
  it('selects one series, whatever its name contains', () => {
    expect(selectionOf(vda)).toBe('2:disk/vda/%util');
    expect(selectionOf(of('memory', null, 'free'))).toBe('2:memory/free');
    expect(selectionOf(of('process', 'java *, old?', '%usr'))).toBe('2:process/java ?? old?/%usr');
  });
});

describe('tracks of metrics', () => {
  it('are added, overlaid and removed', () => {
    let tracks: readonly Track[] = withSeries([], [vda]);
    const params = () => metricTracks(tracks).map(each => each.params);
    tracks = overlaid(tracks, tracks[0]!.id, wait);
    expect(params()).toMatchObject([{ title: 'disk vda', scale: 'own', series: [vda, wait] }]);
    tracks = withEach(tracks, [[{ ...vdb, max: 70 }], [{ ...of('memory', null, 'free'), max: 90 }]]);
    expect(params().map(({ top }) => top)).toEqual([undefined, 90, 90]);
    tracks = movedBy(tracks, tracks[2]!.id, -1);
    expect(params().map(({ title }) => title)).toEqual(['disk vda', 'memory free', 'disk vdb %util']);
    tracks = withoutSeries(tracks, vda);
    expect(params()[0]).toMatchObject({ title: 'disk vda w_await', series: [wait] });
    tracks = withoutSeries(tracks, wait);
    expect(tracks).toHaveLength(2);
    tracks = scaled(tracks, tracks[0]!.id, 'percent');
    expect(params()[0]!.scale).toBe('percent');
  });
  it('leave tracks of other kinds unchanged', () => {
    const other: Track = { id: 'track-1', kind: 'samples', params: { by: 'module' } };
    const tracks = withSeries([other], [vda]);
    expect(tracks.map(({ id }) => id)).toEqual(['track-1', 'track-2']);
    expect(withoutSeries(tracks, vda)).toEqual([other]);
    const chosen = { tracks, kinds: ['samples', 'metrics'] };
    // After the last of them was removed, the defaults are shown.
    expect(followed(chosen, () => null)).toEqual({ tracks: [other], kinds: ['samples'] });
  });
  it('compare series by their names, not by object', () => {
    expect(isSameSeries(vda, { ...vda })).toBe(true);
    expect(isSameSeries(vda, vdb)).toBe(false);
  });
});
