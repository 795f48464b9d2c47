import { describe, expect, it } from 'vitest';
import type { AskRequest } from '../../../contract.ts';
import { fixed, type Row } from '../../../gallery/fixed.ts';
import { capture, type Mounted, mount } from '../../window.testing.tsx';
import { Events } from './events.tsx';

const start = 1_714_537_200_000_000_000n;
const event = (i: number, level: string, message: string): Row => ({
  time: start + BigInt(i) * 1_000_000_000n,
  capture: 1,
  line: i + 1,
  level,
  process: 'shop',
  component: 'com.example.Shop',
  template: message.replace(/\d+/, '<*>'),
  message,
  kind: 'log',
  pid: 7,
  tid: 7,
});
const all = [
  event(0, 'info', 'Order 0 taken'),
  event(1, 'error', 'Order 1 failed'),
  event(2, 'info', 'Order 2 taken'),
];

/** The view of a log with three events; `asked` has the parameters of the list. */
async function open(begin?: Parameters<typeof mount>[1]) {
  const asked: AskRequest['params'][] = [];
  const ui = await mount(<Events />, {
    workspace: { captures: [capture({ name: 'shop.log', rows: { event: 3 } })], rows: { event: 3 } },
    answers: {
      events: ({ params }) => {
        asked.push(params);
        const levels = String(params.level ?? '').split(',');
        return fixed('events', params.level ? all.filter(({ level }) => levels.includes(String(level))) : all)
          .answer;
      },
      'event-kinds': fixed('event-kinds', [
        { kind: 'log', count: 3, leveled: 3 },
        { kind: 'sched:sched_switch', count: 5000, leveled: 0 },
      ]).answer,
      levels: fixed('levels', [
        { time: start, level: 'error', count: 1 },
        { time: start, level: 'info', count: 2000 },
      ]).answer,
      templates: fixed('templates', [
        { template: 'Order <*> taken', level: 'info', count: 2000, first: start, last: start },
        { template: 'Order <*> failed', level: 'error', count: 1, first: start, last: start },
      ]).answer,
      exceptions: fixed('exceptions', [
        {
          type: 'java.lang.IllegalStateException',
          where: 'Stock.take',
          count: 30,
          first: start,
          last: start,
        },
      ]).answer,
      record: fixed('record', [{ field: 'order', text: '1', number: 1, unit: '' }]).answer,
    },
    ...begin,
  });
  return { ui, asked };
}

const rows = (ui: Mounted, grid = 'Events') =>
  ui.all('.grid-body [role=row]', '', ui.get('.grid', grid)).map(row => ui.text(row));
const part = (ui: Mounted, name: string) => ui.click(ui.get('[aria-label="Events as"] button', name));

describe('the list of events', () => {
  it('begins with lines of logs, and has the levels, kinds and orders to choose from', async () => {
    const { ui, asked } = await open();
    expect(asked.at(-1)).toMatchObject({ kind: 'log', order: 'time' });
    expect(rows(ui)).toEqual(all.map(({ message }) => expect.stringContaining(String(message))));
    expect(ui.all('.level-toggle').map(each => ui.text(each))).toEqual(['error 1', 'info 2,000']);
    expect(ui.text(ui.get('select', 'Kind'))).toBe('all kinds log lines · 3 sched:sched_switch · 5,000');
    expect(ui.text(ui.get('select', 'Order'))).toBe('oldest first newest first as in the files');
  });

  it('is filtered by level, and says so if nothing is left', async () => {
    const { ui, asked } = await open();
    await ui.click(ui.get('.level-toggle', /^error/));
    expect(asked.at(-1)).toMatchObject({ level: 'error' });
    expect(rows(ui)).toEqual([expect.stringContaining('Order 1 failed')]);
    ui.session.events.toggleLevel('error');
    ui.session.events.toggleLevel('fatal');
    await ui.answered();
    expect(ui.text()).toContain('No event matches: remove a filter here, or a part of the scope above.');
    // The level stays, so that it can be removed.
    await ui.click(ui.get('.level-toggle', /^fatal/));
    expect(rows(ui)).toHaveLength(3);
  });

  it('shows the record of the row that the keyboard is on, and marks its time', async () => {
    const { ui } = await open();
    expect(ui.text(ui.get('section', 'Record'))).toContain('Select an event to see its full record');
    ui.get('.grid', 'Events').focus();
    await ui.press('Home', 'ArrowDown');
    expect(ui.session.moment.get()).toBe(start + 1_000_000_000n);
    const record = ui.get('section', 'Record');
    expect(ui.text(record)).toMatch(/error 2024-05-01 04:20:01\.0+ UTC shop\.log, line 2/);
    expect(ui.text(ui.get('section', 'Message', record))).toBe('Order 1 failed');
    await ui.click(ui.get('button', 'Show only this template', record));
    expect(ui.session.events.filter.get().template).toBe('Order <*> failed');
  });

  it('has another order, and a failure of its question in its place', async () => {
    const { ui, asked } = await open();
    const order = ui.get('select', 'Order') as HTMLSelectElement;
    order.value = 'newest';
    order.dispatchEvent(new Event('change', { bubbles: true }));
    await ui.answered();
    expect(asked.at(-1)).toMatchObject({ order: 'newest' });
    const failed = await mount(<Events />, {
      workspace: { captures: [capture({ rows: { event: 3 } })], rows: { event: 3 } },
      answers: {
        events: () => {
          throw { code: 'internal', message: 'The file is damaged.' };
        },
      },
    });
    expect(failed.text('.failure')).toBe('The file is damaged.');
  });
});

describe('templates and exceptions', () => {
  it('have no order to choose; a template shows its events', async () => {
    const { ui, asked } = await open();
    await part(ui, 'Templates');
    expect(ui.all('select', 'Order')).toEqual([]);
    expect(rows(ui, 'Templates')).toEqual([
      expect.stringMatching(/^2,000 info Order <\*> taken/),
      expect.stringMatching(/^1 error Order <\*> failed/),
    ]);
    expect(ui.text()).toContain('Choose a template: its events are listed here.');
    ui.get('.grid', 'Templates').focus();
    await ui.press('Home', 'ArrowDown');
    expect(asked.at(-1)).toMatchObject({ template: 'Order <*> failed', level: 'error' });
    expect(rows(ui, 'Events of the template')).toHaveLength(1);
    await ui.press('Enter');
    expect(ui.session.events.part.get()).toBe('list');
    await ui.click(ui.get('button', /^All templates again/));
    expect(ui.session.events.filter.get()).toMatchObject({ template: null, levels: [] });
  });

  it('lead from an exception to the events that name it', async () => {
    const { ui } = await open();
    await part(ui, 'Exceptions');
    expect(ui.all('[role=search], search')).toEqual([]);
    expect(rows(ui, 'Exceptions')).toEqual([expect.stringContaining('30 java.lang.IllegalStateException')]);
    ui.get('.grid', 'Exceptions').focus();
    await ui.press('Home', 'Enter');
    expect(ui.session.events.part.get()).toBe('list');
    expect(ui.session.events.filter.get().text).toBe('java.lang.IllegalStateException');
  });
});
