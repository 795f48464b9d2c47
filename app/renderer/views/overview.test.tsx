import { describe, expect, it } from 'vitest';
import { fixed } from '../../gallery/fixed.ts';
import { capture, mount } from '../window.testing.tsx';
import { Overview } from './overview.tsx';
import { views } from './views.ts';

const whole = { amount: 1000, unit: 'samples' };
const answers = {
  functions: fixed('functions', [
    { function: '[unknown]', module: null, self: 300, total: 300, self_percent: 30, total_percent: 30 },
    { function: 'heap_update', module: '/usr/bin/postgres', self: 250, self_percent: 25, total_percent: 60 },
  ]).answer,
  // The busiest by self is not the first.
  modules: fixed('modules', [
    { module: '/usr/bin/postgres', self: 400, total: 900, self_percent: 40 },
    { module: '[kernel.kallsyms]', self: 600, total: 600, self_percent: 60 },
  ]).answer,
  processes: fixed(
    'processes',
    [
      { process: 'postgres', pid: 1, samples: 300, percent: 30 },
      { process: 'pgbench', pid: 2, samples: 400, percent: 40 },
      { process: 'postgres', pid: 3, samples: 300, percent: 30 },
    ],
    {
      whole,
      notes: [{ code: 'idle-left-out', text: 'Idle samples are left out.', data: { percent: 75 } }],
    },
  ).answer,
  kinds: fixed('kinds', [{ kind: 'cycles:u', samples: 1000 }]).answer,
  problems: fixed('problems', [
    { capture: 1, code: 'no-stack', severity: 'warning', message: 'A sample has no stack.', count: 1234 },
  ]).answer,
};
const workspace = { captures: [capture({ host: 'db1', cpus: 4 })], rows: { sample: 1000 } };

describe('the overview', () => {
  it('states in one sentence what the samples show, and agrees with the cards', async () => {
    const ui = await mount(<Overview views={views} />, { answers, workspace });
    expect(ui.text('.headline')).toBe(
      '75.00 % of the samples are idle . Of the other 1,000 samples, postgres took 60.00 % . The busiest module is [kernel.kallsyms] with 60.00 % , the busiest function with a name heap_update with 25.00 % .',
    );
    expect(ui.text(ui.get('section', 'Busiest processes'))).toBe(
      'Busiest processes % all › postgres 60.00 pgbench 40.00',
    );
    expect(ui.text(ui.get('section', 'Busiest modules'))).toContain('[kernel.kallsyms] 60.00 postgres 40.00');
    expect(ui.text(ui.get('section', 'Kinds of samples'))).toContain('cycles:u 1,000');
  });

  it('counts what was not understood, and lists the captures with machine, time and length', async () => {
    const ui = await mount(<Overview views={views} />, { answers, workspace });
    expect(ui.text(ui.get('section', 'Not understood'))).toContain('warning A sample has no stack. 1,234');
    expect(ui.text(ui.get('section', 'Captures'))).toBe(
      'Captures cpu.perf.txt perf script db1 · 4 CPUs 2023-11-14 22:13:20 1.50 s',
    );
  });

  it.each([
    ['Busiest processes', /^pgbench/, { view: 'overview', scope: { processes: ['pgbench'] } }],
    ['Busiest modules', /^postgres/, { view: 'modules', module: '/usr/bin/postgres' }],
    ['Busiest functions', /^heap_update/, { view: 'callers', function: { function: 'heap_update' } }],
    ['Kinds of samples', /^cycles:u/, { scope: { kind: 'cycles:u' } }],
    ['Not understood', /^warning/, { view: 'problems' }],
    ['Captures', /^cpu\.perf/, { scope: { captures: [1] } }],
    ['Busiest functions', 'All: Busiest functions', { view: 'functions' }],
  ])('%s lead further: %s', async (card, line, place) => {
    const ui = await mount(<Overview views={views} />, { answers, workspace });
    await ui.click(ui.get('button', line, ui.get('section', card)));
    expect(ui.session.history.present).toMatchObject(place);
  });

  it('narrows to a module with Alt', async () => {
    const ui = await mount(<Overview views={views} />, { answers, workspace });
    await ui.click(ui.get('.door', /^\[kernel/), { altKey: true });
    expect(ui.session.history.present).toMatchObject({
      view: 'overview',
      scope: { modules: ['[kernel.kallsyms]'] },
    });
  });

  it('says that nothing is in scope, and that every line was understood', async () => {
    const ui = await mount(<Overview views={views} />, { workspace });
    expect(ui.text()).toContain('No samples are in scope. Remove a part of the scope above.');
    expect(ui.text()).toContain('Nothing: every line was understood.');
    expect(ui.all('.headline')).toEqual([]);
  });

  it('has no cards for what no capture has', async () => {
    const ui = await mount(<Overview views={views} />, { workspace: { captures: [capture({ rows: {} })] } });
    expect(ui.all('section').map(each => each.getAttribute('aria-label'))).toEqual([
      'Not understood',
      'Captures',
    ]);
  });

  it('keeps the sentence of the former scope until the new one is whole', async () => {
    let isOpen = true;
    const held: (() => void)[] = [];
    const ui = await mount(<Overview views={views} />, {
      workspace,
      answers: {
        ...answers,
        modules: () =>
          isOpen ? answers.modules : new Promise(done => held.push(() => done(answers.modules))),
        processes: ({ scope }) =>
          fixed('processes', [{ process: scope.kind ?? 'postgres', pid: 1, samples: 1, percent: 100 }], {
            whole,
          }).answer,
      },
    });
    isOpen = false;
    ui.session.narrow({ kind: 'cycles:u' });
    await expect.poll(() => held.length).toBe(1);
    expect(ui.text('.headline')).toContain('postgres took');
    for (const release of held) release();
    await expect.poll(() => ui.text('.headline')).toContain('cycles:u took');
  });
});

describe('the resources on the overview', () => {
  const metrics = { captures: [capture({ rows: { metric: 9 } })], rows: { metric: 9 } };
  const row = (resource: string, instance: string, verdict: string, utilisation: number | null) => ({
    host: 'db1',
    resource,
    instance,
    verdict,
    utilisation,
    saturation: verdict === 'saturated' ? 2.694 : 0,
    measure: 'runnable threads per CPU',
  });

  it('are the measured ones, the worst first, and those not measured are named', async () => {
    const ui = await mount(<Overview views={views} />, {
      workspace: metrics,
      answers: {
        saturation: fixed('saturation', [
          row('cpu', 'all', 'saturated', 98.5),
          row('disk', 'vda', 'calm', 3),
          row('disk', 'vdb', 'not measured', null),
          row('memory', '', 'not measured', null),
        ]).answer,
      },
    });
    expect(ui.text(ui.get('section', 'Resources'))).toMatch(
      /^Resources utilisation % all › saturated cpu all 2\.69 runnable threads per CPU 98\.50 calm disk vda 3\.00 Not measured: memory; on some machines: disk$/,
    );
    await ui.click(ui.get('.door', /^saturated/));
    expect(ui.session.history.present.view).toBe('metrics');
    expect(ui.session.metrics.part.get()).toBe('saturation');
  });

  it('say why they are not there', async () => {
    const failing = () => {
      throw { code: 'bad-request', message: 'The file is gone.' };
    };
    const ui = await mount(<Overview views={views} />, {
      workspace: metrics,
      answers: { saturation: failing },
    });
    expect(ui.text(ui.get('section', 'Resources'))).toContain('The file is gone.');
    const none = await mount(<Overview views={views} />, { workspace: metrics });
    expect(none.text()).toContain('No counter here says how busy a CPU, memory, a disk or a network was.');
  });
});

describe('the events on the overview', () => {
  const events = { captures: [capture({ rows: { event: 9 } })], rows: { event: 9 } };

  it('are errors by message or kind, and lead to the list with that filter', async () => {
    const ui = await mount(<Overview views={views} />, {
      workspace: events,
      answers: {
        templates: ({ params }) =>
          fixed('templates', [
            { template: 'Order <*> failed', level: 'error', count: 30, example: 'Order 7 failed' },
            ...(params.level ? [] : [{ template: 'Order <*> taken', level: 'info', count: 29_700 }]),
          ]).answer,
        'event-kinds': fixed('event-kinds', [
          { kind: 'log', count: 29_730 },
          { kind: 'span', count: 14 },
        ]).answer,
      },
    });
    expect(ui.text(ui.get('section', 'Errors and warnings'))).toBe(
      'Errors and warnings events all › error Order <*> failed 30 span 14',
    );
    expect(ui.text(ui.get('section', 'Most frequent messages'))).toContain('info Order <*> taken 29,700');
    const lines = ui.all('.door', '', ui.get('section', 'Errors and warnings'));
    await ui.click(lines[0]!);
    expect(ui.session.events.filter.get()).toMatchObject({ template: 'Order <*> failed', levels: ['error'] });
    await ui.click(lines[1]!);
    expect(ui.session.events.filter.get()).toMatchObject({
      kind: 'span',
      levels: ['fatal', 'error', 'warning'],
    });
    expect(ui.session.history.present.view).toBe('events');
  });
});

describe('tables without a card of their own', () => {
  it('are listed with their number of rows, and lead to the question about them', async () => {
    const ui = await mount(<Overview views={views} />, {
      workspace: { captures: [capture({ rows: { histogram: 1234 } })], rows: { histogram: 1234 } },
    });
    const card = ui.get('section', 'Also captured');
    expect(ui.text(card)).toMatch(/^Also captured Histograms 1,234 histogram buckets/);
    await ui.click(ui.get('button', /^Histograms/, card));
    expect(ui.session.history.present.view).toBe('question-histograms');
  });
});
