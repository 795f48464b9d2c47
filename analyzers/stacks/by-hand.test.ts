/** Every question about stacks against the plainest way to count, on random stacks that recur, in many scopes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, type DrawnSample, rowsOf, workspaceOf } from '../../fixtures/samples.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Answer, Scope } from '../contract.ts';
import { callTree } from '../questions/call-tree/call-tree.ts';
import { callerCallee } from '../questions/caller-callee/caller-callee.ts';
import { functions } from '../questions/functions/functions.ts';
import { invertedTree } from '../questions/inverted-tree/inverted-tree.ts';
import { moduleCallers } from '../questions/module-callers/module-callers.ts';
import { modules } from '../questions/modules/modules.ts';

/** The same at every run (a linear congruential generator). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const random = randomFrom(7);
const frames = Array.from({ length: 14 }, (_, i) => `f${i}@m${i % 4}`);
const drawn = Array.from({ length: 900 }, (_, i) => ({
  stack: Array.from({ length: 1 + random(9) }, () => frames[random(frames.length)]!).join(' '),
  ts: i,
  cpu: random(3),
  process: `p${random(3)}`,
  pid: 1,
  tid: random(4),
  kind: random(4) > 0 ? 'cycles' : 'faults',
  period: 1 + random(1000),
})) satisfies DrawnSample[];

const scopes: Readonly<Record<string, [scope: Scope, holds: (of: (typeof drawn)[number]) => boolean]>> = {
  all: [{}, () => true],
  'a few samples': [{ from: 100n, to: 104n, kind: 'cycles' }, of => of.ts >= 100 && of.ts < 104],
  processes: [{ processes: ['p0', 'p2'] }, of => of.process !== 'p1'],
  'a thread on a CPU': [{ threads: [2], cpus: [1] }, of => of.tid === 2 && of.cpu === 1],
  'a module': [{ modules: ['m3'] }, of => of.stack.includes('@m3')],
  'another kind': [{ kind: 'faults' }, () => true],
  periods: [{ weight: 'period', to: 450n }, of => of.ts < 450],
};

type Row = readonly unknown[];
const sorted = (rows: readonly Row[]) => rows.map(row => JSON.stringify(row)).sort();

class Totals {
  private readonly byKey = new Map<string, number>();
  add(key: readonly string[], amount: number): void {
    const text = JSON.stringify(key);
    this.byKey.set(text, (this.byKey.get(text) ?? 0) + amount);
  }
  of(key: readonly string[]): number {
    return this.byKey.get(JSON.stringify(key)) ?? 0;
  }
  rows(make: (key: string[], amount: number) => Row): Row[] {
    return [...this.byKey].map(([key, amount]) => make(JSON.parse(key) as string[], amount));
  }
}

/** Rows of a tree by the path they stand at. */
function byPath(found: Answer): Row[] {
  const paths = new Map<unknown, unknown[]>([[null, []]]);
  return rowsOf(found, 'id', 'parent', 'function', 'module', 'self', 'total').map(
    ([id, parent, name, module, self, total]) => {
      const path = [...paths.get(parent)!, `${name}@${module}`];
      paths.set(id, path);
      return [path, self, total];
    },
  );
}

/** Nodes of the rows of a tree, by the path they stand at. */
function nodesOf(found: Answer): ReadonlyMap<string, unknown> {
  const paths = new Map<unknown, string>([[null, '']]);
  const nodes = new Map<string, unknown>();
  for (const [id, parent, name, node] of rowsOf(found, 'id', 'parent', 'function', 'node')) {
    const path = `${paths.get(parent)} ${name}`;
    paths.set(id, path);
    nodes.set(path, node);
  }
  return nodes;
}

let workspace: Workspace;
beforeAll(async () => {
  workspace = await workspaceOf(drawn);
});
afterAll(() => workspace.close());

describe.each(Object.entries(scopes))('%s', (_name, [scope, holds]) => {
  const samples = drawn
    .filter(each => holds(each) && each.kind === (scope.kind ?? 'cycles'))
    .map(each => ({ path: each.stack.split(' '), amount: scope.weight === 'period' ? each.period : 1 }));
  const moduleOf = (frame: string) => frame.slice(frame.indexOf('@') + 1);
  const distinct = (keys: readonly string[][]) => [
    ...new Map(keys.map(key => [JSON.stringify(key), key])).values(),
  ];

  it.each([
    ['functions', functions, (frame: string) => frame.split('@')] as const,
    ['modules', modules, (frame: string) => [moduleOf(frame)]] as const,
  ])('%s', async (_id, question, keyOf) => {
    const [self, total] = [new Totals(), new Totals()];
    for (const { path, amount } of samples) {
      self.add(keyOf(path.at(-1)!), amount);
      for (const key of distinct(path.map(keyOf))) total.add(key, amount);
    }
    const result = await question.answer(askOf(workspace), {}, scope);
    const names = question.columns.slice(0, -3).map(column => column.name);
    expect(samples.length).toBeGreaterThan(2);
    expect(sorted(rowsOf(result, ...names))).toEqual(
      sorted(total.rows((key, amount) => [...key, self.of(key), amount])),
    );
  });

  it('trees', async () => {
    const [self, total, inverted] = [new Totals(), new Totals(), new Totals()];
    for (const { path, amount } of samples) {
      self.add(path, amount);
      const up = [...path].reverse();
      path.forEach((_, i) => {
        total.add(path.slice(0, i + 1), amount);
        if (i < 3) inverted.add(up.slice(0, i + 1), amount);
      });
    }
    const whole = { depth: 0, 'min-percent': 0, node: 0, under: undefined };
    const down = await callTree.answer(askOf(workspace), { ...whole, root: 'none' }, scope);
    expect(sorted(byPath(down))).toEqual(sorted(total.rows((path, amount) => [path, self.of(path), amount])));
    const up = await invertedTree.answer(askOf(workspace), { ...whole, depth: 3 }, scope);
    expect(sorted(byPath(up))).toEqual(
      sorted(inverted.rows((path, amount) => [path, path.length === 1 ? amount : 0, amount])),
    );
  });

  it('rows of an inverted tree name the same nodes at every depth', async () => {
    const whole = { depth: 0, 'min-percent': 0, node: 0, under: undefined };
    const all = nodesOf(await invertedTree.answer(askOf(workspace), whole, scope));
    const nodes = nodesOf(await invertedTree.answer(askOf(workspace), { ...whole, depth: 2 }, scope));
    expect(nodes.size).toBeGreaterThan(2);
    expect([...nodes]).toEqual([...nodes.keys()].map(path => [path, all.get(path)]));
  });

  it('callers and callees', async () => {
    const of = 'f5@m1';
    const total = new Totals();
    for (const { path, amount } of samples) {
      const calls = path.flatMap((frame, i) => [
        ...(frame === of ? [['function', of]] : []),
        ...(frame === of && i > 0 ? [['caller', path[i - 1]!]] : []),
        ...(i > 0 && path[i - 1] === of ? [['callee', frame]] : []),
      ]);
      for (const call of distinct(calls)) total.add(call, amount);
    }
    const params = { function: 'f5', module: 'm1' };
    const result = await callerCallee.answer(askOf(workspace), params, scope);
    expect(sorted(rowsOf(result, 'role', 'function', 'module', 'total'))).toEqual(
      sorted(total.rows(([role, frame], amount) => [role, ...frame!.split('@'), amount])),
    );
  });

  it('callers of a module', async () => {
    const total = new Totals();
    for (const { path, amount } of samples) {
      const callers = path.filter((frame, i) => {
        const callee = path[i + 1];
        return callee !== undefined && moduleOf(callee) === 'm2' && moduleOf(frame) !== 'm2';
      });
      for (const caller of new Set(callers)) total.add(caller.split('@'), amount);
    }
    const result = await moduleCallers.answer(askOf(workspace), { module: 'm2' }, scope);
    expect(sorted(rowsOf(result, 'function', 'module', 'total'))).toEqual(
      sorted(total.rows((caller, amount) => [...caller, amount])),
    );
  });
});
