import { describe, expect, it } from 'vitest';
import type { AnswerColumn } from '../../../analyzers/contract.ts';
import { gridColumns } from './columns.ts';
import { fitColumns } from './fit-columns.ts';

const answer: AnswerColumn[] = [
  { name: 'self', kind: 'integer', about: '' },
  { name: 'percent', kind: 'percent', title: 'total', about: '' },
  { name: 'function', kind: 'code', refers: 'function', about: '' },
  { name: 'module', kind: 'code', refers: 'module', about: '' },
];
const columns = gridColumns(answer, { widths: {}, hidden: [] });
const measured = new Map([
  ['self', 40],
  ['percent', 34],
  ['function', 700],
  ['module', 120],
]);

describe('fitColumns', () => {
  it('makes every column as wide as its content, if there is space', () => {
    const [self, percent, name, module] = fitColumns(columns, measured, 3000);
    expect(self).toBe(64);
    expect(percent).toBe(148);
    // In steps, and no wider: the module stands beside the function.
    expect(name).toBeGreaterThanOrEqual(722);
    expect(name).toBeLessThan(722 + 24);
    expect(module).toBe(144);
  });

  it('narrows shares and the longest names, no more than needed', () => {
    const widths = fitColumns(columns, measured, 700);
    expect(widths.reduce((a, b) => a + b, 0)).toBe(700);
    expect(widths[0]).toBe(64);
    expect(widths[1]).toBe(84);
    expect(widths[3]).toBe(144);
  });

  it('never cuts a number, whatever stands beside it or the user has set', () => {
    const beside = gridColumns(answer, { widths: {}, hidden: [] }, { beside: { self: 128 } });
    expect(fitColumns(beside, new Map([...measured, ['self', 54]]), 700)[0]).toBeGreaterThanOrEqual(
      54 + 128 + 20,
    );
    const set = gridColumns(answer, { widths: { self: 48 }, hidden: [] });
    expect(fitColumns(set, new Map([...measured, ['self', 70]]), 700)[0]).toBeGreaterThanOrEqual(70 + 20);
  });

  it('keeps names legible, and widths set by the user', () => {
    const set = gridColumns(answer, { widths: { function: 500 }, hidden: [] });
    expect(fitColumns(set, measured, 761)).toEqual([64, 84, 500, 113]);
  });

  it('gives names their default width if the table must scroll anyway', () => {
    expect(fitColumns(columns, measured, 300)).toEqual([64, 84, 240, 144]);
  });

  it('leaves space for the drawing of a view', () => {
    const drawn = gridColumns(answer, { widths: {}, hidden: [] }, { widths: { function: 400 } });
    expect(fitColumns(drawn, measured, 300)).toEqual([64, 84, 400, 144]);
  });

  it('narrows names if space is missing', () => {
    const drawn = gridColumns(answer, { widths: {}, hidden: [] }, { widths: { function: 400 } });
    // The module gives way, though it is the shorter of the two.
    const widths = fitColumns(drawn, measured, 676);
    expect(widths).toEqual([64, 84, 400, 128]);
  });

  it("begins with the default width of the column's type", () => {
    expect(fitColumns(columns, new Map(), 3000)).toEqual([84, 148, 240, 176]);
  });
});
