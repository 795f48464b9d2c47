/** Tests the whole contract, from a capture to every question's rows, as a window uses it. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../fixtures/shared.ts';
import type { AnswerPage, Progress, QuestionInfo, WorkspaceInfo } from '../contract.ts';
import { Table } from '../renderer/state/table.ts';
import { Engine } from './engine.ts';
import { questions } from './questions.ts';

const sample = (n: number, stack: readonly string[]) =>
  [
    `app 7/${n % 3} [00${n % 2}] ${(10 + n / 100).toFixed(9)}: 1 cycles:`,
    ...stack.map(f => `\t4005d0 ${f}`),
    '',
    '',
  ].join('\n');
const capture = Array.from({ length: 60 }, (_, n) =>
  sample(
    n,
    n % 3 === 0 ? ['read (/bin/app)', 'main (/bin/app)'] : ['memcpy (/lib/libc.so)', 'main (/bin/app)'],
  ),
).join('');

/** Values of required parameters. */
const required: Readonly<Record<string, string>> = {
  function: 'main',
  module: '/lib/libc.so',
  series: 'cpu/us',
  a: 'cpu/us',
  b: 'cpu/id',
  x: 'cpu/us',
  y: 'cpu/id',
  capture: 'app.perf.txt',
  by: 'vmstat-t.txt',
  pid: '1',
  with: 'disk/bo',
};

let folder: string;
let engine: Engine;
const progress: Progress[] = [];
const changes: WorkspaceInfo[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aftertrace-engine-'));
  writeFileSync(join(folder, 'app.perf.txt'), capture);
  engine = new Engine(
    { version: '1.2.3' },
    {
      progress: (_, latest) => progress.push(latest),
      changed: info => changes.push(info),
      findingsChanged: () => undefined,
    },
  );
  await engine.open(null);
  const report = await engine.import('import', { paths: [join(folder, 'app.perf.txt')], workers: 0 });
  expect(report).toMatchObject({ failures: [], cancelled: false, captures: [{ status: 'complete' }] });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

function paramsFor({ params }: QuestionInfo): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, param]) =>
      param.type === 'text' && param.required ? [[name, required[name] ?? param.example]] : [],
    ),
  );
}

describe('import', () => {
  it('reports its progress and its changes', () => {
    expect(progress.map(({ what }) => what)).toContain('reading app.perf.txt');
    expect(progress.at(-1)).toMatchObject({ what: 'making states and templates', rows: 60, totalFiles: 1 });
    expect(changes.at(-1)).toMatchObject({ rows: { sample: 60 }, captures: [{ name: 'app.perf.txt' }] });
  });

  it('lists the formats', async () => {
    expect(await engine.formats()).toContainEqual({ id: 'perf-script', title: 'perf script' });
  });
});

/** What questions ask of besides samples. */
const others = [
  ['vmstat/vmstat-t.txt', questions.filter(({ shape }) => shape !== 'waterfall')],
  ['otlp/traces.jsonl', questions.filter(({ shape }) => shape === 'waterfall')],
] as const;

describe.each(others)('beside %s', (path, asked) => {
  let captures: readonly number[];
  beforeAll(async () => {
    const report = await engine.import('others', { paths: [fixture(path)], workers: 0 });
    captures = report.captures.map(({ id }) => id);
  });
  afterAll(async () => {
    for (const id of captures) await engine.remove(id);
  });

  it.each(asked)(
    '$id answers with the columns it declares, and pages of them, sorted by any',
    async question => {
      const head = await engine.ask('ask', { question: question.id, params: paramsFor(question), scope: {} });
      if (question.columns.length > 0)
        expect(head.columns.map(column => column.name)).toEqual(question.columns.map(column => column.name));
      for (const { name } of head.columns) {
        for (const descending of [false, true]) {
          const page = await engine.page('job', head.answer, {
            offset: 0,
            limit: 5,
            sort: { column: name, descending },
          });
          expect(page).toMatchObject({ total: head.rows, rows: Math.min(head.rows, 5) });
          expect(page.data).toHaveLength(head.columns.length);
        }
      }
      expect(JSON.parse(await engine.exportAnswer('job', head.answer, { as: 'json' }))).toHaveLength(
        head.rows,
      );
      await engine.release(head.answer);
    },
  );
});

describe('answers', () => {
  const functions = (scope = {}) => engine.ask('ask', { question: 'functions', params: {}, scope });

  it('are paged, filtered and searched in the current order', async () => {
    const { answer, columns } = await functions();
    const order = { sort: { column: 'self', descending: true } };
    const names = ({ rows, data }: AnswerPage) => {
      const table = new Table(columns, rows, data);
      return Array.from({ length: rows }, (_, row) => table.cell(row, 'function'));
    };
    expect(names(await engine.page('job', answer, { offset: 0, limit: 10, ...order }))).toEqual([
      'memcpy',
      'read',
      'main',
    ]);
    expect(names(await engine.page('job', answer, { offset: 1, limit: 1, ...order }))).toEqual(['read']);
    expect(names(await engine.page('job', answer, { offset: 0, limit: 10, filter: 'libc' }))).toEqual([
      'memcpy',
    ]);
    expect(await engine.find('job', answer, { sought: { contains: 'MAIN' }, after: 0, ...order })).toBe(2);
  });

  it('are exported to files', async () => {
    const { answer } = await functions();
    const path = join(folder, 'functions.csv');
    expect(await engine.exportAnswer('job', answer, { as: 'csv', path })).toBe('');
    expect(readFileSync(path, 'utf8')).toBe(await engine.exportAnswer('job', answer, { as: 'csv' }));
    const arrow = join(folder, 'functions.arrow');
    await engine.exportAnswer('job', answer, { as: 'arrow', path: arrow });
    expect(tableFromIPC(readFileSync(arrow)).numRows).toBe(3);
    const nowhere = join(folder, 'none', 'x.csv');
    await expect(engine.exportAnswer('job', answer, { as: 'csv', path: nowhere })).rejects.toMatchObject({
      code: 'not-found',
      message: `${join(folder, 'none')} does not exist: make the folder first.`,
    });
    await expect(engine.exportAnswer('job', answer, { as: 'arrow' })).rejects.toMatchObject({
      code: 'bad-request',
    });
  });

  it('can be released', async () => {
    const { answer } = await functions();
    await engine.release(answer);
    await expect(engine.page('job', answer, { offset: 0, limit: 1 })).rejects.toMatchObject({
      code: 'answer-gone',
    });
  });

  it('accept times beyond the exact range of a number', async () => {
    const span = (await engine.workspace()).captures[0]!;
    const from = span.start ?? 10_000_000_000n;
    const middle = from + 300_000_000n;
    const { whole } = await functions({ from: middle });
    expect(whole).toEqual({ amount: 30, unit: 'samples' });
  });
});

describe('errors', () => {
  const ask = (question: string, params = {}, scope = {}) => engine.ask('ask', { question, params, scope });

  it('have a code and a sentence', async () => {
    await expect(ask('nonsense')).rejects.toMatchObject({ code: 'unknown-question' });
    await expect(ask('call-tree', { depth: -1 })).rejects.toMatchObject({ code: 'bad-parameter' });
    await expect(engine.remove(99)).rejects.toMatchObject({ code: 'not-found' });
    const closed = new Engine(
      { version: '0' },
      { progress: () => undefined, changed: () => undefined, findingsChanged: () => undefined },
    );
    await expect(closed.workspace()).rejects.toMatchObject({ code: 'no-workspace' });
  });

  it('have the code `cancelled` for a cancelled question', async () => {
    const asked = ask('functions');
    await engine.cancel('ask');
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('the workspace', () => {
  it('is saved, closed, and opened again without reading the capture', async () => {
    const path = join(folder, 'saved.aftertrace');
    await engine.saveAs(path);
    rmSync(join(folder, 'app.perf.txt'));
    const again = await engine.open(path);
    expect(again).toMatchObject({ path, rows: { sample: 60 } });
    await engine.close();
    expect(existsSync(path)).toBe(true);
    await engine.open(path);
    expect((await engine.ask('ask', { question: 'kinds', params: {}, scope: {} })).rows).toBe(1);
  });

  it('removes a capture, and the answers from it', async () => {
    const { captures } = await engine.workspace();
    expect(await engine.remove(captures[0]!.id)).toMatchObject({ captures: [], rows: { sample: 0 } });
    expect((await engine.ask('ask', { question: 'kinds', params: {}, scope: {} })).rows).toBe(0);
  });

  it('restores a removed capture', async () => {
    const { removed } = await engine.workspace();
    expect(removed).toEqual([{ id: 1, name: 'app.perf.txt' }]);
    expect(await engine.restore(1)).toMatchObject({ rows: { sample: 60 }, removed: [] });
    expect((await engine.ask('ask', { question: 'kinds', params: {}, scope: {} })).rows).toBe(1);
  });

  it('is passed on to a reloaded page; the import of the former page is cancelled', async () => {
    const before = await engine.workspace();
    expect(await engine.resume()).toMatchObject({
      workspace: { captures: before.captures },
      wasReading: false,
    });
    const reading = engine.import('import-1', { paths: [import.meta.filename], workers: 0 });
    const resumed = await engine.resume();
    expect(resumed.wasReading).toBe(true);
    expect(resumed.workspace.captures).toEqual(before.captures);
    expect(
      await reading.then(
        ({ cancelled }) => cancelled,
        ({ code }) => code === 'cancelled',
      ),
    ).toBe(true);
  });

  it('lists unread files when it is reopened, until they are dismissed', async () => {
    const empty = join(folder, 'empty.txt');
    writeFileSync(empty, '');
    const { path } = await engine.workspace();
    for (let i = 0; i < 2; i++) await engine.import('import', { paths: [empty], workers: 0 });
    await engine.open(null);
    expect((await engine.workspace()).unread).toEqual([]);
    expect((await engine.open(path)).unread).toMatchObject([{ path: empty }]);
    writeFileSync(empty, capture);
    await engine.import('import', { paths: [empty], workers: 0 });
    expect((await engine.workspace()).unread).toEqual([]);
    await engine.import('import', { paths: [join(folder, 'missing.txt')], workers: 0 });
    expect((await engine.workspace()).unread).toHaveLength(1);
    expect((await engine.forgetUnread()).unread).toEqual([]);
  });
});
