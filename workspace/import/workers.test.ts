/** Importing with workers gives the same rows, can be cancelled, and survives a worker that dies. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileJob } from '../reading/part.ts';
import { type FromWorker, serve, stopAt } from '../reading/serve.ts';
import type { SourceJob } from '../reading/source.ts';
import { Workspace } from '../workspace.ts';
import { PreparedImport } from './begin.ts';
import { fakeFormats } from './fake.testing.ts';
import { large, rowsOf, Scratch, imported as withOptions } from './import.testing.ts';

const scratch = new Scratch();
const { folder } = scratch;
afterAll(() => scratch.remove());
const file = (name: string, content: string | Uint8Array) => scratch.file(name, content);

const worker = join(folder, 'worker.mjs');
const imported = (...[request, work, options]: Parameters<typeof withOptions>) =>
  withOptions(request, work, { worker, ...options });

beforeAll(async () => {
  await build({
    stdin: {
      contents: `
        import { parentPort } from 'node:worker_threads';
        import { serve } from '../reading/serve.ts';
        import { fakeFormats } from './fake.testing.ts';
        serve(parentPort, fakeFormats);`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: worker,
  });
});

describe('a file that several workers may read', () => {
  const blockSize = 1 << 10;

  it.each([
    ['cut at boundaries', 'Z 0'],
    ['in one part', 'Z 3'],
  ])('gives the same rows without workers, with 1 and 3 workers, and compressed: %s', async (_, magic) => {
    // A line of three parts, in two of which no record begins.
    const longest = `E 1700000000000000000 proc 0 user message number ${'x'.repeat(48 << 10)}\n`;
    const text = large(magic, 6_000).replace(/(?<=\n)(?=S 1700000000005000000)/, longest);
    const path = file(`large-${magic}.txt`, text);
    const packed = file(`large-${magic}.txt.gz`, gzipSync(text));
    const lines = text.split('\n').length - 1;
    const digests: unknown[] = [];
    const settings = { blockSize };
    for (const [from, workers] of [
      [path, 0] as const,
      [path, 1] as const,
      [path, 3] as const,
      [packed, 1] as const,
    ])
      await imported(
        { paths: [from], workers },
        async (workspace, report) => {
          expect(report.failures).toEqual([]);
          const [capture] = report.captures;
          expect(capture).toMatchObject({ status: 'complete', size: lines, blank: 6, skipped: 6 });
          expect(capture?.bytes).toBe(statSync(from).size);
          expect(capture?.rows).toEqual({ sample: 6_000, event: 2_001, metric: 1_200 });
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
        },
        settings,
      );
    for (const digest of digests) expect(digest).toEqual(digests[0]);
    await imported(
      { paths: [path], workers: 3 },
      async workspace => {
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
      },
      settings,
    );
  });

  it('stops where nothing further can be trusted, and counts the rest as skipped', async () => {
    const text = large('Z 0', 6_000).replace('M 1700000000005000000 counter2 5000\n', '!\n');
    const path = file('bang.txt', text);
    const states: unknown[] = [];
    for (const workers of [0, 2]) {
      const check: Parameters<typeof imported>[1] = async (workspace, report) => {
        const [capture] = report.captures;
        expect(capture?.status).toBe('partial');
        const line = text.slice(0, text.indexOf('!\n')).split('\n').length;
        expect(capture?.reason).toBe(`Here is a bang (line ${line})`);
        expect((capture?.used ?? 0) + (capture?.blank ?? 0) + (capture?.skipped ?? 0)).toBe(capture?.size);
        expect(capture?.size).toBe(text.split('\n').length - 1);
        states.push(capture?.rows, await rowsOf(workspace, 'SELECT count(*), max(ts) FROM sample'));
      };
      await imported({ paths: [path], workers }, check, { blockSize });
    }
    expect(states.slice(2)).toEqual(states.slice(0, 2));
    expect(states[1]).toEqual([[5_001, 5_000_000]]);
  });
});

describe('cancel', () => {
  it.each([0, 2])('leaves nothing of the current capture (%i workers)', async workers => {
    const path = file(`cancel-${workers}.txt`, large('Z 0', 30_000));
    const small = file('kept.txt', 'Z 0\nS 5 cycles a main;f\n');
    const cancel = new AbortController();
    let read = 0;
    await imported(
      { paths: [small, path], workers },
      async (workspace, report) => {
        expect(report.cancelled).toBe(true);
        expect(report.captures.map(c => c.name)).toEqual(['kept.txt']);
        expect(await rowsOf(workspace, 'SELECT count(*) FROM sample')).toEqual([[1]]);
        expect(await rowsOf(workspace, 'SELECT count(*) FROM "text"')).toEqual([[5]]);
        const again = await workspace.import(
          { paths: [small], workers: 0, again: true },
          { formats: fakeFormats },
        );
        expect(again.captures[0]).toMatchObject({ id: 2, status: 'complete' });
      },
      {
        cancel: cancel.signal,
        onProgress: ({ bytes }) => {
          read = bytes;
          if (bytes > 1e5) cancel.abort();
        },
      },
    );
    expect(read).toBeLessThan(statSync(path).size);
  });

  it('ends an import that waits for a read that never ends', async () => {
    const path = file('stuck.txt', 'Z 0\nS 5 cycles a main;f\n');
    const request = { paths: [path], workers: 0 };
    const cancel = new AbortController();
    const workspace = await Workspace.open(null);
    const begun = new PreparedImport(request, { formats: fakeFormats, memory: 1e9 });
    begun.filesIn = async function* () {
      setImmediate(() => cancel.abort());
      yield await new Promise<never>(() => undefined);
    };
    const report = await workspace.import(request, { cancel: cancel.signal }, begun);
    expect(report).toMatchObject({ cancelled: true, captures: [], failures: [] });
    await workspace.close();
  });

  it.each([
    [0, 'end'],
    [1, 'refused'],
  ])('makes a worker stop reading by itself (%i: %s)', async (stop, type) => {
    const path = file('stopped.txt', large('Z 0', 3_000));
    const { port1, port2 } = new MessageChannel();
    serve(port2 as unknown as MessagePort, fakeFormats);
    const turn = new Int32Array(new SharedArrayBuffer(8));
    turn[stopAt] = stop;
    const head = readFileSync(path);
    const source: SourceJob = {
      path,
      member: null,
      bytes: statSync(path).size,
      isRandom: true,
      compression: 'none',
      encoding: 'utf-8',
      format: 'fake',
      blockSize: 1 << 10,
      head,
    };
    const job: FileJob = {
      format: 'fake',
      options: {
        name: 'stopped.txt',
        head,
        modified: null,
        zone: null,
        year: null,
        start: null,
        interval: null,
      },
      symbols: [],
    };
    const ended = new Promise(resolve => {
      port1.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'end' || data.type === 'refused' || data.type === 'failed') resolve(data);
      };
    });
    port1.postMessage({ type: 'read', source, file: job, turn, maxWaiting: 1 << 30 });
    expect(await ended).toMatchObject({ type });
    port1.close();
  });
});

describe('a worker that dies', () => {
  it('fails the file it was reading, and no other', async () => {
    const script = join(folder, 'dying.mjs');
    const from = JSON.stringify(pathToFileURL(worker).href);
    writeFileSync(
      script,
      `import { parentPort } from 'node:worker_threads';
       import ${from};
       parentPort.on('message', message => {
         if (message.type === 'read' && message.file.options.name === 'deadly.txt') throw new Error('out of memory');
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
