import { describe, expect, it } from 'vitest';
import type { AskRequest } from '../../../contract.ts';
import { fixed, type Row } from '../../../gallery/fixed.ts';
import { capture, type Mounted, mount } from '../../window.testing.tsx';
import { Search } from './search.tsx';

const start = 1_714_537_200_000_000_000n;
const hit = (i: number): Row => ({
  time: start + BigInt(i) * 1_000_000_000n,
  capture: 1,
  line: i + 1,
  level: i % 2 ? 'error' : 'info',
  message: `Order ${i} failed`,
  kind: 'log',
});

/** The view with a search; `asked` has all its questions. */
async function searched(search: string, hits: readonly Row[] | (() => never)) {
  const asked: AskRequest[] = [];
  const ui = await mount(<Search />, {
    workspace: {
      captures: [capture({ name: 'shop.log', rows: { event: 30_000 } })],
      rows: { event: 30_000 },
    },
    begin: session => session.history.go({ view: 'search', search }),
    answers: {
      search: request => {
        asked.push(request);
        const { limit = 0, query = '' } = request.params;
        if (typeof hits === 'function') return hits();
        const rows = String(query).includes('nothing') ? [] : hits;
        return fixed('search', limit ? rows.slice(0, Number(limit)) : rows, {
          notes: limit ? [{ code: 'piece', text: '', data: { searched: 1 } }] : [],
        }).answer;
      },
      events: fixed(
        'events',
        Array.from({ length: 30 }, (_, i) => hit(i)),
      ).answer,
      'search-histogram': fixed('search-histogram', [
        { time: start, level: 'error', count: 20 },
        { time: start + 1_000_000_000n, level: 'error', count: 10 },
      ]).answer,
      'search-facets': fixed('search-facets', [
        { facet: 'level', value: 'error', count: 15, percent: 50 },
        { facet: 'level', value: 'info', count: 15, percent: 50 },
      ]).answer,
    },
  });
  return { ui, asked };
}
const rows = (ui: Mounted) => ui.all('.grid-body [role=row]', '', ui.get('.grid', 'Hits'));
const twelve = Array.from({ length: 12 }, (_, i) => hit(i));

describe('a search', () => {
  it('counts its hits, marks the words, and shows the facets', async () => {
    const { ui } = await searched('order failed', twelve);
    await expect.poll(() => ui.text('.search-tally')).toMatch(/^12 of 30 · /);
    expect(rows(ui)).toHaveLength(12);
    expect(ui.all('mark', '', rows(ui)[0]).map(each => ui.text(each))).toEqual(['Order', 'failed']);
    await ui.answered();
    expect(ui.text(ui.get('fieldset, [role=group]', 'level'))).toMatch(/error.*15.*info.*15/);
  });

  it('asks for its first hits in pieces of 200, and then for all', async () => {
    const { asked } = await searched('order', twelve);
    expect(asked.map(({ params }) => params.limit)).toEqual([200, undefined]);
    expect(asked.map(({ params }) => params.query)).toEqual(['order', 'order']);
  });

  it('shows the record of the hit that the keyboard is on', async () => {
    const { ui } = await searched('order', twelve);
    ui.get('.grid', 'Hits').focus();
    await ui.press('Home', 'ArrowDown');
    expect(ui.text(ui.get('section', 'Message'))).toBe('Order 1 failed');
    expect(ui.session.moment.get()).toBe(start + 1_000_000_000n);
  });

  it('marks the row of a key before the next key can arrive, which may make a finding of it', async () => {
    const { ui } = await searched('order', twelve);
    const grid = ui.get('.grid', 'Hits');
    grid.focus();
    for (const row of [0, 1]) {
      grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      expect(ui.session.row.get()?.at).toEqual({ label: 'Hits', row });
      expect(ui.session.row.get()?.cell('message')).toBe(`Order ${row} failed`);
      await ui.answered();
    }
  });

  it('narrows by a facet, which becomes a part of the query', async () => {
    const { ui } = await searched('order', twelve);
    await ui.click(ui.get('button', /^error/, ui.get('fieldset, [role=group]', 'level')));
    expect(ui.session.history.present.search).toBe('order level=error');
  });

  it('says why it has no hits, and what a search without each part has', async () => {
    const { ui } = await searched('nothing failed', []);
    expect(ui.text('.no-hits')).toContain('No record matches.');
    expect(ui.text(ui.get('ul', 'Similar searches'))).toMatch(/Without nothing 0 hits/);
  });

  it('says what is wrong and at which character, and what failed', async () => {
    const { ui } = await searched('level>=warn OR', []);
    expect(ui.text('.search-wrong')).toMatch(/^Character \d+: .*missing at the end/);
    const failing = () => {
      throw { code: 'internal', message: 'The file is damaged.' };
    };
    const { ui: failed } = await searched('order', failing);
    expect(failed.text('.search-wrong')).toContain('The file is damaged.');
  });

  it('offers examples before anything is searched for', async () => {
    const { ui } = await searched('', twelve);
    await ui.click(ui.get('button', 'level>=warn'));
    expect(ui.session.history.present.search).toBe('level>=warn');
  });

  it('shows how far it is, keeps its hits when it is stopped, and begins again', async () => {
    const ui = await mount(<Search />, {
      workspace: { captures: [capture({ rows: { event: 30 } })], rows: { event: 30 } },
      answers: {
        search: ({ params: { query, limit, after } }) => {
          if (query !== 'order') return fixed('search', []).answer;
          if (limit === undefined || after !== 'start') return new Promise(() => undefined);
          const notes = [{ code: 'piece', text: '', data: { next: 'middle', searched: 0.5 } }];
          return fixed('search', twelve.slice(0, 2), { notes }).answer;
        },
      },
    });
    ui.session.history.go({ view: 'search', search: 'order' });
    await expect.poll(() => ui.text('.search-tally')).toBe('2 so far · 50 % searched');
    expect(rows(ui)).toHaveLength(2);
    ui.get('button', /^Cancel/).click();
    await expect.poll(() => ui.text('.search-tally')).toBe('2 · stopped at 50 %');
    expect(rows(ui)).toHaveLength(2);
    ui.get('button', 'Search again').click();
    await expect.poll(() => ui.text('.search-tally')).toBe('2 so far · 50 % searched');
  });
});
