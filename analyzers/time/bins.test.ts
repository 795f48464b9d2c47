import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generate } from '../../bench/timeline/generate.ts';
import { askOf } from '../../fixtures/samples.ts';
import { Scratch } from '../../workspace/import/import.testing.ts';
import { Workspace } from '../../workspace/workspace.ts';
import type { Analyzer, Answer, Params, ParamValues, Scope } from '../contract.ts';
import { levels } from '../questions/levels/levels.ts';
import { running } from '../questions/running/running.ts';
import { sliceTracks } from '../questions/slice-tracks/slice-tracks.ts';
import { templateRates } from '../questions/template-rates/template-rates.ts';
import { threadStates } from '../questions/thread-states/thread-states.ts';
import { tallyOfRange } from '../questions/timeline/binned-samples.ts';
import { keySql } from '../questions/timeline/keys.ts';
import { timeline } from '../questions/timeline/timeline.ts';
import { type Tally, tally } from '../samples/samples.ts';
import { alignedSpanOf } from './span.ts';

const scratch = new Scratch();
/** More rows of each table than are read without a summary. */
const rows = 240_000;
const length = BigInt(rows) * 10_000n;
let workspace: Workspace;
beforeAll(async () => {
  const path = join(scratch.folder, 'bins.aftertrace');
  await generate(path, { samples: rows, states: rows, events: rows });
  workspace = await Workspace.open(path);
}, 60_000);
afterAll(async () => {
  await workspace.close();
  scratch.remove();
});

/** An {@link Ask} that counts queries of rows and caches all values. */
function asker() {
  const kept = new Map<string, Promise<unknown>>();
  const sql: string[] = [];
  const ask = {
    ...askOf(workspace),
    query: {
      columns: ((text, params, cancel) => {
        sql.push(text);
        return workspace.columns(text, params, cancel);
      }) as Workspace['columns'],
      table: workspace.table.bind(workspace),
    },
    memo<T>(key: string, make: () => Promise<{ value: T }>): Promise<T> {
      const found = kept.get(key) ?? make().then(({ value }) => value);
      kept.set(key, found);
      return found as Promise<T>;
    },
  };
  return { ask, sql };
}

const cases: readonly [Analyzer<Params, Answer>, Readonly<Record<string, unknown>>][] = [
  [timeline as never, { by: 'process', top: 100 }],
  [timeline as never, { by: 'module', top: 100 }],
  [timeline as never, { by: 'kind', top: 100 }],
  [levels as never, {}],
  [templateRates as never, { top: 1000, 'by-level': true }],
  [threadStates as never, { top: 100 }],
  [running as never, { most: 0 }],
];

/** An answer as text with rounded numbers, because sums of quotients differ in their last digits. */
function shown({ data, rows }: Answer): string[] {
  const cells = data.map(column => (row: number): string => {
    if ('index' in column) return column.values[column.index[row]!] ?? '';
    const value = column[row]!;
    return typeof value === 'bigint' ? `${value}` : Number(value.toPrecision(9)).toString();
  });
  return Array.from({ length: rows }, (_, row) => cells.map(cell => cell(row)).join(' ')).sort();
}

describe('a summary by bins', () => {
  for (const [analyzer, params] of cases) {
    it(`answers ${analyzer.id} ${params.by ?? ''} as its rows do, without reading them again`, async () => {
      const given = { ...params, buckets: 64, aligned: true } as unknown as ParamValues<Params>;
      const { ask, sql } = asker();
      await analyzer.answer(ask, given, {});
      const wide: Scope = { from: length / 7n, to: (length * 6n) / 7n };
      const rowsRead = () => sql.filter(text => /FROM (event|sample|state) s\b/.test(text));
      expect(rowsRead()).not.toEqual([]);
      sql.length = 0;
      const summed = await analyzer.answer(ask, given, wide);
      expect(rowsRead()).toEqual([]);

      // The same buckets, asked for one by one as times that no grid is laid over.
      const times = summed.data[summed.columns.findIndex(({ name }) => name === 'time')] as BigInt64Array;
      const [first, second] = [...new Set(times)].sort((a, b) => (a < b ? -1 : 1));
      const width = second! - first!;
      const count = new Set(times).size;
      expect(width & (width - 1n)).toBe(0n);
      expect(first! % width).toBe(0n);
      const exact = await analyzer.answer(
        askOf(workspace),
        { ...given, aligned: false, buckets: count } as unknown as ParamValues<Params>,
        { from: first!, to: first! + width * BigInt(count) },
      );
      expect(shown(summed)).toEqual(shown(exact));
      expect(summed.notes).toEqual(exact.notes);
    });
  }

  for (const share of [1n, 50n, 2000n])
    it(`counts every slice of 1/${share} of the capture once, whether it is listed or too short for that`, async () => {
      const scope: Scope = { from: length / 3n, to: length / 3n + length / (2n * share) };
      const { ask } = asker();
      const found = await sliceTracks.answer(ask, { top: 100, buckets: 100 }, scope);
      const column = (name: string) => found.data[found.columns.findIndex(each => each.name === name)];
      const [count, depth] = [column('count') as Float64Array, column('depth') as Float64Array];
      const span = await alignedSpanOf(ask, scope, 100);
      const [from, to] = [span.from, span.from + span.width * BigInt(span.buckets)];
      const seen = await workspace.columns(
        `SELECT count(*)::DOUBLE AS n FROM event WHERE duration IS NOT NULL AND ts < ${to}
           AND CASE WHEN duration < ${span.width} THEN ts >= ${from} ELSE ts + duration > ${from} END`,
      );
      expect(count.reduce((sum, each) => sum + each, 0)).toBe(seen.numbers('n')[0]);
      if (share > 1n) expect(Math.max(...depth)).toBeGreaterThanOrEqual(2);
    });

  it('gives, with the rows at the edges, exactly the samples of a range by thread, and the same notes', async () => {
    const { ask, sql } = asker();
    const { key } = keySql('thread');
    await tallyOfRange(ask, { from: 1n, to: length }, key);
    sql.length = 0;
    const scope: Scope = { from: length / 7n + 1n, to: (length * 6n) / 7n + 12_345n };
    const summed = await tallyOfRange(ask, scope, key);
    const edges = sql.filter(text => text.includes(' samples\n'));
    expect(edges.map(text => /SELECT (.*) AS bin/.exec(text)?.[1])).toEqual(['0', '0', '0', '0']);
    const exact = await tally(askOf(workspace), scope, { key, capture: 's.capture' });
    const byThread = ({ groups, amount }: Tally) =>
      Object.fromEntries(Array.from(groups.ints('key'), (thread, row) => [thread, amount[row]]));
    expect(byThread(summed)).toEqual(byThread(exact));
    expect([summed.kind, summed.whole, summed.notes]).toEqual([exact.kind, exact.whole, exact.notes]);
  });

  it('is not used for a range that is narrower than its bins', async () => {
    const { ask, sql } = asker();
    const given = {
      by: 'process',
      top: 100,
      buckets: 64,
      aligned: true,
      function: undefined,
      module: undefined,
    };
    const narrow: Scope = { from: length / 2n, to: length / 2n + 100_000n };
    const found = await timeline.answer(ask, given, narrow);
    expect(sql.some(text => /FROM sample s\b/.test(text))).toBe(true);
    expect(found.rows).toBeGreaterThan(0);
  });
});
