/** Bad input gets one sentence for each file, and does not affect other files. */
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import { formats } from '../../parsers/formats.ts';
import { readRaw } from '../raw.ts';
import { Workspace } from '../workspace.ts';
import { fakeFormats } from './fake.testing.ts';
import { imported, large, rowsOf, Scratch } from './import.testing.ts';
import type { ImportReport } from './request.ts';

const scratch = new Scratch();
const { folder } = scratch;
afterAll(() => scratch.remove());
const file = (name: string, content: string | Uint8Array) => scratch.file(name, content);

describe('bad input', () => {
  it('a reader that throws leaves a failed capture without rows, and the import continues', async () => {
    const bad = file('crash.txt', 'Z 0\nS 5 cycles a b;c\n?\nS 6 cycles a b\n');
    const good = file('good.txt', 'Z 0\nS 7 cycles a b;d\n');
    await imported({ paths: [bad, good] }, async (workspace, report) => {
      expect(report.captures.map(c => [c.status, c.reason, c.rows.sample ?? 0, c.skipped])).toEqual([
        ['failed', 'The reader failed: undefined is not a function', 0, 4],
        ['complete', null, 1, 0],
      ]);
      const [[code, example] = []] = await rowsOf(workspace, 'SELECT code, example FROM problem');
      expect(code).toBe('reader-failed');
      expect(example).toMatch(/^TypeError: undefined is not a function\n +at .*fake/);
      expect(await rowsOf(workspace, 'SELECT capture, "function" FROM samples')).toEqual([[2, 'd']]);
      expect(await rowsOf(workspace, 'SELECT count(*) FROM "text" WHERE value = \'c\'')).toEqual([[0]]);
    });
  });

  it('a file that cannot be read gets one sentence, and does not stop the import', async () => {
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

  it('invalid UTF-8 is replaced and reported, NUL bytes stay', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Z 0\nE 5 a\xffb 1 who\0 mess', 'latin1'),
      Buffer.from([0xc3, 0x28, 0]),
      Buffer.from('age, and some more of it\n'),
    ]);
    await imported({ paths: [file('broken.txt', bytes)] }, async (workspace, report) => {
      expect(report.captures[0]).toMatchObject({ status: 'complete', skipped: 0 });
      expect(await rowsOf(workspace, 'SELECT message, who, process FROM "fake:event"')).toEqual([
        ['mess\ufffd(\0age, and some more of it', 'who\0', 'a\ufffdb'],
      ]);
      expect(await workspace.problems()).toMatchObject([
        { code: 'invalid-utf8', severity: 'notice', count: 1 },
      ]);
    });
  });

  it('a line without an end does not fill the memory', async () => {
    const line = Buffer.alloc(40 << 20, 'x');
    const path = file(
      'long.txt',
      Buffer.concat([Buffer.from('Z 0\nS 5 k a b\n'), line, Buffer.from('\nS 6 k a b\n')]),
    );
    await imported(
      { paths: [path] },
      async (workspace, report) => {
        expect(report.captures[0]).toMatchObject({ status: 'complete', size: 4, used: 3, skipped: 1 });
        expect((await workspace.problems())[0]).toMatchObject({ code: 'long', line: 3, offset: 14 });
      },
      { blockSize: 1 << 20 },
    );
  });

  it('a file that is written to while it is read is reported', async () => {
    const path = file('growing.txt', large('Z 0', 3000));
    let grown = false;
    await imported(
      { paths: [path] },
      async (workspace, report) => {
        expect(report.captures[0]).toMatchObject({
          status: 'partial',
          reason: expect.stringMatching(/^It grew from \d+ to \d+ bytes while it was read: /),
        });
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

  it.each([
    ['shrinks', (path: string) => truncateSync(path, 1000), /^It shrank from \d+ to 1000 bytes/],
    ['is overwritten', (path: string) => utimesSync(path, 1, 1), /^It was written to while/],
  ])('a file that %s while it is read is partial', async (_, change, reason) => {
    const path = file('changing.txt', large('Z 0', 3000));
    let isChanged = false;
    const onProgress = () => {
      if (!isChanged) change(path);
      isChanged = true;
    };
    await imported(
      { paths: [path] },
      async (_, report) => {
        expect(report.captures).toMatchObject([{ status: 'partial', reason: expect.stringMatching(reason) }]);
      },
      { onProgress },
    );
  });

  it.skipIf(process.platform !== 'linux')('files whose names are not UTF-8 are read', async () => {
    const inside = Buffer.from(join(folder, 'bytes-\xff'), 'latin1');
    mkdirSync(inside);
    writeFileSync(Buffer.concat([inside, Buffer.from('/\xfe.txt', 'latin1')]), 'Z 0\nS 7 cycles a b\n');
    await imported({ paths: [join(folder, 'bytes-\udcff')] }, async (_, report) => {
      expect(report.failures).toEqual([]);
      expect(report.captures.map(({ name, status }) => [name, status])).toEqual([['\ufffd.txt', 'complete']]);
    });
  });

  it('lines that end with carriage returns alone are lines, and their records can be found again', async () => {
    const path = file('cr.txt', 'Z 0\rE 5 a 1 who a message of some words\rE 6 a 1 who another one\r');
    await imported({ paths: [path] }, async (workspace, report) => {
      expect(report.captures).toMatchObject([{ status: 'complete', size: 3, used: 3 }]);
      const [capture] = await workspace.captures();
      expect(Buffer.from((await readRaw(capture!, 4, 1)).bytes).toString()).toBe(
        'E 5 a 1 who a message of some words',
      );
    });
  });

  it('NUL in names of kinds and fields, and in settings, is stored', async () => {
    const event = { name: 'n', cat: 'c', ph: 'X', ts: 1, dur: 5, pid: 1, tid: 1 };
    const traceEvents = [
      { ...event, args: { '\0': 'v', '\ufffd': 'w' } },
      { ...event, name: 'k\0d', args: { a: 1 } },
    ];
    const paths = [file('nul.json', JSON.stringify({ traceEvents }))];
    await imported(
      { paths },
      async (workspace, report) => {
        expect(report.captures).toMatchObject([{ status: 'complete', reason: null }]);
        await workspace.setSetting('view', "a\0'b\0");
        expect(await workspace.setting('view')).toBe("a\0'b\0");
        const again = await workspace.import({ paths, again: true, workers: 0 });
        expect(again.captures).toMatchObject([{ status: 'complete' }]);
      },
      { formats },
    );
  });

  it('a time beyond 64 bits is a problem of its record only', async () => {
    const now = 1_700_000_000_000_000_000n;
    const times = [now, now + 7n, 1n << 63n, -(1n << 64n), 10n ** 30n];
    const lines = times.flatMap(at => [
      `S ${at} cycles p main;f`,
      `E ${at} p 1 who a message of some words`,
      `M ${at} counter 5`,
    ]);
    await imported(
      { paths: [file('times.txt', `Z 0\n${lines.join('\n')}\n`)] },
      async (workspace, report) => {
        expect(report.captures).toMatchObject([{ status: 'complete', used: 16, skipped: 0 }]);
        expect(await rowsOf(workspace, 'SELECT count(*), count("time") FROM samples')).toEqual([[5, 2]]);
        expect(await rowsOf(workspace, 'SELECT count(*), count("time") FROM events')).toEqual([[5, 2]]);
        expect(await rowsOf(workspace, 'SELECT count("time") FROM metrics')).toEqual([[5]]);
        expect(await workspace.problems()).toMatchObject([{ code: 'times-impossible', count: 9 }]);
      },
    );
    const alone = file('alone.txt', `Z 0\nE ${1n << 63n} p 1 who a message of some words\n`);
    await imported({ paths: [alone] }, async (workspace, report) => {
      expect(report.captures).toMatchObject([{ status: 'complete', firstTs: null }]);
      expect(await rowsOf(workspace, 'SELECT count(*), count("time") FROM events')).toEqual([[1, 0]]);
      expect((await workspace.problems()).map(({ code }) => code)).toEqual([
        'times-impossible',
        'start-impossible',
      ]);
    });
  });

  it('JSON that is nested too deeply is a problem of its record only', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const event = (ts: number, args: string) =>
      `{"name":"n","cat":"c","ph":"X","ts":${ts},"dur":5,"pid":1,"tid":1,"args":${args}}`;
    const line = (second: number, more: string) =>
      `{"time":"2024-05-06T10:00:0${second}Z","level":"info","msg":"hello ${second}","more":${more}}`;
    const attribute = (value: string) =>
      `{"resourceLogs":[{"resource":{},"scopeLogs":[{"logRecords":[{"timeUnixNano":"1714989600000000000","body":{"stringValue":"x"},"attributes":[{"key":"k","value":${value}}]}]}]}]}`;
    const list = `${'{"arrayValue":{"values":['.repeat(5000)}{}${']}}'.repeat(5000)}`;
    const paths = [
      file('deep-chrome.json', `{"traceEvents":[${event(1, '{}')},${event(2, deep)},${event(3, '{}')}]}`),
      file('deep-lines.jsonl', [line(1, '1'), line(2, deep), line(3, '1')].join('\n')),
      file('deep-otlp.jsonl', [attribute('{"intValue":"1"}'), attribute(list)].join('\n')),
    ];
    await imported(
      { paths },
      async (workspace, report) => {
        expect(report.failures).toEqual([]);
        expect(report.captures.map(({ name, status }) => [name, status])).toEqual(
          ['deep-chrome.json', 'deep-lines.jsonl', 'deep-otlp.jsonl'].map(name => [name, 'complete']),
        );
        const deepest = (await workspace.problems()).filter(({ code }) => code === 'value-too-deep');
        expect(deepest.map(({ capture, count }) => [capture, count])).toEqual([
          [1, 1],
          [3, 1],
        ]);
      },
      { formats },
    );
  });

  it('a capture that is cut off, or without a row, is not complete', async () => {
    const half = (name: string, path: string) => {
      const whole = readFileSync(fixture(path));
      return file(name, whole.subarray(0, whole.length >> 1));
    };
    const paths = [
      half('half.perf.data', 'perf-data/cpu-clock.data'),
      half('half.etl', 'etl/scheduler.etl'),
      file(
        'header.perf.txt',
        '# ========\n# captured on    : Fri Nov 27 20:00:00 2026\n# hostname : db1\n# ========\n#\n',
      ),
      file('blank.txt', 'Z 0\n\n'),
    ];
    await imported(
      { paths },
      async (_, report) => {
        expect(report.captures.map(({ status, reason }) => [status, reason])).toEqual([
          ['partial', expect.stringMatching(/^The file ends /)],
          ['partial', expect.stringMatching(/buffers/)],
          ['empty', 'Nothing was read from it that a question could be asked of.'],
          ['empty', 'Nothing was read from it that a question could be asked of.'],
        ]);
      },
      { formats: [...fakeFormats, ...formats] },
    );
  });

  it('compressed data that ends early is read up to its end', async () => {
    const text = large('Z 0', 3000);
    const packed = gzipSync(text);
    const half = file('half.gz', packed.subarray(0, packed.length >> 1));
    // The last bytes are the checksum and the length. Another level than `half`, which would otherwise be a grown
    // version of the same file.
    const damaged = gzipSync(text, { level: 1 });
    damaged.fill(0x55, damaged.length - 8);
    await imported({ paths: [half, file('damaged.gz', damaged)] }, async (workspace, report) => {
      expect(report.captures.map(c => [c.status, c.reason])).toEqual([
        ['partial', `The gzip data ends early, at byte ${packed.length >> 1}.`],
        [
          'partial',
          `The gzip data is damaged: the checksum at byte ${damaged.length - 8} does not match, so some of what was read may be wrong.`,
        ],
      ]);
      expect(report.captures[0]?.bytes).toBe(packed.length >> 1);
      const [[samples]] = (await rowsOf(workspace, 'SELECT count(*) FROM sample WHERE capture = 1')) as [
        [number],
      ];
      expect(samples).toBeGreaterThan(500);
    });
  });

  it('data before a damaged byte is read, even in a small file, and the position is reported', async () => {
    const lines = Array.from(
      { length: 4000 },
      (_, i) =>
        `2026-11-21T04:00:${String(i % 60).padStart(2, '0')}Z worker ${(i * 7919) % 997} took ${(i * 31) % 89} ms`,
    );
    const packed = gzipSync(`${lines.join('\n')}\n`);
    const flipped = [0.5, 0.6, 0.7, 0.8, 0.9].map(share => {
      const damaged = Buffer.from(packed);
      const at = Math.floor(packed.length * share);
      damaged[at] = (damaged[at] as number) ^ 0xff;
      return file(`flipped-${share}.gz`, damaged);
    });
    const destroyed = Buffer.from(packed);
    destroyed[2] = 0x55;
    const check = async (_: Workspace, report: ImportReport) => {
      expect(report.captures).toHaveLength(flipped.length);
      for (const [at, capture] of report.captures.entries()) {
        expect(capture.status).toBe('partial');
        // A flipped byte may decode to valid data, so that the error is found later.
        const [, offset] =
          /damaged(?:: the checksum at| at or before) byte (\d+)/.exec(capture.reason ?? '') ?? [];
        expect(Number(offset)).toBeGreaterThanOrEqual(Math.floor(packed.length * (0.5 + at / 10)));
        expect(capture.rows.event).toBeGreaterThan(4000 * (0.5 + at / 10) * 0.8);
      }
      expect(report.failures).toMatchObject([
        {
          code: 'damaged',
          message: expect.stringMatching(
            /cannot be decompressed\. The gzip data is damaged at or before byte \d+ /,
          ),
        },
      ]);
    };
    await imported({ paths: [...flipped, file('destroyed.gz', destroyed)] }, check, { formats });
  });

  it('a damaged archive is refused, whatever format its first file resembles', async () => {
    const header = new Uint8Array(512);
    header.set(Buffer.from('app.log'), 0);
    header.set(Buffer.from('ustar'), 257);
    const log = Array.from(
      { length: 400 },
      (_, at) => `2026-11-21T04:00:${10 + (at % 50)}Z worker did ${at}`,
    );
    const path = file('logs.tar', Buffer.concat([header, Buffer.from(`${log.join('\n')}\n`)]));
    await imported(
      { paths: [path] },
      async (_, report) => {
        expect(report.captures).toEqual([]);
        expect(report.failures).toEqual([
          {
            path,
            code: 'damaged',
            message: `${path} was not read to its end. The archive is damaged at byte 0 (no header): the files before it were read.`,
          },
        ]);
      },
      { formats },
    );
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
