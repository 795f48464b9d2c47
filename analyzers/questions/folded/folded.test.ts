import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askOf, imported, workspaceOf } from '../../../fixtures/samples.ts';
import { corpus, fixture, missing } from '../../../fixtures/shared.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import type { Scope } from '../../contract.ts';
import { folded } from './folded.ts';
import { type Spelling, spellFrame } from './spelling.ts';

async function linesOf(workspace: Workspace, scope: Scope, spelling: Spelling): Promise<string[]> {
  const { chunks } = await folded(askOf(workspace), scope, spelling);
  return [...chunks].join('').trimEnd().split('\n');
}

describe('folded stacks', () => {
  it('merges equal stacks of a process, or of a thread on request, and ends each line with the weight', async () => {
    const workspace = await workspaceOf([
      { stack: 'main@app read@libc', process: 'my app', pid: 1, tid: 1, period: 10 },
      { stack: 'main@app read@libc', process: 'my app', pid: 1, tid: 2, period: 5 },
      { stack: 'main@app', process: 'my app', pid: 1, tid: 1, period: 1 },
      { stack: '', process: 'my app', pid: 1, tid: 1, period: 1 },
      { stack: '0x1f@/lib/libc.so', period: 1 },
    ]);
    expect(await linesOf(workspace, {}, {})).toEqual([
      '[libc.so] 1',
      'my_app 1',
      'my_app;main 1',
      'my_app;main;read 2',
    ]);
    expect(await linesOf(workspace, { weight: 'period', processes: ['my app'] }, { tid: true })).toEqual([
      'my_app-1/1 1',
      'my_app-1/1;main 1',
      'my_app-1/1;main;read 10',
      'my_app-1/2;main;read 5',
    ]);
    await workspace.close();
  });
});

describe('folded stacks that were imported', () => {
  const spellings: readonly (readonly [string, Spelling])[] = [
    ['processes', {}],
    ['threads', { tid: true, kernel: true, addresses: true }],
  ];
  it.each(spellings)('are written as they were: %s', async (name, spelling) => {
    const path = fixture(`folded/${name}.folded`);
    const workspace = await imported([path]);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect((await linesOf(workspace, {}, spelling)).sort()).toEqual(lines.sort());
    await workspace.close();
  });
});

describe('spelling of a frame', () => {
  const spelled = (symbol: string, module = 'app', spelling: Spelling = {}, java = false) =>
    spellFrame({ symbol, module, address: 0x7f00n }, java, spelling);

  it('drops characters that would break a line, and redundant parts of names', () => {
    expect(spelled('a;b')).toBe('a:b');
    expect(spelled('StealTask::do_it(GCTaskManager*, unsigned int)')).toBe('StealTask::do_it');
    expect(spelled('(anonymous namespace)::f(int)')).toBe(null);
    expect(spelled('x::(anonymous namespace)::f(int)')).toBe('x::(anonymous namespace)::f');
    expect(spelled('net/http.(*Client).Do')).toBe('net/http.(*Client).Do');
    expect(spelled('RegExp:[&<>"\']')).toBe('RegExp:[&<>]');
  });

  it.each([
    ['std::function<int (int, int)>::operator()', 'std::function<int (int, int)>::operator()'],
    [
      'std::function<int (int, int)>::operator()(int, int) const',
      'std::function<int (int, int)>::operator()',
    ],
    ['f<a>(std::vector<int, g<int> > const&) [clone .cold]', 'f<a>'],
    ['bool operator< <int>(A<int> const&, A<int> const&)', 'bool operator< <int>'],
    ['A::operator->() const', 'A::operator->'],
    ['std::ostream& operator<< (std::ostream&, A)', 'std::ostream& operator<< '],
    ['main(int)::{lambda(int)#1}::operator()(int) const', 'main'],
    ['x::(anonymous namespace)::f<void (*)(int)>(int)', 'x::(anonymous namespace)::f<void (*)(int)>'],
    ['Lio/netty/Context;.fire(Ljava/lang/Object;)Lio/net', 'Lio/netty/Context:.fire'],
    ['std::function<int (int, i', 'std::function<int (int, i'],
  ])('drops arguments, and no parentheses of the name: %s', (symbol, folded) => {
    expect(spelled(symbol)).toBe(folded);
  });

  it('shortens Java signatures in a process called java', () => {
    expect(spelled('Ljava/io/PrintStream;::print', '/tmp/perf-1.map', {}, true)).toBe(
      'java/io/PrintStream:::print',
    );
    expect(spelled('Ljava/io/PrintStream;::print', '/tmp/perf-1.map')).toBe('Ljava/io/PrintStream:::print');
  });

  it('names functions without a symbol by their module, and on request with their address', () => {
    expect(spelled('[unknown]', '/lib/libc.so')).toBe('[libc.so]');
    expect(spelled('[unknown]', '[unknown]')).toBe('[unknown]');
    expect(spelled('[unknown]', '/lib/libc.so', { addresses: true })).toBe('[libc.so <7f00>]');
  });

  it('marks the kernel and JIT code on request', () => {
    expect(spelled('vfs_read', '[kernel.kallsyms]', { kernel: true })).toBe('vfs_read_[k]');
    expect(spelled('vfs_read', '/lib/modules/4.1/build/vmlinux', { kernel: true })).toBe('vfs_read_[k]');
    expect(spelled('main', '[unknown]', { kernel: true })).toBe('main');
    expect(spelled('LBusy;::main', '/tmp/perf-7.map', { jit: true })).toBe('LBusy:::main_[j]');
  });
});

/** Output of stackcollapse-perf.pl for the same captures, by option. */
const options: Readonly<Record<string, Spelling>> = {
  addrs: { addresses: true },
  all: { kernel: true, jit: true },
  jit: { jit: true },
  kernel: { kernel: true },
  pid: { pid: true },
  tid: { tid: true },
};

const folder = corpus('flamegraph/test');
const absent = missing(folder);
const captures = absent ? [] : readdirSync(folder).filter(file => file.endsWith('.txt'));

describe.skipIf(absent).each(captures)('folded like stackcollapse-perf: %s', file => {
  let workspace: Workspace;
  let scope: Scope;
  let lastWeight = 0;
  beforeAll(async () => {
    workspace = await imported([`${folder}/${file}`]);
    const result = await workspace.columns(
      `SELECT k.value AS kind, count(s.period)::INTEGER AS periods FROM sample s JOIN text k ON k.id = s.kind
       GROUP BY k.value ORDER BY min(s.rowid)`,
    );
    // Its rules: only the first kind of the file; the period is the weight where there is one.
    const weight = result.ints('periods')[0]! > 0 ? 'period' : 'samples';
    scope = { kind: result.texts('kind')[0]!, weight };
    // It drops a last record that no blank line ends; here it counts.
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const last = await workspace.columns('SELECT coalesce(last(period), 1)::DOUBLE AS period FROM sample');
    lastWeight = text.endsWith('\n\n') ? 0 : weight === 'period' ? last.numbers('period')[0]! : 1;
  });
  afterAll(() => workspace?.close());

  it.each(Object.keys(options))('%s', async option => {
    const path = `${folder}/results/${file.replace('.txt', '')}-collapsed-${option}.txt`;
    const expected = readFileSync(path, 'utf8').trimEnd().split('\n').map(alike);
    const difference = weights((await linesOf(workspace, scope, options[option]!)).map(alike));
    for (const [stack, weight] of weights(expected)) {
      const left = (difference.get(stack) ?? 0) - weight;
      if (left === 0) difference.delete(stack);
      else difference.set(stack, left);
    }
    expect([...difference.values()]).toEqual(lastWeight > 0 ? [lastWeight] : []);
  });
});

function weights(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of lines) {
    const [, stack, weight] = /^(.*) (\d+)$/.exec(line)!;
    found.set(stack!, (found.get(stack!) ?? 0) + Number(weight));
  }
  return found;
}

/**
 * Evens out where the two differ by design: an empty symbol is as good as unknown, and a template's name is cut at its
 * first parenthesis there.
 */
function alike(line: string): string {
  return line
    .replace(/(<[^;(]*)\((?!anonymous)[^;]*?(?=;| \d+$)/g, '$1')
    .replace(/;(?: |\[libc-2\.15\.so(?: <7f1e2215d0(?:58|c0)>)?\]) (\d+)$/, ';[libc-2.15.so] $1');
}
