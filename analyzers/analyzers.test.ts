import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recorded } from '../fixtures/recorded.ts';
import { answerOf, rowsOf, workspaceOf } from '../fixtures/samples.ts';
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

const ask = (
  workspace: Workspace,
  analyzer: Analyzer,
  params: object = {},
  scope: Scope = {},
): Promise<Answer> => answerOf(workspace, analyzer, params, scope);

const question = (id: string) => analyzers.find(each => each.id === id)!;

/** Matches an option of the command. Texts are also shown in the window, so they must not mention options. */
const option = /--[a-z]/;

/** The required parameters, with the examples that each question declares. */
const examples = ({ params }: Analyzer): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, param]) =>
      param.type === 'text' && param.required ? [[name, param.example]] : [],
    ),
  );

/** The contract that scripts rely on: ids, parameters and columns. */
const contract = ({ aliases = [], params, columns }: Analyzer): string =>
  [
    `columns: ${columns.map(({ name }) => name).join(', ')}`,
    `parameters: ${Object.keys(params).join(', ') || 'none'}`,
    ...(aliases.length > 0 ? [`also called: ${aliases.join(', ')}`] : []),
    '',
  ].join('\n');

const questions = join(import.meta.dirname, 'questions');

/** The message of an `AskError`, for a question that cannot be answered. */
const refusal = (failed: unknown): string => {
  if (failed instanceof AskError) return failed.message;
  throw failed;
};

describe('the catalogue', () => {
  it('has the question of every folder', async () => {
    const has = new Set<unknown>(analyzers);
    const folders = readdirSync(questions, { withFileTypes: true }).filter(
      each => each.isDirectory() && each.name !== 'example-question',
    );
    const missing: string[] = [];
    for (const { name } of folders)
      for (const file of readdirSync(join(questions, name))) {
        if (file === 'contract.txt' && !analyzers.some(({ id }) => id === name))
          missing.push(`${name}/contract.txt`);
        if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue;
        const exported: unknown[] = Object.values(
          await import(`./questions/${name}/${file.slice(0, -3)}.ts`),
        );
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

  it.each(analyzers.map(each => [each.id, each] as const))('%s keeps its contract', async (id, each) => {
    await expect(contract(each)).toMatchFileSnapshot(`questions/${id}/contract.txt`);
  });

  it('describes each parameter and column', () => {
    for (const { question: words, params, columns: each } of analyzers) {
      expect(words.endsWith('?')).toBe(true);
      for (const { about } of [...Object.values(params), ...each]) {
        expect(about).toMatch(/\.$/);
        expect(about).not.toMatch(option);
      }
    }
  });

  it('declares `refers` for each column that identifies an object', () => {
    for (const { id, columns: each } of analyzers)
      for (const { name, refers } of each)
        if (name in referring) expect(refers, `${id}: ${name}`).toBe(referring[name]);
    expect(question('captures').columns[0]?.refers).toBe('capture');
  });

  it('answers with the columns it declares, each with one value per row', async () => {
    const workspace = await workspaceOf(
      [{ stack: 'main@app read@libc', process: 'p', pid: 1, tid: 1 }],
      [{}],
      [{ path: 'cpu/0/%idle', values: [50, 60], unit: '%' }],
    );
    for (const each of analyzers) {
      const answer = await ask(workspace, each, examples(each)).catch(refusal);
      // Its example only exists in the workspace of the question's own test.
      if (typeof answer === 'string') continue;
      if (each.columns.length > 0)
        expect(answer.columns.map(column => column.name)).toEqual(each.columns.map(column => column.name));
      expect(answer.data).toHaveLength(answer.columns.length);
      for (const { code, text } of answer.notes) {
        expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(text).toMatch(/\.$/);
        expect(text).not.toMatch(option);
      }
      for (const data of answer.data) {
        expect('index' in data ? data.index.length : data.length, each.id).toBe(answer.rows);
      }
    }
    await workspace.close();
  });

  it('answers an empty workspace with no rows, or refuses with a reason', async () => {
    const workspace = await Workspace.open(null);
    for (const each of analyzers) {
      const answer = await ask(workspace, each, examples(each)).catch(refusal);
      if (typeof answer === 'string')
        expect(answer, each.id).toContain('the captures in this workspace name none');
      // `sql-tables` lists views, which exist before there are rows.
      else if (each.id !== 'sql-tables') expect(answer.rows, each.id).toBe(0);
    }
    await workspace.close();
  });
});

const capture = incident('cpu-hog/cpu.perf.txt.zst');
describe.skipIf(missing(capture))('a real capture', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await recorded('cpu-hog');
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
      const answer = await ask(workspace, question(id), all);
      expect(sum(answer, column), id).toBe(whole);
      expect(answer.whole, id).toEqual({ amount: whole, unit: 'samples' });
    }
  });

  it('gives the same sum for the parts of a scope as for the whole', async () => {
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

  it('adds the timeline up to two busy CPUs, idle task included', async () => {
    const answer = await ask(
      workspace,
      question('timeline'),
      { buckets: 9, top: 100 },
      { captures: [1], withIdle: true },
    );
    expect(answer.columns.find(({ name }) => name === 'value')?.unit).toBe('CPUs');
    const byTime = new Map<bigint, number>();
    for (const [time, value] of rowsOf(answer, 'time', 'value') as [bigint, number][]) {
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
