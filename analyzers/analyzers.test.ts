import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, imported, rowsOf, workspaceOf } from '../fixtures/samples.ts';
import { incident, missing } from '../fixtures/shared.ts';
import { Workspace } from '../workspace/workspace.ts';
import { analyzers } from './analyzers.ts';
import type { Analyzer, Answer, Refers, Scope } from './contract.ts';

/** Scripts read these: names and order are a promise. */
const columns: Readonly<Record<string, string>> = {
  kinds: 'kind, samples, weight',
  processes: 'process, pid, samples, percent',
  threads: 'process, pid, tid, samples, percent',
  functions: 'function, module, self, total, self_percent, total_percent',
  modules: 'module, self, total, self_percent, total_percent',
  'call-tree': 'id, parent, depth, function, module, self, total, percent, type, node',
  'inverted-tree': 'id, parent, depth, function, module, self, total, percent, type, node',
  flame: 'node, parent, depth, function, module, self, total, rest, percent, type',
  matches: 'functions, total, percent',
  'caller-callee': 'role, function, module, self, total, percent',
  'module-callers': 'function, module, total, percent',
  captures: 'id, name, format, status, start, end, host, clock, lines, used, blank, skipped, rows, problems',
  problems: 'capture, code, severity, line, offset, message, count',
  timeline: 'track, key, time, value',
  heat: 'time, offset, value',
  events: 'time, capture, line, level, process, component, template, message, kind',
  record: 'field, text, number, unit',
  templates: 'template, level, count, first, last, captures, example',
  levels: 'time, level, count',
  exceptions: 'type, where, count, first, last',
  'template-rates': 'template, time, count, level',
  saturation:
    'host, resource, instance, verdict, utilisation, saturation, measure, errors, worst_minute, worst_utilisation, worst_saturation, not_measured, evidence',
  series:
    'capture, host, object, instance, counter, unit, points, min, mean, max, last, meaning, attributes, factor, addend',
  balance: 'instance, mean, max, share, deviation',
  ratio: 'time, a, b, ratio',
  metric: 'time, value',
  'metric-tracks': 'track, key, time, value, min, max, unit',
};

/** What columns of these names refer to, in whichever question they are. */
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

/** Parameters that must be given. */
const required: Readonly<Record<string, object>> = {
  'caller-callee': { function: 'main' },
  'module-callers': { module: 'app' },
  matches: { find: 'main' },
  metric: { series: 'cpu/*' },
  ratio: { a: 'cpu/*', b: '%idle' },
  'metric-tracks': { series: 'cpu/*' },
};

describe('the catalogue', () => {
  it('has each question once, with its columns as promised', () => {
    expect(new Set(analyzers.map(each => each.id)).size).toBe(analyzers.length);
    for (const [id, names] of Object.entries(columns)) {
      expect(
        question(id)
          .columns.map(column => column.name)
          .join(', '),
        id,
      ).toBe(names);
    }
  });

  it('says of each parameter and column what it is', () => {
    for (const { question: words, params, columns: each } of analyzers) {
      expect(words.endsWith('?')).toBe(true);
      for (const { about } of [...Object.values(params), ...each]) expect(about).toMatch(/\.$/);
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
      const found = await ask(workspace, each, required[each.id]);
      expect(found.columns.map(column => column.name)).toEqual(each.columns.map(column => column.name));
      expect(found.data).toHaveLength(found.columns.length);
      for (const { code, text } of found.notes) {
        expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(text).toMatch(/\.$/);
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
      // A search names nothing that must be there.
      if (each.id !== 'matches' && required[each.id]) {
        await expect(ask(workspace, each, required[each.id])).rejects.toThrow(
          'the captures in this workspace name none',
        );
      } else {
        expect((await ask(workspace, each, required[each.id])).rows, each.id).toBe(0);
      }
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

  /** Of 34,384 samples, those of CPUs that were not idle. */
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
    expect(found.columns.at(-1)?.unit).toBe('CPUs');
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
    ]);
    for (const role of ['caller', 'callee']) {
      const totals = found.filter(([each]) => each === role).map(row => row[4] as number);
      expect(totals.length).toBeGreaterThan(0);
      expect(Math.max(...totals)).toBeLessThanOrEqual(4345);
    }
  });
});
