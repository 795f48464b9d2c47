import { describe, expect, it } from 'vitest';
import { analyzer } from '../../analyzers/contract.ts';
import { paramValues } from './params.ts';

const question = analyzer({
  id: 'q',
  title: '',
  question: '',
  needs: [],
  shape: 'table',
  columns: [],
  params: {
    name: { type: 'text', about: 'Whom.', required: true, example: 'main' },
    note: { type: 'text', about: 'What.' },
    depth: { type: 'number', about: 'How deep.', default: 3, min: 0, max: 9 },
    by: { type: 'choice', about: 'By what.', choices: ['process', 'cpu'], default: 'process' },
    all: { type: 'flag', about: 'All of them.' },
  },
  answer: () => Promise.reject(new Error('not asked')),
});

describe('paramValues', () => {
  it('fills in defaults', () => {
    expect(paramValues(question, { name: 'main' })).toEqual({
      name: 'main',
      note: undefined,
      depth: 3,
      by: 'process',
      all: false,
    });
  });

  it.each([
    [{}, '"name" is missing: Whom.'],
    [{ name: '' }, '"name" is missing: Whom.'],
    [{ name: 7 }, '"name" takes a text, not "7".'],
    [{ name: 'a', depth: 10 }, '"depth" takes a number from 0 to 9, not "10".'],
    [{ name: 'a', depth: Number.NaN }, '"depth" takes a number from 0 to 9'],
    [{ name: 'a', by: 'moon' }, '"by" takes one of process, cpu, not "moon".'],
    [{ name: 'a', all: 'yes' }, '"all" takes true or false, not "yes".'],
    [{ name: 'a', wat: 1 }, '"q" has no parameter "wat". It takes name, note, depth, by, all.'],
  ])('refuses %j', (given, message) => {
    expect(() => paramValues(question, given)).toThrow(message);
  });
});
