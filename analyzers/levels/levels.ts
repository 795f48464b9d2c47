import { levels as allLevels } from '../../parsers/tables.ts';
import { amountOf, answer } from '../answer.ts';
import { type AnswerColumn, analyzer } from '../contract.ts';
import { eventsIn, pickParams } from '../events/in-scope.ts';
import { bucketSql, spanOf } from '../timeline/span.ts';

const columns: readonly AnswerColumn[] = [
  { name: 'time', kind: 'time', about: 'Start of the bucket.' },
  { name: 'level', kind: 'text', about: 'fatal, error, warning, notice, info, debug or trace; worst first.' },
  { name: 'count', kind: 'integer', unit: 'events', about: 'Events of that level in the bucket.' },
];

export const levels = analyzer({
  id: 'levels',
  title: 'Levels',
  question: 'When were errors and warnings logged?',
  needs: ['event'],
  params: {
    text: pickParams.text,
    template: { type: 'text', about: 'The template they have, as `templates` spells it.' },
    buckets: { type: 'number', about: 'How many points in time.', default: 300, min: 1, max: 10_000 },
  },
  shape: 'series',
  columns,
  async answer(ask, params, scope) {
    const buckets = Math.floor(params.buckets);
    const span = await spanOf(ask, scope, buckets);
    const within = await eventsIn(ask, span.scope, params);
    const found = await ask.query.columns(
      `SELECT l.value AS level, ${bucketSql(span)} AS bucket, count(*)::DOUBLE AS n
       FROM event s LEFT JOIN "text" l ON l.id = s.level WHERE ${within.where} GROUP BY ALL`,
      within.params,
      ask.cancel,
    );
    const counts = new Map<string, Float64Array>();
    let timeless = 0;
    let without = 0;
    const [names, bucket, n] = [found.texts('level'), found.ints('bucket'), found.numbers('n')];
    n.forEach((amount, row) => {
      const level = names[row] ?? null;
      const at = bucket[row]!;
      if (level === null) without += amount;
      else if (at < 0) timeless += amount;
      else {
        const series = counts.get(level) ?? new Float64Array(buckets);
        counts.set(level, series);
        series[Math.min(buckets - 1, at)]! += amount;
      }
    });
    const notes = [...new Set([...span.notes, ...within.notes])];
    if (without > 0) notes.push(`Without a level, and so not counted: ${amountOf(without, 'events')}.`);
    if (timeless > 0) notes.push(`Without a time, and so not counted: ${amountOf(timeless, 'events')}.`);
    const shown = allLevels.filter(level => counts.has(level));
    const rows = shown.length * buckets;
    const time = new BigInt64Array(rows);
    const count = new Float64Array(rows);
    shown.forEach((level, nth) => {
      count.set(counts.get(level)!, nth * buckets);
      for (let i = 0; i < buckets; i++) time[nth * buckets + i] = span.from + BigInt(i) * span.width;
    });
    const index = Int32Array.from({ length: rows }, (_, row) => Math.floor(row / buckets));
    return answer(columns, rows, { time, level: { index, values: shown }, count }, { notes });
  },
});
