import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, askOf, imported, rowsOf } from '../../fixtures/samples.ts';
import { beginningOf, incident, missing } from '../../fixtures/shared.ts';
import { Scratch } from '../../workspace/import/import.testing.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { analyzers } from '../analyzers.ts';
import type { Analyzer, Answer, Refers } from '../contract.ts';
import { movementIn, signalOf } from '../movement/movement.ts';

/** Types of columns whose rows need an id. */
const signals: readonly Refers[] = ['series', 'template', 'function', 'module'];

const namesSignal = ({ columns }: Analyzer): boolean =>
  columns.some(({ name, refers }) => (refers && signals.includes(refers)) || name === 'state');

it('an id column belongs to every question that names a series, a template, a function, a module or a wait', () => {
  const without = analyzers
    .filter(each => namesSignal(each) && !each.columns.some(({ refers }) => refers === 'signal'))
    .map(({ id }) => id);
  expect(without).toEqual([]);
});

const sched = incident('disk-stall/sched.perf.txt.zst');
const files = ['cpu.perf.txt.zst', 'postgresql.log', 'iostat.txt'].map(name =>
  incident(`disk-stall/${name}`),
);
const scratch = new Scratch();
afterAll(() => scratch.remove());

describe.skipIf([sched, ...files].some(missing))('ids of a recorded incident', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    const switches = scratch.file('sched.perf.txt', await beginningOf(sched, 40e6));
    workspace = await imported([...files, switches]);
  }, 120_000);
  afterAll(() => workspace?.close());

  /** Required parameters, by question. */
  const params: Readonly<Record<string, object>> = {
    'caller-callee': { function: 'copy_folio_from_iter_atomic' },
    'module-callers': { module: '[kernel.kallsyms]' },
    metric: { series: 'disk/vda/*' },
    'metric-tracks': { series: 'disk/vda/*' },
    events: { kind: 'log' },
    search: { query: 'kind:log' },
    'search-names': { query: 'postgres' },
  };

  it('ids are accepted by `correlate`, whichever question printed them', async () => {
    // Waits move only where switches were recorded, which is the beginning: other signals move later.
    const { rows } = await workspace.table('SELECT min(time)::VARCHAR, max(time)::VARCHAR FROM states');
    const [from, to] = rows[0]!.map(time => BigInt(Date.parse(`${time}Z`)) * 1_000_000n);
    const printing = analyzers.filter(
      ({ id, columns }) => id !== 'correlate' && columns.some(({ refers }) => refers === 'signal'),
    );
    const without = new Set(printing.map(({ id }) => id));
    for (const scope of [{}, { from: from!, to: to! }]) {
      const movement = await movementIn(askOf(workspace), scope);
      const known = new Set(movement.signals.map(({ id }) => id));
      for (const each of printing) {
        const found = await answerOf(workspace, each, params[each.id], scope);
        const taken = [...new Set(idsOf(found))].filter(id => known.has(id));
        if (found.rows === 0 || taken.length > 0) without.delete(each.id);
        for (const id of taken) expect(signalOf(movement, id).id).toBe(id);
      }
    }
    expect([...without]).toEqual([]);
  }, 120_000);
});

const idsOf = (found: Answer): string[] => {
  const name = found.columns.find(({ refers }) => refers === 'signal')!.name;
  return rowsOf(found, name).flatMap(([id]) => (typeof id === 'string' ? [id] : []));
};
