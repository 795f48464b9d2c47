import { describe, expect, it } from 'vitest';
import { questions } from '../../engine/questions.ts';
import { lackOf, needsOf } from './offer.ts';
import { questionsOf } from './view.ts';
import { views } from './views.ts';

describe('what is offered', () => {
  it('needs rows of one of the tables', () => {
    expect(lackOf(['sample'], { event: 3 })).toMatch(/^No capture here has samples: open a profile/);
    expect(lackOf(['sample', 'event'], { event: 3 })).toBeNull();
    expect(lackOf([], {})).toBeNull();
    expect(lackOf(['histogram'], {})).toBe('No capture here has histogram buckets.');
  });

  it('follows from the questions of a view', () => {
    const needs = new Map(views.map(view => [view.id, needsOf(view, questions)]));
    expect(needs.get('functions')).toEqual(['sample']);
    expect(needs.get('events')).toEqual(['event']);
    expect(needs.get('problems')).toEqual([]);
  });

  it('names questions that there are', () => {
    const known = new Set(questions.map(({ id }) => id));
    for (const view of views)
      for (const question of questionsOf(view)) expect(known, view.id).toContain(question);
  });
});
