import { describe, expect, it } from 'vitest';
import { fixed } from '../../gallery/fixed.ts';
import { capture, mount } from '../window.testing.tsx';
import { IntervalFacts } from './interval-facts.tsx';

const origin = 1_763_785_000_000_000_000n;
const us = (n: number) => origin + BigInt(1000 * n);
const state = (role: string, row: Readonly<Record<string, string | number | bigint | null>>) => ({
  role,
  process: 'apple',
  pid: 11,
  tid: 11,
  reason: null,
  waker: null,
  waker_tid: null,
  ...row,
});

describe('a state of a thread in the inspector', () => {
  const interval = { from: us(100), to: us(120), at: us(110), about: { kind: 'state', tid: 11 } } as const;
  const open = () =>
    mount(<IntervalFacts interval={interval} />, {
      workspace: { captures: [capture()] },
      answers: {
        'state-at': fixed('state-at', [
          state('before', { state: 'running', time: us(0), duration: 100_000 }),
          state('state', {
            state: 'waiting',
            reason: 'disk',
            time: us(100),
            duration: 20_000,
            waker: 'berry',
            waker_tid: 22,
          }),
          state('after', { state: 'ready', time: us(120), duration: 30_000 }),
        ]).answer,
      },
    });

  it('has its length, its waker, and the states before and after it', async () => {
    const ui = await open();
    expect(ui.text()).toMatch(/apple 11 waiting: disk/);
    expect(ui.text()).toMatch(/for 20\.0 µs/);
    expect(ui.text()).toMatch(/woken by berry 22/);
    expect(ui.text()).toMatch(/before running for 100 µs/);
    expect(ui.text()).toMatch(/then ready for 30\.0 µs/);
  });

  it('leads to the next state, to its time and to the table', async () => {
    const ui = await open();
    await ui.click(ui.get('button', 'ready'));
    expect(ui.session.moment.get()).toBe(us(120));
    expect(ui.session.interval.get()).toMatchObject({ at: us(120), about: { kind: 'state', tid: 11 } });
    await ui.click(ui.get('button', 'berry 22'));
    expect(ui.session.interval.get()?.about).toEqual({ kind: 'state', tid: 22 });
    await ui.click(ui.get('button', 'Narrow to its time'));
    expect(ui.session.history.present.scope).toMatchObject({ from: us(100), to: us(120) });
    await ui.click(ui.get('button', 'Show in the table of states'));
    expect(ui.session.history.present.view).toBe('question-state-intervals');
  });
});
