/** A table that is only declared must work everywhere, and must not change anything else. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pauses, withPauses } from '../fixtures/declared-table.ts';
import { answerOf, askOf, rowsOf, workspaceOf } from '../fixtures/samples.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { analyzers } from './analyzers.ts';
import { emptied } from './questions/emptied/emptied.ts';
import { who } from './questions/who/who.ts';
import { predicate } from './scope/scope.ts';

vi.mock('../parsers/tables.ts', async original =>
  withPauses(await original(), {
    duration: { type: 'duration', about: 'How long it took.' },
    thread: { type: 'thread', about: 'Whose.' },
  }),
);

const web = { process: 'web', pid: 7, tid: 7 };
const pause = (ts: number, thread = web) => ({ ts, duration: 4, thread, capture: 1 });

describe('a table that is only declared', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await workspaceOf([], [{}], [], {
      [pauses]: [pause(1), pause(10), pause(20, { process: 'db', pid: 9, tid: 9 })],
    });
  });
  afterAll(() => workspace.close());

  it('does not change the columns of any question', async () => {
    for (const { id, columns, params } of analyzers) {
      const { default: contract } = await import(`./questions/${id}/contract.txt?raw`);
      expect(contract, id).toContain(`columns: ${columns.map(({ name }) => name).join(', ')}\n`);
      expect(contract, id).toContain(`parameters: ${Object.keys(params).join(', ') || 'none'}\n`);
    }
  });

  it('is counted by the question `who`, with the words of its declaration', async () => {
    expect(
      rowsOf(await answerOf(workspace, who, { pid: '7' }), 'capture', 'process', 'samples', 'others'),
    ).toEqual([[1, 'web', 0, '2 pauses']]);
    expect(rowsOf(await answerOf(workspace, who, { pid: '9' }), 'others', 'first')).toEqual([
      ['1 pause', 20n],
    ]);
  });

  it('is narrowed by a scope', async () => {
    const rows = async (scope: object) => {
      const { where, params } = await predicate(askOf(workspace), scope, pauses);
      const result = await workspace.columns(
        `SELECT count(*)::INTEGER AS n FROM gc_pause s WHERE ${where}`,
        params,
      );
      return result.ints('n')[0];
    };
    expect([await rows({ processes: ['web'] }), await rows({ from: 13n, to: 20n })]).toEqual([2, 1]);
    expect((await answerOf(workspace, emptied, {}, { processes: ['web'] })).rows).toBe(0);
  });

  it('has a view with names', async () => {
    const result = await workspace.columns('SELECT process FROM gc_pauses ORDER BY ts');
    expect(result.texts('process')).toEqual(['web', 'web', 'db']);
  });
});
