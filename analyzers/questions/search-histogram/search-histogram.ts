import { levels as allLevels } from '../../../parsers/levels.ts';
import { type AnswerColumn, analyzer } from '../../contract.ts';
import { eventsIn } from '../../events/in-scope.ts';
import { answer, texts } from '../../kit/answer.ts';
import { noLevel } from '../../kit/levels.ts';
import { onceEach, withoutTime } from '../../kit/notes.ts';
import { textsById } from '../../kit/texts.ts';
import { alongTime, bucketSql, spanFor } from '../../time/span.ts';
import { queryParam } from '../search/search.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'time', kind: 'time', about: 'Start of the bucket.' },
  {
    name: 'level',
    kind: 'text',
    refers: 'level',
    about: 'fatal, error, warning, notice, info, debug or trace, worst first; `none` for events without one.',
  },
  { name: 'count', kind: 'integer', unit: 'events', about: 'Hits of that level in the bucket.' },
];

export const searchHistogram = analyzer({
  id: 'search-histogram',
  title: 'Hits over time',
  question: 'When do records match this query?',
  needs: ['event'],
  params: {
    query: queryParam,
    ...alongTime(),
  },
  shape: 'series',
  columns,
  async answer(ask, params, scope) {
    const span = await spanFor(ask, scope, params);
    const within = await eventsIn(ask, span.scope, { search: params.query });
    const result = await ask.query.columns(
      `SELECT s.level::INTEGER AS level, ${bucketSql(span)} AS bucket, count(*)::DOUBLE AS n
       FROM event s WHERE ${within.where} GROUP BY ALL`,
      within.params,
      ask.cancel,
    );
    const [levelIds, buckets, rowCounts] = [result.ints('level'), result.ints('bucket'), result.numbers('n')];
    const names = await textsById(ask, levelIds);
    const countsByLevel = new Map<string, Float64Array>();
    let countWithoutTime = 0;
    for (let row = 0; row < result.length; row++) {
      const bucket = buckets[row]!;
      if (bucket < 0) {
        countWithoutTime += rowCounts[row]!;
        continue;
      }
      const name = names.get(levelIds[row]!) ?? noLevel;
      const series = countsByLevel.get(name) ?? new Float64Array(span.buckets);
      countsByLevel.set(name, series);
      series[Math.min(bucket, span.buckets - 1)]! += rowCounts[row]!;
    }
    const order = [...allLevels, noLevel].filter(level => countsByLevel.has(level));
    const rows = order.length * span.buckets;
    const bucketAt = (row: number) => row % span.buckets;
    const levelAt = (row: number) => order[Math.floor(row / span.buckets)]!;
    return answer(
      columns,
      rows,
      {
        time: BigInt64Array.from(
          { length: rows },
          (_, row) => span.from + BigInt(bucketAt(row)) * span.width,
        ),
        level: texts(Array.from({ length: rows }, (_, row) => levelAt(row))),
        count: Float64Array.from(
          { length: rows },
          (_, row) => countsByLevel.get(levelAt(row))![bucketAt(row)]!,
        ),
      },
      {
        notes: onceEach([
          ...span.notes,
          ...within.notes,
          ...(countWithoutTime > 0 ? [withoutTime(countWithoutTime, 'events')] : []),
        ]),
      },
    );
  },
});
