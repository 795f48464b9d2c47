import { describe, expect, it, vi } from 'vitest';
import { pauses, withPauses } from '../../../fixtures/declared-table.ts';
import { questions } from '../../engine/questions.ts';
import { alsoCaptured } from './also-captured.ts';
import { views } from './views.ts';

vi.mock('../../../parsers/tables.ts', async original => withPauses(await original()));

describe('captured tables without a card on the overview', () => {
  it('link to the view and the questions about them', () => {
    const [states, ...others] = alsoCaptured({ state: 1200, sample: 5, event: 3 }, questions, views);
    expect(others).toEqual([]);
    expect(states?.amount).toBe('1,200 thread states');
    const doors = states!.doors.map(({ view }) => view);
    expect(doors[0]).toBe('waits');
    expect(doors).toContain('question-ready-time');
    // Shown by the view of waits, and wants a pid.
    expect(doors).not.toContain('question-ran-instead');
    expect(doors).not.toContain('question-who');
  });

  it('are listed even if no view or question is about them', () => {
    expect(alsoCaptured({ [pauses]: 2 }, questions, views)).toEqual([
      { table: pauses, amount: '2 pauses', doors: [] },
    ]);
    const asked = { ...questions[0]!, id: 'pauses', title: 'Pauses', needs: [pauses], params: {} };
    expect(alsoCaptured({ [pauses]: 1 }, [...questions, asked], views)).toMatchObject([
      { amount: '1 pause', doors: [{ view: 'question-pauses', title: 'Pauses' }] },
    ]);
  });

  it('are not listed if there are none', () => {
    expect(alsoCaptured({ sample: 5, metric: 3, histogram: 0 }, questions, views)).toEqual([]);
  });
});
