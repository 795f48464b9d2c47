import { type AnswerColumn, analyzer } from '../../contract.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { answer, nothing, texts } from '../../kit/answer.ts';
import * as column from '../../kit/columns.ts';
import { textsById } from '../../kit/texts.ts';
import { deviceNames, diskEvents, requests, withoutCompletion } from './requests.ts';

const latency = (name: string, about: string): AnswerColumn => ({ name, kind: 'duration', about });

const columns: readonly AnswerColumn[] = [
  { name: 'device', kind: 'text', about: 'The disk, as the capture names it; on Linux major,minor.' },
  { name: 'file', kind: 'text', about: 'The file; null if the capture does not record it.' },
  {
    name: 'operation',
    kind: 'text',
    about:
      'Operation as the tool names it; on Linux R (read), W (write), F (flush), S (synchronous) and others.',
  },
  {
    ...column.process,
    about: 'Process that ran when the request was issued; writes are often issued by a thread of the kernel.',
  },
  { name: 'count', kind: 'integer', about: 'Requests in scope.' },
  { name: 'bytes', kind: 'integer', unit: 'B', about: 'Sum of their sizes.' },
  latency('p50', 'Half of the requests took no longer, from issue to completion.'),
  latency('p99', '99 of 100 requests took no longer.'),
  latency('max', 'Duration of the longest request.'),
];

export const diskIo = analyzer({
  id: 'disk-io',
  title: 'Disk requests',
  question: 'Which processes read and wrote on which disk, and how long did the requests take?',
  needs: ['event'],
  params: {},
  shape: 'table',
  columns,
  async answer(ask, _params, scope) {
    const events = await diskEvents(ask);
    const within = await eventsIn(ask, scope, {}, undefined, 's.took');
    if (events === null) return answer(columns, 0, nothing(columns), { notes: within.notes });
    const result = await ask.query.columns(
      `WITH ${requests(events)}
       SELECT s.device::INTEGER AS device, s.device_number::DOUBLE AS device_number, s.file::INTEGER AS file, s.operation::INTEGER AS operation,
         t.process::INTEGER AS process, count(*)::DOUBLE AS count, sum(s.bytes)::DOUBLE AS bytes,
         quantile_cont(took, 0.5)::DOUBLE AS p50, quantile_cont(took, 0.99)::DOUBLE AS p99, max(took)::DOUBLE AS max,
         count(*) FILTER (took IS NULL)::DOUBLE AS untimed
       FROM requests s LEFT JOIN thread t ON t.id = s.thread WHERE ${within.where}
       GROUP BY ALL ORDER BY sum(took) DESC NULLS LAST, count DESC, 1, 2, 3, 4, 5`,
      within.params,
      ask.cancel,
    );
    const ids = ['device', 'file', 'operation', 'process'] as const;
    const names = await textsById(
      ask,
      ids.flatMap(id => [...result.ints(id)]),
    );
    const text = (id: (typeof ids)[number]) => Array.from(result.ints(id), each => names.get(each) ?? null);
    const untimed = result.numbers('untimed').reduce((sum, each) => sum + each, 0);
    return answer(
      columns,
      result.length,
      {
        device: texts(deviceNames(text('device'), result.numbers('device_number'))),
        file: texts(text('file')),
        operation: texts(text('operation')),
        process: texts(text('process')),
        count: result.numbers('count'),
        bytes: result.numbers('bytes'),
        p50: result.numbers('p50'),
        p99: result.numbers('p99'),
        max: result.numbers('max'),
      },
      {
        notes: [...within.notes, ...withoutCompletion(untimed)],
      },
    );
  },
});
