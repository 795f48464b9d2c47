import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { questions } from '../../engine/questions.ts';
import { lackOf, needsOf } from './offer.ts';
import { questionsOf } from './view.ts';
import { views } from './views.ts';

describe('views and questions that are offered', () => {
  it('need rows of one of their tables', () => {
    expect(lackOf(['sample'], { event: 3 })).toMatch(/^No open capture has samples: open a profile/);
    expect(lackOf(['sample', 'event'], { event: 3 })).toBeNull();
    expect(lackOf([], {})).toBeNull();
    expect(lackOf(['histogram'], {})).toBe('No open capture has histogram buckets.');
  });

  it('follow from the questions of a view', () => {
    const needs = new Map(views.map(view => [view.id, needsOf(view, questions)]));
    expect(needs.get('functions')).toEqual(['sample']);
    expect(needs.get('events')).toEqual(['event']);
    expect(needs.get('problems')).toEqual([]);
  });

  it('exist, wherever the window names them', () => {
    const known = new Set(questions.map(({ id }) => id));
    const places = new Set([...views.map(({ id }) => id), ...questions.map(({ id }) => `question-${id}`)]);
    for (const view of views)
      for (const question of questionsOf(view)) expect(known, view.id).toContain(question);
    for (const [file, text] of sources()) {
      for (const [, id] of text.matchAll(/(?:\bquestion: |\buseFiltered\(|\.table\(|\bformOf\()'([a-z-]+)'/g))
        expect(known, file).toContain(id);
      for (const [, id] of text.matchAll(/\bview: '([a-z-]+)'/g)) expect(places, file).toContain(id);
    }
  });
});

/** The window's own sources, with their names. */
function sources(): readonly (readonly [string, string])[] {
  const root = join(import.meta.dirname, '..');
  return readdirSync(root, { recursive: true })
    .map(String)
    .filter(file => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map(file => [file, readFileSync(join(root, file), 'utf8')]);
}
