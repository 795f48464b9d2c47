import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../analyzers/contract.ts';
import type { Fixed } from '../../gallery/fixed.ts';
import { exhibits } from '../../gallery/shapes.ts';
import { capture, type Mounted, mount } from '../window.testing.tsx';
import { shapes } from './shapes.ts';

const second = 1_000_000_000n;
/** Begins of the answers in the two scopes, epoch ns. */
const [former, present] = [1_710_053_970n * second, 1_710_057_570n * second];

/** The same rows as an exhibit, an hour later and with half as many columns of cells. */
function later({ answer }: Fixed): Answer {
  const { grid } = answer;
  return {
    ...answer,
    data: answer.data.map(data =>
      data instanceof BigInt64Array ? data.map(time => time + present - former) : data,
    ),
    ...(grid && { grid: { ...grid, from: present, columns: grid.columns / 2 } }),
  };
}

/** Draws a shape, asks it in another scope, and presses keys before the answer arrives. */
async function pressedEarly(
  shape: 'heat' | 'cells' | 'scatter',
  before: readonly string[],
  keys: readonly string[],
) {
  const { component: Picture } = shapes[shape];
  const exhibit = exhibits[shape];
  const { question, params = {} } = exhibit;
  const waiting: (() => void)[] = [];
  const ui = await mount(<Picture {...{ question, params, label: shape, isMain: true, empty: '' }} />, {
    workspace: { captures: [capture()] },
    answers: {
      [question]: ({ scope }) =>
        scope.kind === undefined
          ? exhibit.answer
          : new Promise(done => waiting.push(() => done(later(exhibit)))),
    },
  });
  ui.get('[role=application]').focus();
  await ui.press(...before);
  const momentBefore = ui.session.moment.get();
  ui.session.narrow({ kind: 'cycles:u' });
  await expect.poll(() => waiting.length).toBe(1);
  for (const key of keys) ui.pressNow(key);
  expect(ui.session.moment.get()).toBe(momentBefore);
  waiting[0]!();
  await ui.answered();
  return ui;
}

const moment = (ui: Mounted) => Number((ui.session.moment.get()! - present) / 1_000_000n) / 1000;

describe('keys that are pressed before the answer in a new scope wait for it', () => {
  it('on a heat map', async () => {
    const ui = await pressedEarly('heat', [], ['Home', 'ArrowRight', 'ArrowRight', 'ArrowUp']);
    expect(moment(ui)).toBe(2.05);
  });

  it('on a map of cells, where they do not start from a cell of the former grid', async () => {
    const ui = await pressedEarly('cells', ['ArrowRight', 'End', 'ArrowUp'], ['ArrowRight', 'ArrowRight']);
    expect(moment(ui)).toBe(1);
    expect(ui.text('output')).toMatch(/CPU 0/);
  });

  it('on a scatter plot, where they do not start from a point of the former answer', async () => {
    const ui = await pressedEarly(
      'scatter',
      ['ArrowRight', 'End', 'ArrowRight'],
      ['ArrowRight', 'ArrowRight'],
    );
    expect(moment(ui)).toBe(1);
  });
});

it('a selection on cells ends with the grid that it was begun in', async () => {
  const ui = await pressedEarly('cells', ['Enter'], ['ArrowRight', 'Enter']);
  expect(ui.session.history.present.scope).toEqual({ kind: 'cycles:u' });
  await ui.press('ArrowRight', 'Enter');
  expect(ui.session.history.present.scope.from).toBe(present);
});
