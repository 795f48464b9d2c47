import { describe, expect, it } from 'vitest';
import type { AnswerColumn } from '../contract.ts';
import { texts } from '../kit/answer.ts';
import { difference } from './compare.ts';
import { Digest } from './digest.ts';
import { findingsIn, inHtml, inMarkdown } from './embed.ts';
import { maxListed, type StoredAnswer, type StoredCell } from './finding.ts';
import { documentFormat, type FindingsDocument, fromJson, toJson } from './json.ts';
import { dataOf, storedRows } from './stored.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'function', kind: 'code', refers: 'function', about: '' },
  { name: 'node', kind: 'integer', refers: 'node', about: '' },
  { name: 'self', kind: 'integer', unit: 'samples', about: '' },
  { name: 'share', kind: 'percent', about: '' },
];

function stored(rows: readonly (readonly StoredCell[])[], more: Partial<StoredAnswer> = {}): StoredAnswer {
  const digest = new Digest(columns);
  digest.add(dataOf({ columns, rows }), rows.length);
  return {
    columns,
    rows,
    offset: 0,
    total: rows.length,
    digest: digest.text,
    notes: [],
    whole: { amount: 100, unit: 'samples' },
    grid: null,
    sparklines: null,
    ...more,
  };
}

const a = ['a', 1, 60, 60];
const b = ['b', 2, 30, 0.1 + 0.2];
const c = ['c', 3, 10, null];

describe('difference', () => {
  it('is null for the same rows in another order, with other node ids, or with sums added in another order', () => {
    const other = stored([['c', 8, 10, null], ['b', 9, 30, 0.3], a]);
    expect(difference(stored([a, b, c]), other)).toBeNull();
    expect(difference(stored([a, b, c], { digest: null }), { ...other, digest: null })).toBeNull();
  });

  it('lists added, removed and changed rows, and the changed cells', () => {
    const now = stored([a, ['b', 2, 31, 0.3], ['d', 4, 1, 1]]);
    expect(difference(stored([a, b, c]), now)).toEqual({
      summary: '1 row changed; 1 row added; 1 row gone.',
      columns: [],
      added: 1,
      gone: 1,
      changed: 1,
      rows: [
        { kind: 'changed', name: 'b', cells: [{ column: 'self', before: '30', now: '31' }] },
        { kind: 'added', name: 'd', cells: [] },
        { kind: 'gone', name: 'c', cells: [] },
      ],
      facts: [],
    });
  });

  it('counts duplicate rows', () => {
    expect(difference(stored([a, a, b]), stored([a, b, b]))).toMatchObject({ added: 1, gone: 1 });
  });

  it('reports a changed total, a changed number of rows, and a changed digest of the rows that were not stored', () => {
    const whole = { amount: 90, unit: 'samples' };
    expect(difference(stored([a]), stored([a], { whole }))?.summary).toBe('samples: 90 instead of 100.');
    const cut = stored([a], { total: 5, digest: '1' });
    expect(difference(cut, { ...cut, total: 6, digest: '2' })?.facts).toEqual([
      { what: 'rows in all', before: '5', now: '6' },
    ]);
    expect(difference(cut, { ...cut, digest: '2' })?.summary).toContain(
      'not stored with the finding: different values',
    );
    // Rows with equal sort keys may come in another order: the equal digest shows that no row changed.
    expect(difference(cut, { ...cut, rows: [b] })).toBeNull();
  });

  it('is null if only one of the answers has ids of one state of a workspace', () => {
    const id: AnswerColumn = { name: 'id', kind: 'code', refers: 'signal', about: '' };
    const now = stored([[...a, 'function/a']], { columns: [...columns, id] });
    expect(difference(stored([a]), now)).toBeNull();
  });

  it('compares the columns that both have', () => {
    const renamed = columns.map(each => (each.name === 'share' ? { ...each, name: 'percent' } : each));
    const now = { ...stored([a, b, c]), columns: renamed, digest: 'other' };
    expect(difference(stored([a, b, c]), now)).toMatchObject({ columns: ['share', 'percent'], changed: 0 });
  });

  it('lists a bounded number of rows', () => {
    const many = Array.from({ length: 500 }, (_, n) => [`f${n}`, n, n, n]);
    const found = difference(stored([a]), stored([a, ...many]));
    expect([found?.added, found?.rows.length]).toEqual([500, maxListed]);
  });

  it('pairs many equal rows in a time that grows with their number', () => {
    const many = Array.from({ length: 20_000 }, () => a);
    expect(difference(stored(many, { digest: null }), stored(many, { digest: null }))).toBeNull();
  });
});

describe('a stored answer', () => {
  it('is the same after conversion to JSON and back', () => {
    const timed: readonly AnswerColumn[] = [
      { name: 'at', kind: 'time', about: '' },
      { name: 'name', kind: 'text', about: '' },
      { name: 'n', kind: 'number', about: '' },
    ];
    const data = [
      BigInt64Array.of(2n ** 60n + 1n, -(2n ** 63n)),
      texts([null, '{"$ns":"5"}']),
      Float64Array.of(0.1, Number.NaN),
    ];
    const rows = storedRows(data, 2);
    expect(rows).toEqual([
      [2n ** 60n + 1n, null, 0.1],
      [null, '{"$ns":"5"}', null],
    ]);
    expect(fromJson(toJson(rows))).toEqual(rows);
    expect(dataOf({ columns: timed, rows })).toEqual(data);
  });
});

describe('a report', () => {
  const hostile = '</script><!-- --> <script>alert(1)</script>---\u202e\u2028';
  const document: FindingsDocument = {
    format: documentFormat,
    version: 1,
    program: '1',
    redacted: false,
    summary: { title: hostile, text: '' },
    findings: [],
  };

  it('embeds findings in HTML and in Markdown, whatever their texts', () => {
    for (const block of [inHtml(document), inMarkdown(document)]) {
      const inner = block.slice(10, -10);
      expect(inner).not.toMatch(/<|--|\u202e|\u2028/);
      expect(findingsIn(`${inHtml({ ...document, program: 'forged' })} text ${block} end`)?.summary).toEqual(
        document.summary,
      );
    }
  });

  it('yields null if it embeds no findings, or invalid ones', () => {
    for (const text of ['', '<p>', inHtml({} as FindingsDocument), `<!-- ${documentFormat}\n{"a"\n-->`])
      expect(findingsIn(text)).toBeNull();
  });
});
