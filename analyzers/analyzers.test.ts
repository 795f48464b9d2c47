import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, imported, rowsOf, workspaceOf } from '../fixtures/samples.ts';
import { incident, missing } from '../fixtures/shared.ts';
import { Workspace } from '../workspace/workspace.ts';
import { analyzers } from './analyzers.ts';
import { type Analyzer, type Answer, AskError, type Refers, type Scope } from './contract.ts';

/** Column names that refer to the same thing in every question. */
const referring: Readonly<Record<string, Refers>> = {
  function: 'function',
  module: 'module',
  process: 'process',
  pid: 'pid',
  tid: 'thread',
  cpu: 'cpu',
  capture: 'capture',
  host: 'host',
  counter: 'series',
  line: 'line',
  component: 'component',
  template: 'template',
  kind: 'kind',
  level: 'level',
  node: 'node',
};

const ask = (workspace: Workspace, of: Analyzer, params: object = {}, scope: Scope = {}): Promise<Answer> =>
  answerOf(workspace, of, params, scope);

const question = (id: string) => analyzers.find(each => each.id === id)!;

/** An option of the command. The window shows these sentences too, so none may name one. */
const option = /--[a-z]/;

/** The required parameters, with the examples that each question declares. */
const examples = ({ params }: Analyzer): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, param]) =>
      param.type === 'text' && param.required ? [[name, param.example]] : [],
    ),
  );

/** The contract that scripts rely on: ids, parameters and columns. */
const promise = ({ aliases = [], params, columns }: Analyzer): string =>
  [
    `columns: ${columns.map(({ name }) => name).join(', ')}`,
    `parameters: ${Object.keys(params).join(', ') || 'none'}`,
    ...(aliases.length > 0 ? [`also called: ${aliases.join(', ')}`] : []),
    '',
  ].join('\n');

/** The message of an `AskError`, for a question that cannot be answered. */
const refusal = (failed: unknown): string => {
  if (failed instanceof AskError) return failed.message;
  throw failed;
};

describe('the catalogue', () => {
  it('has the question of every folder', async () => {
    const has = new Set<unknown>(analyzers);
    const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter(
      each => each.isDirectory() && each.name !== 'example-question',
    );
    const missing: string[] = [];
    for (const { name } of folders)
      for (const file of readdirSync(join(import.meta.dirname, name))) {
        if (file === 'promise.txt' && !analyzers.some(({ id }) => id === name))
          missing.push(`${name}/promise.txt`);
        if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
        const exported: unknown[] = Object.values(await import(`./${name}/${file.slice(0, -3)}.ts`));
        const isQuestion = (value: unknown) =>
          typeof value === 'object' && value !== null && 'question' in value && 'answer' in value;
        if (exported.some(value => isQuestion(value) && !has.has(value))) missing.push(`${name}/${file}`);
      }
    expect(missing).toEqual([]);
  });

  it('has each question once', () => {
    const names = analyzers.flatMap(({ id, aliases = [] }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(analyzers.map(each => [each.id, each] as const))('%s keeps what it promises', async (id, each) => {
    await expect(promise(each)).toMatchFileSnapshot(`${id}/promise.txt`);
  });

  it('says of each parameter and column what it is', () => {
    for (const { question: words, params, columns: each } of analyzers) {
      expect(words.endsWith('?')).toBe(true);
      for (const { about } of [...Object.values(params), ...each]) {
        expect(about).toMatch(/\.$/);
        expect(about).not.toMatch(option);
      }
    }
  });

  it('says of each column that names a thing what it refers to', () => {
    for (const { id, columns: each } of analyzers)
      for (const { name, refers } of each)
        if (name in referring) expect(refers, `${id}: ${name}`).toBe(referring[name]);
    expect(question('captures').columns[0]?.refers).toBe('capture');
  });

  it('answers with the columns it declares, every one as long as the answer', async () => {
    const workspace = await workspaceOf(
      [{ stack: 'main@app read@libc', process: 'p', pid: 1, tid: 1 }],
      [{}],
      [{ path: 'cpu/0/%idle', values: [50, 60], unit: '%' }],
    );
    for (const each of analyzers) {
      const found = await ask(workspace, each, examples(each)).catch(refusal);
      // Its example means a workspace that the test beside it has.
      if (typeof found === 'string') continue;
      if (each.columns.length > 0)
        expect(found.columns.map(column => column.name)).toEqual(each.columns.map(column => column.name));
      expect(found.data).toHaveLength(found.columns.length);
      for (const { code, text } of found.notes) {
        expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(text).toMatch(/\.$/);
        expect(text).not.toMatch(option);
      }
      for (const data of found.data) {
        expect('index' in data ? data.index.length : data.length, each.id).toBe(found.rows);
      }
    }
    await workspace.close();
  });

  it('has an answer, or a reason for none, where there is nothing', async () => {
    const workspace = await Workspace.open(null);
    for (const each of analyzers) {
      const found = await ask(workspace, each, examples(each)).catch(refusal);
      if (typeof found === 'string')
        expect(found, each.id).toContain('the captures in this workspace name none');
      // `sql-tables` lists views, which exist before there are rows.
      else if (each.id !== 'sql-tables') expect(found.rows, each.id).toBe(0);
    }
    await workspace.close();
  });
});

const capture = incident('cpu-hog/cpu.perf.txt.zst');
describe.skipIf(missing(capture))('a real capture', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await imported([capture]);
  }, 60_000);
  afterAll(() => workspace?.close());

  /** Samples of CPUs that were not idle, of 34,384 in all. */
  const working = 32_097;

  const sum = (found: Answer, column: string) =>
    rowsOf(found, column).reduce((all, [value]) => all + (value as number), 0);

  it('has the same samples in every view', async () => {
    const [whole] = rowsOf(await ask(workspace, question('kinds')), 'samples').flat();
    expect(whole).toBe(working);
    for (const [id, column] of Object.entries({
      processes: 'samples',
      threads: 'samples',
      functions: 'self',
      modules: 'self',
      'call-tree': 'self',
      'inverted-tree': 'self',
      flame: 'self',
    })) {
      const all = { 'inverted-tree': { depth: 1 }, flame: { 'min-percent': 0 } }[id];
      const found = await ask(workspace, question(id), all);
      expect(sum(found, column), id).toBe(whole);
      expect(found.whole, id).toEqual({ amount: whole, unit: 'samples' });
    }
  });

  it('gives in its parts what it gives as a whole', async () => {
    const functions = question('functions');
    const processes = rowsOf(await ask(workspace, question('processes')), 'process', 'samples');
    const postgres = processes.filter(([name]) => name === 'postgres');
    const scoped = await ask(workspace, functions, {}, { processes: ['postgres'] });
    expect(scoped.whole?.amount).toBe(postgres.reduce((all, [, samples]) => all + (samples as number), 0));

    const [, , , , start, end] = rowsOf(await ask(workspace, question('captures')))[0] as bigint[];
    const middle = (start! + end!) / 2n;
    const halves = await Promise.all([
      ask(workspace, functions, {}, { to: middle }),
      ask(workspace, functions, {}, { from: middle }),
    ]);
    expect(halves.map(each => each.whole!.amount).reduce((a, b) => a + b)).toBe(working);
  });

  it('keeps two CPUs busy, idle task included', async () => {
    const found = await ask(workspace, question('timeline'), { buckets: 9, top: 100 }, { withIdle: true });
    expect(found.columns.find(({ name }) => name === 'value')?.unit).toBe('CPUs');
    const byTime = new Map<bigint, number>();
    for (const [time, value] of rowsOf(found, 'time', 'value') as [bigint, number][]) {
      byTime.set(time, (byTime.get(time) ?? 0) + value);
    }
    expect(byTime.size).toBe(9);
    for (const busy of byTime.values()) expect(busy).toBeCloseTo(2, 0);
  });

  it('counts callers and callees within the total of the function', async () => {
    const found = rowsOf(await ask(workspace, question('caller-callee'), { function: 'PortalRun' }));
    const [self] = found.filter(([role]) => role === 'function');
    expect(self).toEqual([
      'function',
      'PortalRun',
      '/usr/lib/postgresql/15/bin/postgres',
      18,
      4345,
      expect.closeTo(13.54, 2),
      'function/PortalRun',
    ]);
    for (const role of ['caller', 'callee']) {
      const totals = found.filter(([each]) => each === role).map(row => row[4] as number);
      expect(totals.length).toBeGreaterThan(0);
      expect(Math.max(...totals)).toBeLessThanOrEqual(4345);
    }
  });
});
