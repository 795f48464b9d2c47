import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout } from '../../../fixtures/written.ts';
import { record } from './record.ts';

const lines = `{"ts":"2026-01-02T03:04:05Z","level":"info","msg":"served","status":200,"path":"/a"}
{"ts":"2026-01-02T03:04:06Z","level":"warn","msg":"slow","status":503,"path":"/b","wait_ms":12}
`;

it('gives the fields of the record of a line, with their units', async () => {
  const found = await answerAbout({ 'web.json': lines }, record, { params: { line: 2 } });
  expect(rowsOf(found)).toEqual([
    ['status', null, 503, null],
    ['path', '/b', null, null],
    ['wait_ms', null, 12, 'ms'],
  ]);
});
