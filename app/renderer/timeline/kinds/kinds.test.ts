import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../../fixtures/table.ts';
import type { CaptureInfo } from '../../../contract.ts';
import { TimeScale } from '../../lib/time-scale.ts';
import { Colours } from '../../state/colours.ts';
import type { TrackAnswer } from './kind.ts';
import { drawing, kindOf, offeredTracks, proposedTracks, trackKinds, tracksOf } from './kinds.ts';
import { cpuAxis } from './samples.ts';

const rows = { sample: 5, event: 5, metric: 5, state: 5 };
const threads = [
  { tid: 718, process: 'postgres' },
  { tid: 9, process: null },
];
const evidence = { rows, series: [], threads, marks: 0, findings: 0, formatOf: () => '' };
const noCells = () => undefined;
const titles = (tracks: readonly { readonly title: string }[]) => tracks.map(({ title }) => title);

describe('kinds of tracks', () => {
  it('have unique ids', () => {
    const ids = trackKinds.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('depend on the captured tables', () => {
    const kinds = (available: Partial<typeof rows>) =>
      proposedTracks({ ...evidence, rows: available }).map(({ kind }) => kind);
    expect(kinds(rows)).toEqual([
      'overview',
      'samples',
      'disk-io',
      'thread-states',
      'thread-states',
      'levels',
    ]);
    expect(proposedTracks(evidence).filter(({ kind }) => kind === 'thread-states')).toMatchObject([
      { params: { thread: 718, process: 'postgres' } },
      { params: { thread: 9 } },
    ]);
    expect(kinds({ metric: 5 })).toEqual([]);
    expect(kinds({ event: 5 })).toEqual(['overview', 'disk-io', 'slices', 'levels']);
  });

  it.each(['null', '{}', '[]', '{"by":3,"thread":"x","template":{},"process":7}'])(
    'take from a file only what they understand: %s',
    text => {
      for (const kind of trackKinds) {
        // The content of metric tracks is checked by the test that reads the whole file.
        if (kind.id === 'metrics') continue;
        const params = kind.read(JSON.parse(text) ?? {});
        if (params) expect(kind.titleOf(params)).toMatch(/^[\w ]+$/);
      }
    },
  );

  it('show the object of a row, if there is data for it', () => {
    expect(titles(tracksOf('thread', 718, noCells, rows))).toEqual([
      'CPU of thread 718 by module',
      'States of thread 718',
      'Slices of thread 718',
    ]);
    const named = (column: string) => (column === 'process' ? 'postgres' : undefined);
    expect(titles(tracksOf('thread', 718, named, { state: 1 }))).toEqual(['States of postgres 718']);
    expect(titles(tracksOf('process', 'sh', noCells, rows))).toEqual(['CPU of sh by thread', 'Slices of sh']);
    expect(titles(tracksOf('module', '/usr/lib/libc.so.6', noCells, rows))).toEqual([
      'CPU of libc.so.6 by process',
    ]);
    const inPostgres = (column: string) => (column === 'module' ? '/usr/bin/postgres' : undefined);
    const [func] = tracksOf('function', 'heap_update', inPostgres, rows);
    expect(func?.title).toBe('CPU of heap_update by process');
    expect(func?.kind.question(func.params, { scope: {}, width: 900, rows })).toMatchObject({
      params: { function: 'heap_update', module: '/usr/bin/postgres' },
      scope: {},
    });
    expect(titles(tracksOf('cpu', 1, noCells, rows))).toEqual(['CPU 1 by process', 'Threads on CPU 1']);
    expect(titles(tracksOf('kind', 'sched:sched_switch', noCells, { event: 1 }))).toEqual([
      'sched:sched_switch by template',
    ]);
    expect(tracksOf('process', 'sh', noCells, { state: 1 })).toEqual([]);
    expect(tracksOf('host', 'vm', noCells, rows)).toEqual([]);
  });

  it('recognise a track that draws the same', () => {
    const [wanted] = tracksOf('thread', 718, noCells, { state: 1 });
    const track = (params: object) => ({ id: 'a', kind: 'thread-states', params });
    expect(drawing(wanted!, [track({ thread: 718, process: 'postgres' })])?.id).toBe('a');
    expect(drawing(wanted!, [track({ thread: 7 })])).toBeUndefined();
    expect(titles(offeredTracks({ event: 1 }))).toEqual([
      'Overview',
      'Disk requests',
      'Slices',
      'Log by level',
      'Events by template',
    ]);
  });
});

describe('a track of samples', () => {
  const samples = kindOf('samples')!;
  const of = (key: string, values: readonly number[]) =>
    values.map((value, i) => ({ key, time: BigInt(100 + 10 * i), value }));
  const answer = (hidden: readonly string[], unit = 'CPUs'): TrackAnswer => {
    const table = tableOf([...of('pg', [1, 0.5]), ...of('sh', [0.5, 0.25])]);
    return {
      table,
      head: { columns: [{ name: 'value', unit }] } as unknown as TrackAnswer['head'],
      scope: {},
      captures: [{ id: 1, cpus: 2 } as CaptureInfo],
      colours: new Colours(),
      captureName: () => '',
      hidden: new Set(hidden),
    };
  };

  it('states the busy keys at a moment, their maximum, and over an interval', () => {
    const picture = samples.picture(answer([]), { by: 'process' });
    expect(picture.about).toBe('of 2 CPUs');
    expect(picture.at(105n)).toEqual({ whole: '1.50', keys: ['1.00', '0.50'] });
    expect(picture.at(99n).whole).toBe('');
    expect(picture.at(120n).whole).toBe('');
    expect([picture.peak, picture.extent]).toEqual(['1.50', { from: 100n, to: 120n }]);
    expect(picture.over!({ from: 100n, to: 120n })).toBe('mean 1.13');
    expect(picture.over!({ from: 1n, to: 2n })).toBe('');
  });

  it('is drawn to all CPUs, or lower if they were mostly idle', () => {
    const drawn = (peak: number, cpus: number) => Object.values(cpuAxis(peak, cpus));
    expect(drawn(16, 64)).toEqual([64, 'of 64 CPUs']);
    expect(drawn(1, 64)).toEqual([1, '1 of 64 CPUs']);
    expect(drawn(0.02, 64)).toEqual([1, '1 of 64 CPUs']);
    expect(drawn(0.1, 1)).toEqual([1, 'of 1 CPU']);
    // Uneven sampling.
    expect(drawn(2.9, 2)).toEqual([2, 'of 2 CPUs']);
    expect(drawn(4, 2)).toEqual([4, 'of 2 CPUs']);
  });

  it('leaves out hidden keys, and keeps the colours of the others', () => {
    const picture = samples.picture(answer(['pg']), { by: 'process' });
    expect(picture.keys.map(({ name }) => name)).toEqual(['pg', 'sh']);
    expect(picture.at(105n).whole).toBe('0.50');
    expect(picture.peak).toBe('0.50');
  });

  it('finds the key under the pointer', () => {
    const picture = samples.picture(answer([]), { by: 'process' });
    const surface = { scale: new TimeScale(100n, 120n, 200), height: 40 };
    const at = (x: number, y: number) => picture.hit!(x, y, surface)?.key;
    // The chart has 2 CPUs: its lower half is one of them.
    expect([at(50, 39), at(50, 15), at(50, 5), at(150, 25)]).toEqual(['pg', 'sh', undefined, 'sh']);
    expect(picture.hit!(50, 39, surface)?.interval).toEqual({ from: 100n, to: 110n });
  });

  it('shows only its own object, whatever the scope', () => {
    const asked = samples.question(
      { by: 'module', thread: 7 },
      { scope: { threads: [3], captures: [1] }, width: 900, rows },
    );
    expect(asked).toEqual({
      question: 'timeline',
      params: { by: 'module', top: 5, buckets: 600, aligned: true },
      scope: { threads: [7], captures: [1] },
    });
  });
});

describe('an interval that a zoom cuts', () => {
  const surface = { scale: new TimeScale(100n, 200n, 100), height: 20 };
  const cut = {
    process: 'db',
    pid: 7,
    tid: 7,
    time: 100n,
    duration: 100,
    whole_time: 20n,
    whole_duration: 900,
  };
  const state = { state: 'ready', reason: null, share: 100, cpu: 0, waker: null, waker_tid: 0 };
  const ran = { cpu: 3, ran: 100, busy: 100, threads: 1 };

  it.each([
    ['thread-states', { ...cut, ...state }, 'db 7: ready for 900 ns, woken by 0'],
    ['cpus', { ...cut, ...ran }, 'CPU 3: db 7 ran 900 ns'],
  ])('keeps its duration and its ends: %s', (kind, row, text) => {
    const answer = { table: tableOf([row]), head: { notes: [] }, hidden: new Set(), colours: new Colours() };
    const hit = kindOf(kind)!.picture(answer as unknown as TrackAnswer, {}).hit!(50, 5, surface);
    expect(hit).toMatchObject({ text, interval: { from: 20n, to: 920n } });
  });
});

describe('a track of slices', () => {
  const slice = { track: 'web/1', depth: 0, errors: 0, capture: 1, line: 3, kind: 'slice' };
  const table = tableOf([
    { ...slice, name: 'GET /a', time: 100n, duration: 50, count: 1 },
    { ...slice, name: 'GET /b', time: 160n, duration: 30, count: 1 },
    { ...slice, name: null, time: 200n, duration: 40, count: 7 },
  ]);

  it('names the slice under the pointer, or the number of slices of a bucket', () => {
    const picture = kindOf('slices')!.picture({ table } as TrackAnswer, {});
    const surface = { scale: new TimeScale(100n, 240n, 140), height: 20 };
    const at = (x: number) => picture.hit!(x, 5, surface);
    expect([at(20), at(70), at(110)].map(hit => hit?.text)).toEqual([
      'web/1: GET /a, 50 ns',
      'web/1: GET /b, 30 ns',
      'web/1: 7 slices within 40 ns',
    ]);
    expect(at(55)).toBeNull();
    expect(at(70)?.about).toMatchObject({ name: 'GET /b', thread: 'web/1', capture: 1, line: 3 });
  });

  it('draws slices at full height, and buckets as high as their share of the fullest of their thread', () => {
    const bucket = { ...slice, name: null, duration: 40 };
    const picture = kindOf('slices')!.picture(
      {
        table: tableOf([
          { ...slice, name: 'GET /a', time: 100n, duration: 40, count: 1 },
          { ...bucket, time: 140n, count: 8 },
          { ...bucket, time: 180n, count: 4 },
          { ...bucket, track: 'web/2', time: 180n, count: 2 },
        ]),
      } as TrackAnswer,
      {},
    );
    const heights: number[] = [];
    const context = {
      fillRect: (_x: number, _y: number, _width: number, height: number) => void heights.push(height),
      fillText: () => undefined,
    } as unknown as CanvasRenderingContext2D;
    const scale = new TimeScale(100n, 220n, 120);
    picture.draw({
      context,
      scale,
      width: 120,
      height: 44,
      ratio: 1,
      colours: [],
      muted: '',
      background: '',
    });
    const [whole, fullest, half, ofOther] = heights;
    const share = (height = 0) => Math.round((5 * height) / whole!) / 5;
    expect([fullest, half, ofOther].map(share)).toEqual([1, 0.6, 1]);
  });
});
