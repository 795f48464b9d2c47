import { describe, expect, it, vi } from 'vitest';
import { Colours } from './colours.ts';
import { EventsState } from './events.ts';
import { type FunctionRef, History } from './history.ts';
import { MetricsState } from './metrics.ts';
import type { Interval } from './scope.ts';
import { Sorts } from './sorts.ts';
import { Store } from './store.ts';
import { ViewKeeper } from './view-keeper.ts';
import { type Kept, showView, viewText } from './view-state.ts';

const fresh = (): Kept => ({
  history: new History({ scope: {}, view: 'overview', function: null, module: null }),
  zoom: new Store<Interval | null>(null),
  zone: new Store('UTC'),
  colours: new Store(new Colours()),
  events: new EventsState(),
  metrics: new MetricsState(),
  sorts: new Sorts(),
  selected: new Store<FunctionRef | null>(null),
});
const series = { capture: 2, host: null, object: 'disk', instance: 'vda', counter: '%util', unit: '%' };

function arranged(): Kept {
  const of = fresh();
  of.history.go({
    view: 'metrics',
    scope: { from: 5n, to: 9n, captures: [2], processes: ['pg'], group: 'addresses' },
  });
  of.zoom.set({ from: 1n, to: 20n });
  of.zone.set('Europe/Vienna');
  of.colours.update(colours => colours.with(['sh', 'postgres'], ['/lib/libc.so.6']));
  of.events.part.set('templates');
  of.events.filter.set({ kind: 'log', levels: ['error'], template: null, text: 'lost' });
  of.metrics.add([], [series]);
  of.metrics.setScale(of.metrics.chosen.get()!, of.metrics.chosen.get()![0]!.id, 'percent');
  of.sorts.set('Functions', { column: 'self', descending: true });
  of.selected.set({ function: 'main', module: 'a' });
  return of;
}

describe('how a workspace is looked at', () => {
  it('is the same again', () => {
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
    '{"metrics":{"part":7,"tracks":[{"series":[]},{"series":[{"capture":"1"}],"scale":"one"},null]}}',
  ])('is as at first where it is not to be understood: %s', text => {
    const of = fresh();
    showView(text, of);
    expect(viewText(of)).toBe(
      viewText(fresh()).replace('"tracks":null', `"tracks":${text.includes('tracks') ? '[]' : 'null'}`),
    );
  });

  it('keeps series in their tracks when their capture is read again', () => {
    const { metrics } = arranged();
    metrics.follow(capture => (capture === 2 ? 7 : capture));
    expect(metrics.chosen.get()![0]!.series[0]!.capture).toBe(7);
    metrics.add(metrics.chosen.get()!, [series]);
    metrics.follow(capture => (capture === 7 ? null : capture));
    expect(metrics.chosen.get()!.map(track => track.series[0]!.capture)).toEqual([2]);
    metrics.follow(() => null);
    expect(metrics.chosen.get()).toBeNull();
  });
});

describe('keeping it', () => {
  it('waits a moment, writes once, and not what is known already', async () => {
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

  it('writes nothing where there is nothing to look at', async () => {
    const written: string[] = [];
    const of = fresh();
    const place = { view: async () => null, keepView: async (text: string) => void written.push(text) };
    const keeper = new ViewKeeper(of, place, () => false);
    of.metrics.part.set('balance');
    await keeper.flush();
    expect(written).toEqual([]);
  });
});
