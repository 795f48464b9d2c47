/** Models for tests. */
import type { AnswerColumn } from '../../analyzers/contract.ts';
import type { Evidence, Finding, StoredAnswer } from '../../analyzers/findings/finding.ts';
import { documentFormat } from '../../analyzers/findings/json.ts';
import type { ReportModel } from './model.ts';

const column = (
  name: string,
  kind: AnswerColumn['kind'],
  more: Partial<AnswerColumn> = {},
): AnswerColumn => ({
  name,
  kind,
  about: '',
  ...more,
});

const second = 1_000_000_000n;
export const begin = 1_785_902_400n * second;

export function answerOf(columns: readonly AnswerColumn[], rows: StoredAnswer['rows']): StoredAnswer {
  return {
    columns,
    rows,
    offset: 0,
    total: rows.length,
    digest: null,
    notes: [],
    whole: null,
    grid: null,
    sparklines: null,
  };
}

export function evidenceOf(
  id: number,
  shape: Evidence['shape'],
  question: string,
  answer: StoredAnswer,
): Evidence {
  return {
    id,
    question,
    params: {},
    scope: {},
    arrangement: {},
    row: null,
    view: null,
    shape,
    kept: answer.rows.length,
    total: answer.total,
    captures: [],
    taken: begin,
    version: '1',
    check: null,
    answer,
    now: null,
  };
}

/**
 * A model with each text as a row of each kind of answer, a capture's name, a title, a note, a tag and a
 * thing.
 */
export function modelOf(texts: readonly string[]): ReportModel {
  const findings = texts.map((text, at): Finding => {
    const table = answerOf(
      [
        column('function', 'code', { refers: 'function' }),
        column('module', 'text', { refers: 'module' }),
        column('total', 'integer'),
      ],
      [[text, text, 5]],
    );
    const tracks = answerOf(
      [
        column('track', 'text'),
        column('key', 'text'),
        column('time', 'time'),
        column('value', 'number', { unit: text }),
      ],
      [0n, 1n, 2n].map(i => [text, text, begin + i * second, Number(i) + 1]),
    );
    const flame = answerOf(
      [
        column('node', 'integer'),
        column('parent', 'integer'),
        column('function', 'code'),
        column('module', 'text'),
        column('total', 'number'),
      ],
      [
        [1, null, text, text, 5],
        [2, 1, text, text, 3],
      ],
    );
    const histogram = answerOf(
      [column('low', 'number'), column('high', 'number'), column('unit', 'text'), column('count', 'integer')],
      [[1, 2, text, 9]],
    );
    const waterfall = answerOf(
      [
        column('name', 'code'),
        column('depth', 'integer'),
        column('offset', 'duration'),
        column('duration', 'duration'),
        column('error', 'text'),
        column('process', 'text'),
      ],
      [
        [text, 0, 0, 5e6, text, text],
        [text, 1, 1e6, 2e6, null, `${text} 2`],
        [text, 1, 4e6, null, null, null],
      ],
    );
    const flameChart = answerOf(
      [
        column('band', 'text'),
        column('depth', 'integer'),
        column('function', 'code'),
        column('module', 'text'),
        column('slice', 'code'),
        column('time', 'time'),
        column('duration', 'duration'),
      ],
      [
        [text, 0, text, text, null, begin, 1e9],
        [text, 1, null, null, text, begin, 4e8],
      ],
    );
    const points = answerOf(
      [column('x', 'number'), column('y', 'number', { unit: text })],
      [
        [1, 2],
        [3, 5],
      ],
    );
    const axes = { code: 'axes', text: '', data: { x: 'log', y: 'linear', xName: text, yName: text } };
    const bars = answerOf([column('key', 'text'), column('amount', 'number')], [[text, 3]]);
    return {
      id: at + 1,
      title: text,
      text,
      tags: ['cause', text],
      links: [1],
      marks: [
        { kind: 'time', from: begin, to: begin + second },
        { kind: 'thing', refers: 'function', name: text },
      ],
      evidence: [
        {
          ...evidenceOf(4 * at, 'table', 'functions', table),
          params: { name: text },
          scope: { processes: [text] },
        },
        { ...evidenceOf(4 * at + 1, 'tracks', 'timeline', { ...tracks, notes: [{ code: 'x', text }] }) },
        evidenceOf(4 * at + 2, 'flame', 'flame', flame),
        evidenceOf(4 * at + 3, 'histogram', 'histograms', histogram),
        evidenceOf(1000 + at, 'waterfall', 'waterfall', waterfall),
        evidenceOf(2000 + at, 'flame-chart', 'flame-chart', flameChart),
        evidenceOf(3000 + at, 'scatter', 'scatter', { ...points, notes: [axes] }),
        evidenceOf(4000 + at, 'bars', 'bars', bars),
      ],
      created: begin,
      changed: begin,
    };
  });
  const [first = ''] = texts;
  return {
    document: {
      format: documentFormat,
      version: 1,
      program: '1',
      redacted: false,
      summary: { title: first, text: texts.join('\n\n') },
      findings,
    },
    name: first,
    captures: texts.map((text, at) => ({
      id: at + 1,
      name: text,
      path: text,
      format: text,
      start: begin,
      end: begin + second,
      clock: text,
      unit: 'lines',
      skipped: 0,
      rows: 1,
      host: text,
    })),
    problems: texts.map(text => ({ capture: text, severity: 'notice', message: text, count: 1 })),
    check: { evidence: 4, differing: 0 },
    zone: 'UTC',
    replaced: null,
  };
}
