import { describe, expect, it } from 'vitest';
import { EventPages, pageRows } from './event-pages.ts';

const total = 10_000_000;
const note = { code: 'a-note', text: 'A note.' };

/** A list of ten million events that remembers what was asked of it. */
function list(fail?: string) {
  const asked: number[] = [];
  let cancelled = 0;
  const pages = new EventPages((offset, limit) => {
    asked.push(offset);
    const rows = Array.from({ length: Math.min(limit, total - offset) }, (_, i) => ({
      line: offset + i + 1,
    }));
    return {
      page: fail ? Promise.reject(new Error(fail)) : Promise.resolve({ rows, total, notes: [note] }),
      cancel: () => {
        cancelled++;
      },
    };
  });
  return { pages, asked, cancelled: () => cancelled };
}

const settled = () => new Promise(resolve => setTimeout(resolve));

describe('EventPages', () => {
  it('learns how long the list is from its first page', async () => {
    const { pages, asked } = list();
    expect(pages.total.get()).toBeNull();
    pages.start();
    await settled();
    expect(pages.total.get()).toBe(total);
    expect(pages.notes.get()).toEqual([note]);
    expect(asked).toEqual([0]);
  });

  it('asks for the pages in view, wherever that is', async () => {
    const { pages, asked } = list();
    pages.start();
    await settled();
    pages.want(total - 30, total);
    await settled();
    expect(asked).toEqual([0, total - pageRows]);
    expect(pages.at(total - 1)).toEqual({ line: total });
    expect(pages.at(5_000_000)).toBeUndefined();
  });

  it('knows which columns have anything in them', async () => {
    const rows = [{ message: 'x', process: null }];
    const pages = new EventPages(() => ({
      page: Promise.resolve({ rows, total: 1, notes: [] }),
      cancel: () => undefined,
    }));
    pages.start();
    await settled();
    expect([...pages.filled.get()]).toEqual(['message']);
  });

  it('keeps what was looked at last, and no more', async () => {
    const { pages, asked } = list();
    pages.start();
    for (let page = 0; page < 150; page++) {
      pages.want(page * pageRows, page * pageRows + 30);
      await settled();
    }
    expect(pages.at(0)).toBeUndefined();
    expect(pages.at(149 * pageRows)).toBeDefined();
    expect(asked).toHaveLength(150);
  });

  it('fetches a single row that is far away', async () => {
    const { pages, asked } = list();
    expect(await pages.row(7_654_321)).toEqual({ line: 7_654_322 });
    expect(asked).toEqual([7_654_321]);
  });

  it('cancels what nobody waits for, and forgets it', async () => {
    const { pages, cancelled } = list();
    pages.start();
    pages.close();
    await settled();
    expect(cancelled()).toBe(1);
    expect(pages.total.get()).toBeNull();
  });

  it('says why it cannot go on', async () => {
    const { pages } = list('There is no level "loud".');
    pages.start();
    await settled();
    expect(pages.error.get()).toBe('There is no level "loud".');
  });
});
