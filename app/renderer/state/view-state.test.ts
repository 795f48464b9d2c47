import { describe, expect, it, vi } from 'vitest';
import type { Interval } from '../lib/interval.ts';
import { Colours } from './colours.ts';
import { EventsState } from './events.ts';
import { usualExport } from './exporting.ts';
import { type FunctionRef, History } from './history.ts';
import { Marks } from './marks.ts';
import { followed, MetricsState, metricTracks, scaled, withSeries } from './metrics.ts';
import { SearchState } from './search.ts';
import { Sorts } from './sorts.ts';
import { SqlState } from './sql.ts';
import { Store } from './store.ts';
import { type Track, TracksState } from './tracks.ts';
import { ViewKeeper } from './view-keeper.ts';
import { type Kept, showView, viewText } from './view-state.ts';

const fresh = (): Kept => ({
  history: new History({ scope: {}, view: 'overview', function: null, module: null, search: '' }),
  zoom: new Store<Interval | null>(null),
  zone: new Store('UTC'),
  colours: new Store(new Colours()),
  events: new EventsState(),
  metrics: new MetricsState(),
  sql: new SqlState(),
  search: new SearchState(),
  tracks: new TracksState(),
  marks: new Marks(),
  sorts: new Sorts(),
  selected: new Store<FunctionRef | null>(null),
  exporting: new Store(usualExport),
});
const series = { capture: 2, host: null, object: 'disk', instance: 'vda', counter: '%util', unit: '%' };

function arranged(): Kept {
  const of = fresh();
  of.history.go({
    view: 'metrics',
    search: 'level>=warn',
    scope: { from: 5n, to: 9n, captures: [2], processes: ['pg'], group: 'addresses' },
  });
  of.zoom.set({ from: 1n, to: 20n });
  of.zone.set('Europe/Vienna');
  of.colours.update(colours => colours.with(['sh', 'postgres'], ['/lib/libc.so.6']));
  of.events.part.set('templates');
  of.search.order.set('rarity');
  of.search.facets.set(['status']);
  of.events.filter.set({ kind: 'log', levels: ['error'], template: null, text: 'lost' });
  const modules: Track = {
    id: 'track-1',
    kind: 'samples',
    params: { by: 'module' },
    height: 80,
    hidden: ['a'],
  };
  of.tracks.choose([modules], scaled(withSeries([modules], [series]), 'track-2', 'percent'));
  of.marks.add({ from: 7n, to: 9n, text: 'stall' });
  of.marks.add({ from: 5n, to: null, text: 'begin' });
  of.sql.run('SELECT 1');
  of.sql.shape.set('series');
  of.sorts.set('Functions', { column: 'self', descending: true });
  of.selected.set({ function: 'main', module: 'a' });
  of.exporting.set({ form: 'pdf', kinds: ['users'], patterns: 'customer: acme-*' });
  return of;
}

describe('the view state of a workspace', () => {
  it('is restored as it was written', () => {
    const text = viewText(arranged());
    const again = fresh();
    showView(text, again);
    expect(JSON.parse(viewText(again))).toEqual(JSON.parse(text));
    const colours = again.colours.get();
    expect(colours.process('postgres')).toBe(arranged().colours.get().process('postgres'));
    // Another heaviest process takes no colour that is taken.
    expect(colours.with(['pgbench', 'postgres', 'sh'], []).process('postgres')).toBe(
      colours.process('postgres'),
    );
    expect(again.history.present).toEqual(arranged().history.present);
    expect(again.history.places.get().past).toEqual([]);
    expect(again.sorts.of('Functions')).toEqual({ column: 'self', descending: true });
    expect(again.selected.get()?.function).toBe('main');
  });

  it('has the function of an older workspace, which called it the subject', () => {
    const of = fresh();
    showView('{"place":{"scope":{},"view":"callers","subject":{"function":"main","module":"a"}}}', of);
    expect(of.history.present.function).toEqual({ function: 'main', module: 'a' });
    expect(JSON.parse(viewText(of)).place).toMatchObject({ function: { function: 'main' } });
  });

  it.each([
    '',
    'null',
    '[1]',
    '{"place":{"scope":{"from":"x","to":7,"captures":["1"],"cpus":[0.5],"weight":"tons"},"view":3,"function":{}}}',
    '{"sorts":{"Functions":{"column":3},"x":[]},"selected":{"function":1},"colours":{"process a":-1,"b":"x","c":99}}',
    '{"zoom":{"from":"9","to":"5"},"zone":5,"events":{"part":"all","filter":{"levels":"error"}}}',
    '{"marks":[{"from":"9","to":"5","text":"x"},{"from":"1","to":null},{"from":1,"to":null,"text":"x"},7]}',
    '{"metrics":{"part":7},"tracks":{"tracks":"x"}}',
  ])('is the default if the stored one is invalid: %s', text => {
    const of = fresh();
    showView(text, of);
    expect(viewText(of)).toBe(viewText(fresh()));
  });

  it('has the valid tracks of the file', () => {
    const of = fresh();
    const tracks = [
      { kind: 'metrics', params: { series: [{ capture: '1' }], scale: 'one' } },
      { kind: 'from-tomorrow', params: { x: 1 }, height: -5, hidden: 'a', isPinned: 1 },
      { params: {} },
      null,
    ];
    showView(JSON.stringify({ tracks: { tracks, kinds: ['a', 7] } }), of);
    const left = [{ id: 'track-1', kind: 'from-tomorrow', params: { x: 1 } }];
    expect(of.tracks.chosen.get()).toEqual({ tracks: left, kinds: ['a'] });
  });

  it('has the tracks of an older workspace, which had only tracks of metrics', () => {
    const of = fresh();
    const track = { id: 'x', title: 'Disk', series: [series], scale: 'one' };
    showView(JSON.stringify({ metrics: { tracks: [track, { series: [] }] } }), of);
    expect(of.tracks.chosen.get()).toEqual({
      tracks: [{ id: 'track-1', kind: 'metrics', params: { title: 'Disk', series: [series], scale: 'one' } }],
      kinds: ['metrics'],
    });
  });

  it('keeps series in their tracks when their capture is read again', () => {
    const chosen = arranged().tracks.chosen.get();
    const again = followed(chosen, capture => (capture === 2 ? 7 : capture))!;
    expect(metricTracks(again.tracks)[0]!.params.series[0]!.capture).toBe(7);
    expect(again.tracks[0]).toMatchObject({ kind: 'samples', hidden: ['a'] });
    expect(followed(null, () => null)).toBeNull();
  });
});

describe('storing the view state', () => {
  it('waits a moment, then writes once, and does not write an unchanged state', async () => {
    vi.useFakeTimers();
    const written: string[] = [];
    const of = fresh();
    const keepView = async (text: string) => void written.push(text);
    const keeper = new ViewKeeper(of, { view: async () => viewText(arranged()), keepView }, () => true);
    await keeper.restore();
    await vi.runAllTimersAsync();
    expect(written).toEqual([]);
    of.metrics.part.set('balance');
    of.events.order.set('newest');
    await vi.runAllTimersAsync();
    expect(written).toEqual([viewText(of)]);
    await keeper.flush();
    expect(written).toHaveLength(1);
    vi.useRealTimers();
  });

  it('writes nothing without captures', async () => {
    const written: string[] = [];
    const of = fresh();
    const place = { view: async () => null, keepView: async (text: string) => void written.push(text) };
    const keeper = new ViewKeeper(of, place, () => false);
    of.metrics.part.set('balance');
    await keeper.flush();
    expect(written).toEqual([]);
  });
});
