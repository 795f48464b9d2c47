import { type AnswerColumn, analyzer } from '../../contract.ts';
import { answer, texts } from '../../kit/answer.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'Id of the capture.' },
  { name: 'code', kind: 'code', about: 'Stable name of the problem.' },
  { name: 'severity', kind: 'text', about: 'notice, warning or error.' },
  { name: 'line', kind: 'integer', refers: 'line', about: 'Line in the file, from 1.' },
  { name: 'offset', kind: 'integer', unit: 'B', about: 'Byte in the decompressed file.' },
  { name: 'message', kind: 'text', about: 'The problem, and how the reader handled it.' },
  {
    name: 'count',
    kind: 'integer',
    about: 'Number of occurrences, in the first example of a code; 0 in the other examples.',
  },
];

const example: AnswerColumn = { name: 'example', kind: 'text', about: 'The first bytes of the record.' };

export const problems = analyzer({
  id: 'problems',
  title: 'Problems',
  question: 'Which parts of the input were not understood, where, and how were they handled?',
  needs: [],
  params: { examples: { type: 'flag', about: 'Includes the first bytes of each record.' } },
  shape: 'table',
  columns,
  async answer(ask, { examples }, scope) {
    const where = scope.captures?.length
      ? `capture IN (${scope.captures.map(Math.trunc).join(', ')})`
      : 'true';
    const result = await ask.query.columns(
      `SELECT capture::DOUBLE AS capture, code, severity, line::DOUBLE AS line, "offset"::DOUBLE AS "offset",
              message, "count"::DOUBLE AS "count", example
       FROM problem WHERE ${where}
       ORDER BY capture, list_position(['error', 'warning', 'notice'], severity), code, "count" DESC, "offset"`,
      [],
      ask.cancel,
    );
    return answer(examples ? [...columns, example] : columns, result.length, {
      capture: result.numbers('capture'),
      code: texts(result.texts('code')),
      severity: texts(result.texts('severity')),
      line: result.numbers('line'),
      offset: result.numbers('offset'),
      message: texts(result.texts('message')),
      count: result.numbers('count'),
      ...(examples && { example: texts(result.texts('example')) }),
    });
  },
});
