import { describe, expect, it } from 'vitest';
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import { fixed, type Row } from '../../../gallery/fixed.ts';
import { capture, type Mounted, mount } from '../../window.testing.tsx';
import { SqlView } from './sql-view.tsx';

const workspace = { captures: [capture()], rows: { sample: 1234 } };
const columns: readonly AnswerColumn[] = [
  { name: 'process', kind: 'text', about: '' },
  { name: 'samples', kind: 'integer', about: '' },
];
const open = (sql: (select: string) => readonly Row[] | Promise<never>) =>
  mount(<SqlView />, {
    workspace,
    answers: {
      sql: async ({ params }) => fixed('sql', await sql(String(params.select)), {}, columns).answer,
    },
  });
const buttons = (ui: Mounted, group: string) =>
  ui.all('button', '', ui.get('[aria-label]', group)).map(each => ui.text(each));

describe('SQL', () => {
  it('offers statements for the tables that have rows', async () => {
    const asked: string[] = [];
    const ui = await open(select => {
      asked.push(select);
      return [{ process: 'postgres', samples: 1234 }];
    });
    const examples = ui.get('section', 'Examples');
    expect(ui.text(examples)).toContain('Busiest functions by process');
    expect(ui.text(examples)).not.toContain('Most frequent messages');
    await ui.click(ui.get('button', 'Busiest functions by process', examples));
    expect(asked.at(-1)).toMatch(/^SELECT process, function, module, count/);
    expect(ui.text('.grid-body')).toBe('postgres 1,234');
    expect(ui.text('.sql-state')).toBe('1 row · 1.20 ms');
  });

  it('offers the pictures that the columns allow', async () => {
    const ui = await open(() => [
      { process: 'postgres', samples: 20 },
      { process: 'sh', samples: 10 },
    ]);
    ui.session.sql.run('SELECT process, samples FROM t');
    await ui.answered();
    expect(buttons(ui, 'Rows as')).toEqual(['Table', 'Bars']);
    await ui.click(ui.get('button', 'Bars'));
    const bars = ui.get('[role=application]');
    bars.focus();
    await ui.press('ArrowDown', 'ArrowDown');
    expect(bars.getAttribute('aria-label')).toMatch(/sh: 10/);
  });

  it('says what is wrong with a statement, and goes back to the examples', async () => {
    const ui = await open(() => {
      throw { code: 'bad-request', message: 'Only SELECT is answered here.' };
    });
    ui.session.sql.run('DROP TABLE sample');
    await ui.answered();
    expect(ui.text('[role=alert]')).toBe('Only SELECT is answered here.');
    expect(ui.text('.sql-state')).toBe('');
    expect(ui.all('section', 'Examples')).toHaveLength(1);
  });

  it('stops a statement that runs', async () => {
    const cancelled: string[] = [];
    const ui = await mount(<SqlView />, {
      workspace,
      answers: { sql: () => new Promise(() => undefined) },
      api: { cancel: async job => void cancelled.push(job) },
    });
    ui.session.sql.run('SELECT 1');
    await expect.poll(() => ui.text('.sql-state')).toBe('Running …');
    ui.get('button', /^Stop/).click();
    await expect.poll(() => ui.all('button', /^Run/).length).toBe(1);
    expect(cancelled).toHaveLength(1);
  });

  it('says that a statement gives no rows', async () => {
    const ui = await open(() => []);
    ui.session.sql.run('SELECT process, samples FROM t WHERE false');
    await ui.answered();
    expect(ui.text()).toContain('The SELECT gives no rows.');
  });
});
