import { questions as catalogue } from '../../engine/questions.ts';
import type { Sheet } from '../../engine/sheet.ts';
import type { Command } from '../command.ts';
import { formOf, outputOptions, textForms, writeLines, writeSheet } from '../output.ts';
import { type Heading, tableLines } from '../table.ts';

/** Groups of questions, and those of a group, the most used first. Questions that are in none come last. */
const groups: readonly (readonly [title: string, ids: readonly string[]])[] = [
  ['First', ['captures', 'onset', 'saturation', 'correlate', 'templates', 'problems']],
  [
    'What used the processors',
    [
      'processes',
      'functions',
      'modules',
      'call-tree',
      'inverted-tree',
      'flame',
      'caller-callee',
      'threads',
      'kinds',
    ],
  ],
  [
    'What threads waited for',
    [
      'waits',
      'ready-time',
      'ran-instead',
      'thread-states',
      'state-at',
      'state-intervals',
      'syscalls',
      'disk-io',
    ],
  ],
  [
    'What was logged',
    [
      'events',
      'search',
      'levels',
      'exceptions',
      'template-rates',
      'event-kinds',
      'record',
      'slices',
      'requests',
      'waterfall',
    ],
  ],
  [
    'What was measured',
    ['series', 'metric', 'balance', 'ratio', 'scatter', 'percentiles', 'histograms', 'field-histogram'],
  ],
  [
    'When',
    ['timeline', 'heat', 'cpu-heat', 'latency-heat', 'running', 'flame-chart', 'clocks', 'clock-fits'],
  ],
];
const lastGroup = 'Details, and what pictures ask';

const headings: readonly Heading[] = ['id', 'question', 'params', 'columns', 'group'].map(name => ({
  name,
  kind: 'text',
}));

export const questions: Command = {
  name: 'questions',
  usage: '[-o table|json|csv|tsv]',
  about: 'Lists all questions, in groups, the most used first.',
  options: outputOptions,
  words: { min: 0, max: 0 },
  async run(args, io) {
    const form = formOf(args, textForms);
    const sheet = catalogueSheet();
    // A table, for people, leaves out the questions' columns; programs get them.
    if (form !== 'table') {
      await writeSheet(io, sheet, headings, form);
      return 0;
    }
    const shown = headings.slice(0, 3);
    const [header, ...lines] = tableLines(shown, { ...sheet, names: shown.map(each => each.name) }, io.width);
    const grouped = lines.flatMap((line, row) => {
      const group = String(sheet.cell(row, 4));
      return row === 0 || group !== sheet.cell(row - 1, 4) ? ['', `${group}:`, line] : [line];
    });
    await writeLines(io, [header!, ...grouped]);
    return 0;
  },
};

function catalogueSheet(): Sheet {
  const placeOf = (id: string): readonly [group: number, place: number] => {
    const group = groups.findIndex(([, ids]) => ids.includes(id));
    return group < 0 ? [groups.length, 0] : [group, groups[group]![1].indexOf(id)];
  };
  // The sort is stable: the rest stays in the order of the catalogue.
  const ordered = [...catalogue].sort((a, b) => {
    const [[groupA, placeA], [groupB, placeB]] = [placeOf(a.id), placeOf(b.id)];
    return groupA - groupB || placeA - placeB;
  });
  const rows = ordered.map(({ id, question, params, columns }) => [
    id,
    question,
    Object.keys(params)
      .map(name => `--${name}`)
      .join(' '),
    columns.map(column => column.name).join(' '),
    groups[placeOf(id)[0]]?.[0] ?? lastGroup,
  ]);
  return {
    names: headings.map(each => each.name),
    rows: rows.length,
    cell: (row, column) => rows[row]?.[column] ?? null,
  };
}
