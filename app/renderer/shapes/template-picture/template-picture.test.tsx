import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { texts } from '../../../../analyzers/answer.ts';
import type { AnswerColumn } from '../../../../analyzers/contract.ts';
import { Table } from '../../state/table.ts';
import { lacking } from '../picture.ts';
import { barsOf } from './bars.ts';
import { Bars, templatePicture } from './template-picture.tsx';

const columns: readonly AnswerColumn[] = [
  { name: 'module', kind: 'code', about: '' },
  { name: 'samples', kind: 'integer', unit: 'samples', about: '' },
];
const table = new Table(columns, 3, [texts(['app', '<script>', null]), new Float64Array([8, 4, Number.NaN])]);

describe('the template of a picture', () => {
  it('says what it cannot be drawn without', () => {
    expect(lacking(templatePicture, columns)).toEqual([]);
    expect(lacking(templatePicture, columns.slice(0, 1))).toEqual(['amount']);
  });

  it('draws the longest bar in full', () => {
    expect(barsOf(table).map(({ name, share }) => [name, share])).toEqual([
      ['app', 1],
      ['<script>', 0.5],
      ['', 0],
    ]);
  });

  it('shows names as text, whatever they are', () => {
    const drawn = renderToStaticMarkup(<Bars bars={barsOf(table)} label="Modules" unit="samples" />);
    expect(drawn).toContain('&lt;script&gt;');
    expect(drawn).toContain('8 samples');
  });
});
