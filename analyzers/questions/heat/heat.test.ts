import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { incidents, recorded } from '../../../fixtures/recorded.ts';
import { answerOf, askOf, noteTexts, rowsOf, workspaceOf } from '../../../fixtures/samples.ts';
import { incident, missing } from '../../../fixtures/shared.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import type { Scope } from '../../contract.ts';
import { captureFacts } from '../../kit/catalog.ts';
import { kinds } from '../kinds/kinds.ts';
import { heat } from './heat.ts';

const second = 1_000_000_000;
const at = (ts: number | null, more: object = {}) => ({ stack: 'main@app', ts, period: 10, ...more });

describe('heat', () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await workspaceOf(
      [
        at(0),
        at(0.25 * second),
        at(0.25 * second + 1),
        at(1.75 * second, { weight: 3 }),
        at(2 * second, { kind: 'faults' }),
        at(null),
      ],
      // Half a second into a civil second.
      [{ zero: BigInt(2.5 * second) }],
    );
  });
  afterAll(() => workspace.close());
  const cells = async (params: object, scope: Scope = {}) =>
    rowsOf(await answerOf(workspace, heat, params, scope));
  const civil = (seconds: number) => BigInt(seconds * second);

  it('counts samples by civil second and offset, without empty cells', async () => {
    const answer = await answerOf(workspace, heat, { rows: 4 });
    expect(rowsOf(answer)).toEqual([
      [civil(2), 0.5 * second, 1],
      [civil(2), 0.75 * second, 2],
      [civil(4), 0.25 * second, 3],
    ]);
    expect(answer.grid).toEqual({
      from: civil(2),
      width: civil(1),
      columns: 3,
      edges: [0, 0.25, 0.5, 0.75, 1].map(edge => edge * second),
    });
    expect(answer.whole).toEqual({ amount: 7, unit: 'samples' });
  });

  it('notes the size of a cell, the samples without a time, and the kind that answered', async () => {
    expect(noteTexts(await answerOf(workspace, heat, { rows: 4 }))).toEqual([
      'A column is 1 s, a row 250 ms of it.',
      'Left out, because they have no time on this axis: 1 sample.',
      'Kind cycles answered (7 of 8 samples); others: faults 1.',
    ]);
  });

  it('puts a sample on an edge into the cell that begins there', async () => {
    expect(await cells({ rows: 1 }, { from: civil(4), to: civil(5) })).toEqual([[civil(4), 0, 3]]);
    expect(await cells({ rows: 3 }, { to: civil(2.75) })).toEqual([[civil(2), 333_333_334, 1]]);
  });

  it('weighs by period', async () => {
    const answer = await answerOf(workspace, heat, { rows: 1 }, { weight: 'period' });
    expect(rowsOf(answer, 'value')).toEqual([[30], [10]]);
    expect(answer.columns[2]?.unit).toBe('cycles');
  });

  it('widens columns, with a note', async () => {
    const answer = await answerOf(workspace, heat, { columns: 2, rows: 2 });
    expect(rowsOf(answer)).toEqual([
      [civil(2), 0, 3],
      [civil(4), 0, 3],
    ]);
    expect(noteTexts(answer).slice(0, 2)).toEqual([
      'A column is 2 s, a row 1 s of it.',
      'The samples span 2 s, which is too short to show recurring patterns.',
    ]);
  });

  it('has the axis of the timeline: samples dated far away are left out, with a note', async () => {
    const year = 365 * 86_400 * second;
    const far = await workspaceOf(
      [
        at(-30 * year),
        at(0),
        at(0.25 * second),
        at(0.5 * second),
        at(0.75 * second),
        at(1.25 * second),
        at(70 * year),
      ],
      [{ zero: BigInt(1_700_000_000) * BigInt(second), last: 1.25 * second }],
    );
    const start = BigInt(1_700_000_000) * BigInt(second);
    try {
      const answer = await answerOf(far, heat, { rows: 2 });
      expect(answer.grid).toMatchObject({ from: start, width: civil(1), columns: 2 });
      expect(rowsOf(answer, 'value').flat()).toEqual([2, 2, 1]);
      expect(noteTexts(answer)).toContain('Left out, because they have no time on this axis: 2 samples.');
      const after = await answerOf(far, heat, { rows: 2 }, { from: start + civil(86_400 * 365) });
      expect(rowsOf(after, 'value').flat()).toEqual([]);
      const within = { from: start + civil(69 * 365 * 86_400), to: start + civil(71 * 365 * 86_400) };
      expect(rowsOf(await answerOf(far, heat, { rows: 2 }, within), 'value').flat()).toEqual([1]);
    } finally {
      await far.close();
    }
  });

  it('has no grid if no sample has a time', async () => {
    const answer = await answerOf(workspace, heat, {}, { from: civil(100) });
    expect([answer.rows, answer.grid]).toEqual([0, undefined]);
  });
});

for (const name of incidents) {
  const path = incident(`${name}/cpu.perf.txt.zst`);
  describe.skipIf(missing(path))(`heat of ${name}`, () => {
    let workspace: Workspace;
    beforeAll(async () => {
      workspace = await recorded(name);
    }, 60_000);
    afterAll(() => workspace?.close());

    it.each([{}, { rows: 7 }, { columns: 20, rows: 100 }])(
      'agrees with samples counted one by one: %o',
      async params => {
        const answer = await answerOf(workspace, heat, params, { withIdle: true });
        const { from, width, edges } = answer.grid!;
        const [capture] = await captureFacts(askOf(workspace));
        const samples = await workspace.columns(
          'SELECT ts::BIGINT AS ts, weight::DOUBLE AS weight FROM sample',
        );
        const counted = new Map<string, number>();
        const weight = samples.numbers('weight');
        samples.wides('ts').forEach((ts, row) => {
          const time = capture!.utcZero! + ts;
          const column = time - ((time - from) % width);
          const offset = edges.findLast(edge => edge <= Number(time - column))!;
          const key = `${column} ${offset}`;
          counted.set(key, (counted.get(key) ?? 0) + weight[row]!);
        });
        const cells = rowsOf(answer) as [bigint, number, number][];
        expect(new Map(cells.map(([time, offset, value]) => [`${time} ${offset}`, value]))).toEqual(counted);
        expect(from % width).toBe(0n);
      },
    );

    it('adds up to the count of the question kinds', async () => {
      const values = rowsOf(await answerOf(workspace, heat), 'value').flat() as number[];
      const [[samples]] = rowsOf(await answerOf(workspace, kinds), 'samples') as [[number]];
      expect(values.reduce((sum, value) => sum + value, 0)).toBe(samples);
    });
  });
}
