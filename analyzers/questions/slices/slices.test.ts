import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, imported, noteData, rowsOf } from '../../../fixtures/samples.ts';
import { bytesOf, fixture } from '../../../fixtures/shared.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { slices } from './slices.ts';

interface Span {
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code: number };
}

/** All spans in a parsed OTLP document, at any depth: the objects that have a start. */
function spansIn(value: unknown): Span[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('startTimeUnixNano' in value) return [value as Span];
  return Object.values(value).flatMap(spansIn);
}

const names = (rows: readonly (readonly unknown[])[]): unknown[] => rows.map(([name]) => name);

describe('slices', () => {
  let workspace: Workspace;
  let spans: Span[];
  beforeAll(async () => {
    const path = fixture('otlp/traces.jsonl');
    const lines = new TextDecoder()
      .decode(await bytesOf(path))
      .trim()
      .split('\n');
    spans = lines.flatMap(line => spansIn(JSON.parse(line)));
    workspace = await imported([path, fixture('strace/threads.txt'), fixture('otlp/document.json')]);
  });
  afterAll(() => workspace.close());

  it('groups spans by name and service, with total, percentiles and failures', async () => {
    const answer = await answerOf(workspace, slices, {}, { kind: 'span', captures: [1] });
    const payments = spans.filter(({ name }) => name === 'POST /pay');
    const took = payments
      .map(span => Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)))
      .sort((a, b) => a - b);
    const at = (share: number) => took[Math.max(0, Math.ceil(share * took.length) - 1)];
    const rows = rowsOf(answer, 'name', 'process', 'kind', 'count', 'errors', 'total', 'p50', 'p99', 'max');
    expect(rows.find(([name]) => name === 'POST /pay')).toEqual([
      'POST /pay',
      'checkout',
      'span',
      took.length,
      payments.filter(({ status }) => status.code === 2).length,
      took.reduce((sum, each) => sum + each),
      at(0.5),
      at(0.99),
      took.at(-1),
    ]);
    expect(rows.reduce((sum, row) => sum + (row[3] as number), 0)).toBe(spans.length);
    expect(names(rows)).toEqual(expect.arrayContaining(['POST /pay', 'POST /cart', 'SELECT stock']));
  });

  it('counts slices that overlap the scope, and adds up only their time within it', async () => {
    const payments = spans.filter(({ name }) => name === 'POST /pay');
    const ends = payments.map(span => BigInt(span.endTimeUnixNano)).sort((a, b) => (a < b ? -1 : 1));
    const from = ends[0]! - 1000n;
    const to = ends.at(-1)! - 1000n;
    const timesInScope = payments.flatMap(span => {
      const begin = BigInt(span.startTimeUnixNano);
      const end = BigInt(span.endTimeUnixNano);
      return end <= from || begin >= to
        ? []
        : [Number((end < to ? end : to) - (begin > from ? begin : from))];
    });
    const answer = await answerOf(workspace, slices, {}, { kind: 'span', captures: [1], from, to });
    const row = rowsOf(answer, 'name', 'count', 'total').find(([name]) => name === 'POST /pay');
    expect(row).toEqual(['POST /pay', timesInScope.length, timesInScope.reduce((sum, each) => sum + each)]);
    expect(noteData(answer, 'cut-to-scope')?.amount).toBeGreaterThanOrEqual(2);
  });

  it('includes system calls; one that never returned has no duration', async () => {
    const answer = await answerOf(workspace, slices, {}, { captures: [2] });
    expect(names(rowsOf(answer))).toContain('clock_nanosleep');
    expect(rowsOf(answer, 'name', 'total', 'p99').find(([name]) => name === 'exit_group')).toEqual([
      'exit_group',
      null,
      null,
    ]);
    expect(noteData(answer, 'without-end')).toEqual({ endless: 2 });
  });

  it('is limited to the scope and to the first names, and notes how many names it shows', async () => {
    const stock = await answerOf(workspace, slices, {}, { processes: ['stock'] });
    expect(rowsOf(stock, 'name')).toEqual([['SELECT stock']]);
    const first = await answerOf(workspace, slices, { top: 1 }, { captures: [1] });
    expect(first.rows).toBe(1);
    expect(noteData(first, 'first-only')).toMatchObject({ shown: 1 });
  });
});
