import { describe, expect, it } from 'vitest';
import { texts } from '../../../analyzers/kit/answer.ts';
import { HitStream } from './hit-stream.ts';
import { Table } from './table.ts';

const columns = [{ name: 'message', kind: 'text', about: '' }] as const;
const tableOf = (messages: readonly string[]) => new Table(columns, messages.length, [texts([...messages])]);

/** Pieces by the place they begin at. */
function streamOf(
  pieces: Readonly<Record<string, { hits: readonly string[]; next: string; searched: number }>>,
) {
  const asked: string[] = [];
  const stream = new HitStream(async after => {
    asked.push(after);
    const { hits, next, searched } = pieces[after]!;
    return { table: tableOf(hits), notes: [{ code: 'piece', text: '', data: { next, searched } }] };
  });
  return { stream, asked };
}

describe('hits that arrive piece by piece', () => {
  it('grow until everything was searched', async () => {
    const { stream, asked } = streamOf({
      start: { hits: ['a', 'b'], next: '1', searched: 0.4 },
      '1': { hits: [], next: '2', searched: 0.7 },
      '2': { hits: ['c'], next: '', searched: 1 },
    });
    const seen: unknown[] = [];
    stream.now.subscribe(() => seen.push([stream.now.get().rows.count, stream.now.get().searched]));
    await stream.run();
    expect(asked).toEqual(['start', '1', '2']);
    expect(seen).toEqual([
      [2, 0.4],
      [2, 0.7],
      [3, 1],
    ]);
    const { rows, state } = stream.now.get();
    expect(state).toBe('done');
    expect([0, 1, 2, 3].map(row => rows.cell(row, 'message'))).toEqual(['a', 'b', 'c', undefined]);
    expect(await rows.find('C', 0, false)).toBe(2);
    expect(await rows.find('a', 2, true)).toBe(0);
    expect(await stream.row(2)).toEqual({ message: 'c' });
  });

  it('stop when there are enough first hits', async () => {
    const { stream, asked } = streamOf({
      start: { hits: Array.from({ length: 1000 }, String), next: '1', searched: 0.1 },
    });
    await stream.run();
    expect(asked).toEqual(['start']);
    expect(stream.now.get()).toMatchObject({ state: 'enough', searched: 0.1 });
  });

  it('stay when the search is stopped, and no more are added', async () => {
    const { stream } = streamOf({
      start: { hits: ['a'], next: '1', searched: 0.5 },
      '1': { hits: ['b'], next: '', searched: 1 },
    });
    stream.now.subscribe(() => stream.stop());
    await stream.run();
    expect(stream.now.get()).toMatchObject({ state: 'stopped', searched: 0.5 });
    expect(stream.now.get().rows.count).toBe(1);
  });

  it('come with the error if the search failed', async () => {
    const stream = new HitStream(() => Promise.reject(new Error('The disk is gone.')));
    await stream.run();
    expect(stream.now.get()).toMatchObject({ state: 'done', error: 'The disk is gone.' });
  });
});
