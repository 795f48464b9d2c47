import { expect, it } from 'vitest';
import { rowsOf } from '../../../fixtures/samples.ts';
import { answerAbout } from '../../../fixtures/written.ts';
import { requests } from './requests.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const span = (id: string, name: string, begin: number, end: number, others: object) => ({
  traceId,
  spanId: `b7ad6b716920333${id}`,
  name,
  startTimeUnixNano: `17673230450${begin}000000`,
  endTimeUnixNano: `17673230450${end}000000`,
  ...others,
});
const spans = [
  span('1', 'GET /cart', 10, 19, { kind: 2 }),
  span('2', 'SELECT', 12, 16, { kind: 3, parentSpanId: 'b7ad6b7169203331', status: { code: 2 } }),
];

it('groups spans by the trace that they name', async () => {
  const trace = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
  const found = await answerAbout({ 'traces.json': `${trace}\n` }, requests);
  expect(rowsOf(found, 'request', 'name', 'duration', 'slices', 'errors')).toEqual([
    [traceId, 'GET /cart', 9e6, 2, 1],
  ]);
});
