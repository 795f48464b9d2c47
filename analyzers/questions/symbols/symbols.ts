import type { AnswerColumn } from '../../contract.ts';
import { answer, texts } from '../../kit/answer.ts';
import { withIds } from '../../kit/with-ids.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'module', kind: 'text', refers: 'module', about: 'Program, library, or part of the kernel.' },
  {
    name: 'build',
    kind: 'code',
    about:
      'Key to find its symbols by: the build id, or the map that a JIT compiler writes; empty if the capture does not record it.',
  },
  {
    name: 'unnamed',
    kind: 'integer',
    about: 'Number of its addresses in stacks that have no symbol.',
  },
];

export const symbols = withIds('module', {
  id: 'symbols',
  title: 'Missing symbols',
  question: 'Which modules lack symbols, and which build of each is needed?',
  needs: ['sample'],
  params: {},
  shape: 'table',
  columns,
  async answer(ask) {
    const result = await ask.query.columns(
      `SELECT m.value AS module, b.value AS build, count(*)::DOUBLE AS unnamed
       FROM frame f JOIN text s ON s.id = f.symbol JOIN text m ON m.id = f.module LEFT JOIN text b ON b.id = f.build
       WHERE s.value = '[unknown]' AND f.address IS NOT NULL
       GROUP BY ALL ORDER BY unnamed DESC, module, build`,
      [],
      ask.cancel,
    );
    return answer(columns, result.length, {
      module: texts(result.texts('module')),
      build: texts(result.texts('build')),
      unnamed: result.numbers('unnamed'),
    });
  },
});
