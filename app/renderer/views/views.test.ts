import { describe, expect, it } from 'vitest';
import { questions } from '../../engine/questions.ts';
import { lacking } from '../shapes/picture.ts';
import { shapes } from '../shapes/shapes.ts';
import { isQuestionView } from './view.ts';
import { views } from './views.ts';

const parts = views
  .filter(isQuestionView)
  .flatMap(view =>
    [...view.parts, ...(view.whenNothingSelected ? [view.whenNothingSelected.part] : [])].flatMap(part =>
      'question' in part ? [{ ...part, view: view.id }] : [],
    ),
  );

describe('views', () => {
  it.each(parts)('$view: $label can be drawn', part => {
    const info = questions.find(({ id }) => id === part.question)!;
    expect(lacking(shapes[part.shape ?? info.shape], info.columns)).toEqual([]);
    for (const name of Object.keys(part.params ?? {})) expect(Object.keys(info.params)).toContain(name);
  });

  it.each(views.filter(isQuestionView))('$id has one part to which copy and export refer', view => {
    expect(view.parts.filter(part => 'question' in part && part.isMain)).toHaveLength(1);
  });

  it('have each an id and a key', () => {
    for (const what of ['id', 'key', 'title'] as const)
      expect(new Set(views.map(view => view[what])).size).toBe(views.length);
  });
});
