import { describe, expect, it } from 'vitest';
import { analyzers } from '../../../analyzers/analyzers.ts';
import type { AskRequest } from '../../contract.ts';
import { fixed } from '../../gallery/fixed.ts';
import { capture, mount } from '../window.testing.tsx';
import { Question } from './question.tsx';

const info = (id: string) => {
  const { answer: _, ...question } = analyzers.find(each => each.id === id)!;
  return question;
};

/** A question of the catalogue; `asked` has its parameters. */
async function open(id: string, rows: Parameters<typeof fixed>[1], extras: Parameters<typeof fixed>[2] = {}) {
  const asked: AskRequest['params'][] = [];
  const ui = await mount(<Question question={info(id)} />, {
    workspace: { captures: [capture()] },
    answers: {
      [id]: ({ params }) => {
        asked.push(params);
        return fixed(id, rows, extras).answer;
      },
      'event-kinds': fixed('event-kinds', [{ kind: 'span', count: 3 }]).answer,
    },
  });
  return { ui, asked };
}

describe('a question of the catalogue', () => {
  it('says what it answers, and has a form of its parameters', async () => {
    const { ui, asked } = await open('waits', [
      { process: 'postgres', pid: 1, tid: 1, state: 'waiting', time: 5e6 },
    ]);
    expect(ui.text('.question-form')).toContain(info('waits').question);
    const by = ui.all('select').find(each => ui.text(each).startsWith('thread')) as HTMLSelectElement;
    by.value = 'process';
    by.dispatchEvent(new Event('change', { bubbles: true }));
    await ui.answered();
    expect(asked.at(-1)).toEqual({ by: 'process' });
    expect(ui.text('.grid-body')).toContain('5.00 ms');
  });

  it('in time order keeps its row in a new answer, from which the next key goes on', async () => {
    const at = (second: number) => 1_714_537_200_000_000_000n + BigInt(second) * 1_000_000_000n;
    const moments = (from: number) =>
      fixed(
        'onset',
        Array.from({ length: 6 }, (_, i) => ({ time: at(from + i), direction: `moment ${from + i}` })),
      ).answer;
    let answer = moments(0);
    const ui = await mount(<Question question={info('onset')} />, {
      workspace: { captures: [capture()] },
      answers: { onset: () => answer },
    });
    ui.get('.grid').focus();
    await ui.press('Home', 'ArrowDown', 'ArrowDown');
    expect(ui.text('.grid-row.is-active')).toContain('moment 2');
    answer = moments(1);
    ui.session.workspace.update(now => now && { ...now, revision: now.revision + 1 });
    await expect.poll(() => ui.text('.grid-body [role=row]')).toContain('moment 1');
    ui.pressNow('ArrowDown');
    await ui.answered();
    expect(ui.text('.grid-row.is-active')).toContain('moment 3');
  });

  it('says which parameters it needs before it is asked, with an example', async () => {
    const { ui, asked } = await open('who', [{ capture: 1, process: 'postgres', pid: 1094 }]);
    expect(asked).toEqual([]);
    expect(ui.text('.missing')).toMatch(/^pid Id of a process or of a thread\. For example 1094/);
    await ui.fill(ui.get('input'), '1094');
    expect(asked.at(-1)).toEqual({ pid: '1094' });
    expect(ui.text('.grid-body')).toContain('cpu.perf.txt');
    // An empty field is no parameter.
    await ui.fill(ui.get('input'), '');
    expect(ui.all('.missing')).toHaveLength(1);
  });

  it('offers existing values once a field is used, and names how to ask differently', async () => {
    const { ui } = await open('percentiles', [], {
      notes: [
        { code: 'more', text: 'There are more.', remedy: { option: 'kind', does: 'asks for one kind' } },
      ],
    });
    ui.session.notes.set([
      { code: 'more', text: 'There are more.', remedy: { option: 'kind', does: 'asks for one kind' } },
    ]);
    await ui.answered();
    expect(ui.text('.question-form')).toContain('“kind” asks for one kind.');
    expect(ui.all('datalist')).toEqual([]);
    ui.all('input')[0]!.focus();
    await ui.answered();
    expect(ui.all('datalist option').map(each => each.getAttribute('value'))).toEqual(['span']);
    expect(ui.text()).toContain('The answer has no rows in scope.');
  });
});
