import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, imported, noteData, rowsOf } from '../../../fixtures/samples.ts';
import { bytesOf, fixture } from '../../../fixtures/shared.ts';
import type { Workspace } from '../../../workspace/workspace.ts';
import { requests } from '../requests/requests.ts';
import { nested } from './nested.ts';
import { waterfall } from './waterfall.ts';

describe('parts of a request', () => {
  const part = (id: string | null, parent: string | null, start: number, duration: number) => ({
    id,
    parent,
    start,
    duration,
  });

  it('are below their parents, in the order of time', () => {
    const tree = nested([
      part('a', null, 0, 100),
      part('b', 'a', 10, 30),
      part('d', 'b', 12, 5),
      part('c', 'a', 30, 40),
      part(null, 'b', 35, Number.NaN),
    ]);
    expect(tree.order).toEqual([0, 1, 2, 4, 3]);
    expect(tree.depth).toEqual([0, 1, 2, 1, 2]);
    // Parts that overlap are counted once.
    expect(tree.self).toEqual([40, 25, 5, 40, Number.NaN]);
    expect(tree.orphans).toBe(0);
  });

  it('are all listed, also if a parent is missing or is its own descendant', () => {
    const tree = nested([
      part('a', 'lost', 0, 1),
      part('b', 'c', 1, 1),
      part('c', 'b', 2, 1),
      part('d', 'd', 3, 1),
    ]);
    expect([...tree.order].sort()).toEqual([0, 1, 2, 3]);
    expect(tree.orphans).toBe(1);
  });
});

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}

/** Every object with a start, as JSON.parse has it. */
function spansIn(value: unknown): Span[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('startTimeUnixNano' in value) return [value as Span];
  return Object.values(value).flatMap(spansIn);
}

describe('the waterfall of a request', () => {
  let workspace: Workspace;
  let spans: Span[];
  beforeAll(async () => {
    const path = fixture('otlp/traces.jsonl');
    const lines = new TextDecoder()
      .decode(await bytesOf(path))
      .trim()
      .split('\n');
    spans = lines.flatMap(line => spansIn(JSON.parse(line)));
    workspace = await imported([path, fixture('otlp/logs.jsonl')]);
  });
  afterAll(() => workspace.close());

  it('has its spans and the lines of logs that name it, on one clock', async () => {
    const [request] = rowsOf(
      await answerOf(workspace, requests),
      'request',
      'slices',
      'others',
      'captures',
    ).sort((a, b) => Number(b[3]) - Number(a[3]) || Number(b[1]) - Number(a[1]))[0]!;
    const answer = await answerOf(workspace, waterfall, { request });
    const own = spans.filter(({ traceId }) => traceId === request);
    const rows = rowsOf(answer, 'name', 'depth', 'offset', 'duration', 'kind', 'capture');
    const slices = rows.filter(([, , , , kind]) => kind === 'span');
    expect(slices.map(([name]) => name).sort()).toEqual(own.map(({ name }) => name).sort());
    expect(rows.some(([, , , , kind]) => kind === 'log')).toBe(true);
    expect(new Set(rows.map(row => row[5])).size).toBe(2);
    const start = own.map(each => BigInt(each.startTimeUnixNano)).sort()[0]!;
    for (const [name, depth, offset, duration] of slices) {
      const span = own.find(
        each => each.name === name && Number(BigInt(each.startTimeUnixNano) - start) === offset,
      )!;
      expect(duration).toBe(Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)));
      expect(depth === 0).toBe(!span.parentSpanId);
    }
  });

  it('is listed by the question requests, which has one row per trace', async () => {
    const all = await answerOf(workspace, requests, {}, { captures: [1] });
    expect(all.rows).toBe(new Set(spans.map(({ traceId }) => traceId)).size);
    expect(rowsOf(all, 'slices').reduce((sum, [n]) => sum + (n as number), 0)).toBe(spans.length);
  });

  it('refuses an unknown request, and notes missing parents only if there are any', async () => {
    const { traceId } = spans.find(({ parentSpanId }) => parentSpanId)!;
    const answer = await answerOf(workspace, waterfall, { request: traceId });
    expect(noteData(answer, 'parent-not-recorded')).toBeUndefined();
    await expect(answerOf(workspace, waterfall, { request: 'nothing' })).rejects.toThrow(
      /no request "nothing"/,
    );
  });
});
