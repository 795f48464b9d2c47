import { describe, expect, it, vi } from 'vitest';
import type { Interval } from '../lib/interval.ts';
import { EventsState } from '../state/events.ts';
import { FlameState, type TreePlace } from '../state/flame.ts';
import { History } from '../state/history.ts';
import { Marks } from '../state/marks.ts';
import { metricTracks } from '../state/metrics.ts';
import type { Cell } from '../state/paged-answer.ts';
import type { ChosenMoment, Session } from '../state/session.ts';
import { Store } from '../state/store.ts';
import { TracksState } from '../state/tracks.ts';
import { trackDoors } from '../timeline/show-track.ts';
import { entriesOf, RowMeaning } from './entries.ts';

/** The part of a session that entries use. */
function sessionOf() {
  const session = {
    trackDoors,
    history: new History({ scope: {}, view: 'overview', function: null, module: null, search: '' }),
    events: new EventsState(),
    tracks: new TracksState(),
    marks: new Marks(),
    findings: new Store(null),
    flame: new FlameState(),
    moment: new Store<bigint | null>(null),
    zoom: new Store<Interval | null>(null),
    reveal: new Store<unknown>(null),
    panels: { of: () => panel },
    shell: { copy: vi.fn() },
    workspace: new Store({
      captures: [{ id: 1, name: 'a.log', rows: { event: 3 } }],
      rows: { event: 3, metric: 1 },
    }),
    table: async () => ({ table: null }),
    captureName: (id: number) => (id === 2 ? 'b.log' : 'a.log'),
    formOf: () => new Store({}),
    pin: new Store<ChosenMoment | null>(null),
    choosePin: vi.fn(),
    pinTo: vi.fn(),
    setClock: vi.fn(),
    attempt: (work: () => Promise<void>) => work(),
  };
  const panel = new Store({ size: null, isOpen: false });
  return { session: session as unknown as Session, panel };
}

const column = (
  name: string,
  refers?: 'series' | 'capture' | 'event' | 'line' | 'component' | 'pid' | 'thread',
) => ({ name, kind: 'text', about: '', ...(refers && { refers }) }) as const;

function menuOf(session: Session, columns: Parameters<typeof column>[], row: Record<string, Cell>) {
  const menu = new RowMeaning(
    session,
    columns.map(each => column(...each)),
  ).menu(name => row[name]);
  const labels = menu.map(entry => entry!.label);
  return { labels, run: (label: string) => menu.find(entry => entry!.label === label)!.run() };
}

describe('actions on a row', () => {
  it('offers the facts about the pid of a thread once, also if it is that of its process', () => {
    const { session } = sessionOf();
    const columns = [
      ['pid', 'pid'],
      ['tid', 'thread'],
    ] as const;
    const about = (pid: number, tid: number) =>
      menuOf(session, [...columns.map(each => [...each] as Parameters<typeof column>)], {
        pid,
        tid,
      }).labels.filter(label => label.startsWith('Show pid'));
    expect(about(7, 9)).toEqual(['Show pid 7 in each capture', 'Show pid 9 in each capture']);
    expect(about(7, 7)).toEqual(['Show pid 7 in each capture']);
  });

  it('shows a series on the timeline, if the row names it', async () => {
    const { session, panel } = sessionOf();
    session.tracks.chosen.set({ tracks: [], kinds: ['metrics'] });
    const columns: Parameters<typeof column>[] = [['capture'], ['object'], ['counter', 'series']];
    const row = { capture: 1, object: 'disk', instance: 'vda', counter: '%util', unit: '%' };
    expect(menuOf(session, columns, { counter: '%util' }).labels).toEqual(['New finding']);
    menuOf(session, columns, row).run('Show disk vda %util on the timeline');
    await vi.waitFor(() =>
      expect(metricTracks(session.tracks.chosen.get()!.tracks).map(({ params }) => params.series)).toEqual([
        [{ ...row, host: null }],
      ]),
    );
    expect(panel.get().isOpen).toBe(true);
  });

  it('shows a record in the list, and moves the timeline to its time', () => {
    const { session } = sessionOf();
    session.zoom.set({ from: 0n, to: 10n });
    const columns: Parameters<typeof column>[] = [
      ['capture', 'capture'],
      ['line', 'line'],
      ['message', 'event'],
    ];
    const { labels, run } = menuOf(session, columns, { capture: 1, line: 7, message: 'late', time: 100n });
    expect(labels).toEqual([
      'Narrow to a.log',
      'Show in Events',
      'Show its moment on the timeline',
      'Pin a.log by this event…',
      'New finding',
    ]);
    run('Show its moment on the timeline');
    expect([session.moment.get(), session.zoom.get()]).toEqual([100n, { from: 95n, to: 105n }]);
    // Another capture has no events.
    const other = menuOf(session, columns, { capture: 2, line: 7, message: null });
    expect(other.labels).not.toContain('Show in Events');
  });

  it('pins an event of one capture to one of another', () => {
    const { session } = sessionOf();
    const columns: Parameters<typeof column>[] = [
      ['capture', 'capture'],
      ['message', 'event'],
    ];
    const of = (capture: number, time: bigint) =>
      menuOf(session, columns, { capture, message: 'late', time });
    expect(of(1, 100n).labels).not.toContain('Pin to this event: a.log moves');
    of(1, 100n).run('Pin a.log by this event…');
    expect(session.choosePin).toHaveBeenCalledWith(1, 100n);
    session.pin.set({ capture: 1, time: 100n, notice: 0 });
    expect(of(1, 100n).labels).not.toContain('Pin to this event: a.log moves');
    of(2, 90n).run('Pin to this event: a.log moves');
    expect(session.pinTo).toHaveBeenCalledWith(2, 90n);
  });

  it('sets a clock by a fit', () => {
    const { session } = sessionOf();
    const fit = { capture: 1, by: 2, by_name: 'b.log', drift_ppm: null };
    const { labels, run } = menuOf(session, [['capture', 'capture']], fit);
    expect(labels).toContain('Set the clock of a.log…');
    run('Fit the clock of a.log to b.log');
    expect(session.setClock).toHaveBeenCalledWith(1, { fit: { by: 2 } });
  });

  it('hides a component in addition to other filters', () => {
    const { session } = sessionOf();
    session.events.filter.update(filter => ({ ...filter, levels: ['error'], text: 'lost' }));
    menuOf(session, [['component', 'component']], { component: 'Web server' }).run(
      'Hide events of component Web server',
    );
    expect(session.events.filter.get()).toMatchObject({
      levels: ['error'],
      text: 'lost -component:"Web server"',
    });
    expect(session.history.present.view).toBe('events');
  });

  it('shows a call path in the tree or the flame graph, and copies it', () => {
    const { session } = sessionOf();
    const path = [
      ['pg', ''],
      ['main', 'a.so'],
    ] as const;
    const place: TreePlace = { tree: 'call', root: 'process', path };
    const row = { references: new Map([['node', 5] as const]), cell: () => undefined, place };
    const run = (label: string) =>
      entriesOf(session, row)
        .find(each => each.label === label)!
        .run();
    run('Show this path in flame graph');
    expect([session.history.present.view, session.flame.zoom.get()]).toEqual(['flame', path]);
    expect(entriesOf(session, row).map(({ label }) => label)).toEqual([
      'Show this path in call tree',
      'Copy path',
    ]);
    run('Show this path in call tree');
    expect([session.history.present.view, session.reveal.get()]).toEqual(['call-tree', { path }]);
    run('Copy path');
    expect(session.shell.copy).toHaveBeenCalledWith('pg\nmain');
    expect(entriesOf(session, { ...row, place: { ...place, root: 'thread' } })[1]?.label).toBe('Copy path');
  });
});

describe('a row that stands for several signals', () => {
  it.each([
    ['correlate', { id: 'series/7', alike: 117, lag: 0 }, { with: 'series/1', of: 'series/7' }],
    ['onset', { id: 'series/7', alike: 3, moment: 2 }, { moment: 2, of: 'series/7' }],
  ])('opens them: %s', (question, row, params) => {
    const { session } = sessionOf();
    const form = new Store<unknown>({ with: 'series/1' });
    const asked: unknown[] = [];
    Object.assign(session, {
      formOf: (of: string) => {
        asked.push(of);
        return form;
      },
    });
    const columns = [{ name: 'id', kind: 'code', refers: 'signal', about: '' }] as const;
    const menu = new RowMeaning(session, columns).menu(name => (row as Record<string, Cell>)[name]);
    menu.find(entry => /that this row stands for$/.test(entry?.label ?? ''))!.run();
    expect(form.get()).toEqual(params);
    expect(asked.at(-1)).toBe(question);
    expect(session.history.present.view).toBe(`question-${question}`);
  });
});
