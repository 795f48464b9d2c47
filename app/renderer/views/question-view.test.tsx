import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../analyzers/contract.ts';
import { fixed } from '../../gallery/fixed.ts';
import { capture, type Mounted, mount } from '../window.testing.tsx';
import { DrawnView } from './question-view.tsx';
import type { QuestionView } from './view.ts';
import { views } from './views.ts';

const view = (id: string) => views.find(each => each.id === id) as QuestionView;
const workspace = { captures: [capture()], rows: { sample: 1000 } };
const whole = { amount: 1000, unit: 'samples' };

const functions = fixed(
  'functions',
  ['heap_update', 'base_yyparse', 'memcpy'].map((name, i) => ({
    function: name,
    module: i < 2 ? '/usr/bin/postgres' : 'libc.so.6',
    self: 300 - 100 * i,
    total: 400 + i,
    self_percent: 30 - 10 * i,
    total_percent: 40,
  })),
  { whole },
).answer;

/** Rows of a grid, each with the texts of its cells. */
const rows = (ui: Mounted, grid: string) =>
  ui.all('.grid-body [role=row]', '', ui.get('.grid', grid)).map(row => ui.text(row));
const active = (ui: Mounted) => ui.text('.grid-row.is-active');

describe('a view of a table', () => {
  const open = (answer: Answer | (() => Answer | Promise<Answer>)) =>
    mount(<DrawnView view={view('functions')} />, { workspace, answers: { functions: answer } });

  it('has its columns with units, in their order, and its rows', async () => {
    const ui = await open(functions);
    expect(ui.all('[role=columnheader]').map(each => ui.text(each))).toEqual([
      'self %',
      'self samples',
      'total %',
      'samples',
      'function',
      'module',
    ]);
    expect(rows(ui, 'Functions')).toEqual([
      '30.00 300 40.00 400 heap_update postgres',
      '20.00 200 40.00 401 base_yyparse postgres',
      '10.00 100 40.00 402 memcpy libc.so.6',
    ]);
  });

  it('is walked by keyboard; the active row is the selected function', async () => {
    const ui = await open(functions);
    ui.get('.grid').focus();
    await ui.press('Home', 'ArrowDown');
    expect(active(ui)).toContain('base_yyparse');
    expect(ui.session.selected.get()).toEqual({ function: 'base_yyparse', module: '/usr/bin/postgres' });
    await ui.press('End');
    expect(active(ui)).toContain('memcpy');
    await ui.press('Enter');
    expect(ui.session.history.present).toMatchObject({ view: 'callers', function: { function: 'memcpy' } });
  });

  it('is sorted by a column, and keeps the order for this table', async () => {
    const ui = await open(functions);
    const header = () => ui.get('[role=columnheader]', /^samples/);
    await ui.click(ui.get('button', '', header()));
    expect(header().getAttribute('aria-sort')).toBe('descending');
    expect(rows(ui, 'Functions').map(row => row.split(' ')[4])).toEqual([
      'memcpy',
      'base_yyparse',
      'heap_update',
    ]);
  });

  it('has a menu on each row, whose entries narrow, hide and copy', async () => {
    const copied: string[] = [];
    const ui = await mount(<DrawnView view={view('functions')} />, {
      workspace,
      answers: { functions },
      shell: { copy: async text => void copied.push(text) },
    });
    const entries = await ui.menu(ui.get('.grid-body [role=gridcell]', 'memcpy'));
    expect(entries.join('\n')).toMatch(/Narrow to .*memcpy|Show.*callers/i);
    await ui.click(ui.get('[role=menuitem]', /^Copy row/));
    expect(copied.join()).toContain('memcpy');
  });

  it('says why it has no rows', async () => {
    const ui = await open(fixed('functions', []).answer);
    expect(ui.text()).toContain('No samples are in scope. Remove a part of the scope above.');
    const noted = await open(
      fixed('functions', [], { notes: [{ code: 'not-in-scope', text: 'vmstat.txt has no samples.' }] })
        .answer,
    );
    expect(noted.text()).toContain('vmstat.txt has no samples. Remove a part of the scope above.');
  });

  it('says what failed, and that it is not answered yet', async () => {
    const failed = await open(() => {
      throw { code: 'bad-request', message: 'The stacks cannot be read.' };
    });
    expect(failed.text('.failure')).toBe('The stacks cannot be read.');
    expect(failed.all('.grid')).toEqual([]);
  });

  it('shows the rows of the former scope as such until the new ones arrive', async () => {
    const waiting: (() => void)[] = [];
    const ui = await mount(<DrawnView view={view('functions')} />, {
      workspace,
      answers: {
        functions: ({ scope }) =>
          scope.kind === undefined
            ? functions
            : new Promise(done =>
                waiting.push(() =>
                  done(fixed('functions', [{ function: 'other', self: 1 }], { whole }).answer),
                ),
              ),
      },
    });
    ui.session.narrow({ kind: 'cycles:u' });
    await expect.poll(() => waiting.length).toBe(1);
    expect(ui.get('.grid').getAttribute('aria-busy')).toBe('true');
    expect(rows(ui, 'Functions')).toHaveLength(3);
    ui.get('.grid').focus();
    // The row that a key selects is one of the new rows.
    ui.pressNow('End');
    waiting[0]!();
    await expect.poll(() => ui.get('.grid').getAttribute('aria-busy')).toBe(null);
    await ui.answered();
    expect(rows(ui, 'Functions')).toHaveLength(1);
    expect(active(ui)).toContain('other');
  });
});

describe('the view of callers', () => {
  const neighbours = fixed(
    'caller-callee',
    [
      { role: 'caller', function: 'exec', module: 'postgres', total: 600, percent: 60 },
      { role: 'function', function: 'heap_update', module: 'postgres', self: 250, total: 700, percent: 70 },
      { role: 'callee', function: 'memcpy', module: 'libc.so.6', total: 300, percent: 30 },
      { role: 'callee', function: 'memset', module: 'libc.so.6', total: 100, percent: 10 },
    ],
    { whole },
  ).answer;
  const chosen = { function: 'heap_update', module: '/usr/bin/postgres' };
  const answers = { functions, 'caller-callee': neighbours };

  it('offers functions while none is selected', async () => {
    const ui = await mount(<DrawnView view={view('callers')} />, { workspace, answers });
    expect(ui.text('.hint')).toContain('Select a function with Enter or a double click');
    ui.get('.grid', 'Functions to choose from').focus();
    await ui.press('Home', 'Enter');
    expect(ui.text('.butterfly-name')).toBe('heap_update');
  });

  it('shows the function between its callers and its callees, each with their number', async () => {
    const ui = await mount(<DrawnView view={view('callers')} />, {
      workspace,
      answers,
      begin: session => session.history.go({ function: chosen }),
    });
    expect(ui.text('.butterfly-middle')).toBe('heap_update postgres total 700 samples · 70.00 % self 250');
    expect(ui.all('h2').map(each => ui.text(each))).toEqual(['Callers 1', 'Callees 2']);
    expect(rows(ui, 'Callers')).toEqual(['60.00 600 0 exec postgres'.replace(' 0 ', ' ')]);
    expect(rows(ui, 'Callees')).toHaveLength(2);
    ui.get('.grid', 'Callers').focus();
    await ui.press('Home', 'Enter');
    expect(ui.text('.butterfly-name')).toBe('exec');
    ui.session.back();
    await ui.answered();
    expect(ui.text('.butterfly-name')).toBe('heap_update');
  });

  it('says that samples begin in it, and that nothing below it was sampled', async () => {
    const ui = await mount(<DrawnView view={view('callers')} />, {
      workspace,
      answers: { 'caller-callee': fixed('caller-callee', []).answer },
      begin: session => session.history.go({ function: chosen }),
    });
    expect(ui.text(ui.get('section', 'Callers'))).toContain('Nothing calls it: samples begin here.');
    expect(ui.text(ui.get('section', 'Callees'))).toContain('No callees were sampled.');
  });
});

describe('the view of modules', () => {
  it('shows the callers into the first module, and into the selected one', async () => {
    const ui = await mount(<DrawnView view={view('modules')} />, {
      workspace,
      answers: {
        modules: fixed('modules', [
          { module: '/usr/bin/postgres', self: 400, self_percent: 40 },
          { module: '/lib/libc.so.6', self: 100, self_percent: 10 },
        ]).answer,
        'module-callers': ({ params }) =>
          fixed('module-callers', [{ function: `into ${params.module}`, total: 5, percent: 5 }]).answer,
      },
    });
    expect(ui.text()).toContain('Who calls into postgres');
    expect(rows(ui, 'Callers of the module')[0]).toContain('into /usr/bin/postgres');
    ui.get('.grid', 'Modules').focus();
    await ui.press('End');
    expect(rows(ui, 'Callers of the module')[0]).toContain('into /lib/libc.so.6');
  });
});

describe('every view of questions', () => {
  it.each(views.filter(each => !('component' in each)).map(({ id, title }) => [title, id]))(
    '%s asks for what its parts state, and says what is missing without rows',
    async (_, id) => {
      const asked: string[] = [];
      const { parts, whenNothingSelected } = view(id);
      const questions = [...parts, ...(whenNothingSelected ? [whenNothingSelected.part] : [])].flatMap(
        part => ('question' in part ? [part.question] : []),
      );
      const ui = await mount(<DrawnView view={view(id)} />, {
        workspace,
        answers: Object.fromEntries(
          questions.map(question => [
            question,
            () => {
              asked.push(question);
              return fixed(question, []).answer;
            },
          ]),
        ),
      });
      const [main] = whenNothingSelected
        ? [whenNothingSelected.part]
        : parts.filter(part => 'question' in part);
      expect(asked).toContain(main!.question);
      expect(ui.text()).toContain(main!.empty);
    },
  );
});

describe('the view of clocks', () => {
  it('draws how the captures are aligned, and opens the clock of one', async () => {
    const ui = await mount(<DrawnView view={view('clocks')} />, {
      workspace: { captures: [capture(), capture({ id: 2, name: 'vmstat.txt' })] },
      answers: {
        clocks: fixed('clocks', [
          { capture: 1, name: 'cpu.perf.txt', source: 'reference time', error_ns: 1000, known: 'stated' },
          { capture: 2, name: 'vmstat.txt', source: 'times of the rows', error_ns: null, known: 'guess' },
        ]).answer,
      },
    });
    const graph = ui.get('section', 'How captures are aligned to UTC');
    expect(ui.text(graph)).toMatch(/UTC.*cpu\.perf\.txt.*vmstat\.txt/);
    await ui.click(ui.get('button', /^cpu\.perf\.txt/, graph));
    expect(ui.session.dialog.get()).toEqual({ kind: 'clock', capture: 1 });
    expect(rows(ui, 'Clocks of the captures')[0]).toMatch(/cpu\.perf\.txt.*reference time.*1\.00 µs/);
  });
});
