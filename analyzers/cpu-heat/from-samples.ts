import { note } from '../notes.ts';
import { tally } from '../samples.ts';
import { rateOf } from '../timeline/rate.ts';
import { bucketSql, captureSql, zeroOf } from '../timeline/span.ts';
import { CpuRows, cpusOf, type Source } from './busy.ts';

/** Samples a column would have of a CPU that is always busy: with fewer, chance is most of what is seen. */
const leastSamples = 20;

/** Samples that are not of the idle task, where the rate of the profiler is known. */
export const fromSamples: Source = async (ask, scope, spanOf) => {
  const whole = await spanOf(1n);
  const rows = new CpuRows();
  const frequencies = whole.captures.flatMap(({ frequency }) => Object.values(frequency));
  if (frequencies.length === 0) return rows.done(ask, whole, []);
  const span = await spanOf(BigInt(Math.ceil((leastSamples * 1e9) / Math.min(...frequencies))));
  const { withIdle: _, ...plain } = scope;
  const groups = { bucket: bucketSql(span), cpu: 's.cpu', capture: captureSql(span) };
  const counted = await tally(ask, { ...plain, weight: 'samples' }, groups);
  const rate = rateOf(span, [counted], false);
  if (rate.unit !== 'CPUs') return rows.done(ask, span, counted.notes);
  const [bucket, cpu, capture] = [
    counted.groups.ints('bucket'),
    counted.groups.ints('cpu'),
    counted.groups.ints('capture'),
  ];
  const busy = new Map<string, number>();
  const cpus = await cpusOf(ask, 'sample', scope);
  counted.amount.forEach((amount, row) => {
    if (bucket[row]! < 0 || cpu[row]! < 0) return;
    const key = `${capture[row]} ${cpu[row]} ${bucket[row]}`;
    busy.set(key, (busy.get(key) ?? 0) + 100 * amount * rate.perSample(counted.kind ?? '', capture[row]!));
  });
  for (const each of span.captures) {
    const of = cpus.get(each.id);
    if (!of || each.first === null || each.last === null) continue;
    const [zero, width] = [zeroOf(each) - span.from, Number(span.width)];
    const [first, last] = [Number(zero + each.first), Number(zero + each.last)];
    const from = scope.from === undefined ? first : Math.max(first, Number(scope.from - span.from));
    const to = scope.to === undefined ? last : Math.min(last, Number(scope.to - span.from));
    // While a profiler ran that said nothing of a CPU, it was idle.
    for (const number of of)
      for (let at = Math.max(0, Math.floor(from / width)); at < span.buckets && at * width < to; at++) {
        const covered = Math.min(to, (at + 1) * width) - Math.max(from, at * width);
        const share = busy.get(`${each.id} ${number} ${at}`) ?? 0;
        if (covered > 0) rows.add(each.id, String(number), at, (share * width) / covered);
      }
  }
  return rows.done(ask, span, [
    note(
      'from-samples',
      `From samples of ${counted.kind}: how many were taken, of those that a busy CPU would have. They are a sample: some per cent more or less mean nothing.`,
      { kind: counted.kind ?? '' },
    ),
    ...counted.notes,
  ]);
};
