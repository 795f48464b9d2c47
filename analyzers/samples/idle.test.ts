import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recorded } from '../../fixtures/recorded.ts';
import { answerOf, noteData, noteTexts, rowsOf, workspaceOf } from '../../fixtures/samples.ts';
import { bytesOf, incident, missing } from '../../fixtures/shared.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { Analyzer, Answer, Params, Scope } from '../contract.ts';
import { callTree } from '../questions/call-tree/call-tree.ts';
import { functions } from '../questions/functions/functions.ts';
import { heat } from '../questions/heat/heat.ts';
import { invertedTree } from '../questions/inverted-tree/inverted-tree.ts';
import { kinds } from '../questions/kinds/kinds.ts';
import { modules } from '../questions/modules/modules.ts';
import { processes } from '../questions/processes/processes.ts';
import { threads } from '../questions/threads/threads.ts';
import { timeline } from '../questions/timeline/timeline.ts';
import { idleRules } from './idle-rules.ts';

const kernel = '[kernel.kallsyms]';
const inKernel = (...symbols: string[]) => symbols.map(symbol => `${symbol}@${kernel}`).join(' ');
const swapper = { process: 'swapper', pid: 0, tid: 0 };

describe('idle CPUs', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await workspaceOf([
      { stack: inKernel('do_idle', 'mwait_idle_with_hints.constprop.0'), ...swapper },
      { stack: inKernel('do_idle', 'pv_native_safe_halt'), ...swapper, weight: 50 },
      { stack: inKernel('do_idle', 'safe_halt', 'asm_sysvec_x', 'handle_softirqs'), ...swapper, weight: 3 },
      { stack: '', ...swapper, weight: 4 },
      { stack: 'main@app poll_idle@app', process: 'app', pid: 7, weight: 40 },
      { stack: inKernel('do_idle', 'native_safe_halt'), weight: 5 },
      { stack: inKernel('do_idle', 'native_safe_halt', 'asm_sysvec_x'), weight: 2 },
      { stack: inKernel('fault'), process: 'app', pid: 7, kind: 'faults' },
      { stack: inKernel('do_idle', 'native_safe_halt'), ...swapper, kind: 'faults', weight: 9 },
    ]);
  });
  afterAll(() => workspace.close());
  const cycles = { kind: 'cycles' };

  it('are left out except for the interrupts they serve, with a note of the number', async () => {
    const answer = await answerOf(workspace, functions, {}, cycles);
    expect(answer.whole).toEqual({ amount: 45, unit: 'samples' });
    expect(rowsOf(answer, 'function', 'self').slice(0, 3)).toEqual([
      ['poll_idle', 40],
      ['handle_softirqs', 3],
      ['asm_sysvec_x', 2],
    ]);
    expect(noteTexts(answer)).toEqual([
      'Idle samples are left out: 60 of 105 cycles samples (57.1 %) were taken while nothing ran. 4 of them have no stack, so that interrupts among them are not recognised.',
    ]);
    expect(noteData(answer, 'idle-left-out')).toMatchObject({ samples: 60, of: 105, withoutStack: 4 });
    const own = await answerOf(workspace, functions, {}, { processes: ['app'], ...cycles });
    expect(own.notes).toEqual([]);
    expect(own.whole?.amount).toBe(40);
  });

  it('of Windows are samples of thread 0 outside of DPCs and interrupts', async () => {
    const idle = { process: 'Idle', pid: 0, tid: 0 };
    const inNt = (...symbols: string[]) => symbols.map(symbol => `${symbol}@ntoskrnl.exe`).join(' ');
    const dump = await workspaceOf([
      { stack: inNt('KiIdleLoop', 'PoIdle', 'PpmIdleGuestExecute'), ...idle, weight: 50 },
      { stack: inNt('KiIdleLoop', 'KiRetireDpcList', 'KiExecuteAllDpcs'), ...idle, weight: 3 },
      { stack: 'work@server.exe', process: 'server.exe', pid: 12, tid: 16, weight: 7 },
    ]);
    const answer = await answerOf(dump, functions, {}, cycles);
    expect(answer.whole).toEqual({ amount: 10, unit: 'samples' });
    await dump.close();
  });

  it('are distinguished from having no samples', async () => {
    for (const question of [functions, processes, kinds, timeline] as Analyzer<Params, Answer>[]) {
      const none = await answerOf(workspace, question, {}, { captures: [1], from: 1n, to: 2n });
      expect(noteData(none, 'no-sample'), question.id).toEqual({ leftOut: [] });
    }
  });

  it('are counted on demand, with a note that names the idle task', async () => {
    const scope = { ...cycles, withIdle: true };
    const answer = await answerOf(workspace, functions, {}, scope);
    expect(answer.whole?.amount).toBe(105);
    expect(noteData(answer, 'idle-functions')).toEqual({
      functions: ['pv_native_safe_halt', 'native_safe_halt'],
    });
    const by = await answerOf(workspace, processes, {}, scope);
    expect(rowsOf(by, 'process', 'samples')[0]).toEqual(['swapper', 58]);
    expect(noteTexts(by)).toEqual(['swapper is the idle task: its share is time that no process used.']);
  });

  it('are not counted by the question kinds, nor for the choice of the kind with most samples', async () => {
    const answer = await answerOf(workspace, kinds);
    expect(rowsOf(answer, 'kind', 'samples')).toEqual([
      ['cycles', 45],
      ['faults', 1],
    ]);
    expect(noteData(answer, 'idle-left-out')).toMatchObject({ samples: 69, of: 115 });
    const one = await answerOf(workspace, kinds, {}, { kind: 'faults' });
    expect(noteData(one, 'idle-left-out')).toMatchObject({ samples: 9, of: 10, kind: 'faults' });
  });

  it('are left out of sums of periods, with a note of their number', async () => {
    const weighed = await workspaceOf([
      { stack: inKernel('native_safe_halt'), ...swapper, period: 100 },
      { stack: 'main@app', process: 'app', period: 7 },
    ]);
    const answer = await answerOf(weighed, functions, {}, { weight: 'period' });
    expect(answer.whole).toEqual({ amount: 7, unit: 'cycles' });
    expect(noteData(answer, 'idle-left-out')).toMatchObject({ samples: 1, of: 2, percent: 50 });
    await weighed.close();
  });
});

describe('idle samples of V8', () => {
  it('are those at its function for it, whatever their thread', async () => {
    const workspace = await workspaceOf([
      { stack: 'serve@app.js (program)@[v8]', process: 'node', pid: 7 },
      { stack: '(idle)@[v8]', process: 'node', pid: 7, weight: 6 },
      { stack: '(idle)@[v8]', weight: 2 },
      { stack: '(idle)@app.js', process: 'node', pid: 7, weight: 3 },
      { stack: '', process: 'node', pid: 7, weight: 4 },
    ]);
    const cycles = { kind: 'cycles' };
    const answer = await answerOf(workspace, functions, {}, cycles);
    expect(answer.whole).toEqual({ amount: 8, unit: 'samples' });
    expect(noteData(answer, 'idle-left-out')).toMatchObject({ samples: 8, of: 16, withoutStack: 0 });
    const all = await answerOf(workspace, functions, {}, { ...cycles, withIdle: true });
    expect(all.whole).toEqual({ amount: 16, unit: 'samples' });
    await workspace.close();
  });
});

describe('the idle task of Linux', () => {
  const [linux] = idleRules;
  const is = (process: string | null, pid: number, tid: number) => linux!.isIdleThread({ process, pid, tid });

  it('is recognised by id 0, or by its name if ids are unknown', () => {
    expect(is('swapper', 0, 0)).toBe(true);
    expect(is('swapper/3', 0, 0)).toBe(true);
    expect(is('swapper', -1, -1)).toBe(true);
    expect(is('swapper', -1, 0)).toBe(true);
    expect(is(null, 0, 0)).toBe(true);
    expect(is('swapper', 812, 812)).toBe(false);
    expect(is('Idle', 0, 0)).toBe(false);
    expect(is(null, -1, -1)).toBe(false);
  });
});

/** Read from the text itself: comm, and whether a frame enters an interrupt, a soft interrupt or a call of another CPU. */
async function countsIn(
  capture: string,
): Promise<{ all: number; idle: number; byProcess: Map<string, number> }> {
  const text = Buffer.from(await bytesOf(capture)).toString();
  const byProcess = new Map<string, number>();
  let [all, idle] = [0, 0];
  for (const record of text.split('\n\n')) {
    const [header, ...frames] = record.split('\n').filter(line => line !== '' && !line.startsWith('#'));
    if (!header) continue;
    all++;
    const process = header.slice(0, header.search(/\s+\d+\/\d+\s/)).trim();
    const isServing = frames.some(frame =>
      / (asm_|sysvec_|common_interrupt|handle_softirqs|flush_smp_)/.test(frame),
    );
    if (process === 'swapper' && !isServing) idle++;
    else byProcess.set(process, (byProcess.get(process) ?? 0) + 1);
  }
  return { all, idle, byProcess };
}

const sum = (found: Answer, column: string) =>
  rowsOf(found, column).reduce((all, [value]) => all + (value as number), 0);

for (const [name, idle] of [
  ['cpu-hog', 2287],
  ['disk-stall', 4089],
] as const) {
  const capture = incident(`${name}/cpu.perf.txt.zst`);
  describe.skipIf(missing(capture))(`idle CPUs of ${name}`, () => {
    let workspace: Workspace;
    let counts: Awaited<ReturnType<typeof countsIn>>;
    beforeAll(async () => {
      workspace = await recorded(name);
      counts = await countsIn(capture);
    }, 60_000);
    afterAll(() => workspace?.close());

    it('have as many samples as the text of the capture', async () => {
      expect(counts.idle).toBe(idle);
      const answer = await answerOf(workspace, processes);
      expect(noteData(answer, 'idle-left-out')).toMatchObject({ samples: idle, of: counts.all });
      const byName = new Map<string, number>();
      for (const [process, samples] of rowsOf(answer, 'process', 'samples') as [string, number][])
        byName.set(process, (byName.get(process) ?? 0) + samples);
      expect(byName).toEqual(counts.byProcess);
    });

    it('and the samples shown add up to all samples, in every view and in parts of the scope', async () => {
      const views: readonly [Analyzer<Params>, string, object][] = [
        [functions, 'self', {}],
        [modules, 'self', {}],
        [processes, 'samples', {}],
        [threads, 'samples', {}],
        [kinds, 'samples', {}],
        [callTree, 'self', {}],
        [callTree, 'self', { root: 'process' }],
        [invertedTree, 'self', { depth: 1 }],
        [heat, 'value', {}],
      ];
      // Views share how they take a scope, so the further ones are asked of one view.
      const scopes: readonly (readonly [Scope, typeof views])[] = [
        [{}, views],
        [{ modules: ['[kernel.kallsyms]'] }, views],
        [{ cpus: [0] }, views.slice(0, 1)],
        [{ threads: [0] }, views.slice(0, 1)],
      ];
      for (const [scope, asked] of scopes)
        for (const [question, column, params] of asked) {
          const answer = await answerOf(workspace, question, params, scope);
          const all = await answerOf(workspace, question, params, { ...scope, withIdle: true });
          const left = Number(noteData(answer, 'idle-left-out')?.samples);
          expect(sum(answer, column) + left, `${question.id} ${JSON.stringify(scope)}`).toBe(
            sum(all, column),
          );
          expect(noteData(all, 'idle-left-out')).toBeUndefined();
        }
    });

    it('are not in the CPU time of the timeline', async () => {
      const busy = async (scope: Scope) =>
        sum(await answerOf(workspace, timeline, { buckets: 9, top: 100 }, scope), 'value') / 9;
      expect(await busy({ withIdle: true })).toBeCloseTo(2, 0);
      expect(await busy({})).toBeCloseTo((await busy({ withIdle: true })) * (1 - idle / counts.all), 6);
    });
  });
}
