import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import duckdb from '@duckdb/node-bindings';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary.ts';
import { type Format, none, type Output } from '../../parsers/contract.ts';
import { decode } from '../../parsers/kit/bytes.ts';
import { readAll } from '../../parsers/kit/recorder.ts';
import { readColumns } from '../database/results.ts';
import type { RowDerivation, TableDerivation } from '../derive.ts';
import { Workspace } from '../workspace.ts';
import { fakeFormats } from './fake.testing.ts';
import { rowsOf, Scratch } from './import.testing.ts';

const scratch = new Scratch();
const exports = temporaryFolder();
afterAll(() => {
  scratch.remove();
});

const zero = 1_700_000_000_000_000_000n;

/**
 * Each line gives a row of `state` and one of `histogram`; parts may begin at any line and count from their own first
 * time.
 */
const format: Format = {
  id: 'states',
  title: 'states',
  unit: 'lines',
  version: 1,
  load: async () => format,
  sniff: head => (decode(head, 0, 2) === 'T ' ? 'yes' : 'no'),
  open: out => {
    let held = '';
    let lines = 0;
    let first: bigint | null = null;
    return {
      push: chunk => {
        held += decode(chunk, 0, chunk.length);
        const ended = held.split('\n');
        held = ended.pop() ?? '';
        for (const line of ended) {
          const time = zero + BigInt(line.split(' ')[1] ?? '0');
          if (first === null) out.clock({ ...clock, zero: time });
          first ??= time;
          give(out, line, Number(time - first));
          lines++;
        }
      },
      end: () => out.ledger(lines, 0, 0),
    };
  },
  boundary: (bytes, from) => {
    const newline = bytes.indexOf(0x0a, from - 1);
    return newline < 0 || newline + 1 >= bytes.length ? -1 : newline + 1;
  },
};

const clock = {
  domain: 'utc',
  utcOffset: 0n,
  zone: null,
  source: 'row-times',
  error: null,
} as const;

/** `T <ts> <process> <state>` */
function give(out: Output, line: string, ts: number): void {
  const [, , process = '', state = ''] = line.split(' ');
  const thread = out.thread(out.string(process), 7, 8);
  const waits = state === 'waiting';
  out.row('state', {
    ts,
    thread,
    state: out.string(state),
    duration: 50,
    reason: waits ? out.string('disk') : none,
    stack: waits ? out.stack(none, out.frame(out.string('read'), out.string('libc'))) : none,
    ...(waits ? { waker: out.thread(out.string('irq'), 1, 1) } : { cpu: 3 }),
  });
  const series = out.series({
    object: 'disk',
    instance: 'sda',
    counter: 'latency',
    unit: 'ns',
    host: null,
    cumulative: false,
  });
  out.row('histogram', { series, ts, low: 0, high: 1024, count: 5 });
}

const text = (lines: number) =>
  Array.from({ length: lines }, (_, i) => `T ${i * 100} p${i % 3} ${i % 2 ? 'waiting' : 'running'}\n`).join(
    '',
  );

async function open(lines: number, options = {}, file: string | null = null): Promise<Workspace> {
  const workspace = await Workspace.open(file, options);
  const path = scratch.file(`states-${lines}.txt`, text(lines));
  const report = await workspace.import(
    // `again`, because a longer file begins like a shorter one without being a grown version of it.
    { paths: [path], workers: 0, again: true },
    { formats: [format], blockSize: 1 << 10 },
  );
  expect(report.failures).toEqual([]);
  return workspace;
}

describe('a table that is only declared', () => {
  it('is recorded with its ids resolved', () => {
    const { rows } = readAll(format, new TextEncoder().encode(text(2)));
    expect(rows.get('state')?.[1]).toEqual({
      thread: { process: 'p1', pid: 7, tid: 8 },
      cpu: null,
      ts: 100,
      duration: 50,
      state: 'waiting',
      reason: 'disk',
      stack: 'read',
      waker: { process: 'irq', pid: 1, tid: 1 },
    });
    expect(rows.get('histogram')?.[1]).toMatchObject({ series: { counter: 'latency' }, ts: 100, count: 5 });
  });

  it('is stored part by part, and is included in counts, spans, views and removal', async () => {
    const lines = 5000;
    const workspace = await open(lines);
    const [capture] = await workspace.captures();
    expect(capture).toMatchObject({
      rows: { state: lines, histogram: lines },
      firstTs: 0n,
      lastTs: BigInt((lines - 1) * 100 + 50),
      used: lines,
    });
    expect(
      await rowsOf(
        workspace,
        'SELECT count(*), min(ts), max(ts), count(DISTINCT thread), count(cpu) FROM state',
      ),
    ).toEqual([[lines, 0, (lines - 1) * 100, 3, lines / 2]]);
    expect(await rowsOf(workspace, 'SELECT * FROM states ORDER BY ts LIMIT 2')).toEqual([
      ['2023-11-14T22:13:20.000000000Z', 1, 0, 'p0', 7, 8, 3, 50, 'running', ...Array(7).fill(null)],
      [
        '2023-11-14T22:13:20.000000100Z',
        1,
        100,
        'p1',
        7,
        8,
        null,
        50,
        'waiting',
        'disk',
        'read',
        'libc',
        0,
        'irq',
        1,
        1,
      ],
    ]);
    expect(
      await rowsOf(
        workspace,
        'SELECT object, instance, counter, unit, low, high, count FROM histograms LIMIT 1',
      ),
    ).toEqual([['disk', 'sda', 'latency', 'ns', 0, 1024, 5]]);
    await workspace.setClock(1, { shift: 1_000_000_000n });
    expect(await rowsOf(workspace, 'SELECT "time" FROM states ORDER BY ts LIMIT 1')).toEqual([
      ['2023-11-14T22:13:21.000000000Z'],
    ]);
    await workspace.remove(1);
    expect(
      await rowsOf(workspace, 'SELECT (SELECT count(*) FROM state), (SELECT count(*) FROM histogram)'),
    ).toEqual([[0, 0]]);
    await workspace.close();
  });

  it('is exported', async () => {
    const workspace = await open(10);
    const parquet = await workspace.exportTables(exports, 'parquet');
    const arrow = await workspace.exportTables(exports, 'arrow');
    for (const name of ['state.parquet', 'histogram.parquet']) expect(parquet).toContain(join(exports, name));
    const state = tableFromIPC(readFileSync(arrow.find(path => path.endsWith('state.arrow')) ?? ''));
    expect(state.numRows).toBe(10);
    expect(state.schema.fields.map(field => field.name)).toEqual(
      'capture thread cpu ts duration state reason stack waker'.split(' '),
    );
    await workspace.close();
  });
});

describe('a derivation', () => {
  /** Some events as states of their threads. */
  const states: RowDerivation = {
    table: 'state',
    reads: ['event'],
    sources: async (_, captures) =>
      captures.map(({ id }) => ({
        captures: [id],
        from: `events of ${id}`,
        deriveRows: async connection => {
          await duckdb.query(
            connection,
            `INSERT INTO state (capture, thread, ts, duration, state)
             SELECT capture, thread, ts, 70, kind FROM event WHERE capture = ${id} AND ts % 700 = 0`,
          );
          return ['state'];
        },
      })),
  };
  /** The number of captures of each run. */
  const runs: number[] = [];
  const counting: TableDerivation = {
    table: 'template',
    reads: ['event'],
    derive: async connection => {
      const result = await readColumns(connection, 'SELECT count(*)::INTEGER AS n FROM capture');
      runs.push(result.ints('n')[0] ?? 0);
    },
  };

  it('runs when captures were stored and when they are removed; its rows are counted, and removed with their capture', async () => {
    const workspace = await Workspace.open(null, { derivations: [states, counting] });
    const events = `Z 0\nE ${zero} perl 1 root first\nE ${zero + 500n} perl 2 root second\nE ${zero + 700n} perl 3 root third\n`;
    const paths = [
      scratch.file('a.txt', events),
      scratch.file('b.txt', `${events}E ${zero + 900n} sh 4 root fourth\n`),
    ];
    for (const path of paths)
      await workspace.import({ paths: [path], workers: 0, again: true }, { formats: fakeFormats });
    await workspace.import(
      { paths: [scratch.file('c.txt', `Z 0\nM ${zero} load 0.5\n`)], workers: 0 },
      { formats: fakeFormats },
    );
    expect(runs).toEqual([1, 2]);
    const captures = await workspace.captures();
    expect(captures.map(({ rows, lastTs }) => [rows, lastTs])).toEqual([
      [{ event: 3, state: 2 }, 770n],
      [{ event: 4, state: 2 }, 900n],
      [{ metric: 1 }, 0n],
    ]);
    expect(
      await rowsOf(workspace, 'SELECT capture, process, state, ts FROM states ORDER BY ALL LIMIT 2'),
    ).toEqual([
      [1, 'perl', 'fake:event', 0],
      [1, 'perl', 'fake:event', 700],
    ]);
    await workspace.remove(1);
    expect(runs).toEqual([1, 2, 2]);
    expect(await rowsOf(workspace, 'SELECT DISTINCT capture FROM state')).toEqual([[2]]);
    await workspace.close();
  });

  it('leaves out captures whose format gives the rows itself', async () => {
    const workspace = await open(4, { derivations: [{ ...states, reads: ['histogram'] }] });
    expect((await workspace.captures())[0]?.rows).toEqual({ state: 4, histogram: 4 });
    await workspace.close();
  });

  it('keeps imported captures if it fails, and leaves no rows of its own', async () => {
    const failing: RowDerivation = {
      ...states,
      sources: async (connection, captures) =>
        (await states.sources(connection, captures)).map(source => ({
          ...source,
          deriveRows: async (...connections) => {
            await source.deriveRows(...connections);
            throw new Error('no more');
          },
        })),
    };
    const workspace = await Workspace.open(null, { derivations: [failing] });
    const path = scratch.file('d.txt', `Z 0\nE ${zero} perl 1 root first\n`);
    await expect(workspace.import({ paths: [path], workers: 0 }, { formats: fakeFormats })).rejects.toThrow(
      'no more',
    );
    expect((await workspace.captures())[0]?.rows).toEqual({ event: 1 });
    expect(await rowsOf(workspace, 'SELECT count(*) FROM state')).toEqual([[0]]);
    await workspace.close();
  });
});
