import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import duckdb from '@duckdb/node-bindings';
import { tableFromIPC } from 'apache-arrow';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Format, Sniff } from '../../parsers/contract.ts';
import type { TableName } from '../../parsers/tables.ts';
import { readColumns } from '../results.ts';
import { sqlColumns } from '../schema.ts';
import { Workspace } from '../workspace.ts';
import { fakeFormats } from './fake.ts';
import type { ImportOptions, ImportReport, ImportRequest } from './request.ts';

const folder = mkdtempSync(join(tmpdir(), 'aftertrace-import-'));
const worker = join(folder, 'worker.mjs');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  await build({
    stdin: {
      contents: `
        import { parentPort, workerData } from 'node:worker_threads';
        import { serve } from './serve.ts';
        import { fakeFormats } from './fake.ts';
        serve(parentPort, workerData, fakeFormats);`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: worker,
  });
});

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function imported(
  request: Partial<ImportRequest> & { paths: string[] },
  work: (workspace: Workspace, report: ImportReport) => Promise<void>,
  options: ImportOptions = {},
): Promise<void> {
  const workspace = await Workspace.open(null, { worker });
  try {
    await work(
      workspace,
      await workspace.import(
        { workers: 0, ...request },
        { formats: fakeFormats, blockSize: 64 << 10, ...options },
      ),
    );
  } finally {
    await workspace.close();
  }
}

const rowsOf = async (workspace: Workspace, sql: string) => (await workspace.table(sql)).rows;

/** Enough for several blocks, with everything in it. */
function large(magic: string, lines: number): string {
  const out = [magic];
  const start = 1_700_000_000_000_000_000n;
  for (let i = 0; i < lines; i++) {
    const time = start + BigInt(i) * 1000n;
    out.push(`S ${time} cycles proc${i % 50} main;f${i % 1000};g${i % 37};leaf${i % 11}`);
    if (i % 3 === 0)
      out.push(
        `E ${time} proc${i % 7} ${i / 8} user${i % 900} message number ${i} is long enough ${'x'.repeat(i % 40)}`,
      );
    if (i % 5 === 0) out.push(`M ${time} counter${i % 3} ${i}`);
    if (i % 1000 === 0) out.push('', 'what is this');
  }
  return `${out.join('\n')}\n`;
}

describe('one capture', () => {
  const text = [
    'Z 0',
    'S 1700000000000000000 cycles perl main;work;?',
    'S 1700000000000000500 cycles perl main;work',
    'E 1700000000000000700 perl 1.5 root hello there, this is a message',
    'E 1700000000000000800 perl 2.5 - hi',
    'M 1700000000000000900 load 0.25',
    '',
    'nonsense',
    '',
  ].join('\n');

  it('becomes rows, a ledger and a clock', async () => {
    await imported({ paths: [file('one.txt', text)] }, async (workspace, report) => {
      expect(report.failures).toEqual([]);
      const [capture] = report.captures;
      expect(capture).toMatchObject({
        id: 1,
        name: 'one.txt',
        format: 'fake',
        formatVersion: 3,
        confidence: 'yes',
        status: 'complete',
        reason: null,
        size: 8,
        used: 6,
        blank: 1,
        steppedOver: 1,
        problems: 1,
        zero: 1_700_000_000_000_000_000n,
        utcOffset: 0n,
        firstTs: 0n,
        lastTs: 900n,
        rows: { sample: 2, event: 2, metric: 1 },
        bytes: text.length,
      });
      expect(capture?.sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(await workspace.problems()).toEqual([
        {
          capture: 1,
          code: 'unknown',
          severity: 'warning',
          line: 8,
          offset: text.indexOf('nonsense'),
          message: 'What?',
          example: 'nonsense',
          count: 1,
        },
      ]);
      expect(
        await rowsOf(
          workspace,
          'SELECT "time", process, pid, tid, kind, weight, period, "function", module, cpu FROM samples ORDER BY ts',
        ),
      ).toEqual([
        ['2023-11-14T22:13:20.000000000Z', 'perl', 7, 8, 'cycles', 1, null, '?', 'mod', 1],
        ['2023-11-14T22:13:20.000000500Z', 'perl', 7, 8, 'cycles', 1, null, 'work', 'mod', 1],
      ]);
      expect(
        await rowsOf(
          workspace,
          'SELECT parent, depth, address FROM stack JOIN frame ON frame.id = stack.frame ORDER BY stack.id',
        ),
      ).toEqual([
        [null, 0, null],
        [0, 1, null],
        [1, 2, 4096],
      ]);
      expect(
        await rowsOf(
          workspace,
          'SELECT ts, amount, who, message, level, process FROM "fake:event" ORDER BY ts',
        ),
      ).toEqual([
        [700, 1.5, 'root', 'hello there, this is a message', 'info', 'perl'],
        [800, 2.5, null, 'hi', 'info', 'perl'],
      ]);
      expect(await rowsOf(workspace, 'SELECT line, lines, "offset" FROM event ORDER BY ts')).toEqual([
        [4, 1, text.indexOf('E 17')],
        [5, 1, text.indexOf('E 1700000000000000800')],
      ]);
      expect(await rowsOf(workspace, 'SELECT object, instance, counter, unit, value FROM metrics')).toEqual([
        ['thing', null, 'load', '%', 0.25],
      ]);
    });
  });

  it('is the same packed, in UTF-16, and under another name', async () => {
    const rows =
      'SELECT ts, kind, "function", process FROM samples UNION ALL SELECT ts, kind, message, process FROM events ORDER BY ALL';
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
    let expected: unknown;
    await imported({ paths: [file('plain.txt', text)] }, async workspace => {
      expected = await rowsOf(workspace, rows);
    });
    for (const [name, bytes] of [
      ['x.bin', gzipSync(text)],
      ['y', utf16],
      ['z.gz', gzipSync(utf16)],
    ] as const)
      await imported({ paths: [file(name, bytes)] }, async (workspace, report) => {
        expect(report.captures[0]).toMatchObject({ status: 'complete', size: 8, bytes: bytes.length });
        expect(await rowsOf(workspace, rows)).toEqual(expected);
      });
  });
});

describe('many blocks', () => {
  it.each([
    ['cut at boundaries', 'Z 0'],
    ['in one part', 'Z 3'],
  ])('give the same rows here and with 1 and 3 workers, %s', async (_, magic) => {
    const text = large(magic, 9_000);
    const path = file(`large-${magic}.txt`, text);
    const lines = text.split('\n').length - 1;
    const digests: unknown[] = [];
    for (const workers of [0, 1, 3])
      await imported({ paths: [path], workers }, async (workspace, report) => {
        expect(report.failures).toEqual([]);
        const [capture] = report.captures;
        expect(capture).toMatchObject({ status: 'complete', size: lines, blank: 9, steppedOver: 9 });
        expect(capture?.rows).toEqual({ sample: 9_000, event: 3_000, metric: 1_800 });
        expect(await workspace.problems()).toHaveLength(5);
        digests.push(
          await rowsOf(
            workspace,
            `
            SELECT 'sample', count(*), sum(hash(s)) FROM sample s UNION ALL SELECT 'event', count(*), sum(hash(e)) FROM event e
            UNION ALL SELECT 'metric', count(*), sum(hash(m)) FROM metric m UNION ALL SELECT 'text', count(*), sum(hash(t)) FROM "text" t
            UNION ALL SELECT 'stack', count(*), sum(hash(k)) FROM stack k UNION ALL SELECT 'frame', count(*), sum(hash(f)) FROM frame f`,
          ),
        );
        const wrong = await rowsOf(
          workspace,
          `
          SELECT count(*) FROM event WHERE message NOT LIKE 'message number %' OR line IS NULL`,
        );
        expect(wrong).toEqual([[0]]);
      });
    expect(digests[1]).toEqual(digests[0]);
    expect(digests[2]).toEqual(digests[0]);
    await imported({ paths: [path], workers: 3 }, async workspace => {
      const all = text.split('\n');
      for (const [line, message] of await rowsOf(
        workspace,
        'SELECT line, message FROM event USING SAMPLE 200 ROWS',
      ))
        expect(all[(line as number) - 1]?.endsWith(message as string)).toBe(true);
      for (const [offset, line] of await rowsOf(
        workspace,
        'SELECT "offset", line FROM event USING SAMPLE 50 ROWS',
      ))
        expect(text.slice(offset as number, text.indexOf('\n', offset as number))).toBe(
          all[(line as number) - 1],
        );
    });
  });

  it('stop at what cannot be trusted, and count the rest as stepped over', async () => {
    const text = large('Z 0', 6_000).replace('M 1700000000005000000 counter2 5000\n', '!\n');
    const path = file('bang.txt', text);
    const states: unknown[] = [];
    for (const workers of [0, 2])
      await imported({ paths: [path], workers }, async (workspace, report) => {
        const [capture] = report.captures;
        expect(capture?.status).toBe('partial');
        const line = text.slice(0, text.indexOf('!\n')).split('\n').length;
        expect(capture?.reason).toBe(`Here is a bang (line ${line})`);
        expect((capture?.used ?? 0) + (capture?.blank ?? 0) + (capture?.steppedOver ?? 0)).toBe(
          capture?.size,
        );
        expect(capture?.size).toBe(text.split('\n').length - 1);
        states.push(capture?.rows, await rowsOf(workspace, 'SELECT count(*), max(ts) FROM sample'));
      });
    expect(states.slice(2)).toEqual(states.slice(0, 2));
    expect(states[1]).toEqual([[5_001, 5_000_000]]);
  });
});

describe('bad input', () => {
  it('a reader at fault leaves a failed capture without rows, and other files go on', async () => {
    const bad = file('crash.txt', 'Z 0\nS 5 cycles a b;c\n?\nS 6 cycles a b\n');
    const good = file('good.txt', 'Z 0\nS 7 cycles a b;d\n');
    await imported({ paths: [bad, good] }, async (workspace, report) => {
      expect(report.captures.map(c => [c.status, c.reason, c.rows.sample, c.steppedOver])).toEqual([
        ['failed', 'The reader failed: undefined is not a function', 0, 4],
        ['complete', null, 1, 0],
      ]);
      expect(await rowsOf(workspace, 'SELECT capture, "function" FROM samples')).toEqual([[2, 'd']]);
      expect(await rowsOf(workspace, 'SELECT count(*) FROM "text" WHERE value = \'c\'')).toEqual([[0]]);
    });
  });

  it('gets one sentence each, and stops nothing', async () => {
    const inside = join(folder, 'inside');
    mkdirSync(inside);
    writeFileSync(join(inside, 'b.txt'), 'Z 0\nS 7 cycles a b\n');
    writeFileSync(join(inside, 'a.txt'), 'Z 0\nS 8 cycles a b\n');
    writeFileSync(join(inside, '.hidden'), 'Z 0\n');
    writeFileSync(
      join(inside, 'binary.bin'),
      new Uint8Array(1000).map((_, i) => i * 7),
    );
    symlinkSync(inside, join(inside, 'loop'));
    mkdirSync(join(folder, 'hollow'));
    const paths = [
      file('empty.txt', ''),
      file('empty.gz', gzipSync('')),
      file('unknown.txt', 'hello world\n'),
      join(folder, 'missing.txt'),
      join(folder, 'hollow'),
      inside,
    ];
    await imported({ paths }, async (_, report) => {
      const codes = Object.fromEntries(report.failures.map(f => [f.path.slice(folder.length + 1), f.code]));
      expect(codes).toEqual({
        'empty.txt': 'empty',
        'empty.gz': 'empty',
        'unknown.txt': 'not-recognised',
        'missing.txt': 'not-found',
        hollow: 'empty-folder',
        'inside/binary.bin': 'binary',
      });
      for (const failure of report.failures) expect(failure.message).toMatch(/^\/.*[.]$/);
      expect(report.captures.map(c => c.name)).toEqual(['a.txt', 'b.txt']);
    });
  });

  it('invalid UTF-8 is repaired and noted, NUL bytes are kept', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Z 0\nE 5 a\xffb 1 who\0 mess', 'latin1'),
      Buffer.from([0xc3, 0x28, 0]),
      Buffer.from('age, and some more of it\n'),
    ]);
    await imported({ paths: [file('broken.txt', bytes)] }, async (workspace, report) => {
      expect(report.captures[0]).toMatchObject({ status: 'complete', steppedOver: 0 });
      expect(await rowsOf(workspace, 'SELECT message, who, process FROM "fake:event"')).toEqual([
        ['mess\ufffd(\0age, and some more of it', 'who\0', 'a\ufffdb'],
      ]);
      expect((await workspace.problems())[0]).toMatchObject({ code: 'invalid-utf-8', severity: 'notice' });
    });
  });

  it('a line without end does not fill the memory', async () => {
    const line = Buffer.alloc(40 << 20, 'x');
    const path = file(
      'long.txt',
      Buffer.concat([Buffer.from('Z 0\nS 5 k a b\n'), line, Buffer.from('\nS 6 k a b\n')]),
    );
    await imported(
      { paths: [path] },
      async (workspace, report) => {
        expect(report.captures[0]).toMatchObject({ status: 'complete', size: 4, used: 3, steppedOver: 1 });
        expect((await workspace.problems())[0]).toMatchObject({ code: 'long', line: 3, offset: 14 });
      },
      { blockSize: 1 << 20 },
    );
  });

  it('a file that is written to while it is read says so', async () => {
    const path = file('growing.txt', large('Z 0', 3000));
    let grown = false;
    await imported(
      { paths: [path] },
      async (workspace, report) => {
        expect(report.captures[0]?.status).toBe('complete');
        expect((await workspace.problems()).map(p => p.code)).toContain('file-changed');
      },
      {
        onProgress: () => {
          if (!grown) appendFileSync(path, '\n');
          grown = true;
        },
      },
    );
  });

  it('packed data that ends early is read up to there', async () => {
    const text = large('Z 0', 3000);
    const packed = gzipSync(text);
    const half = file('half.gz', packed.subarray(0, packed.length >> 1));
    // The last bytes are the checksum and the length.
    const damaged = Buffer.from(packed);
    damaged.fill(0x55, packed.length - 8);
    await imported({ paths: [half, file('damaged.gz', damaged)] }, async (workspace, report) => {
      expect(report.captures.map(c => [c.status, c.reason])).toEqual([
        ['partial', 'The gzip data ends early.'],
        ['partial', 'The gzip data is damaged.'],
      ]);
      expect(report.captures[0]?.bytes).toBe(packed.length >> 1);
      const [[samples]] = (await rowsOf(workspace, 'SELECT count(*) FROM sample WHERE capture = 1')) as [
        [number],
      ];
      expect(samples).toBeGreaterThan(500);
    });
  });

  it('an unknown format or zone is refused before anything is read', async () => {
    const path = file('zone.txt', 'Z 1\nS 7 cycles a b\n');
    const workspace = await Workspace.open(null);
    await expect(
      workspace.import({ paths: [path], format: 'nope' }, { formats: fakeFormats }),
    ).rejects.toMatchObject({ code: 'bad-option' });
    await expect(
      workspace.import({ paths: [path], zone: 'Mars/Base' }, { formats: fakeFormats }),
    ).rejects.toMatchObject({ code: 'bad-clock' });
    expect(await workspace.captures()).toEqual([]);
    await workspace.close();
  });
});

describe('recognition', () => {
  const text = 'Z 0\nS 5 k a b\n';
  const [fake] = fakeFormats as [Format];
  const like = (id: string, sure: Sniff): Format => ({ ...fake, id, title: `the ${id}`, sniff: () => sure });

  it('takes the surest, then the first, and names the others', async () => {
    const formats = [like('unsure', 'maybe'), like('one', 'likely'), like('other', 'likely')];
    await imported(
      { paths: [file('tie.txt', text)] },
      async (workspace, report) => {
        expect(report.captures[0]).toMatchObject({ format: 'one', confidence: 'likely', problems: 1 });
        expect((await workspace.problems())[0]).toMatchObject({
          code: 'other-format-possible',
          message: 'It may also be the other: if it is, import it as that.',
        });
      },
      { formats },
    );
  });

  it('can be overruled', async () => {
    const formats = [like('one', 'yes'), like('other', 'no')];
    await imported(
      { paths: [file('forced.txt', text)], format: 'other' },
      async (_, report) =>
        expect(report.captures[0]).toMatchObject({ format: 'other', confidence: 'forced' }),
      { formats },
    );
  });
});

describe('a reader whose ledger does not close', () => {
  it('is shown as a fault, not evened out', async () => {
    const [fake] = fakeFormats as [Format];
    const careless: Format = {
      ...fake,
      open: (out, options) =>
        fake.open(Object.assign(Object.create(out), { ledger: () => undefined }), options),
    };
    await imported(
      { paths: [file('careless.txt', 'Z 0\nS 5 k a b\n')] },
      async (workspace, report) => {
        expect(report.captures[0]).toMatchObject({ size: 2, used: 0, steppedOver: 0 });
        expect((await workspace.problems()).map(p => [p.code, p.severity])).toEqual([
          ['ledger-open', 'error'],
        ]);
      },
      { formats: [careless] },
    );
  });
});

describe('one import after another', () => {
  it('shares what is interned and counts on', async () => {
    const workspace = await Workspace.open(join(folder, 'two.aftertrace'));
    const first = file('first.txt', 'Z 0\nS 5 cycles a main;f\nM 6 load 1\n');
    await workspace.import({ paths: [first], workers: 0 }, { formats: fakeFormats });
    mkdirSync(join(folder, 'again'));
    const second = file('again/first.txt', 'Z 0\nS 5 cycles b main;f;g\nE 5 p 2 x text\nM 7 load 2\n');
    const report = await workspace.import(
      { paths: [second, second, first], workers: 0 },
      { formats: fakeFormats },
    );
    expect(report.captures.map(c => [c.id, c.name])).toEqual([
      [2, 'again/first.txt'],
      [3, expect.stringMatching(/^aftertrace-import-.*\/first\.txt$/)],
    ]);
    expect(await rowsOf(workspace, 'SELECT count(*), count(DISTINCT value) FROM "text"')).toEqual(
      await rowsOf(workspace, 'SELECT count(DISTINCT id), count(*) FROM "text"'),
    );
    expect(await rowsOf(workspace, 'SELECT count(*) FROM stack')).toEqual([[3]]);
    expect(await rowsOf(workspace, 'SELECT capture, id FROM series ORDER BY id')).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
    ]);
    expect(await rowsOf(workspace, 'SELECT capture, ts, value FROM metrics ORDER BY capture')).toEqual([
      [1, 1, 1],
      [2, 2, 2],
      [3, 1, 1],
    ]);

    await workspace.remove(2);
    expect((await workspace.captures()).map(c => c.id)).toEqual([1, 3]);
    expect(await rowsOf(workspace, 'SELECT DISTINCT capture FROM sample ORDER BY ALL')).toEqual([[1], [3]]);
    expect(await workspace.rows()).toEqual({ sample: 2, event: 0, metric: 2 });
    await expect(workspace.remove(2)).rejects.toMatchObject({ code: 'not-found' });
    await workspace.close();

    const reopened = await Workspace.open(join(folder, 'two.aftertrace'));
    expect((await reopened.captures()).map(c => c.id)).toEqual([1, 3]);
    await reopened.close();
  });
});

describe('cancel', () => {
  it.each([0, 2])('leaves nothing of the capture under way (%i workers)', async workers => {
    const path = file(`cancel-${workers}.txt`, large('Z 0', 30_000));
    const small = file('kept.txt', 'Z 0\nS 5 cycles a main;f\n');
    const cancel = new AbortController();
    const began = performance.now();
    await imported(
      { paths: [small, path], workers },
      async (workspace, report) => {
        expect(report.cancelled).toBe(true);
        expect(report.captures.map(c => c.name)).toEqual(['kept.txt']);
        expect(await rowsOf(workspace, 'SELECT count(*) FROM sample')).toEqual([[1]]);
        expect(await rowsOf(workspace, 'SELECT count(*) FROM "text"')).toEqual([[5]]);
        const again = await workspace.import({ paths: [small], workers: 0 }, { formats: fakeFormats });
        expect(again.captures[0]).toMatchObject({ id: 2, status: 'complete' });
      },
      {
        cancel: cancel.signal,
        onProgress: ({ bytes }) => {
          if (bytes > 1e5) cancel.abort();
        },
      },
    );
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe('clocks', () => {
  const wall = (iso: string) => BigInt(Date.parse(`${iso}Z`)) * 1_000_000n;
  // Daylight saving ends in Vienna on 2026-10-25 at 03:00.
  const text = [
    'Z 1',
    `S ${wall('2026-10-24T12:00:00')} k a x`,
    `S ${wall('2026-10-25T12:00:00')} k a y`,
    '',
  ].join('\n');
  const times = async (workspace: Workspace) =>
    (await rowsOf(workspace, 'SELECT "time" FROM samples ORDER BY ts')).flat();

  it('a wall clock is read in the zone given, across its changes', async () => {
    await imported(
      { paths: [file('vienna.txt', text)], zone: 'Europe/Vienna' },
      async (workspace, report) => {
        expect(await times(workspace)).toEqual([
          '2026-10-24T10:00:00.000000000Z',
          '2026-10-25T11:00:00.000000000Z',
        ]);
        expect(report.captures[0]).toMatchObject({
          zone: 'Europe/Vienna',
          clockGuess: false,
          lastTs: 90_000_000_000_000n,
        });
      },
    );
  });

  it('and can be read in another later, and back', async () => {
    await imported({ paths: [file('local.txt', text)] }, async (workspace, report) => {
      expect(report.captures[0]).toMatchObject({ clockDomain: 'local', zone: 'UTC', clockGuess: true });
      const utc = await times(workspace);
      expect(utc).toEqual(['2026-10-24T12:00:00.000000000Z', '2026-10-25T12:00:00.000000000Z']);
      const revision = workspace.revision;
      await workspace.setClock(1, { zone: 'Europe/Vienna' });
      expect(workspace.revision).toBeGreaterThan(revision);
      expect(await times(workspace)).toEqual([
        '2026-10-24T10:00:00.000000000Z',
        '2026-10-25T11:00:00.000000000Z',
      ]);
      expect((await workspace.captures())[0]).toMatchObject({
        zone: 'Europe/Vienna',
        clockGuess: false,
        lastTs: 90_000_000_000_000n,
      });
      await workspace.setClock(1, { shift: 1_000_000_000n });
      await workspace.setClock(1, { zone: '+01:00' });
      expect(await times(workspace)).toEqual([
        '2026-10-24T11:00:01.000000000Z',
        '2026-10-25T11:00:01.000000000Z',
      ]);
      await workspace.setClock(1, { zone: 'America/New_York' });
      await workspace.setClock(1, { zone: 'UTC' });
      await workspace.setClock(1, { shift: -1_000_000_000n });
      expect(await times(workspace)).toEqual(utc);
      await expect(workspace.setClock(1, { zone: 'Mars/Base' })).rejects.toMatchObject({ code: 'bad-clock' });
    });
  });

  it('a capture that stands alone gets its start', async () => {
    await imported(
      { paths: [file('boot.txt', 'Z 2\nS 5000 k a x\nS 6000 k a y\n')] },
      async (workspace, report) => {
        expect(report.captures[0]).toMatchObject({ clockDomain: 'boot', utcOffset: null });
        expect(await times(workspace)).toEqual([null, null]);
        await expect(workspace.setClock(1, { shift: 5n })).rejects.toMatchObject({ code: 'bad-clock' });
        await expect(workspace.setClock(1, { zone: 'UTC' })).rejects.toMatchObject({ code: 'bad-clock' });
        await workspace.setClock(1, { start: wall('2026-01-01T00:00:00') });
        expect(await times(workspace)).toEqual([
          '2026-01-01T00:00:00.000000000Z',
          '2026-01-01T00:00:00.000001000Z',
        ]);
      },
    );
  });

  it('values that only have an order get times from a start and an interval', async () => {
    await imported(
      { paths: [file('order.txt', 'Z 4\nM 5 load 1\nM 6 load 2\nM 9 load 3\n')] },
      async workspace => {
        await expect(
          workspace.setClock(1, { start: wall('2026-01-01T00:00:00'), interval: 0 }),
        ).rejects.toMatchObject({
          code: 'bad-clock',
        });
        await workspace.setClock(1, { start: wall('2026-01-01T00:00:00'), interval: 1e9 });
        expect((await rowsOf(workspace, 'SELECT "time" FROM metrics ORDER BY ts')).flat()).toEqual(
          [1, 2, 3].map(s => `2026-01-01T00:00:0${s}.000000000Z`),
        );
        expect((await workspace.captures())[0]).toMatchObject({
          firstTs: 1_000_000_000n,
          lastTs: 3_000_000_000n,
        });
      },
    );
  });

  it('an offset moves everything', async () => {
    await imported(
      { paths: [file('off.txt', 'Z 0\nS 1700000000000000000 k a x\n')], offset: 5_000_000_000n },
      async workspace => {
        expect(await times(workspace)).toEqual(['2023-11-14T22:13:25.000000000Z']);
      },
    );
  });
});

describe('export', () => {
  const text = [
    'Z 0',
    'S 5 cycles a main;?',
    'E 6 p 1.5 who a message',
    'E 7 p 2.5 - other',
    'M 8 load 1',
    '',
  ].join('\n');

  it('writes every table as Parquet and as Arrow', async () => {
    const path = join(folder, 'export.aftertrace');
    const workspace = await Workspace.open(path);
    await workspace.import({ paths: [file('export.txt', text)] }, { formats: fakeFormats });
    const parquet = await workspace.exportTables(join(folder, 'out'), 'parquet');
    const arrow = await workspace.exportTables(join(folder, 'out'), 'arrow');
    expect((await workspace.captures()).map(c => c.name)).toEqual(['export.txt']);
    await expect(workspace.table(`SELECT * FROM '${parquet[0]}'`)).rejects.toMatchObject({ code: 'bad-sql' });
    await workspace.close();

    const database = await duckdb.open(':memory:');
    const connection = await duckdb.connect(database);
    for (const file of parquet) {
      const table = basename(file, '.parquet');
      const found = await readColumns(connection, `SELECT * FROM read_parquet('${file}')`);
      const read = tableFromIPC(readFileSync(arrow.find(a => basename(a, '.arrow') === table) as string));
      expect(read.numRows, table).toBe(found.length);
      expect(read.schema.fields.map(f => f.name)).toEqual(sqlColumns(table as TableName).map(c => c.name));
    }
    const events = tableFromIPC(readFileSync(join(folder, 'out', 'event.arrow'))).toArray();
    expect(events.map(row => [row.ts, row.message, row.cpu, [...row.fields]])).toEqual([
      [1n, 'a message', null, [1.5, expect.any(Number)]],
      [2n, 'other', null, [2.5, null]],
    ]);
    const fields = await readColumns(
      connection,
      `SELECT fields::VARCHAR AS f FROM read_parquet('${join(folder, 'out', 'event.parquet')}')`,
    );
    expect(fields.texts('f')[1]).toBe('[2.5, NULL]');
    duckdb.disconnect_sync(connection);
    duckdb.close_sync(database);
  });
});

describe('a worker that dies', () => {
  it('costs the file it was reading, and no other', async () => {
    const script = join(folder, 'dying.mjs');
    const from = JSON.stringify(pathToFileURL(worker).href);
    writeFileSync(
      script,
      `import { parentPort, workerData } from 'node:worker_threads';
       import ${from};
       if (workerData.role === 'parser')
         parentPort.on('message', message => {
           if (message.type === 'file' && message.job.options.name === 'deadly.txt') throw new Error('out of memory');
         });`,
    );
    const paths = [file('deadly.txt', 'Z 0\nS 5 k a b\n'), file('lively.txt', 'Z 0\nS 5 k a b\n')];
    const workspace = await Workspace.open(null, { worker: script });
    const report = await workspace.import({ paths, workers: 2 }, { formats: fakeFormats });
    expect(report.failures.map(f => [f.code, f.message])).toEqual([
      ['internal', `${paths[0]} could not be read, a fault of the program: out of memory.`],
    ]);
    expect(report.captures.map(c => [c.name, c.status])).toEqual([['lively.txt', 'complete']]);
    await workspace.close();
  });
});
