import { answer, texts } from '../answer.ts';
import { type AnswerColumn, analyzer } from '../contract.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'capture', kind: 'integer', refers: 'capture', about: 'Id of the capture.' },
  { name: 'code', kind: 'code', about: 'Stable name of what went wrong.' },
  { name: 'severity', kind: 'text', about: 'notice, warning or error.' },
  { name: 'line', kind: 'integer', refers: 'line', about: 'Line in the file, from 1.' },
  { name: 'offset', kind: 'integer', unit: 'B', about: 'Where in the decompressed file.' },
  { name: 'message', kind: 'text', about: 'What is wrong and what was done about it.' },
  {
    name: 'count',
    kind: 'integer',
    about: 'How often, on the first example of a code; the other examples say 0.',
  },
];

const example: AnswerColumn = { name: 'example', kind: 'text', about: 'The first bytes it is about.' };

export const problems = analyzer({
  id: 'problems',
  title: 'Problems',
  question: 'What was not understood, where, and what was done about it?',
  needs: [],
  params: { examples: { type: 'flag', about: 'With the first bytes each is about.' } },
  shape: 'table',
  columns,
  async answer(ask, { examples }, scope) {
    const where = scope.captures?.length
      ? `capture IN (${scope.captures.map(Math.trunc).join(', ')})`
      : 'true';
    const found = await ask.query.columns(
      `SELECT capture::DOUBLE AS capture, code, severity, line::DOUBLE AS line, "offset"::DOUBLE AS "offset",
              message, "count"::DOUBLE AS "count", example
       FROM problem WHERE ${where}
       ORDER BY capture, list_position(['error', 'warning', 'notice'], severity), code, "count" DESC, "offset"`,
      [],
      ask.cancel,
    );
    return answer(examples ? [...columns, example] : columns, found.length, {
      capture: found.numbers('capture'),
      code: texts(found.texts('code')),
      severity: texts(found.texts('severity')),
      line: found.numbers('line'),
      offset: found.numbers('offset'),
      message: texts(found.texts('message')),
      count: found.numbers('count'),
      ...(examples && { example: texts(found.texts('example')) }),
    });
  },
});
